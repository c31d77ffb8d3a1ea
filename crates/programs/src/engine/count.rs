//! Counts: the command that an engine knows is sent, and its answer read up to its end.

use super::client::{Client, broken};
use super::learn::{Dialect, is_of_search, is_refusal, with_lines};
use crate::process::{AnswerLines, one_line, printable};
use vperft::inner::backend::BackendError;
use vperft::inner::backend::engine_text::notation::coordinates;
use vperft::inner::backend::engine_text::notation::squares::{Squares, is_drop};
use vperft::inner::backend::engine_text::perft_text::{self, Line};
use vperft::inner::game::perft;
use vperft::inner::game::variant::Variant;

/// The output of a count.
pub(super) struct Counts {
    /// Moves in coordinates with their counts, in the order of the engine.
    pub moves: Vec<(String, u128)>,
    /// Their sum.
    pub total: u128,
}

/// How an engine writes the moves of a variant.
#[derive(Clone, Copy)]
pub(super) struct Notation {
    pub variant: &'static Variant,
    pub squares: Squares,
}

impl Notation {
    /// Whether a label in the names of the variant is written as a move.
    pub fn is_move(self, label: &str) -> bool {
        coordinates::plain(self.variant, label).is_some() || is_drop(label)
    }

    /// A move of plain coordinates as the engine writes it.
    pub fn written(self, plain: &str) -> String {
        self.squares.write_move(self.variant, plain)
    }

    /// A line with its moves in the names of the variant.
    pub fn line(self, line: &str) -> String {
        self.squares.read_line(self.variant, line)
    }
}

impl Client {
    /// Counts. Depth 0 is not allowed: it would start an endless search.
    pub fn perft(
        &mut self,
        dialect: &Dialect,
        depth: u32,
        notation: Notation,
    ) -> Result<Counts, BackendError> {
        let mut moves = Vec::new();
        let total = self.perft_into(dialect, depth, notation, &mut moves)?;
        Ok(Counts { moves, total })
    }

    /// Counts into `moves` and returns the total. On failure `moves` holds the moves that were counted.
    pub fn perft_into(
        &mut self,
        dialect: &Dialect,
        depth: u32,
        notation: Notation,
        moves: &mut Vec<(String, u128)>,
    ) -> Result<u128, BackendError> {
        assert!(depth > 0, "engines search at depth 0");
        let request = dialect.form.command(depth, &self.fen);
        let is_move = |label: &str| notation.is_move(label);
        let deadline = self.deadline();
        if self.may_trail {
            self.ready(&request, deadline)?;
        }
        self.may_trail = true;
        self.send(&request, &request, deadline)?;
        let mut answer = AnswerLines::until(deadline);
        let (mut others, mut totals, mut number) = (Vec::new(), Vec::new(), 0);
        loop {
            number += 1;
            let line = self.line(&mut answer, &request).map_err(|error| with_lines(error, &others))?;
            if line.starts_with("bestmove") || moves.is_empty() && is_refusal(&line) {
                let reason =
                    format!("the engine has no `{}`: it answers `{}`", dialect.form.name(), one_line(&line));
                return Err(BackendError::Unsupported(reason));
            }
            let line = notation.line(&line);
            let mut found = dialect.read_line(number, &line, depth, &is_move);
            if let Some((label, text)) = found.unread.take() {
                let error = perft_text::PerftTextError::Count { line: number, label, text };
                return Err(broken(&request, &error.to_string()));
            }
            if found.rows.is_empty() && found.totals.is_empty() {
                others.push(line);
                others.drain(..others.len().saturating_sub(8));
                continue;
            }
            if !found.rows.is_empty() {
                printable(&line.replace('\t', " ")).map_err(|problem| broken(&request, &problem))?;
            }
            moves.extend(found.rows.drain(..).map(|row| (row.label.clone(), row.count())));
            if found.totals.is_empty() {
                continue;
            }
            let sum = perft::total(moves.iter().map(|(_, count)| *count));
            let Some(total) = dialect.end(&found, depth, sum) else {
                if found.rows.is_empty() && !is_of_search(&line) {
                    totals.push((line, found));
                }
                continue;
            };
            if dialect.lists && sum != Some(total) {
                let sum =
                    sum.map_or("counts that add up to more than 2^128 - 1".to_owned(), |sum| sum.to_string());
                let problem = format!("`{request}` ends with a total of {total}, but its moves have {sum}");
                return Err(BackendError::Protocol(problem));
            }
            let below = self.lines_below(dialect, depth, notation)?;
            if dialect.lists {
                let mut others = totals.into_iter().chain(below);
                return match others.find(|(_, found)| found.contradicts(depth, total)) {
                    Some((line, _)) => {
                        Err(broken(&request, &format!("a total of {total}, and also `{}`", one_line(&line))))
                    }
                    None => Ok(total),
                };
            }
            // An engine that prints totals only may print those of all depths up to this one.
            let mut totals = below.iter().filter_map(|(_, found)| dialect.end(found, depth, None));
            return Ok(totals.next_back().unwrap_or(total));
        }
    }

    /// The lines below a total, as far as the engine can be asked whether it is ready.
    fn lines_below(
        &mut self,
        dialect: &Dialect,
        depth: u32,
        notation: Notation,
    ) -> Result<Vec<(String, Line)>, BackendError> {
        if dialect.lists && !self.can_be_asked() {
            return Ok(Vec::new());
        }
        let lines = self.ready(&dialect.form.command(depth, &self.fen), self.deadline())?;
        // Below a list, an engine that counts in a thread may print times and rates after that.
        self.may_trail = dialect.lists;
        let read = |line: String| {
            let line = notation.line(&line);
            let found = dialect.read_line(0, &line, depth, &|label: &str| notation.is_move(label));
            (line, found)
        };
        let is_answer = |line: &String| !dialect.lists || !is_of_search(line);
        Ok(lines.into_iter().filter(is_answer).map(read).collect())
    }
}
