//! Attacks: whether a piece can be captured, found by walking from every attacker.

use super::compile::Tables;
use super::sink::CaptureOn;
use super::walk::Walker;
use crate::game::board::{Square, SquareSet};
use crate::game::position::Position;
use crate::game::variant::{Color, Obeys, Piece, Rulebook};

/// The most pins that are known by where the pinned piece may go. The pieces of others are kept.
const MAX_PINS: usize = 4;

/// Whether the only royal piece of a side can be captured, and what that depends on.
#[expect(clippy::large_enum_variant, reason = "there is one a node, and a box would be allocated for it")]
pub(super) enum Safety {
    /// It cannot.
    Safe(Shelter),
    /// It can, by moves that depend on these squares.
    Threatened(SquareSet),
    /// There is not one, or more than the content of squares decides.
    Unknown,
}

/// What it depends on that a royal piece cannot be captured.
#[derive(Clone, Copy, Default)]
pub(super) struct Shelter {
    /// The squares of pieces that must stay, or be replaced: the royal piece itself, and each that alone blocks a line to it.
    pub kept: SquareSet,
    /// Those of its own side that need not stay, but end on one of these squares.
    pins: [Option<(Square, SquareSet)>; MAX_PINS],
    /// The squares of pieces of which one must stay: two or more block a line together.
    pub screens: SquareSet,
    /// The squares on which nothing may change.
    pub unchanged: SquareSet,
}

impl Shelter {
    /// Keeps the only piece that blocks the way of an enemy. A piece of `color` may go to another square of the way, or capture the enemy.
    fn keep(
        &mut self,
        tables: &Tables,
        position: &Position,
        color: Color,
        blocker: SquareSet,
        allowed: SquareSet,
    ) {
        // A square that closes behind a piece still blocks.
        let may_leave = |square: &Square| {
            position.is_of(color, *square) && !tables.variant.closing_squares().contains(square)
        };
        let own = blocker.lowest().filter(may_leave);
        let Some(square) = own else {
            self.kept = self.kept | blocker;
            return;
        };
        let is_its = |pin: &&mut Option<(Square, SquareSet)>| pin.is_none_or(|(pinned, _)| pinned == square);
        match self.pins.iter_mut().find(is_its) {
            Some(pin) => *pin = Some((square, pin.map_or(allowed, |(_, other)| other & allowed))),
            None => self.kept = self.kept | blocker,
        }
    }

    /// Where the piece on a square may go, if it is pinned.
    #[inline]
    pub fn pin(&self, square: Square) -> Option<SquareSet> {
        let mut pins = self.pins.iter().map_while(|pin| *pin);
        pins.find(|(pinned, _)| *pinned == square).map(|(_, allowed)| allowed)
    }

    /// The pieces that must stay, or go to certain squares.
    #[inline]
    pub fn held(&self) -> SquareSet {
        self.pins.iter().map_while(|pin| *pin).fold(self.kept, |held, (square, _)| held.with(square))
    }
}

/// Whether the other side could pseudo-legally capture the piece of `color` on the square.
pub(super) fn is_capturable(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    color: Color,
    square: Square,
) -> bool {
    !matches!(attack(tables, book, position, color, square), Safety::Safe(_))
}

/// Whether the other side can pseudo-legally capture the piece of `color` on the square. `Unknown` if it can by an initial right.
fn attack(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    color: Color,
    square: Square,
) -> Safety {
    let altered = tables.altered.as_ref().map(|alteration| (alteration, position));
    let blocked = position.blocked();
    let shelter = Shelter { kept: SquareSet::EMPTY.with(square), ..Shelter::default() };
    let walked = SquareSet::EMPTY;
    let mut sink = CaptureOn { square, altered, found: false, is_only_blocked: false, walked, shelter };
    for (from, piece) in attackers(tables, position, color, square) {
        let kind = tables.kind(piece);
        if let Some(plain) = kind.plain(book, from).filter(|_| altered.is_none()) {
            let mut threat = None;
            plain.ways_to(square, |way| {
                let blockers = way & blocked;
                match blockers.len() {
                    0 => threat = Some(way.with(from).with(square)),
                    1 => sink.shelter.keep(tables, position, color, blockers, way.with(from)),
                    _ => sink.shelter.screens = sink.shelter.screens | blockers,
                }
            });
            if let Some(threat) = threat {
                return Safety::Threatened(threat);
            }
            continue;
        }
        sink.is_only_blocked = kind.is_only_blocked;
        sink.walked = SquareSet::EMPTY.with(from);
        Walker { tables, position, piece, from, book, sink: &mut sink }.walk_all();
        if sink.found {
            return if kind.has_rights { Safety::Unknown } else { Safety::Threatened(sink.walked) };
        }
    }
    Safety::Safe(sink.shelter)
}

