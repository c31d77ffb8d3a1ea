//! How a game ends beyond check, as data: goals to reach, kinds that must not die out, and what the end of moves is worth.

use super::{PieceType, RuleName, Status, Variant};
use crate::game::paths::Areas;
use serde::Deserialize;

/// Squares that pieces of a side have to reach.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Goal {
    /// The kinds that count. Empty for all.
    #[serde(default)]
    pub pieces: Vec<PieceType>,
    /// The squares, as the side sees the board. A side without any has no goal.
    #[doc(hidden)]
    pub on: Areas,
    /// How many pieces have to be there at a time.
    #[serde(default = "one")]
    pub count: usize,
    /// When the side has won.
    #[serde(default)]
    pub wins: Wins,
}

const fn one() -> usize {
    1
}

/// When a side that has reached its goal has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wins {
    /// After its move.
    #[default]
    AtOnce,
    /// If it is still there when it has the move again.
    NextTurn,
    /// After its move; White not while Black can reach its own goal by its next move. If Black does, the game is drawn.
    AfterBlack,
    /// As soon as none of the pieces can be captured. If both sides are at their goals then, the game is drawn.
    Safe,
    /// After its move if none of the pieces can be captured; else if it is still there when it has the move again.
    SafeOrNextTurn,
}

/// A result that a side has when it has few pieces of some kinds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Extinction {
    /// The kinds, which count together. Empty for all.
    #[serde(default)]
    pub pieces: Vec<PieceType>,
    /// The most such pieces with which a side has the result.
    #[serde(default)]
    pub most: usize,
    /// The fewest such pieces that the other side must have.
    #[serde(default)]
    pub enemies: usize,
    /// Whether the other side must have one more while this side has the move, which may capture it.
    #[serde(default)]
    pub reply: bool,
    /// The result of the side.
    pub result: Outcome,
}

/// The result of a game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It has lost.
    Lost,
    /// It has won.
    Won,
    /// The game is drawn.
    Draw,
}

impl Outcome {
    /// The result of the other side.
    #[must_use]
    pub const fn of_enemy(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Won => Self::Lost,
            Self::Draw => Self::Draw,
        }
    }
}

/// The results of the ends of a game for the side to move, if they are not those of chess.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Results {
    /// Without a move and in check. By default the side has lost by checkmate.
    pub checkmate: Option<Outcome>,
    /// Without a move and not in check. By default `statuses` says whether this is a draw or a loss.
    pub stalemate: Option<Outcome>,
    /// When a position occurs again. By default `statuses` says it, and the third occurrence counts.
    pub repetition: Option<Repetition>,
}

/// The result of a position that occurs again.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repetition {
    /// The occurrence that counts, from 2 on.
    pub times: u32,
    /// The result of the side to move.
    pub result: Outcome,
}

impl Results {
    /// The status of a side without a legal move that is in check or not, in a variant with these statuses.
    pub(crate) fn without_moves(&self, statuses: &[Status], is_check: bool) -> Status {
        match if is_check { self.checkmate } else { self.stalemate } {
            Some(Outcome::Won) => Status::Won,
            Some(Outcome::Draw) => Status::Stalemate,
            Some(Outcome::Lost) | None if is_check => Status::Checkmate,
            None if statuses.contains(&Status::Stalemate) => Status::Stalemate,
            Some(Outcome::Lost) | None => Status::Lost,
        }
    }

    /// The occurrence of a position that counts, in a variant with these statuses. `None` if none does.
    pub(crate) fn counted_repetition(&self, statuses: &[Status]) -> Option<Repetition> {
        let third = |status, result| statuses.contains(&status).then_some(Repetition { times: 3, result });
        let won = || third(Status::WonRepetition, Outcome::Won);
        let drawn = || third(Status::DrawRepetition, Outcome::Draw);
        self.repetition.or_else(won).or_else(drawn)
    }
}

impl Variant {
    /// The status of a side without a legal move that is in check or not. `None` if the game may have ended otherwise on the board, so
    /// that the lack of moves does not say it.
    #[must_use]
    #[doc(hidden)]
    pub fn status_without_moves(&self, is_check: bool) -> Option<Status> {
        let loses_royals = !self.has_check && self.king().is_some() || !self.royalty.also.is_empty();
        let ends_on_board = loses_royals || !self.goals.is_empty() || !self.extinction.is_empty();
        (!ends_on_board).then(|| self.results.without_moves(&self.statuses, is_check))
    }

    /// The statuses that the rules in the data give and `statuses` lacks, each with the rule that gives it.
    #[must_use]
    #[doc(hidden)]
    pub fn missing_statuses(&self) -> Vec<(Status, &'static str)> {
        let can_be = |status: Status| self.statuses.contains(&status);
        let (lost, won) = (Status::Lost, Status::Won);
        let mut given = Vec::new();
        let has_royals = self.pieces.iter().any(|entry| entry.royal);
        match self.results.checkmate {
            _ if !has_royals => {}
            _ if !self.has_check => given.push((lost, "the capture of a royal piece")),
            Some(Outcome::Won) => given.push((won, "checkmate")),
            Some(Outcome::Draw) => given.push((Status::Stalemate, "checkmate")),
            Some(Outcome::Lost) | None => given.push((Status::Checkmate, "check")),
        }
        match self.results.stalemate {
            Some(Outcome::Won) => given.push((won, "stalemate")),
            Some(Outcome::Draw) => given.push((Status::Stalemate, "stalemate")),
            None if can_be(Status::Stalemate) => {}
            Some(Outcome::Lost) | None => given.push((lost, "stalemate")),
        }
        for rule in &self.extinction {
            match rule.result {
                Outcome::Draw => given.push((Status::DrawGoal, "extinction")),
                // The side that has just moved may have the result, or the other.
                Outcome::Lost | Outcome::Won => {
                    given.extend([lost, won].map(|status| (status, "extinction")))
                }
            }
        }
        for goal in &self.goals {
            let by_mover = (won, "goals");
            let by_waiting = (lost, "goals");
            given.extend(match goal.wins {
                Wins::AtOnce => vec![by_waiting],
                Wins::NextTurn => vec![by_mover],
                Wins::SafeOrNextTurn => vec![by_mover, by_waiting],
                Wins::AfterBlack | Wins::Safe => vec![by_mover, by_waiting, (Status::DrawGoal, "goals")],
            });
        }
        given.extend(self.results.repetition.map(|repetition| match repetition.result {
            Outcome::Lost => (lost, "repetition"),
            Outcome::Won => (Status::WonRepetition, "repetition"),
            Outcome::Draw => (Status::DrawRepetition, "repetition"),
        }));
        let repeats = |status: &Status| matches!(status, Status::WonRepetition | Status::DrawRepetition);
        if self.results.repetition.is_none()
            && self.rule_clauses.contains_key(&RuleName::Repetition)
            && !self.statuses.iter().any(repeats)
        {
            given.push((Status::DrawRepetition, "repetition"));
        }
        given.extend(self.counter_limit.map(|_| (Status::DrawCounter, "counter_limit")));
        given.extend((!self.dead.is_empty()).then_some((Status::DrawDead, "dead")));
        let mut missing = Vec::<(Status, &str)>::new();
        for (status, rule) in given {
            if !can_be(status) && missing.iter().all(|(known, _)| *known != status) {
                missing.push((status, rule));
            }
        }
        missing
    }
}
