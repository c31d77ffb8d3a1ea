//! What a descent finds.

use crate::corpus::relation::{Broken, Relation, Row};
use crate::game::perft::serialize_count;
use crate::game::rules::Status;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// A position at which two sides differ, and in what way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// What kind of mistake it is, as far as asking again tells.
    pub kind: Kind,
    /// What differs.
    pub detail: Detail,
    /// The position, as the side that is believed prints it.
    pub vfen: String,
    /// The way to it from the root.
    pub path: Vec<PathStep>,
}

/// A move on the way, and what is counted below it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathStep {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What the side that is believed counts.
    #[serde(serialize_with = "serialize_count")]
    pub a: u128,
    /// What the other counts.
    #[serde(serialize_with = "serialize_count")]
    pub b: u128,
}

/// The kind of a mistake, told by asking again.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Other legal moves, however it is asked.
    Set,
    /// A move leads to another position, however it is asked.
    Child,
    /// The game stands otherwise.
    Status,
    /// Both know the same moves, but count by other conventions: at the end of a game, or a ply more or less.
    Convention,
    /// The position reached by moves is answered otherwise than the same position given as a VFEN.
    Route,
    /// One that is started anew answers otherwise: something is kept from one question to the next.
    StateLeak,
    /// The same question has now this answer and now that.
    Flaky,
    /// Every list and every count below is right, and the sum is not.
    SumOnly,
    /// It gives no answer.
    NoAnswer,
    /// Its own answers do not fit together, whoever is right about the rules.
    Relation,
    /// There is nothing to ask further.
    Unknown,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Kind {
    /// What it means, in a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Set => "it finds other legal moves here, however it is asked",
            Self::Child => "a move leads to another position, however it is asked",
            Self::Status => "it says otherwise how the game stands",
            Self::Convention => "it counts by another convention; the rules may be right",
            Self::Route => "it is right about this position as a VFEN, and wrong when it has played to it",
            Self::StateLeak => "started anew it is right: it keeps something from one question to the next",
            Self::Flaky => "the same question has now this answer and now that",
            Self::SumOnly => {
                "every move and every count below is right: look at the hash table or at bulk counting"
            }
            Self::NoAnswer => "it gives no answer here",
            Self::Relation => "its own answers do not fit together, whoever is right about the rules",
            Self::Unknown => "there is nothing here that can be asked further",
        }
    }
}

/// What differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Detail {
    /// The legal moves. Each list is sorted.
    Moves {
        /// Not found.
        missing: Vec<String>,
        /// Found, and not legal.
        extra: Vec<String>,
        /// Found more than once.
        duplicate: Vec<String>,
    },
    /// Where a move leads.
    Child {
        /// The move; empty where the position itself is printed otherwise.
        #[serde(rename = "move")]
        text: String,
        /// Where it leads by the side that is believed.
        a: String,
        /// Where it leads by the other.
        b: String,
    },
    /// How the game stands.
    Status {
        /// By the side that is believed.
        a: Status,
        /// By the other.
        b: Status,
    },
    /// A count.
    Count {
        /// The plies.
        depth: u32,
        /// By the side that is believed.
        #[serde(serialize_with = "serialize_count")]
        a: u128,
        /// By the other.
        #[serde(serialize_with = "serialize_count")]
        b: u128,
        /// What the number of the other is, if that is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// The other gives no answer.
    NoAnswer {
        /// What it says.
        error: String,
    },
    /// Answers of the other do not fit together.
    Relation {
        /// The relation that is broken.
        relation: Relation,
        /// What was compared, in words.
        about: String,
        /// What differs.
        rows: Vec<Row>,
    },
}

impl From<Broken> for Detail {
    fn from(Broken { relation, what: about, rows }: Broken) -> Self {
        Self::Relation { relation, about, rows }
    }
}

impl Detail {
    /// What two mistakes have in common that have the same cause, as far as one can see: the pieces and kinds of the moves that
    /// differ, or the fields.
    #[must_use]
    pub fn gist(&self) -> String {
        self.classes().into_iter().collect::<Vec<_>>().join(", ")
    }

    /// The same part by part: a class for each piece and kind of a move that differs, with `-` if it is missing, `+` if it is
    /// extra and `x` if it is there twice, or for each field.
    #[must_use]
    pub fn classes(&self) -> BTreeSet<String> {
        let of_moves = |sign: char, moves: &[String]| -> Vec<String> {
            moves.iter().map(|text| format!("{sign}{}", kind_of_move(text))).collect()
        };
        let of = |class: String| BTreeSet::from([class]);
        match self {
            Self::Moves { missing, extra, duplicate } => {
                let lists = [('-', missing), ('+', extra), ('x', duplicate)];
                lists.into_iter().flat_map(|(sign, moves)| of_moves(sign, moves)).collect()
            }
            Self::Child { text, a, b } => {
                let mover = if text.is_empty() { "printed".to_owned() } else { kind_of_move(text) };
                fields(a, b).into_iter().map(|field| format!("{mover}: {field}")).collect()
            }
            Self::Status { a, b } => of(format!("{a}, not {b}")),
            Self::Count { .. } => of("count".into()),
            Self::Relation { relation, rows, .. } => ways(*relation, rows),
            Self::NoAnswer { error } => of(format!("error {}", error.split(' ').next().unwrap_or_default())),
        }
    }
}

/// In which ways a relation is broken: which of the two ways of asking says what the other does not, about moves of which pieces, or
/// which status. What else differs, such as counts and keys, is another one at every position.
pub(in crate::lab) fn ways(relation: Relation, rows: &[Row]) -> BTreeSet<String> {
    let class = |text: &String| match text.split_once(' ') {
        Some((piece, _)) if piece.len() <= 2 => format!(" {}", kind_of_move(text)),
        None if text.starts_with(|c: char| c.is_ascii_lowercase()) && !text.contains('/') => {
            format!(" {text}")
        }
        _ => String::new(),
    };
    let of_row = |row: &Row| {
        row.texts.iter().map(|text| format!("{relation}: {}{}", row.name, class(text))).collect::<Vec<_>>()
    };
    rows.iter().flat_map(of_row).collect()
}

/// The fields in which two VFENs differ, by their names; those after the sixth have one name.
pub(in crate::lab) fn fields(a: &str, b: &str) -> Vec<&'static str> {
    const NAMES: [&str; 7] = [
        "board",
        "side to move",
        "unmoved",
        "en passant",
        "halfmove clock",
        "fullmove number",
        "extra field",
    ];
    let [a, b] = [a, b].map(|vfen| vfen.splitn(NAMES.len(), ' ').collect::<Vec<_>>());
    let differing = NAMES.iter().enumerate().filter(|(index, _)| a.get(*index) != b.get(*index));
    differing.map(|(_, name)| *name).collect()
}

/// The piece of a move, whichever side's it is, and what else it does.
pub(in crate::lab) fn kind_of_move(text: &str) -> String {
    let piece = text.split(' ').next().unwrap_or_default().to_uppercase();
    let effects = text.split("; ").skip(1);
    let effect = |effect: &str| effect.split(['-', ' ']).next().unwrap_or_default().to_uppercase();
    let mut effects: Vec<_> = effects.map(effect).collect();
    effects.dedup();
    std::iter::once(piece).chain(effects).collect::<Vec<_>>().join("+")
}
