//! Rules about the games of a variant: `data` plays random games by its table, which have to stay within it.
//!
//! The same file gives the same findings: games have fixed seeds, and end after a number of moves in all.

use super::{Report, Subject};
use crate::differences::fuzz::RandomGame;
use std::collections::BTreeMap;
use vperft::inner::backend::{BackendError, InProcess, VariantBackend};
use vperft::inner::corpus::relation::{Relation, Row};
use vperft::inner::game::position::{Position, VfenError, VfenErrorKind};
use vperft::inner::game::rules::{Rules as _, Status};
use vperft::inner::game::variant::{ClauseSet, ModifiedRulebook, Variant};
use vperft::inner::generators::data::Data;
use vperft::inner::support::list;

/// The number of moves to be played from each start position, on a board of 64 squares. A game plays all moves of its positions.
const MAX_MOVES: usize = 40_000;
/// The longest game, in plies.
const MAX_PLIES: usize = 150;
/// The relations that a table declares by `symmetries`.
const DECLARED: [(Relation, &str); 2] = [(Relation::Mirror, "files"), (Relation::Colors, "colors")];

/// Plays games from every start position of a variant.
pub(super) fn check(variant: &'static Variant, file: &str, report: &mut Report) {
    // Without the rules of some pieces, games lead elsewhere.
    if !variant.is_whole() {
        return;
    }
    for start in &variant.starts {
        let rules = Data::new(variant.id, ModifiedRulebook::new(start.rulings(), ClauseSet::default()));
        let mut view = InProcess::new("data".into(), rules.clone());
        let mut games = Games { rules, view: &mut view, found: BTreeMap::new() };
        let squares = start.shape.squares().count();
        let mut left = MAX_MOVES * 64 / squares.max(64);
        for seed in 0.. {
            match left.checked_sub(games.play(&start.vfen, seed).max(1)) {
                Some(rest) => left = rest,
                None => break,
            }
        }
        for Found { problem, expected, .. } in games.found.into_values() {
            report.add(file, Subject::File, problem, expected);
        }
    }
}

/// Games from one start position.
struct Games<'a> {
    rules: Data<ModifiedRulebook>,
    /// The same rules as a backend.
    view: &'a mut dyn VariantBackend,
    /// The finding of each kind with the fewest moves before it.
    found: BTreeMap<String, Found>,
}

struct Found {
    plies: usize,
    problem: String,
    expected: &'static str,
}

impl Games<'_> {
    /// Plays the game of a seed. Returns the number of moves that were played, with those that the game did not choose.
    fn play(&mut self, start: &str, seed: u64) -> usize {
        let (mut game, mut played) = (RandomGame::new(seed), 0);
        let mut line = Vec::new();
        let mut position = match self.rules.parse(start) {
            Ok(position) => position,
            Err(error) => {
                self.refused(&line, start, &error);
                return 0;
            }
        };
        let status = self.rules.status(&position, 1);
        if status != Status::Ongoing {
            let problem = format!("the start position `{start}` is `{status}`");
            self.add("over", 0, problem, "a game that is not over before it begins");
        }
        while line.len() < MAX_PLIES && self.rules.status(&position, 1) == Status::Ongoing {
            self.compare(&self.rules.print(&position), line.len());
            let mut moves = Vec::new();
            self.rules.legal_moves(&position, &mut moves);
            played += moves.len();
            let mut open = Vec::new();
            for mv in moves {
                let child = self.rules.play(&position, &mv);
                line.push(self.rules.move_text(&position, &mv));
                let is_valid = self.is_valid(&line, &child);
                open.extend(line.pop().filter(|_| is_valid).map(|text| (text, child)));
            }
            if open.is_empty() {
                break;
            }
            let (text, next) = open.swap_remove(game.choose(open.len()));
            line.push(text);
            position = next;
        }
        played
    }

    /// Whether the position after a line can be written and read.
    fn is_valid(&mut self, line: &[String], position: &Position) -> bool {
        let vfen = self.rules.print(position);
        match self.rules.parse(&vfen) {
            Ok(read) if read == *position => return true,
            Ok(_) => {
                let problem = format!("{} leads to `{vfen}`, which is read as another position", last(line));
                self.add("read", line.len(), reached(problem, line), "positions with a VFEN of their own");
            }
            Err(error) => self.refused(line, &vfen, &error),
        }
        false
    }

    /// Adds a position after a line that cannot be read.
    fn refused(&mut self, line: &[String], vfen: &str, error: &VfenError) {
        let mut kind = error.kind.to_string();
        // Too many white and too many black pieces of a kind are one mistake.
        if error.kind == VfenErrorKind::PieceCount {
            kind += error.place.rsplit(' ').next().unwrap_or_default();
        }
        let problem = format!("{} leads to `{vfen}`, which the variant refuses: {error}", last(line));
        self.add(&kind, line.len(), reached(problem, line), "moves to positions that are valid");
    }

    /// Compares the moves of a position with those of its images.
    fn compare(&mut self, vfen: &str, plies: usize) {
        for (relation, name) in DECLARED {
            if !relation.applies(self.view.variant(), vfen) || !self.is_shorter(name, plies) {
                continue;
            }
            let problem = match relation.hold(self.view, vfen.into()) {
                Ok(Some(broken)) => {
                    let row = |row: &Row| format!("{}: {}", row.name, list::line(&row.texts));
                    let rows: Vec<_> = broken.rows.iter().map(row).collect();
                    format!("{} differ ({})", broken.what, rows.join("; "))
                }
                Ok(None) | Err(BackendError::Unsupported(_)) => continue,
                Err(error) => format!("at {vfen}, `data` {error}"),
            };
            let problem = format!("`symmetries` has `{name}`, but {problem}");
            self.add(name, plies, problem, "only symmetries that the rules have");
        }
    }

    fn is_shorter(&self, kind: &str, plies: usize) -> bool {
        self.found.get(kind).is_none_or(|found| plies < found.plies)
    }

    fn add(&mut self, kind: &str, plies: usize, problem: String, expected: &'static str) {
        if self.is_shorter(kind, plies) {
            self.found.insert(kind.to_owned(), Found { plies, problem, expected });
        }
    }
}

/// The last move of a line, or the start position.
fn last(line: &[String]) -> String {
    line.last().map_or_else(|| "the start position".to_owned(), |text| format!("`{text}`"))
}

/// A problem with the whole line that leads to it, as arguments of `vperft after`.
fn reached(problem: String, line: &[String]) -> String {
    let moves: Vec<_> = line.iter().map(|text| format!("--move '{text}'")).collect();
    if moves.is_empty() { problem } else { format!("{problem}; from the start by {}", moves.join(" ")) }
}
