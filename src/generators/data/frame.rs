//! The rules of a variant from its data.

use super::attack::{
    Danger, LegalityMask, Safety, Shelter, checked_royal, is_capturable, is_capturable_among, obeys_check,
    royals,
};
use super::castling::castling;
use super::compile::{Change, Kind, Tables};
use super::plain::Occupied;
pub use super::sink::DataMove;
use super::walk::Walker;
use super::{outcome, play};
use crate::game::board::{Square, SquareSet};
use crate::game::classes::ClassError;
use crate::game::notation;
use crate::game::notation::Move;
use crate::game::position;
use crate::game::position::{Position, VfenError};
use crate::game::rules::{Rules, Status};
use crate::game::variant::{Clause, Color, Piece, RuleName, Rulebook, Variant, VariantId};
use crate::generators::Alteration;
use siphasher::sip128::{Hasher128 as _, SipHasher13};
use std::hash::Hash as _;
use std::sync::Arc;

/// The rules of a variant from its data, under a rulebook.
#[derive(Clone)]
pub struct Data<B> {
    variant: &'static Variant,
    book: B,
    /// The tables for each size of the board.
    tables: Arc<Vec<Tables>>,
}

impl<B: Rulebook> Data<B> {
    /// The rules of a variant whose pieces have moves in its `variant.json`.
    #[must_use]
    pub fn new(variant: VariantId, book: B) -> Self {
        let variant = Variant::get(variant);
        let mut tables: Vec<Tables> = Vec::new();
        let chosen = variant.start(book.rulings());
        for start in std::iter::once(chosen).chain(&variant.starts) {
            if !tables.iter().any(|tables| tables.shape == start.shape) {
                tables.push(Tables::new(variant, start));
            }
        }
        Self { variant, book, tables: Arc::new(tables) }
    }

    /// The rules with a change of the data.
    #[must_use]
    pub fn changed(&self, change: &Change) -> Self
    where
        B: Clone,
    {
        let tables = self.tables.iter().map(|tables| tables.changed(change)).collect();
        Self { variant: self.variant, book: self.book.clone(), tables: Arc::new(tables) }
    }

    /// The rules of a program that does not generate some pseudo-legal moves.
    #[must_use]
    pub fn altered(&self, alteration: &Alteration) -> Self
    where
        B: Clone,
    {
        let tables = self.tables.iter().map(|tables| tables.altered(alteration)).collect();
        Self { variant: self.variant, book: self.book.clone(), tables: Arc::new(tables) }
    }

    /// Whether the side that is not to move attacks the square: it could pseudo-legally capture a royal piece there (GEN-ATTACK).
    #[doc(hidden)]
    #[must_use]
    pub fn is_attacked(&self, position: &Position, square: Square) -> bool {
        let (tables, color) = (self.tables(position), position.turn);
        let mut probe = position.clone();
        let home = royals(tables, position, color).next();
        let Some(royal) = home.and_then(|home| probe.take(home)) else { return false };
        probe.take(square);
        probe.put(square, royal);
        is_capturable(tables, &self.book, &probe, color, square)
    }

    /// Whether a move, legal or not, leaves a royal piece of its side in check.
    #[doc(hidden)]
    #[must_use]
    pub fn exposes_royal(&self, position: &Position, mv: &Move) -> bool {
        let tables = self.tables(position);
        let child = play::child(tables, &self.book, position, &(*mv).into());
        checked_royal(tables, &self.book, &child, position.turn).is_some()
    }

    /// The tables for the board of a position.
    #[inline]
    fn tables(&self, position: &Position) -> &Tables {
        let found = self.tables.iter().find(|tables| tables.shape == position.shape);
        found.unwrap_or(&self.tables[0])
    }

    /// The status if the game is decided on the board.
    fn over(&self, tables: &Tables, position: &Position) -> Option<Status> {
        outcome::over(tables, &self.book, position, || {
            let mut moves = Vec::new();
            self.moves_at_any_time(tables, position, &mut moves);
            moves.iter().map(|mv| play::child(tables, &self.book, position, mv)).collect()
        })
    }

