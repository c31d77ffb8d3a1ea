//! The facts about a move in its position: the words that a description of moves consists of.

use crate::mistakes::known::limit::{captures, hurdles, is_on_start};
use crate::mistakes::known::seen_by;
use std::collections::HashMap;
use vperft::inner::game::board::{Square, SquareSet, Step};
use vperft::inner::game::board::{between, direction};
use vperft::inner::game::notation::{Entry, Move, Travel};
use vperft::inner::game::position::{MAX_COUNTER, Position};
use vperft::inner::game::rules::Rules as _;
use vperft::inner::game::variant::{Color, Piece, PieceType, RuleName, Standard, Variant};
use vperft::inner::generators::data::Data;

/// A fact about a move, or about its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::mistakes) enum Fact {
    Kind(PieceType),
    Class(Class),
    Capture(bool),
    CapturesSeveral,
    Victim(PieceType),
    BecomesKind(PieceType),
    Line(Line),
    Toward(Toward),
    Direction(Step),
    /// The direction as White sees it.
    BoardDirection(Step),
    ExchangesWith(PieceType),
    FromEdgeFile,
    AtLeast(i8),
    AtMost(i8),
    Hurdle(bool),
    OverFriend,
    OverEnemy,
    FromStart(bool),
    HasRight(bool),
    ToLastRank,
    FromRank(u8),
    ToRank(u8),
    FromRim(bool),
    ToRim(bool),
    ToCorner,
    ToEdgeFile,
    TargetAttacked(bool),
    /// Whether a square that the King crosses in castling is attacked.
    CrossesAttacked(bool),
    /// Whether the other travelling piece is attacked where it starts.
    PartnerAttacked(bool),
    /// Whether a square that only the other travelling piece crosses is attacked.
    PartnerCrossesAttacked(bool),
    /// Whether a square that only the other travelling piece crosses is occupied.
    PartnerHurdle(bool),
    /// The mover has moved before, and an equal piece that has not is on the file where it starts.
    FromFileOfUnmoved,
    /// The mover stands where the given position has it: no move since then was its own.
    UnmovedSinceGiven,
    InCheck(bool),
    Exposes(bool),
    /// The only piece that could capture the royal piece after the move is of this kind.
    ExposesTo(PieceType),
    /// That piece stands on such a line with the royal piece.
    ExposesAlong(Line),
    /// That piece and the royal piece, which has not moved, are on one rank.
    ExposesAlongRank,
    /// The royal piece would be in check if the mover were not there.
    Pinned,
    /// The mover is not of the royal kind.
    NotRoyal,
    /// It reverses the exchange that the position bans.
    Banned,
    BesideEnemy(PieceType),
    CanTakeEnPassant,
    /// An exchange is banned in the position.
    UnderBan,
    Side(Color),
    ClockAtMost,
    NumberAtMost,
    AfterMoves,
    /// About the status alone.
    ClockAtLeast(u32),
    OnBoard(PieceType),
}

/// The class of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::mistakes) enum Class {
    Plain,
    Castling,
    Promotion,
    EnPassant,
    Exchange,
    Stay,
    Leave,
}

/// The line of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::mistakes) enum Line {
    Orthogonal,
    Diagonal,
    Oblique,
}

impl Line {
    /// The line of a direction.
    const fn of_step(unit: Step) -> Self {
        match (unit.files.abs(), unit.ranks.abs()) {
            (0, _) | (_, 0) => Self::Orthogonal,
            (1, 1) => Self::Diagonal,
            _ => Self::Oblique,
        }
    }
}

/// The side of the board toward which a move goes, as its own side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::mistakes) enum Toward {
    Forward,
    Backward,
    Sideways,
    Left,
    Right,
}

/// No distance on a board is greater.
const MAX_DISTANCE: i8 = 15;

impl Fact {
    /// Whether it names the piece or the class of moves.
    pub const fn is_general(&self) -> bool {
        matches!(self, Self::Kind(_) | Self::Class(_))
    }

