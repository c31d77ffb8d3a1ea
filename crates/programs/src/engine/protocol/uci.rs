//! UCI, and the two protocols made after it: USI for shogi and UCCI for xiangqi.

use super::{About, Offer, Protocol};
use vperft::inner::backend::engine_text::notation::squares::Squares;
use vperft::inner::game::variant::Variant;

/// The option that says which variant is played.
pub(in crate::engine) const VARIANT: &str = "UCI_Variant";

/// UCI.
pub(super) static UCI: Family = Family { scheme: "uci", title: "UCI", default: None };
/// USI.
pub(super) static USI: Family = Family { scheme: "usi", title: "USI", default: Some("shogi") };
/// UCCI.
pub(super) static UCCI: Family = Family { scheme: "ucci", title: "UCCI", default: Some("xiangqi") };

/// A protocol of the family. Its scheme is also its greeting.
pub(super) struct Family {
    scheme: &'static str,
    title: &'static str,
    /// The name of the variant that its engines play, if that is not the default of UCI.
    default: Option<&'static str>,
}

impl Protocol for Family {
    fn scheme(&self) -> &'static str {
        self.scheme
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn greeting(&self) -> &'static str {
        self.scheme
    }

    fn introduce(&self, line: &str, about: &mut About) -> bool {
        if line.strip_suffix("ok") == Some(self.scheme) {
            about.is_complete = true;
        } else if let Some(name) = line.strip_prefix("id name ") {
            about.name = name.trim().to_owned();
        } else if let Some(option) = line.strip_prefix("option ") {
            // UCCI does without the word `name`.
            about.options.push(offer(option.strip_prefix("name ").unwrap_or(option)));
        } else {
            return false;
        }
        true
    }

    fn ready(&self, _: &About, _: u32) -> Option<(String, String)> {
        Some(("isready".into(), "readyok".into()))
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        match self.scheme {
            "ucci" => format!("setoption {name} {value}"),
            _ => format!("setoption name {name} value {value}"),
        }
    }

    fn choose(&self, about: &About, name: &str) -> Option<String> {
        about.offer(VARIANT).map(|offer| self.set_option(&offer.name, name))
    }

    fn variants<'a>(&self, about: &'a About) -> Option<&'a [String]> {
        about.offer(VARIANT).map(|offer| &offer.values[..])
    }

    fn chooser(&self) -> &'static str {
        "option `UCI_Variant`"
    }

    fn is_default(&self, variant: &Variant) -> bool {
        self.default.map_or(variant.uci.default, |name| self.name(variant) == name)
    }

    fn start(&self, _: &About, _: &str, moves: &[String]) -> String {
        then("position startpos".into(), moves)
    }

    fn sets_positions(&self, _: &About) -> bool {
        true
    }

    fn position(&self, _: &About, fen: &str, moves: &[String]) -> Result<String, String> {
        let position = match self.scheme {
            "usi" => format!("position sfen {}", sfen(fen)?),
            _ => format!("position fen {fen}"),
        };
        Ok(then(position, moves))
    }

    fn play(&self, _: &About, _: &str) -> Option<String> {
        None
    }

    fn shows(&self) -> bool {
        true
    }

    fn forms(&self) -> &'static [&'static str] {
        &["go perft {depth}", "perft {depth}", "divide {depth}", "perftdiv {depth}", "go perftdiv {depth}"]
    }

    fn squares(&self, variant: &Variant) -> Squares {
        match self.scheme {
            "usi" => Squares::Shogi,
            "ucci" => Squares::of_ten_ranks(variant),
            _ => Squares::Own,
        }
    }
}

/// A command that sets a position, and the moves played from there.
fn then(position: String, moves: &[String]) -> String {
    if moves.is_empty() { position } else { format!("{position} moves {}", moves.join(" ")) }
}

/// Reads an option from its name on.
fn offer(text: &str) -> Offer {
    let (name, rest) = text.split_once(" type ").unwrap_or((text, ""));
    let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
    let max = rest.split_once(" max ").and_then(|(_, max)| max.split_whitespace().next()?.parse().ok());
    Offer { name: name.trim().to_owned(), values, max }
}

/// The position of USI: the board, the side, no pieces in hand, and the number of the next ply. Black of shogi moves first.
///
/// # Errors
/// If the position has something that is left out there.
fn sfen(fen: &str) -> Result<String, String> {
    let fields: Vec<_> = fen.split(' ').collect();
    let field = |index: usize| fields.get(index).copied().unwrap_or_default();
    let lost = [("-", "castling rights"), ("-", "en passant square"), ("0", "clock")];
    if let Some((index, (_, what))) = (2..).zip(lost).find(|(index, (none, _))| field(*index) != *none) {
        let text = field(index);
        return Err(format!(
            "positions of USI have no {what} (`{text}`); ask the engine as `uci:` or `ucci:`"
        ));
    }
    let is_second = field(1) == "b";
    let moves = field(5).parse::<u64>().unwrap_or(1).max(1);
    let side = if is_second { 'w' } else { 'b' };
    Ok(format!("{} {side} - {}", field(0), (2 * moves).saturating_sub(u64::from(!is_second))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn positions_of_shogi_name_the_ply() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - 1"),
            ("4k3/8/8/8/8/8/8/4K3 b - - 0 7", "4k3/8/8/8/8/8/8/4K3 w - 14"),
        ] {
            assert_eq!(sfen(fen).as_deref(), Ok(expected));
        }
        for (fen, what) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "no castling rights (`K`)"),
            ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "no en passant square (`e3`)"),
            ("4k3/8/8/8/8/8/8/4K3 b - - 3 7", "no clock (`3`)"),
        ] {
            let error = sfen(fen).expect_err(fen);
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn options_are_read_with_and_without_their_word() {
        let mut about = About::default();
        for line in ["option UCI_Variant type combo default a var a var b", "option usemillisec type check"] {
            assert!(UCCI.introduce(line, &mut about), "{line}");
        }
        assert_eq!(UCCI.variants(&about), Some(&["a".to_owned(), "b".to_owned()][..]));
        assert_eq!(UCCI.choose(&about, "b").as_deref(), Some("setoption UCI_Variant b"));
        assert!(UCCI.introduce("ucciok", &mut about) && about.is_complete);
        assert!(!UCI.introduce("ucciok", &mut about));
    }
}
