//! The clauses that decide about a move, the moves of a piece, or the status.

use serde::{Serialize, Serializer};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::Clause;

/// The clauses that decide something, and what results without them. Two clauses decide it only together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseEffect<T> {
    /// The clauses.
    #[serde(serialize_with = "ids")]
    pub clauses: Vec<Clause>,
    /// The result without them.
    pub without: T,
}

fn ids<S: Serializer>(clauses: &[Clause], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(clauses.iter().map(|clause| clause.id()))
}

/// A move and the clauses that decide about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedMove {
    /// The canonical text of a legal move, or an illegal move as the user typed it.
    #[serde(rename = "move")]
    pub text: String,
    pub legal: bool,
    /// The position after the move, if it is legal.
    pub vfen: Option<String>,
    /// Clauses without which the legal move disappears, with the moves that then exist between the same squares. If two
    /// clauses are named, either one allows the move.
    pub possible_by: Vec<ClauseEffect<Vec<String>>>,
    /// Clauses without which the legal move leads to another position, with the fields of the VFEN that change.
    pub shaped_by: Vec<ClauseEffect<Vec<&'static str>>>,
    /// Clauses without which the illegal move is legal, with its canonical texts.
    pub forbidden_by: Vec<ClauseEffect<Vec<String>>>,
    /// The pieces of which each alone makes the illegal move illegal: it would be legal if one of them were not there.
    pub obstacles: Vec<Obstacle>,
    /// The canonical text to which an illegal move was completed, because the rules without a clause have only that one.
    pub completed: Option<String>,
    /// The legal moves that an incomplete text may mean.
    pub may_mean: Vec<String>,
    /// The legal moves most similar to an illegal one.
    pub nearest: Vec<String>,
    /// Why no piece can make the move, such as that its start square is empty.
    pub start: Option<String>,
    /// The clauses about the piece of a move that no clause forbids, because no rule describes such a move.
    #[serde(serialize_with = "ids")]
    pub rules: Vec<Clause>,
}

/// A piece because of which a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Obstacle {
    /// Its square.
    pub square: String,
    /// The name of its kind.
    pub piece: String,
    /// The square that it attacks, because of which the move is illegal; `None` if it is in the way.
    pub attacks: Option<String>,
    /// The clause about its kind that forbids the move.
    #[serde(serialize_with = "id")]
    pub clause: Option<Clause>,
}

fn id<S: Serializer>(clause: &Option<Clause>, serializer: S) -> Result<S::Ok, S::Error> {
    clause.map(Clause::id).serialize(serializer)
}

/// The moves of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedSquare {
    /// The square of the piece.
    pub square: String,
    /// Why nothing can move from there, such as that the square is empty.
    pub start: Option<String>,
    /// Its legal moves, sorted.
    pub moves: Vec<ExplainedMove>,
    /// Clauses without which the piece has more moves, with these moves.
    pub forbidden_by: Vec<ClauseEffect<Vec<String>>>,
}

/// The status of a position and the clauses that decide it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedStatus {
    pub status: Status,
    /// The number of legal moves.
    pub legal_moves: usize,
    /// If the game is over, clauses without which the status differs, and that status. Clauses without which the game
    /// goes on come first.
    pub ended_by: Vec<ClauseEffect<Status>>,
}

impl ExplainedMove {
    /// A move without any clauses; it is legal if `vfen` is given.
    pub(super) fn new(text: String, vfen: Option<String>) -> Self {
        let (possible_by, shaped_by, forbidden_by) = (Vec::new(), Vec::new(), Vec::new());
        let (legal, may_mean, nearest, rules) = (vfen.is_some(), Vec::new(), Vec::new(), Vec::new());
        Self {
            text,
            legal,
            vfen,
            possible_by,
            shaped_by,
            forbidden_by,
            may_mean,
            nearest,
            obstacles: Vec::new(),
            completed: None,
            start: None,
            rules,
        }
    }
}