    /// The place of a fact in a sentence.
    pub const fn order(self) -> usize {
        match self {
            Self::Capture(_) | Self::CapturesSeveral | Self::Victim(_) => 0,
            Self::BecomesKind(_) | Self::ExchangesWith(_) => 1,
            Self::Toward(_) | Self::Direction(_) | Self::BoardDirection(_) => 2,
            Self::FromRank(_) | Self::FromRim(_) | Self::FromStart(_) => 3,
            Self::FromEdgeFile | Self::FromFileOfUnmoved | Self::UnmovedSinceGiven => 3,
            Self::ToLastRank | Self::ToRank(_) | Self::ToRim(_) | Self::ToCorner | Self::ToEdgeFile => 4,
            Self::TargetAttacked(_) | Self::PartnerAttacked(_) | Self::PartnerCrossesAttacked(_) => 5,
            Self::CrossesAttacked(_) => 5,
            Self::Hurdle(_) | Self::OverFriend | Self::OverEnemy | Self::PartnerHurdle(_) => 6,
            Self::Side(_) => 7,
            Self::ExposesAlong(_) | Self::ExposesAlongRank => 9,
            _ => 8,
        }
    }

    /// The price of a fact in a description: the more general facts are cheaper.
    pub const fn cost(self) -> usize {
        match self {
            Self::Kind(_) | Self::Class(_) | Self::Capture(_) => 2,
            Self::CapturesSeveral
            | Self::BecomesKind(_)
            | Self::ExchangesWith(_)
            | Self::ToLastRank
            | Self::Line(_) => 3,
            Self::AtLeast(_) | Self::Hurdle(_) | Self::Exposes(true) | Self::Banned | Self::NotRoyal => 3,
            Self::PartnerAttacked(_) | Self::PartnerCrossesAttacked(_) | Self::CrossesAttacked(_) => 4,
            Self::PartnerHurdle(_) => 4,
            Self::Pinned | Self::ExposesTo(_) | Self::ExposesAlong(_) | Self::ExposesAlongRank => 4,
            Self::ClockAtLeast(_) | Self::OnBoard(_) => 4,
            Self::TargetAttacked(_) | Self::InCheck(_) | Self::FromStart(_) | Self::HasRight(_) => 4,
            Self::Toward(_) | Self::Victim(_) | Self::AtMost(_) | Self::NumberAtMost | Self::ClockAtMost => 4,
            Self::Side(_) | Self::OverFriend | Self::OverEnemy | Self::FromRim(_) | Self::ToRim(_) => 5,
            Self::AfterMoves | Self::Exposes(false) | Self::FromFileOfUnmoved | Self::UnmovedSinceGiven => 5,
            Self::Direction(_) | Self::CanTakeEnPassant | Self::UnderBan | Self::BesideEnemy(_) => 6,
            Self::BoardDirection(_)
            | Self::FromEdgeFile
            | Self::FromRank(_)
            | Self::ToRank(_)
            | Self::ToCorner
            | Self::ToEdgeFile => 7,
        }
    }
}

impl Fact {
    /// Whether it is the kind that a Pawn becomes.
    pub const fn is_promotion(self) -> bool {
        matches!(self, Self::BecomesKind(_))
    }
}

/// Whether a move or position with some facts is one of those described: it has all facts of the description, or one of several kinds to
/// which Pawns are promoted.
pub(in crate::mistakes) fn holds(description: &[Fact], facts: &[Fact]) -> bool {
    let (kinds, others): (Vec<&Fact>, Vec<&Fact>) = description.iter().partition(|fact| fact.is_promotion());
    others.into_iter().all(|fact| facts.contains(fact))
        && (kinds.is_empty() || kinds.into_iter().any(|fact| facts.contains(fact)))
}

/// The facts of a description, and the piece and the class if all its rows share them.
pub(in crate::mistakes) fn complete(facts: &[Fact], rows: &[&[Fact]]) -> Vec<Fact> {
    let mut counts = HashMap::<Fact, usize>::new();
    for fact in rows.iter().copied().flatten() {
        *counts.entry(*fact).or_default() += 1;
    }
    let is_shared = |fact: &Fact| counts.get(fact) == Some(&rows.len());
    let first = || rows.first().copied().into_iter().flatten();
    let mut all: Vec<_> = first().filter(|fact| fact.is_general() && is_shared(fact)).copied().collect();
    all.extend(facts.iter().filter(|fact| !fact.is_general()));
    all.extend(facts.iter().filter(|fact| fact.is_general()));
    let mut seen = Vec::new();
    all.retain(|fact| {
        let is_new = !seen.contains(fact);
        seen.push(*fact);
        is_new
    });
    // A distance without the kind of line is read as squares.
    let has_distance = all.iter().any(|fact| matches!(fact, Fact::AtLeast(_) | Fact::AtMost(_)));
    if has_distance && !all.iter().any(|fact| matches!(fact, Fact::Line(_))) {
        let line = first().find(|fact| matches!(fact, Fact::Line(Line::Oblique)) && is_shared(fact));
        all.extend(line);
    }
    all
}

