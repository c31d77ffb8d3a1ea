//! The trait of a backend that answers about one variant.

use super::{Answer, BackendError, CountPlan, PositionPath, Question, Survey};
use crate::game::classes::ClassTable;
use crate::game::perft;
use crate::game::perft::{CountCache, CountError, CountObserver, Resources, Tally};
use crate::game::rules::Status;
use crate::game::variant::VariantId;

/// A backend that answers about one variant. Positions are VFENs, moves are canonical texts.
///
/// A backend implements [`ask`](VariantBackend::ask). The methods of `dyn VariantBackend` ask one question each. A backend that plays the
/// moves of a [`PositionPath`] exposes bugs in its own state. A backend that knows positions only plays them with
/// [`PositionPath::reached`] and answers about the resulting position.
pub trait VariantBackend {
    /// The variant.
    fn variant(&self) -> VariantId;

    /// Answers a question about the position at the end of a path.
    ///
    /// A backend passes the questions that it does not answer itself to [`derive_answer`](super::derive_answer).
    ///
    /// # Errors
    /// If the backend refuses the position or a move, does not support the question, or fails itself.
    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError>;
}

/// Questions with the kind of their answers. A backend cannot override them: each calls `ask`.
///
/// Every method fails as [`ask`](VariantBackend::ask) does, or if the answer is of another kind.
impl dyn VariantBackend + '_ {
    /// The canonical VFEN of a position.
    pub fn read(&mut self, vfen: &str) -> Result<String, BackendError> {
        self.after(vfen.into())
    }

    /// The canonical VFEN of the position at the end of a path.
    pub fn after(&mut self, path: PositionPath<'_>) -> Result<String, BackendError> {
        match self.ask(path, &Question::Read, &CountPlan::default())? {
            Answer::Vfen(vfen) => Ok(vfen),
            other => Err(other.mismatch(&Question::Read)),
        }
    }

    /// The legal moves as the backend generates them, in any order and with duplicates.
    pub fn moves(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        match self.ask(path, &Question::Moves, &CountPlan::default())? {
            Answer::Moves(moves) => Ok(moves),
            other => Err(other.mismatch(&Question::Moves)),
        }
    }

    /// The legal moves whose mover starts on a square.
    pub fn moves_of(&mut self, path: PositionPath<'_>, square: &str) -> Result<Vec<String>, BackendError> {
        let question = Question::MovesOf { square: square.to_owned() };
        match self.ask(path, &question, &CountPlan::default())? {
            Answer::Moves(moves) => Ok(moves),
            other => Err(other.mismatch(&question)),
        }
    }

    /// The status of the game, with the repetitions along the path.
    pub fn status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError> {
        match self.ask(path, &Question::Status, &CountPlan::default())? {
            Answer::Status(status) => Ok(status),
            other => Err(other.mismatch(&Question::Status)),
        }
    }

    /// The number of legal move sequences of this length (GEN-PERFT).
    pub fn perft(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        let question = Question::Perft { depth };
        match self.ask(path, &question, &CountPlan::default())? {
            Answer::Count(count) => Ok(count),
            other => Err(other.mismatch(&question)),
        }
    }

    /// The same. `None` if the harness derives the count from other answers and it exceeds `limit`: a program that lists too many
    /// moves could otherwise keep it counting forever.
    pub fn perft_within(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        limit: u128,
    ) -> Result<Option<u128>, BackendError> {
        let question = Question::Perft { depth };
        match self.ask(path, &question, &CountPlan::up_to(limit))? {
            Answer::Count(count) => Ok(Some(count)),
            Answer::MoreThan(_) => Ok(None),
            other => Err(other.mismatch(&question)),
        }
    }

    /// The same; a count that the observer stops is an error. A count in a program ends only when the program is killed.
    pub fn perft_until_stopped(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        observer: &CountObserver<'_>,
    ) -> Result<u128, BackendError> {
        self.perft_with(path, depth, None, observer)
    }

    /// The same, with the counts that this backend has found in the variant so far.
    pub fn perft_with(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        cache: Option<&dyn CountCache>,
        observer: &CountObserver<'_>,
    ) -> Result<u128, BackendError> {
        let question = Question::Perft { depth };
        let plan = CountPlan { observer: Some(observer), cache, ..CountPlan::default() };
        match self.ask(path, &question, &plan)? {
            Answer::Count(count) => Ok(count),
            other => Err(other.mismatch(&question)),
        }
    }

    /// The perft of the child of every legal move, one ply shallower, in any order. `depth` is at least 1.
    pub fn divide(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
    ) -> Result<Vec<(String, u128)>, BackendError> {
        let question = Question::Divide { depth };
        match self.ask(path, &question, &CountPlan::default())? {
            Answer::Divide { rows, .. } => {
                let whole = |(text, count): (String, Option<u128>)| {
                    let count = count.ok_or_else(|| BackendError::NotAsked("the count was ended".into()))?;
                    Ok((text, count))
                };
                rows.into_iter().map(whole).collect()
            }
            other => Err(other.mismatch(&question)),
        }
    }

    /// The number of legal move sequences of this length (GEN-PERFT), split by the first move. A count that the observer stops
    /// returns the moves that are finished.
    pub fn count(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        resources: &Resources,
        observer: &CountObserver<'_>,
    ) -> Result<Tally<String>, BackendError> {
        match depth {
            0 => self.total(path, 0, resources, observer),
            _ => self.tally(path, &Question::Divide { depth }, resources, observer),
        }
    }

    /// The number of legal move sequences of this length (GEN-PERFT), with the moves of a backend that counts move by move. A count that
    /// the observer stops returns the moves that are finished, or is an error if the backend counts at once.
    pub fn total(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        resources: &Resources,
        observer: &CountObserver<'_>,
    ) -> Result<Tally<String>, BackendError> {
        self.tally(path, &Question::Perft { depth }, resources, observer)
    }

    fn tally(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        resources: &Resources,
        observer: &CountObserver<'_>,
    ) -> Result<Tally<String>, BackendError> {
        let plan = CountPlan { observer: Some(observer), ..CountPlan::with(resources) };
        match (self.ask(path, question, &plan)?, question) {
            (Answer::Divide { rows: moves, threads, hash_bytes }, _) => {
                let total = perft::total(moves.iter().filter_map(|(_, count)| *count));
                Ok(Tally { total: total.ok_or(CountError::Overflow)?, moves, threads, hash_bytes })
            }
            (Answer::Count(total), Question::Perft { .. }) => {
                Ok(Tally { total, moves: Vec::new(), threads: 1, hash_bytes: 0 })
            }
            (other, _) => Err(other.mismatch(question)),
        }
    }

    /// The legal moves as `moves` returns them, each with the VFEN after it.
    pub fn children(&mut self, path: PositionPath<'_>) -> Result<Vec<(String, String)>, BackendError> {
        match self.ask(path, &Question::Children, &CountPlan::default())? {
            Answer::Children(children) => Ok(children),
            other => Err(other.mismatch(&Question::Children)),
        }
    }

    /// A key that two positions share exactly if they are the same for repetition (GEN-REPEAT). Most backends have none.
    pub fn key(&mut self, path: PositionPath<'_>) -> Result<u128, BackendError> {
        match self.ask(path, &Question::Key, &CountPlan::default())? {
            Answer::Key(key) => Ok(key),
            other => Err(other.mismatch(&Question::Key)),
        }
    }

    /// One number for the position, its status, its legal moves and where they lead, in any order. Two backends with the same number
    /// agree; two with different numbers may still write the same in other ways. Only rules in this program have one.
    pub fn digest(&mut self, path: PositionPath<'_>) -> Result<u128, BackendError> {
        match self.ask(path, &Question::Digest, &CountPlan::default())? {
            Answer::Key(digest) => Ok(digest),
            other => Err(other.mismatch(&Question::Digest)),
        }
    }

    /// Whether the side to move obeys check and is in check.
    pub fn is_check(&mut self, path: PositionPath<'_>) -> Result<bool, BackendError> {
        match self.ask(path, &Question::Check, &CountPlan::default())? {
            Answer::Check(is_check) => Ok(is_check),
            other => Err(other.mismatch(&Question::Check)),
        }
    }

    /// The number of legal move sequences of every length up to `depth`, and the classes of their last moves. A count that the observer
    /// stops is an error.
    pub fn classes(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        resources: &Resources,
        observer: &CountObserver<'_>,
    ) -> Result<ClassTable, BackendError> {
        let question = Question::Classes { depth };
        let plan = CountPlan { observer: Some(observer), ..CountPlan::with(resources) };
        match self.ask(path, &question, &plan)? {
            Answer::Classes(table) => Ok(table),
            other => Err(other.mismatch(&question)),
        }
    }

    /// The position with its legal moves, where they lead, the statuses and the number of moves.
    pub fn survey(&mut self, vfen: &str) -> Result<Survey, BackendError> {
        match self.ask(vfen.into(), &Question::Survey, &CountPlan::default())? {
            Answer::Survey(survey) => Ok(survey),
            other => Err(other.mismatch(&Question::Survey)),
        }
    }
}
