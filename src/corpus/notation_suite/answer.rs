//! Requests to readers of the notation and their answers, which are also the lines of the protocol.

use super::Case;
use crate::game::betza::{Dialect, compile};
use crate::game::board::{Labels, Shape, Square, SquareSet};
use crate::game::variant::{Variant, VariantId};
use crate::generators::data::probe::{Probe, targets};
use serde::{Deserialize, Serialize};

/// The names of the files.
const FILES: &str = "abcdefghijklmnop";

/// A question: which moves does the text describe on this board?
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request<'c> {
    /// The notation.
    pub text: &'c str,
    /// How it is read.
    pub dialect: &'static str,
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The square of the piece, which is White.
    pub square: &'c str,
    /// The squares of other White pieces.
    pub friends: Vec<&'c str>,
    /// The squares of Black pieces.
    pub enemies: Vec<&'c str>,
    /// Whether the piece has not moved.
    pub unmoved: bool,
}

/// An answer of a reader. One of `moves` with `captures`, `error` and `unsupported` is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The squares to which the piece moves without capture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Its captures, as [`Case::captures`] writes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captures: Option<Vec<String>>,
    /// Why the text is not valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The column of the error, if the reader knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Why the reader cannot answer: a dialect, a board or a part of the notation that it does not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
}

impl<'c> Request<'c> {
    /// The request of a case in one of its dialects.
    ///
    /// # Errors
    /// If the board is not a size such as `12x10`.
    pub fn from_case(case: &'c Case, dialect: Dialect) -> Result<Self, String> {
        // The board of an error does not matter.
        let board = if case.board.is_empty() { "8x8" } else { &case.board };
        let size = |text: &str| text.parse::<u8>().ok().filter(|size| (1..=16).contains(size));
        let sides = board.split_once('x').and_then(|(files, ranks)| Some((size(files)?, size(ranks)?)));
        let Some((files, ranks)) = sides else {
            return Err(format!("{}: `{board}` is not a board; expected a size such as 12x10", case.id));
        };
        Ok(Self {
            text: &case.text,
            dialect: dialect.name(),
            files,
            ranks,
            square: if case.at.is_empty() { "a1" } else { &case.at },
            friends: case.friends.split_whitespace().collect(),
            enemies: case.enemies.split_whitespace().collect(),
            unmoved: case.unmoved,
        })
    }
}

/// The reader of this crate.
pub fn own_reader(request: &Request<'_>) -> Result<Answer, String> {
    let labels = Labels::new(FILES.into(), 1);
    let shape = Shape::new(request.files, request.ranks);
    let squares =
        |names: &[&str]| names.iter().map(|name| labels.find(shape, name)).collect::<Result<SquareSet, _>>();
    let dialect = Dialect::ALL.into_iter().find(|dialect| dialect.name() == request.dialect);
    let dialect = dialect.ok_or_else(|| format!("`{}` is not a dialect", request.dialect))?;
    let compiled = match compile(request.text, dialect) {
        Ok(compiled) => compiled,
        Err(error) => {
            let (column, error) = (Some(error.column), Some(error.to_string()));
            return Ok(Answer { error, column, ..Answer::default() });
        }
    };
    let probe = Probe {
        shape,
        square: labels.find(shape, request.square)?,
        friends: squares(&request.friends)?,
        enemies: squares(&request.enemies)?,
        unmoved: request.unmoved,
        passed: None,
    };
    let (mut moves, mut captures) = (Vec::new(), Vec::new());
    for target in targets(&compiled.program, Variant::get(VariantId::CHESS), &probe) {
        let name = |square: Square| labels.square(square);
        let to = target.to.map(name).unwrap_or_default();
        let beside: Vec<_> =
            target.captured.into_iter().filter(|square| Some(*square) != target.to).collect();
        let lands = target.to.is_some_and(|to| target.captured.contains(to));
        if target.exchanges {
            captures.push(format!("{to}~"));
        } else if target.captured.is_empty() {
            moves.push(to);
        } else {
            // A capture on the last square is named only next to others.
            let last = if lands && !beside.is_empty() { format!("x{to}") } else { String::new() };
            let others: String = beside.into_iter().map(|square| format!("x{}", name(square))).collect();
            captures.push(format!("{to}{others}{last}"));
        }
    }
    Ok(Answer { moves: Some(moves), captures: Some(captures), ..Answer::default() })
}