    /// Whether the game is over on the board, so that there are no legal moves (GEN-OVER, GEN-PERFT).
    fn is_at_end(&self, tables: &Tables, position: &Position) -> bool {
        self.over(tables, position).is_some() && self.book.applies(Clause::GEN_OVER)
            || outcome::has_run_out(tables, position) && !self.book.applies(Clause::GEN_PERFT)
    }

    /// Appends the pseudo-legal moves of the piece on a square.
    #[inline]
    fn walk(
        &self,
        tables: &Tables,
        position: &Position,
        piece: Piece,
        from: Square,
        moves: &mut Vec<DataMove>,
    ) {
        let base = moves.len();
        Walker { tables, position, piece, from, book: &self.book, sink: moves }.walk_all();
        if tables.kind(piece).may_repeat && self.book.applies(Clause::GEN_MOVE) {
            drop_repeated(moves, base);
        }
    }

    /// Appends the pseudo-legal moves of all pieces, each once, and castling.
    fn pseudo_legal(
        &self,
        tables: &Tables,
        position: &Position,
        mask: &LegalityMask,
        moves: &mut Vec<DataMove>,
    ) {
        let base = moves.len();
        let color = position.turn;
        for (from, kind) in position.pieces(color) {
            self.walk(tables, position, Piece::new(color, kind), from, moves);
        }
        if tables.sends && self.book.applies(Clause::GEN_MOVE) {
            drop_repeated(moves, base);
        }
        castling(tables, &self.book, position, mask, moves);
        if tables.altered.is_some() {
            keep(base, moves, |mv| !tables.leaves_out(position, &mv.mv));
        }
    }

    /// Appends the legal moves, as if the game were not over.
    fn moves_at_any_time(&self, tables: &Tables, position: &Position, moves: &mut Vec<DataMove>) {
        let (base, mask) = (moves.len(), self.mask(tables, position));
        self.pseudo_legal(tables, position, &mask, moves);
        self.keep_legal(tables, position, &mask, base, moves);
    }

    /// What protects the royal piece of the side to move.
    fn mask(&self, tables: &Tables, position: &Position) -> LegalityMask {
        let color = position.turn;
        if !self.may_check(tables) {
            LegalityMask::unknown()
        } else if self.may_expose(tables, position, color) {
            LegalityMask::idle()
        } else {
            LegalityMask::new(tables, &self.book, position, color)
        }
    }

    /// Whether a side need not protect its royal pieces in a position.
    fn may_expose(&self, tables: &Tables, position: &Position, color: Color) -> bool {
        !obeys_check(tables, position, color) && tables.applies(&self.book, RuleName::Exposure)
    }

    /// The number of legal moves, as if the game were not over. Plain moves that cannot expose the royal piece are not listed.
    fn count_at_any_time(&self, tables: &Tables, position: &Position, moves: &mut Vec<DataMove>) -> u64 {
        let (base, mask) = (moves.len(), self.mask(tables, position));
        let mut count = 0;
        match &mask.safety {
            Safety::Safe(shelter) if self.may_count(tables) => {
                let color = position.turn;
                let occupied = Occupied { blocked: position.blocked(), enemies: position.occupied(!color) };
                for (from, kind) in position.pieces(color) {
                    let piece = Piece::new(color, kind);
                    let targets = if mask.royal == Some(from) {
                        self.royal_targets(tables, piece, from, &occupied, &mask.danger)
                    } else {
                        self.safe_targets(tables.kind(piece), position, from, &occupied, shelter)
                    };
                    match targets {
                        Some(targets) => count += u64::from(targets.len()),
                        None => self.walk(tables, position, piece, from, moves),
                    }
                }
                castling(tables, &self.book, position, &mask, moves);
            }
            _ => self.pseudo_legal(tables, position, &mask, moves),
        }
        self.keep_legal(tables, position, &mask, base, moves);
        count += (moves.len() - base) as u64;
        moves.truncate(base);
        count
    }

    /// Whether moves may be counted without listing them.
    fn may_count(&self, tables: &Tables) -> bool {
        let may_capture = !tables.variant.must_capture || !tables.applies(&self.book, RuleName::MustCapture);
        let may_expose = tables.variant.has_check && !self.forbids_exposure(tables);
        may_capture && !may_expose && !tables.sends && tables.altered.is_none()
    }

