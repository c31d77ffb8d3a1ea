//! The protocol of XBoard and WinBoard (CECP), version 2, and what version 1 has of it.

use super::{About, Offer, Protocol};
use vperft::inner::backend::engine_text::notation::squares::Squares;
use vperft::inner::game::variant::Variant;

/// The name of chess.
const CHESS: &str = "normal";

/// The protocol of XBoard.
pub(super) struct XBoard;

impl Protocol for XBoard {
    fn scheme(&self) -> &'static str {
        "xboard"
    }

    fn title(&self) -> &'static str {
        "XBoard"
    }

    fn greeting(&self) -> &'static str {
        "xboard\nprotover 2"
    }

    fn introduce(&self, line: &str, about: &mut About) -> bool {
        let Some(features) = line.strip_prefix("feature ") else { return false };
        for (name, value) in pairs(features) {
            match name {
                "myname" => about.name = value.to_owned(),
                "variants" => {
                    // Some engines call chess by its own name.
                    let own = |name: &str| if name == "chess" { CHESS } else { name }.to_owned();
                    about.variants = Some(value.split(',').map(|name| own(name.trim())).collect());
                }
                "option" => {
                    let name = value.split_once(" -").map_or(value, |(name, _)| name);
                    about.options.push(Offer { name: name.trim().to_owned(), values: Vec::new(), max: None });
                }
                "done" => (about.is_complete, about.is_slow) = (value == "1", value == "0"),
                _ => {}
            }
            about.features.push((name.to_owned(), value.to_owned()));
        }
        true
    }

    fn ready(&self, about: &About, number: u32) -> Option<(String, String)> {
        about.has("ping").then(|| (format!("ping {number}"), format!("pong {number}")))
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        // The values of a check box are numbers.
        let value = match value {
            "true" => "1",
            "false" => "0",
            value => value,
        };
        format!("option {name}={value}")
    }

    fn choose(&self, about: &About, name: &str) -> Option<String> {
        Some(self.start(about, name, &[]))
    }

    fn variants<'a>(&self, about: &'a About) -> Option<&'a [String]> {
        about.variants.as_deref()
    }

    fn chooser(&self) -> &'static str {
        "feature `variants`"
    }

    fn is_default(&self, variant: &Variant) -> bool {
        variant.uci.default
    }

    fn name(&self, variant: &Variant) -> String {
        if variant.uci.default {
            return CHESS.into();
        }
        variant.uci.name.clone().unwrap_or_else(|| variant.id.name().to_owned())
    }

    fn start(&self, about: &About, name: &str, moves: &[String]) -> String {
        // A new game is one of chess until another variant is named.
        let start = match name {
            CHESS => "new\nforce".into(),
            name => format!("new\nvariant {name}\nforce"),
        };
        self.then(about, start, moves)
    }

    fn sets_positions(&self, about: &About) -> bool {
        about.has("setboard")
    }

    fn position(&self, about: &About, fen: &str, moves: &[String]) -> Result<String, String> {
        Ok(self.then(about, format!("setboard {fen}"), moves))
    }

    fn play(&self, about: &About, text: &str) -> Option<String> {
        Some(if about.has("usermove") { format!("usermove {text}") } else { text.to_owned() })
    }

    fn shows(&self) -> bool {
        // To an XBoard engine, `d` may be a move or switch something.
        false
    }

    fn forms(&self) -> &'static [&'static str] {
        &["perft {depth}", "divide {depth}", "perftdiv {depth}"]
    }

    fn squares(&self, variant: &Variant) -> Squares {
        Squares::of_ten_ranks(variant)
    }
}

impl XBoard {
    /// Commands, and then those that play moves.
    fn then(&self, about: &About, commands: String, moves: &[String]) -> String {
        let moves = moves.iter().filter_map(|text| self.play(about, text));
        [commands].into_iter().chain(moves).collect::<Vec<_>>().join("\n")
    }
}

/// The features of a line, `name=value` or `name="a value"`.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let (mut pairs, mut rest) = (Vec::new(), text.trim_start());
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        pairs.push((name.trim(), value));
        rest = after.trim_start();
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn features_are_read_with_and_without_quotes() {
        let mut about = About::default();
        assert!(XBoard.introduce("feature done=0", &mut about) && about.is_slow);
        let line = "feature ping=1 setboard=1 myname=\"An Engine 2.0\" variants=\"normal, xiangqi\" option=\"Hash -spin 1 1 9\"";
        assert!(XBoard.introduce(line, &mut about) && !about.is_complete);
        assert!(XBoard.introduce("feature setboard=0 done=1", &mut about) && about.is_complete);
        assert_eq!(
            (about.name.as_str(), about.has("ping"), about.has("setboard")),
            ("An Engine 2.0", true, false)
        );
        assert_eq!(XBoard.variants(&about), Some(&["normal".to_owned(), "xiangqi".to_owned()][..]));
        assert!(about.offer("hash").is_some());
        assert_eq!(XBoard.ready(&about, 3), Some(("ping 3".into(), "pong 3".into())));
        assert!(!XBoard.introduce("tellics say hello", &mut about));
        assert!(!XBoard.sets_positions(&about));
        let moves = ["e2e4".to_owned()];
        assert_eq!(XBoard.start(&about, CHESS, &moves), "new\nforce\ne2e4");
        assert!(XBoard.introduce("feature usermove=1", &mut about));
        assert_eq!(XBoard.position(&about, "x", &moves).as_deref(), Ok("setboard x\nusermove e2e4"));
    }
}