/// The rule that facts are about, if it is not one of the piece.
pub(in crate::mistakes) fn rule(facts: &[Fact]) -> Option<RuleName> {
    let is_of_check = |fact: &Fact| {
        matches!(
            fact,
            Fact::InCheck(true)
                | Fact::Exposes(true)
                | Fact::ExposesTo(_)
                | Fact::ExposesAlong(_)
                | Fact::ExposesAlongRank
                | Fact::Pinned
        )
    };
    let is_of_attack = |fact: &Fact| {
        matches!(
            fact,
            Fact::TargetAttacked(_)
                | Fact::CrossesAttacked(_)
                | Fact::PartnerAttacked(_)
                | Fact::PartnerCrossesAttacked(_)
        )
    };
    if facts.contains(&Fact::Class(Class::Castling)) {
        let is_attack = |fact: &Fact| is_of_check(fact) || is_of_attack(fact);
        return facts.iter().any(is_attack).then_some(RuleName::CastlingAttack);
    }
    facts.iter().any(is_of_check).then_some(RuleName::Check)
}

/// Moves that share facts which follow from the board and the move alone, without any question of attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut(Vec<Fact>);

impl LeftOut {
    /// The moves with these facts; `None` if they are not about the board and the move alone.
    pub(in crate::mistakes) fn from_facts(facts: &[Fact]) -> Option<Self> {
        let is_of_move = |fact: &Fact| {
            !matches!(
                fact,
                Fact::TargetAttacked(_)
                    | Fact::CrossesAttacked(_)
                    | Fact::ExposesTo(_)
                    | Fact::ExposesAlong(_)
                    | Fact::ExposesAlongRank
                    | Fact::Pinned
                    | Fact::NotRoyal
                    | Fact::PartnerAttacked(_)
                    | Fact::PartnerCrossesAttacked(_)
                    | Fact::ClockAtLeast(_)
                    | Fact::OnBoard(_)
                    | Fact::InCheck(_)
                    | Fact::Exposes(_)
                    | Fact::Banned
                    | Fact::CanTakeEnPassant
                    | Fact::UnderBan
                    | Fact::ClockAtMost
                    | Fact::NumberAtMost
                    | Fact::AfterMoves
                    | Fact::UnmovedSinceGiven
            )
        };
        facts.iter().all(is_of_move).then(|| Self(facts.to_vec()))
    }

    /// Whether it is one of these moves.
    pub fn contains(&self, position: &Position, mv: &Move) -> bool {
        let is_of_piece = |fact: &Fact| match *fact {
            Fact::Kind(kind) => mv.piece.kind == kind,
            Fact::Side(color) => mv.piece.color == color,
            _ => true,
        };
        self.0.iter().all(is_of_piece) && {
            let mut facts = of_board(position, mv);
            facts.push(Fact::Side(mv.piece.color));
            holds(&self.0, &facts)
        }
    }
}

/// The facts about a position, whatever the move.
pub(in crate::mistakes) fn of_position(
    rules: &Data<Standard>,
    position: &Position,
    has_moves: bool,
) -> Vec<Fact> {
    let is_checked = rules.is_check(position).unwrap_or_default();
    let mut facts = vec![Fact::Side(position.turn), Fact::InCheck(is_checked)];
    facts.extend((position.halfmove >= MAX_COUNTER).then_some(Fact::ClockAtMost));
    facts.extend((position.fullmove >= MAX_COUNTER).then_some(Fact::NumberAtMost));
    facts.extend(position.en_passant.is_some().then_some(Fact::CanTakeEnPassant));
    facts.extend(position.ban.is_some().then_some(Fact::UnderBan));
    facts.extend(has_moves.then_some(Fact::AfterMoves));
    facts
}

/// The facts about a position that its status may depend on.
pub(in crate::mistakes) fn of_status(
    rules: &Data<Standard>,
    position: &Position,
    has_moves: bool,
) -> Vec<Fact> {
    /// Clocks at which games end in some rules, the highest first.
    const CLOCKS: [u32; 18] =
        [200, 199, 150, 149, 129, 128, 127, 126, 120, 101, 100, 99, 80, 75, 64, 50, 40, 20];
    let mut facts = of_position(rules, position, has_moves);
    let reached = CLOCKS.into_iter().filter(|clock| position.halfmove >= *clock);
    facts.extend(reached.map(Fact::ClockAtLeast));
    let pieces = position.shape.squares().filter_map(|square| position.piece(square));
    let mut kinds: Vec<_> = pieces.map(|piece| piece.kind).collect();
    kinds.sort();
    kinds.dedup();
    facts.extend(kinds.into_iter().map(Fact::OnBoard));
    facts
}

