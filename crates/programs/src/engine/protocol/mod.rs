//! The commands for engines of each protocol, and the engines' description of themselves.
//!
//! Invariant: a protocol is words only. It does not talk to a process, count or know a position; `client` does the talking.

mod uci;
mod xboard;

pub(super) use uci::VARIANT;

use vperft::inner::backend::engine_text::notation::squares::Squares;
use vperft::inner::game::variant::Variant;

/// The protocols, in the order in which a program that speaks another one is asked.
pub(super) const PROTOCOLS: [&dyn Protocol; 4] = [&uci::UCI, &xboard::XBoard, &uci::UCCI, &uci::USI];

/// A protocol.
pub(super) trait Protocol: Sync {
    /// The scheme in the names of backends.
    fn scheme(&self) -> &'static str;

    /// Its name in messages.
    fn title(&self) -> &'static str;

    /// The lines that begin the conversation. The engine answers the last.
    fn greeting(&self) -> &'static str;

    /// Takes a line of the answer to the greeting. `false` if the line says nothing about the engine.
    fn introduce(&self, line: &str, about: &mut About) -> bool;

    /// The command that an engine answers once it has read everything before it, and the end of the line that it then prints.
    /// `None` if the engine has none. The number differs from command to command.
    fn ready(&self, about: &About, number: u32) -> Option<(String, String)>;

    /// The commands that set an option.
    fn set_option(&self, name: &str, value: &str) -> String;

    /// The commands that choose a variant by its name in the engine. `None` if an engine that cannot choose is asked.
    fn choose(&self, about: &About, name: &str) -> Option<String>;

    /// The variants that the engine offers. `None` if it does not say so, and has one only.
    fn variants<'a>(&self, about: &'a About) -> Option<&'a [String]>;

    /// What the engine offers to choose variants with, for messages.
    fn chooser(&self) -> &'static str;

    /// Whether engines that cannot choose a variant play this one.
    fn is_default(&self, variant: &Variant) -> bool;

    /// The name of a variant in engines of this protocol.
    fn name(&self, variant: &Variant) -> String {
        variant.uci.name.clone().unwrap_or_else(|| variant.id.name().to_owned())
    }

    /// The commands that set the start position of a variant and play moves.
    fn start(&self, about: &About, name: &str, moves: &[String]) -> String;

    /// Whether an engine can be set to other positions. Otherwise it is asked about what follows from the start.
    fn sets_positions(&self, about: &About) -> bool;

    /// The commands that set a position and play moves.
    ///
    /// # Errors
    /// If the protocol cannot express the position.
    fn position(&self, about: &About, fen: &str, moves: &[String]) -> Result<String, String>;

    /// The command that plays a move, which an engine refuses if it takes the move for illegal. `None` if there is none.
    fn play(&self, about: &About, text: &str) -> Option<String>;

    /// Whether engines show their position, by the command `d`. Otherwise they answer a position that they refuse.
    fn shows(&self) -> bool;

    /// The commands that count, to be tried in this order: `{depth}` stands for the depth.
    fn forms(&self) -> &'static [&'static str];

    /// How moves and positions name the squares of a variant.
    fn squares(&self, variant: &Variant) -> Squares;
}

/// What an engine says about itself.
#[derive(Clone, Debug, Default)]
pub(super) struct About {
    /// Its name.
    pub name: String,
    /// The options that it offers.
    pub options: Vec<Offer>,
    /// Whether it has said everything.
    pub is_complete: bool,
    /// Whether it has asked for more time to say everything.
    pub is_slow: bool,
    /// The features of an XBoard engine, each a name and a value.
    features: Vec<(String, String)>,
    /// The variants of an XBoard engine.
    variants: Option<Vec<String>>,
}

impl About {
    /// The option of this name, in any case.
    pub fn offer(&self, name: &str) -> Option<&Offer> {
        self.options.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// Whether an XBoard engine has a feature.
    fn has(&self, feature: &str) -> bool {
        self.features.iter().rev().find(|(name, _)| name == feature).is_some_and(|(_, value)| value == "1")
    }
}

/// An option that an engine offers.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    /// Its name.
    pub name: String,
    /// The values of a combo.
    pub values: Vec<String>,
    /// The highest number of a spin.
    pub max: Option<usize>,
}
