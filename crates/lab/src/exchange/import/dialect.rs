//! Other naming schemes for squares.

use serde::Serialize;
use vperft::inner::game::variant::Variant;

/// How a text names squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// As the rules text does.
    Own,
    /// With ranks that count from 0, as some programs do on boards with more than nine ranks.
    RanksFromZero,
    /// With the outermost files swapped and the last rank called `00`, as Game Courier does on the board of Rococo.
    SwappedEdges,
}

impl Dialect {
    /// The dialects in which games of a variant are written, the most common first.
    pub fn for_variant(variant: &Variant) -> Vec<Self> {
        let (shape, labels) = (variant.starts[0].shape, &variant.labels);
        let mut dialects = vec![Self::Own];
        if shape.ranks() > 9 && labels.rank(0) == 1 {
            dialects.push(Self::RanksFromZero);
        }
        if variant.has_edge && labels.rank(0) == 0 {
            dialects.push(Self::SwappedEdges);
        }
        dialects
    }

    /// A note for the user; `None` for the naming of the rules text.
    pub const fn meaning(self) -> Option<&'static str> {
        match self {
            Self::Own => None,
            Self::RanksFromZero => Some("ranks are counted from 0"),
            Self::SwappedEdges => Some("the outermost files are swapped, and rank 00 is the last"),
        }
    }

    /// Translates the square names in a text to those of the rules text.
    pub fn translate(self, variant: &Variant, text: &str) -> String {
        if self == Self::Own {
            return text.to_owned();
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let tail = &rest[c.len_utf8()..];
            let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
            let is_square = c.is_ascii_lowercase() && digits > 0;
            if is_square {
                self.square(variant, c, &tail[..digits], &mut out);
                rest = &tail[digits..];
            } else {
                out.push(c);
                rest = tail;
            }
        }
        out
    }

    fn square(self, variant: &Variant, file: char, rank: &str, out: &mut String) {
        let (shape, labels) = (variant.starts[0].shape, &variant.labels);
        let ends = [labels.file(0), labels.file(shape.files() - 1)];
        match self {
            Self::RanksFromZero => {
                out.push(file);
                let number = rank.parse::<u32>().ok().and_then(|number| number.checked_add(1));
                out.push_str(&number.map_or_else(|| rank.to_owned(), |number| number.to_string()));
            }
            Self::Own | Self::SwappedEdges => {
                out.push(match ends.iter().position(|end| *end == file) {
                    Some(index) => ends[1 - index],
                    None => file,
                });
                let last = labels.rank(shape.ranks() - 1).to_string();
                out.push_str(if rank == "00" { &last } else { rank });
            }
        }
    }
}