/// The squares of the pieces that these moves have moved.
pub(in crate::mistakes) fn moved_by(position: &Position, moves: &[String]) -> SquareSet {
    let table = Variant::get(position.variant);
    let moves =
        moves.iter().filter_map(|text| Entry::parse(table, text).ok()?.to_move(table, position.shape));
    let mut moved = SquareSet::EMPTY;
    for mv in moves {
        let left = [Some(mv.from), mv.travel.map(|travel| travel.from)];
        left.into_iter().flatten().chain(mv.removals).for_each(|square| moved.remove(square));
        let reached = [mv.to, mv.travel.map(|travel| travel.to), mv.placing.map(|(square, _)| square)];
        reached.into_iter().flatten().for_each(|square| moved.insert(square));
    }
    moved
}

/// The facts about a move, legal or not, those of its position excluded. `moved` are the squares of the pieces that have moved since the
/// given position.
pub(in crate::mistakes) fn of_move(
    rules: &Data<Standard>,
    position: &Position,
    moved: SquareSet,
    is_checked: bool,
    mv: &Move,
    is_legal: bool,
) -> Vec<Fact> {
    let mut facts = of_board(position, mv);
    facts.extend((!moved.contains(mv.from)).then_some(Fact::UnmovedSinceGiven));
    let king = Variant::get(position.variant).king();
    let is_royal = king == Some(mv.piece.kind);
    let is_attacked = |square: Square| rules.is_attacked(position, square);
    if let Some(to) = mv.to.filter(|&to| is_royal && to != mv.from) {
        facts.push(Fact::TargetAttacked(is_attacked(to)));
    }
    if king.is_some() && !is_royal {
        facts.push(Fact::NotRoyal);
        let mut gone = Move::new(mv.piece, mv.from, mv.from);
        gone.to = None;
        facts.extend((!is_checked && rules.exposes_royal(position, &gone)).then_some(Fact::Pinned));
    }
    if let (Some(travel), Some(to)) = (mv.travel, mv.to) {
        facts.push(Fact::CrossesAttacked(between_squares(mv.from, to).any(is_attacked)));
        facts.push(Fact::PartnerAttacked(is_attacked(travel.from)));
        facts.push(Fact::PartnerCrossesAttacked(partner_alone(mv, travel, to).any(is_attacked)));
    }
    if !is_legal {
        let partner = mv.to.filter(|_| class(position, mv) == Class::Exchange);
        let is_banned = position.ban.zip(partner).is_some_and(|((one, other), partner)| {
            [mv.from, partner].contains(&one) && [mv.from, partner].contains(&other)
        });
        let exposes = !is_banned && rules.exposes_royal(position, mv);
        facts.push(if is_banned { Fact::Banned } else { Fact::Exposes(exposes) });
        if let Some((attacker, kind)) = exposes.then(|| exposed_to(rules, position, mv)).flatten() {
            facts.push(Fact::ExposesTo(kind));
            let royal = king.and_then(|king| position.squares_of(Piece::new(position.turn, king)).next());
            let target = if is_royal { mv.to } else { royal };
            let unit = target.and_then(|target| direction(between(attacker, target)));
            facts.extend(unit.map(|(unit, _)| Fact::ExposesAlong(Line::of_step(unit))));
            let is_along = !is_royal && royal.is_some_and(|royal| royal.rank() == attacker.rank());
            facts.extend(is_along.then_some(Fact::ExposesAlongRank));
        }
    }
    facts
}

/// The only piece that could capture the royal piece after a move that exposes it; `None` if there are several.
fn exposed_to(rules: &Data<Standard>, position: &Position, mv: &Move) -> Option<(Square, PieceType)> {
    let king = Variant::get(position.variant).king();
    // A piece of the other side in its place is a hurdle as it was, and does not capture.
    let is_alone = |square: Square, kind: PieceType| {
        let mut other = position.clone();
        other.take(square);
        if king != Some(kind) {
            other.put(square, Piece::new(position.turn, kind));
        }
        !rules.exposes_royal(&other, mv)
    };
    let enemies = position.pieces(!position.turn).filter(|(square, _)| mv.to != Some(*square));
    enemies.into_iter().find(|(square, kind)| is_alone(*square, *kind))
}