    /// The targets of a piece that is not royal, if all its moves are plain, legal and no promotions.
    #[inline]
    fn safe_targets(
        &self,
        kind: &Kind,
        position: &Position,
        from: Square,
        occupied: &Occupied,
        shelter: &Shelter,
    ) -> Option<SquareSet> {
        let is_fixed = shelter.kept.contains(from) || shelter.unchanged.contains(from);
        let can_pass =
            position.en_passant.is_some() && (kind.captures_passed || !shelter.unchanged.is_empty());
        let sets_passed = kind.passes && !shelter.unchanged.is_empty();
        if is_fixed || can_pass || sets_passed || !kind.is_plain || kind.promotes(from) {
            return None;
        }
        let targets = kind.plain(&self.book, from)?.targets(occupied);
        let is_known = (targets & (shelter.unchanged | kind.promoting)).is_empty();
        is_known.then(|| shelter.pin(from).map_or(targets, |allowed| targets & allowed))
    }

    /// The targets of the royal piece, if all its moves are plain and no promotions, and it is known which are legal.
    fn royal_targets(
        &self,
        tables: &Tables,
        piece: Piece,
        from: Square,
        occupied: &Occupied,
        danger: &Danger,
    ) -> Option<SquareSet> {
        let kind = tables.kind(piece);
        if !kind.is_plain || kind.captures_passed || kind.promotes(from) {
            return None;
        }
        let targets = kind.plain(&self.book, from)?.targets(occupied);
        let is_known = (targets & (danger.unknown | kind.promoting)).is_empty();
        is_known.then_some(targets - danger.attacked)
    }

    /// Removes the moves after the first `base` that leave a royal piece capturable (GEN-CHECK), and those that do not capture where one
    /// must.
    fn keep_legal(
        &self,
        tables: &Tables,
        position: &Position,
        mask: &LegalityMask,
        base: usize,
        moves: &mut Vec<DataMove>,
    ) {
        if tables.variant.has_check {
            keep(base, moves, |mv| match &mask.safety {
                Safety::Safe(shelter) if !play::may_expose(tables, position, mv, shelter) => true,
                Safety::Threatened(squares)
                    if !play::reaches(tables, position, mv, squares) && self.forbids_exposure(tables) =>
                {
                    false
                }
                _ => self.is_legal(tables, position, mv, mask),
            });
        }
        let captures = |mv: &DataMove| play::is_capture(position, &mv.mv);
        if tables.variant.must_capture
            && tables.applies(&self.book, RuleName::MustCapture)
            && moves[base..].iter().any(captures)
        {
            keep(base, moves, captures);
        }
    }

    /// Whether a pseudo-legal move leaves no royal piece capturable that may not be.
    fn is_legal(&self, tables: &Tables, position: &Position, mv: &DataMove, mask: &LegalityMask) -> bool {
        match self.is_exposing(tables, position, mv, mask) {
            Some(is_exposing) => !is_exposing || !self.forbids_exposure(tables),
            None => self.is_legal_if_played(tables, position, mv),
        }
    }

    /// Whether a move leaves the royal piece capturable, if that is known without playing it: of steps of the royal piece and of pinned
    /// pieces, and of castling.
    fn is_exposing(
        &self,
        tables: &Tables,
        position: &Position,
        mv: &DataMove,
        mask: &LegalityMask,
    ) -> Option<bool> {
        let Move { from, to: Some(to), travel, placing: None, removals, .. } = mv.mv else { return None };
        let royal = mask.royal.filter(|_| removals.is_empty())?;
        match (travel, &mask.safety) {
            (None, _) if from == royal => mask.danger.is_on(to),
            (Some(travel), _) if from == royal && tables.variant.closing_squares().is_empty() => {
                let mut blocked = position.blocked();
                [from, travel.from].into_iter().for_each(|square| blocked.remove(square));
                blocked.insert(travel.to);
                is_capturable_among(tables, &self.book, position, position.turn, (to, blocked))
            }
            (None, Safety::Safe(shelter)) if !shelter.kept.contains(from) => {
                let allowed = shelter.pin(from)?;
                (!play::reaches(tables, position, mv, &shelter.unchanged)).then(|| !allowed.contains(to))
            }
            _ => None,
        }
    }