/// The enemies that may capture a piece of `color` on the square if the others are as they need them.
fn attackers<'a>(
    tables: &'a Tables,
    position: &'a Position,
    color: Color,
    square: Square,
) -> impl Iterator<Item = (Square, Piece)> + 'a {
    let pieces = position.pieces(!color).map(move |(from, kind)| (from, Piece::new(!color, kind)));
    pieces.filter(move |(from, piece)| tables.kind(*piece).reach[usize::from(from.index())].contains(square))
}

/// What protects the royal piece of the side to move.
pub(super) struct LegalityMask {
    /// The only royal piece, if nothing but the content of squares decides whether it can be captured.
    pub royal: Option<Square>,
    pub safety: Safety,
    pub danger: Danger,
}

/// Where the enemies may pseudo-legally capture a royal piece after its next step.
#[derive(Default)]
pub(super) struct Danger {
    /// By plain moves.
    pub attacked: SquareSet,
    /// By other moves, perhaps.
    pub unknown: SquareSet,
}

impl LegalityMask {
    /// That of a side with nothing to protect.
    pub fn idle() -> Self {
        Self { royal: None, safety: Safety::Safe(Shelter::default()), danger: Danger::default() }
    }

    /// That of a side of whose royal pieces nothing is known.
    pub fn unknown() -> Self {
        Self { safety: Safety::Unknown, ..Self::idle() }
    }

    /// That of a side.
    pub fn new(tables: &Tables, book: &impl Rulebook, position: &Position, color: Color) -> Self {
        let mut all = royals(tables, position, color);
        match (all.next(), all.next()) {
            (Some(royal), None) if tables.is_local() => Self {
                royal: Some(royal),
                safety: attack(tables, book, position, color, royal),
                danger: Danger::new(tables, book, position, color, royal),
            },
            _ => Self::unknown(),
        }
    }
}

/// Whether the other side can pseudo-legally capture a royal piece of `color` on a square if these squares are blocked and an enemy on it is
/// captured. `None` if more than plain moves decides.
pub(super) fn is_capturable_among(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    color: Color,
    (square, blocked): (Square, SquareSet),
) -> Option<bool> {
    let mut is_known = true;
    for (from, piece) in attackers(tables, position, color, square).filter(|(from, _)| *from != square) {
        match tables.kind(piece).plain(book, from) {
            Some(plain) if plain.captures_on(square, blocked) => return Some(true),
            Some(_) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(false)
}

impl Danger {
    fn new(tables: &Tables, book: &impl Rulebook, position: &Position, color: Color, royal: Square) -> Self {
        let mut blocked = position.blocked();
        // A square that closes once it is empty blocks all the same.
        if !tables.variant.closing_squares().contains(&royal) {
            blocked.remove(royal);
        }
        let mut danger = Self::default();
        for (from, kind) in position.pieces(!color) {
            let kind = tables.kind(Piece::new(!color, kind));
            match kind.plain(book, from) {
                Some(plain) => danger.attacked = danger.attacked | plain.attacked(blocked),
                None => danger.unknown = danger.unknown | kind.reach[usize::from(from.index())],
            }
        }
        danger
    }

    /// Whether the royal piece can be captured after a step to this square. `None` if that is not known.
    #[inline]
    pub fn is_on(&self, square: Square) -> Option<bool> {
        let is_attacked = self.attacked.contains(square);
        (is_attacked || !self.unknown.contains(square)).then_some(is_attacked)
    }
}

/// The squares of the royal pieces of a side.
pub(super) fn royals<'a>(
    tables: &'a Tables,
    position: &'a Position,
    color: Color,
) -> impl Iterator<Item = Square> + 'a {
    let pieces = position.pieces(color);
    pieces
        .filter(move |(_, kind)| is_royal(tables, position, Piece::new(color, *kind)))
        .map(|(square, _)| square)
}

/// Whether such a piece is royal in a position.
#[inline]
pub(super) fn is_royal(tables: &Tables, position: &Position, piece: Piece) -> bool {
    let kind = tables.kind(piece);
    kind.royal && (kind.royal_up_to == usize::MAX || position.count(piece) <= kind.royal_up_to)
}

/// Whether a side obeys check in a position.
pub(super) fn obeys_check(tables: &Tables, position: &Position, color: Color) -> bool {
    tables.variant.has_check
        && match tables.variant.royalty.check {
            Obeys::Always => true,
            Obeys::Last => royals(tables, position, color).nth(1).is_none(),
        }
}

/// Whether a side obeys check and a royal piece of it can be captured. Returns that square.
pub(super) fn checked_royal(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    color: Color,
) -> Option<Square> {
    let mut all = royals(tables, position, color);
    if !obeys_check(tables, position, color) {
        return None;
    }
    all.find(|&square| is_capturable(tables, book, position, color, square))
}