/// The squares strictly between two squares of a line.
fn between_squares(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (unit, length) = direction(between(from, to)).unwrap_or((Step::new(0, 0), 0));
    (1..length).filter_map(move |far| {
        let step = unit.times(far);
        let file = i16::from(from.file()) + i16::from(step.files);
        let rank = i16::from(from.rank()) + i16::from(step.ranks);
        Some(Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?))
    })
}

/// The squares that the other travelling piece crosses, and the mover does not.
fn partner_alone(mv: &Move, travel: Travel, to: Square) -> impl Iterator<Item = Square> {
    let from = mv.from;
    let is_own =
        move |square| square == from || square == to || between_squares(from, to).any(|own| own == square);
    between_squares(travel.from, travel.to).filter(move |square| !is_own(*square))
}

/// The facts that follow from the board and the move.
pub(in crate::mistakes) fn of_board(position: &Position, mv: &Move) -> Vec<Fact> {
    let table = Variant::get(position.variant);
    let color = mv.piece.color;
    let class = class(position, mv);
    let count = captures(position, mv);
    let mut facts = vec![
        Fact::Kind(mv.piece.kind),
        Fact::Class(class),
        Fact::Capture(count > 0),
        Fact::FromStart(is_on_start(position, mv)),
        Fact::FromRank(position.rank_for(color, mv.from)),
        Fact::FromRim(position.shape.is_rim(mv.from)),
    ];
    if table.has_initial_right(mv.piece.kind) {
        facts.push(Fact::HasRight(position.unmoved.contains(mv.from)));
        let is_such =
            |square: Square| square.file() == mv.from.file() && position.piece(square) == Some(mv.piece);
        let has_such = !position.unmoved.contains(mv.from) && position.unmoved.into_iter().any(is_such);
        facts.extend(has_such.then_some(Fact::FromFileOfUnmoved));
    }
    let is_edge_file = mv.from.file() == 0 || mv.from.file() + 1 == position.shape.files();
    facts.extend(is_edge_file.then_some(Fact::FromEdgeFile));
    if let Some((_, partner)) = mv.placing.filter(|_| class == Class::Exchange) {
        facts.push(Fact::ExchangesWith(partner.kind));
    }
    facts.extend((count > 1).then_some(Fact::CapturesSeveral));
    let victims = mv.removals.into_iter().chain(mv.to.filter(|_| class != Class::Exchange));
    let enemy = |square: Square| position.piece(square).filter(|piece| piece.color != color);
    let mut kinds: Vec<_> = victims.filter_map(enemy).map(|piece| piece.kind).collect();
    kinds.sort();
    kinds.dedup();
    facts.extend(kinds.into_iter().map(Fact::Victim));
    if let Some((_, placed)) = mv.placing.filter(|_| class == Class::Promotion) {
        facts.push(Fact::BecomesKind(placed.kind));
    }
    for files in -1..=1 {
        for ranks in -1..=1 {
            let beside = position.shape.step(mv.from, Step::new(files, ranks)).and_then(enemy);
            if let Some(fact) = beside.map(|piece| Fact::BesideEnemy(piece.kind))
                && !facts.contains(&fact)
            {
                facts.push(fact);
            }
        }
    }
    if let (Some(travel), Some(to)) = (mv.travel, mv.to) {
        let is_occupied = |square: Square| !position.is_empty(square);
        facts.push(Fact::PartnerHurdle(partner_alone(mv, travel, to).any(is_occupied)));
    }
    if let Some(to) = mv.to.filter(|&to| to != mv.from) {
        of_way(position, mv, to, &mut facts);
    }
    facts
}

/// The class of a move.
pub(in crate::mistakes) fn class(position: &Position, mv: &Move) -> Class {
    let table = Variant::get(position.variant);
    match (mv.to, mv.placing) {
        (None, _) => Class::Leave,
        _ if mv.travel.is_some() => Class::Castling,
        (_, Some((square, _))) if square == mv.from => Class::Exchange,
        (Some(_), Some(_)) => Class::Promotion,
        (Some(to), None) if to == mv.from => Class::Stay,
        (Some(to), None) => {
            let is_passing = table.is_pawn(mv.piece.kind)
                && position.is_empty(to)
                && mv.removals.into_iter().count() == 1
                && table.has_en_passant();
            if is_passing { Class::EnPassant } else { Class::Plain }
        }
    }
}