    /// Whether a pseudo-legal move leaves no royal piece capturable in the position after it.
    fn is_legal_if_played(&self, tables: &Tables, position: &Position, mv: &DataMove) -> bool {
        let color = position.turn;
        let may_expose = self.may_expose(tables, position, color);
        let may_check = self.may_check(tables);
        if may_expose && may_check {
            return true;
        }
        let child = play::child(tables, &self.book, position, mv);
        let is_checked = |color| checked_royal(tables, &self.book, &child, color).is_some();
        (may_expose || !(is_checked(color) && self.forbids_exposure(tables)))
            && (may_check || !is_checked(!color))
    }

    /// Whether a move may give check.
    fn may_check(&self, tables: &Tables) -> bool {
        tables.variant.may_check || !tables.applies(&self.book, RuleName::MayCheck)
    }

    fn forbids_exposure(&self, tables: &Tables) -> bool {
        self.book.applies(Clause::GEN_CHECK) && tables.applies(&self.book, RuleName::Check)
    }

    /// Whether there is a legal move, as if the game were not over.
    fn can_move(&self, tables: &Tables, position: &Position) -> bool {
        let mut moves = Vec::new();
        self.moves_at_any_time(tables, position, &mut moves);
        !moves.is_empty()
    }

    /// Keeps the en passant square only if a legal capture there exists.
    fn drop_useless_en_passant(&self, tables: &Tables, position: &mut Position) {
        let Some(square) = position.en_passant else { return };
        let color = position.turn;
        let mut moves = Vec::new();
        for (from, kind) in position.pieces(color) {
            let piece = Piece::new(color, kind);
            if tables.kind(piece).captures_passed {
                self.walk(tables, position, piece, from, &mut moves);
            }
        }
        let captures = |mv: &Move| mv.to == Some(square) && !mv.removals.is_empty();
        if !moves.iter().any(|mv| captures(&mv.mv) && self.is_legal_if_played(tables, position, mv)) {
            position.en_passant = None;
        }
    }
}

/// Keeps the moves after the first `base` that have a property.
fn keep(base: usize, moves: &mut Vec<DataMove>, has_property: impl Fn(&DataMove) -> bool) {
    let mut end = base;
    for index in base..moves.len() {
        if has_property(&moves[index]) {
            moves[end] = moves[index];
            end += 1;
        }
    }
    moves.truncate(end);
}

/// Removes the moves after the first `base` that make the same change as one before (GEN-MOVE).
fn drop_repeated(moves: &mut Vec<DataMove>, base: usize) {
    let mut end = base;
    for index in base..moves.len() {
        let mv = moves[index];
        match moves[base..end].iter_mut().find(|known| known.mv == mv.mv) {
            // A double step is one even if the same change can be made without it.
            Some(known) => known.passed = known.passed.or(mv.passed),
            None => {
                moves[end] = mv;
                end += 1;
            }
        }
    }
    moves.truncate(end);
}

impl<B: Rulebook> Rules for Data<B> {
    type Position = Position;
    type Move = DataMove;

    fn variant(&self) -> VariantId {
        self.variant.id
    }

    fn parse(&self, vfen: &str) -> Result<Position, VfenError> {
        let mut position = position::parse(vfen, self.variant, &self.book)?;
        let tables = self.tables(&position);
        let waiting = !position.turn;
        if let Some(royal) = checked_royal(tables, &self.book, &position, waiting)
            && self.forbids_exposure(tables)
        {
            return Err(VfenError::king_capturable(vfen, &position, self.variant, royal));
        }
        self.drop_useless_en_passant(tables, &mut position);
        Ok(position)
    }

    fn print(&self, position: &Position) -> String {
        position::print(position, self.book.rulings())
    }

    fn has_count_by_key(&self) -> bool {
        self.variant.counter_limit.is_none() || self.book.applies(Clause::GEN_PERFT)
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<DataMove>) {
        let tables = self.tables(position);
        if !self.is_at_end(tables, position) {
            self.moves_at_any_time(tables, position, moves);
        }
    }

    fn count_legal(&self, position: &Position, buffer: &mut Vec<DataMove>) -> u64 {
        let tables = self.tables(position);
        if self.is_at_end(tables, position) { 0 } else { self.count_at_any_time(tables, position, buffer) }
    }

    fn play(&self, position: &Position, mv: &DataMove) -> Position {
        let tables = self.tables(position);
        let mut child = play::child(tables, &self.book, position, mv);
        self.drop_useless_en_passant(tables, &mut child);
        child
    }

