//! The results of a descent: a position at which two sides differ, and the kind of the difference.
//!
//! In all results, `a` is the trusted side and `b` the tested side.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use vperft::inner::corpus::relation::{Broken, Relation, Row};
use vperft::inner::game::perft::serialize_count;
use vperft::inner::game::rules::Status;

/// A position at which two sides differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// The kind of the mistake, determined by repeating the question in other ways.
    pub kind: Kind,
    /// The difference.
    pub detail: Detail,
    /// The position, as the trusted side prints it.
    pub vfen: String,
    /// The moves to it from the root.
    pub path: Vec<PathStep>,
}

/// A move of a path, and the counts below it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathStep {
    #[serde(rename = "move")]
    pub text: String,
    /// The count of the trusted side.
    #[serde(serialize_with = "serialize_count")]
    pub a: u128,
    /// The count of the tested side.
    #[serde(serialize_with = "serialize_count")]
    pub b: u128,
}

/// The kind of a mistake, determined by repeating the question in other ways.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The legal moves are wrong, however the side is asked.
    Set,
    /// A move leads to another position, however the side is asked.
    Child,
    /// The status is wrong.
    Status,
    /// Both sides know the same moves, but count by different conventions: at the end of a game, or by one ply more or
    /// less.
    Convention,
    /// The answer for a position reached by moves differs from the answer for the same position given as a VFEN.
    Route,
    /// A fresh process answers differently: the backend keeps state from one question to the next.
    StateLeak,
    /// The answer to the same question changes.
    Flaky,
    /// Every move list is right, but a sum of counts or the list that has them is wrong.
    SumOnly,
    /// The side gives no answer.
    NoAnswer,
    /// The side's own answers contradict each other, whatever the rules say.
    Relation,
    /// The backend does not count what the table or total says.
    OtherProgram,
    /// The difference cannot be examined further.
    Unknown,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Kind {
    /// The meaning of the kind, in a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Set => "its legal moves are wrong here, however it is asked",
            Self::Child => "a move leads to a wrong position, however it is asked",
            Self::Status => "it gives a wrong status",
            Self::Convention => "it counts by another convention; its rules may be right",
            Self::Route => {
                "it is right if the position is given as a VFEN, and wrong if it plays the moves to it"
            }
            Self::StateLeak => {
                "a fresh process is right: the backend keeps state from one question to the next"
            }
            Self::Flaky => "its answer to the same question changes",
            Self::SumOnly => {
                "its moves are right and where they lead, only its count is wrong: look at the hash table, at bulk counting or at `divide`"
            }
            Self::NoAnswer => "it gives no answer here",
            Self::Relation => "its own answers contradict each other, whatever the rules say",
            Self::OtherProgram => {
                "it counts something else than the table or total says: it is not the program of these counts, or changes its answers"
            }
            Self::Unknown => "the numbers differ, and without its program (`--b`) no more can be asked",
        }
    }
}

/// A difference between the trusted and the tested side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Detail {
    /// The legal moves differ. Each list is sorted.
    Moves {
        /// The legal moves that the tested side does not list.
        missing: Vec<String>,
        /// The moves that it lists and that are not legal.
        extra: Vec<String>,
        /// The moves that it lists more than once.
        duplicate: Vec<String>,
    },
    /// A move leads to different positions.
    Child {
        /// The move; empty if the sides print the position itself differently.
        #[serde(rename = "move")]
        text: String,
        /// The position by the trusted side.
        a: String,
        /// The position by the tested side.
        b: String,
    },
    /// The status differs.
    Status {
        /// The status by the trusted side.
        a: Status,
        /// The status by the tested side.
        b: Status,
    },
    /// A count differs.
    Count {
        /// The depth in plies.
        depth: u32,
        /// The count of the trusted side.
        #[serde(serialize_with = "serialize_count")]
        a: u128,
        /// The count of the tested side.
        #[serde(serialize_with = "serialize_count")]
        b: u128,
        /// A note on the count of the tested side, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// The tested side gives no answer.
    NoAnswer {
        /// Its error.
        error: String,
        /// The depth of the count that was asked for, in plies; `None` if anything else was.
        #[serde(skip)]
        depth: Option<u32>,
    },
    /// Answers of the tested side contradict each other.
    Relation {
        /// The broken relation.
        relation: Relation,
        /// The compared answers, in words.
        about: String,
        /// The answers that differ.
        rows: Vec<Row>,
    },
}

impl From<Broken> for Detail {
    fn from(Broken { relation, what: about, rows }: Broken) -> Self {
        Self::Relation { relation, about, rows }
    }
}

impl Detail {
    /// The moves that the difference names.
    pub fn moves(&self) -> impl Iterator<Item = &String> {
        let (lists, child) = match self {
            Self::Moves { missing, extra, duplicate } => ([&missing[..], extra, duplicate], None),
            Self::Child { text, .. } => ([&[][..]; 3], Some(text)),
            _ => ([&[][..]; 3], None),
        };
        lists.into_iter().flatten().chain(child)
    }

    /// The classes as one line. Two mistakes with the same cause usually have the same line.
    #[must_use]
    pub fn gist(&self) -> String {
        self.classes().into_iter().collect::<Vec<_>>().join(", ")
    }

    /// The classes of the difference: one for the piece and kind of each differing move, with `-` if it is missing, `+`
    /// if it is extra and `x` if it is a duplicate; or one for each differing field.
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
            Self::NoAnswer { error, .. } => {
                of(format!("error {}", error.split(' ').next().unwrap_or_default()))
            }
        }
    }
}

/// The classes of a broken relation: which of the two ways of asking has the additional answer, and for which pieces or
/// status. Counts and keys form no class, since they differ at every position.
pub(crate) fn ways(relation: Relation, rows: &[Row]) -> BTreeSet<String> {
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

/// The names of the fields in which two VFENs differ. All fields after the sixth have one name.
pub(crate) fn fields(a: &str, b: &str) -> Vec<&'static str> {
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

/// The piece of a move, in capitals for both colours, and the pieces of its side effects.
pub(crate) fn kind_of_move(text: &str) -> String {
    let piece = text.split(' ').next().unwrap_or_default().to_uppercase();
    let effects = text.split("; ").skip(1);
    let effect = |effect: &str| effect.split(['-', ' ']).next().unwrap_or_default().to_uppercase();
    let mut effects: Vec<_> = effects.map(effect).collect();
    effects.dedup();
    std::iter::once(piece).chain(effects).collect::<Vec<_>>().join("+")
}