/// The facts about the way from the start square to another.
fn of_way(position: &Position, mv: &Move, to: Square, facts: &mut Vec<Fact>) {
    let color = mv.piece.color;
    let step = seen_by(color, between(mv.from, to));
    let Some((unit, length)) = direction(step) else { return };
    let line = Line::of_step(unit);
    facts.push(Fact::Line(line));
    facts.push(Fact::Direction(unit));
    facts.push(Fact::BoardDirection(seen_by(color, unit)));
    facts.push(Fact::Toward(match step.ranks {
        1.. => Toward::Forward,
        0 => Toward::Sideways,
        _ => Toward::Backward,
    }));
    facts.extend((step.files < 0).then_some(Fact::Toward(Toward::Left)));
    facts.extend((step.files > 0).then_some(Fact::Toward(Toward::Right)));
    facts.extend((2..=length).map(Fact::AtLeast));
    facts.extend((length.max(1)..MAX_DISTANCE).map(Fact::AtMost));
    let rank = position.rank_for(color, to);
    facts.push(Fact::ToRank(rank));
    facts.extend(position.is_last_rank(color, to).then_some(Fact::ToLastRank));
    let is_edge_file = to.file() == 0 || to.file() + 1 == position.shape.files();
    let is_edge_rank = to.rank() == 0 || to.rank() + 1 == position.shape.ranks();
    facts.push(Fact::ToRim(is_edge_file || is_edge_rank));
    facts.extend(is_edge_file.then_some(Fact::ToEdgeFile));
    facts.extend((is_edge_file && is_edge_rank).then_some(Fact::ToCorner));
    if line != Line::Oblique && length > 1 {
        facts.push(Fact::Hurdle(hurdles(position, mv) > 0));
        let unit = between(mv.from, to);
        let unit = direction(unit).map_or(unit, |(unit, _)| unit);
        let passed = (1..length).filter_map(|far| position.shape.step(mv.from, unit.times(far)));
        let passed: Vec<_> = passed.filter(|square| !mv.removals.contains(*square)).collect();
        let over = |side: Color| passed.iter().any(|&square| position.is_of(side, square));
        facts.extend(over(color).then_some(Fact::OverFriend));
        facts.extend(over(!color).then_some(Fact::OverEnemy));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vperft::inner::game::position;
    use vperft::inner::game::variant::VariantId;

    #[test]
    fn every_piece_of_a_move_has_moved() {
        for (variant, vfen, moves, expected) in [
            (
                "chess",
                "4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1",
                &["P e4-e5", "p d7-d5", "P e5-d6; @-d5"][..],
                "d6",
            ),
            ("chess", "4k3/8/8/8/8/8/8/5KR1 w f1,g1 - 0 1", &["K f1-g1; R g1-f1", "k e8-e7"], "e7 f1 g1"),
            ("rococo", "10/4k5/3s6/10/10/3S6/10/10/4K5/10 w - - 0 1", &["S c4-c7; s-c4"], "c4 c7"),
        ] {
            let variant = Variant::get(variant.parse().expect("a variant"));
            let position = position::parse(vfen, variant, &Standard).expect("it is valid");
            let moved = moved_by(&position, &moves.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
            let squares = moved.into_iter().map(|square| variant.labels.square(square));
            assert_eq!(squares.collect::<Vec<_>>().join(" "), expected, "{vfen}");
        }
    }

    #[test]
    fn a_banned_exchange_is_not_like_other_illegal_moves() {
        let variant = Variant::get(VariantId::ROCOCO);
        let vfen = "10/4k5/3s6/10/10/3S6/10/10/4K5/10 w - - 3 9 ban=c4+c7";
        let position = position::parse(vfen, variant, &Standard).expect("it is valid");
        let rules = Data::new(VariantId::ROCOCO, Standard);
        for (text, fact) in [("S c4-c7; s-c4", Fact::Banned), ("K d1-d4", Fact::Exposes(false))] {
            let mv = Entry::parse(variant, text).expect("it is a move").to_move(variant, position.shape);
            let facts =
                of_move(&rules, &position, SquareSet::EMPTY, false, &mv.expect("its squares exist"), false);
            assert!(facts.contains(&fact), "{text}: {facts:?}");
        }
    }
}