    fn move_text(&self, _: &Position, mv: &DataMove) -> String {
        notation::text(self.variant, &mv.mv)
    }

    fn position_data(&self, position: &Position) -> Result<Position, ClassError> {
        Ok(position.clone())
    }

    fn move_data(&self, _: &Position, mv: &DataMove, _: &Position) -> Result<Move, ClassError> {
        Ok(mv.mv)
    }

    fn is_check(&self, position: &Position) -> Result<bool, ClassError> {
        let tables = self.tables(position);
        Ok(checked_royal(tables, &self.book, position, position.turn).is_some())
    }

    fn status(&self, position: &Position, occurrences: u32) -> Status {
        let tables = self.tables(position);
        let (over, can_move) = (self.over(tables, position), self.can_move(tables, position));
        outcome::status(tables, &self.book, position, over, can_move, occurrences)
    }

    fn key(&self, position: &Position) -> u128 {
        let mut hasher = SipHasher13::new();
        for color in Color::BOTH {
            for piece in position.pieces(color) {
                (color, piece).hash(&mut hasher);
            }
        }
        let state = (position.turn, position.unmoved, position.en_passant, position.closed, position.ban);
        state.hash(&mut hasher);
        hasher.finish128().as_u128()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::{ModifiedRulebook, Rulings, Standard};
    use crate::generators::data::has_rules;
    use pretty_assertions::assert_eq;

    /// The legal moves of every position of random games are those that are found by playing every pseudo-legal move.
    #[test]
    fn moves_are_legal_as_if_each_was_played() {
        let mut random = 1_u64;
        for variant in VariantId::all().into_iter().filter(|variant| has_rules(*variant)) {
            let rules = Data::new(variant, Standard);
            let table = Variant::get(variant);
            for start in &table.starts {
                for _ in 0..4 {
                    let mut position = rules.parse(&start.vfen).expect(&start.vfen);
                    for _ in 0..120 {
                        let tables = rules.tables(&position);
                        let (mut found, mut expected) = (Vec::new(), Vec::new());
                        rules.moves_at_any_time(tables, &position, &mut found);
                        rules.pseudo_legal(tables, &position, &LegalityMask::unknown(), &mut expected);
                        keep(0, &mut expected, |mv| {
                            !table.has_check || rules.is_legal_if_played(tables, &position, mv)
                        });
                        assert_eq!(found, expected, "{}", rules.print(&position));
                        let count = rules.count_at_any_time(tables, &position, &mut Vec::new());
                        assert_eq!(count, found.len() as u64, "{}", rules.print(&position));
                        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let Some(mv) = found.get((random >> 33) as usize % found.len().max(1)) else { break };
                        position = rules.play(&position, mv);
                    }
                }
            }
        }
    }

    /// Without any clause, the moves are those that walks find, which a record makes necessary.
    #[test]
    fn tables_leave_out_what_a_clause_allows() {
        let mut random = 1_u64;
        for variant in VariantId::all().into_iter().filter(|variant| has_rules(*variant)) {
            let (table, standard) = (Variant::get(variant), Data::new(variant, Standard));
            for clause in Clause::all().filter(|clause| clause.governs(variant)) {
                let off = [clause].into_iter().collect();
                let with = |book| Data { variant: table, book, tables: standard.tables.clone() };
                let walks = with(ModifiedRulebook::new(Rulings::default(), off));
                let tables = with(ModifiedRulebook::unrecorded(Rulings::default(), off));
                let mut position = standard.parse(&table.starts[0].vfen).expect("a start position");
                for _ in 0..60 {
                    let (mut found, mut expected) = (Vec::new(), Vec::new());
                    tables.legal_moves(&position, &mut found);
                    walks.legal_moves(&position, &mut expected);
                    let vfen = || format!("without {}: {}", clause.id(), standard.print(&position));
                    assert_eq!(found, expected, "{}", vfen());
                    let count = tables.count_legal(&position, &mut Vec::new());
                    assert_eq!(count, found.len() as u64, "{}", vfen());
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let Some(mv) = found.get((random >> 33) as usize % found.len().max(1)) else { break };
                    position = walks.play(&position, mv);
                }
            }
        }
    }
}
