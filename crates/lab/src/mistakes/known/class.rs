//! Classes of moves: moves of the same kind, whichever side makes them and wherever.
//!
//! Two moves are in the same class if the same kind of piece goes the same distance in the same direction, as
//! seen from its own side, with the same kinds of effects and past the same kinds of obstacles. This module
//! looks only at boards and moves; it does not know how pieces move.

use std::collections::HashMap;
use vperft::inner::game::board::{Square, Step, between, queen_line};
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Ban, Bend, Color, Piece, Variant};

/// A class of moves. Every move has a class for its geometry. It also has a class for its manner if there are
/// details.
///
/// The text of a geometry begins with the label of the piece and the distance, files to the right and ranks
/// forward: `B +3-3 x`. Then follow:
///
/// * `x`: it captures on its end square;
/// * `castles`; `=Q`: it promotes; `swaps`: it exchanges places, `swaps!` with an enemy;
/// * `over`, `behind`, `beyond`, `@+1+0`: it captures pieces it passes, the piece behind its start or beyond
///   its end, or one at this distance from its start; `combined`: a Chameleon does several of these.
///
/// The text of a manner has these words without distances, but with details. These are the labels of the
/// victims of a Chameleon, the partner of an exchange and the number of pieces captured on the way (at most
/// 3). Partners are `K`, `P` for any Pawn type, `S` and `C` of Rococo, `twin` for its own type, `*` for
/// others, and `=` if the partner promotes. Further details:
///
/// * `past fe`: the first two obstacles it passes on a Queen line from its start without capturing: friends,
///   enemies, closed squares (`-`);
/// * `by ds`: the open paths of a bent move, those that begin diagonally and those that begin straight;
/// * `rim`: it starts (`<`) or ends (`>`) on an edge square of Rococo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The text.
    pub text: String,
    /// The piece; White unless the colour matters beyond the direction it faces.
    pub piece: Piece,
    /// The distance as seen from its own side. `None` if the piece leaves the board, or for the class of a
    /// manner.
    pub step: Option<Step>,
    /// Whether it does more than move and capture on its end square.
    pub has_effects: bool,
}

/// The two texts of a move under construction.
struct Words {
    geometry: String,
    manner: String,
    /// Whether the manner contains more than the geometry.
    has_details: bool,
}

impl Words {
    /// Adds a word to both texts.
    fn both(&mut self, word: &str) {
        self.geometry.push_str(word);
        self.manner.push_str(word);
    }

    /// Adds a detail to the manner.
    fn detail(&mut self, word: &str) {
        self.manner.push_str(word);
        self.has_details |= !word.is_empty();
    }
}

impl Class {
    /// The classes of a legal move: its geometry, and its manner if there are details.
    #[must_use]
    pub fn from_move(position: &Position, mv: &Move) -> (Self, Option<Self>) {
        let table = Variant::get(position.variant);
        let color = mv.piece.color;
        let entry = table.entry(mv.piece.kind);
        let facing = if entry.is_some_and(|entry| entry.directed) { color } else { Color::White };
        let is_mimic = entry.is_some_and(|entry| entry.mimic);
        let piece = Piece::new(facing, mv.piece.kind);
        let label = table.label(piece).to_owned();
        let mut words = Words { geometry: label.clone(), manner: label, has_details: false };
        let step = mv.to.map(|to| seen_by(color, between(mv.from, to)));
        match step {
            None => words.both(" leaves"),
            Some(Step { files: 0, ranks: 0 }) => words.both(" stays"),
            Some(step) => words.geometry.push_str(&far(step)),
        }
        let victim = mv.to.and_then(|to| position.piece(to)).filter(|victim| victim.color != color);
        let swaps = mv.placing.is_some_and(|(square, _)| square == mv.from);
        if let Some(victim) = victim.filter(|_| !swaps) {
            words.both(" x");
            if is_mimic {
                words.detail(table.label(Piece::new(Color::White, victim.kind)));
            }
        }
        if mv.travel.is_some() {
            words.both(" castles");
        }
        if let Some((_, placed)) = mv.placing {
            if swaps {
                swap(position, mv, placed, &mut words);
            } else {
                words.both(" =");
                words.both(table.label(Piece::new(Color::White, placed.kind)));
            }
        }
        removals(position, mv, table, &mut words);
        if let Some(to) = mv.to {
            passed(position, mv, to, &mut words);
            if let Some(bend) = entry.and_then(|entry| entry.bend) {
                ways(position, mv, to, bend, &mut words);
            }
        }
        if table.has_edge {
            let on_rim = |square: Square| position.shape.is_rim(square);
            words.detail(match (on_rim(mv.from), mv.to.is_some_and(on_rim)) {
                (false, false) => "",
                (true, false) => " rim<",
                (false, true) => " rim>",
                (true, true) => " rim<>",
            });
        }
        let has_effects = mv.travel.is_some() || mv.placing.is_some() || !mv.removals.is_empty();
        let Words { mut geometry, manner, has_details } = words;
        // The combination of a Chameleon's effects belongs to the manner, so the geometry only says that
        // there are several.
        if is_mimic && has_effects && effects(&geometry) > 1 {
            geometry = format!("{}{} combined", table.label(piece), step.map_or_else(String::new, far));
        }
        let manner = Self { text: manner, piece, step: None, has_effects };
        (Self { text: geometry, piece, step, has_effects }, has_details.then_some(manner))
    }
}

/// The classes seen so far, numbered in the order of first occurrence.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    numbers: HashMap<String, u32>,
    list: Vec<Class>,
}

impl Classes {
    /// The number of a class; a new number for a new class.
    pub fn number(&mut self, class: &Class) -> u32 {
        if let Some(&number) = self.numbers.get(&class.text) {
            return number;
        }
        let number = self.list.len() as u32;
        self.numbers.insert(class.text.clone(), number);
        self.list.push(class.clone());
        number
    }

    /// All classes, by number.
    #[must_use]
    pub fn list(&self) -> &[Class] {
        &self.list
    }
}

/// Converts a step between the board's view and a side's view.
#[must_use]
pub const fn seen_by(color: Color, step: Step) -> Step {
    Step::new(step.files, step.ranks * color.forward())
}

/// The number of effects in the text of a geometry.
fn effects(geometry: &str) -> usize {
    let word = |word: &str| matches!(word, "x" | "swaps!" | "over" | "behind" | "beyond");
    geometry.split(' ').filter(|text| word(text)).count()
}

/// A distance as a word.
pub(super) fn far(step: Step) -> String {
    format!(" {:+}{:+}", step.files, step.ranks)
}

fn swap(position: &Position, mv: &Move, placed: Piece, words: &mut Words) {
    let Some(partner) = mv.to.and_then(|to| position.piece(to)) else { return };
    words.both(if partner.color == mv.piece.color { " swaps" } else { " swaps!" });
    let table = Variant::get(position.variant);
    let exchanges = |ban: &Ban| ban.of == partner.kind || ban.with.contains(&partner.kind);
    let label = || format!(" {}", table.label(Piece::new(Color::White, partner.kind)));
    words.detail(&match partner.kind {
        kind if Some(kind) == table.king() => label(),
        kind if kind == mv.piece.kind => " twin".to_owned(),
        _ if table.ban.as_ref().is_some_and(exchanges) => label(),
        kind if table.is_pawn(kind) => " P".to_owned(),
        _ => " *".to_owned(),
    });
    if placed.kind != partner.kind {
        words.detail("=");
    }
}

fn removals(position: &Position, mv: &Move, table: &Variant, words: &mut Words) {
    let is_mimic = table.entry(mv.piece.kind).is_some_and(|entry| entry.mimic);
    let label = |square: Square| match position.piece(square) {
        Some(victim) if is_mimic => table.label(Piece::new(Color::White, victim.kind)),
        _ => "",
    };
    let straight = mv.to.and_then(|to| queen_line(between(mv.from, to)));
    let (mut over, mut found) = (0, Vec::new());
    for square in mv.removals {
        let step = between(mv.from, square);
        let word = match (straight, queen_line(step)) {
            (Some((unit, length)), Some((way, far))) if way == unit && far > length => " beyond".to_owned(),
            (Some((unit, _)), Some((way, _))) if way == unit => {
                over += 1;
                " over".to_owned()
            }
            (Some((unit, _)), _) if step == -unit => " behind".to_owned(),
            _ => far(seen_by(mv.piece.color, step)).replacen(' ', " @", 1),
        };
        found.push((word, label(square)));
    }
    found.sort();
    found.dedup();
    for (index, (word, label)) in found.iter().enumerate() {
        // The distance of a victim is geometry; its kind is manner.
        if index == 0 || found[index - 1].0 != *word {
            words.geometry.push_str(word);
        }
        if !word.contains('@') {
            words.manner.push_str(word);
        }
        words.detail(label);
    }
    if over > 1 {
        words.detail(&format!(" {}", over.min(3)));
    }
    let off = found.iter().filter(|(word, _)| word.contains('@')).count();
    if off > 1 {
        words.detail(&format!(" off {off}"));
    }
}

/// Adds the obstacles on the line of the move that stay there.
fn passed(position: &Position, mv: &Move, to: Square, words: &mut Words) {
    let Some((unit, length)) = queen_line(between(mv.from, to)) else { return };
    let mut met = String::new();
    for far in 1..length {
        let Some(square) = position.shape.step(mv.from, unit.times(far)) else { break };
        let sign = match position.piece(square) {
            _ if mv.removals.contains(square) => continue,
            Some(piece) if piece.color == mv.piece.color => 'f',
            Some(_) => 'e',
            None if position.closed.contains(square) => '-',
            None => continue,
        };
        met.push(sign);
        if met.len() == 2 {
            break;
        }
    }
    // In no variant is the Rook between a castling King and its end square.
    if !met.is_empty() {
        words.detail(" past ");
        words.detail(&met);
    }
}

/// Adds the open paths of a bent move: `d` for those that begin diagonally, `s` for those that begin
/// straight.
fn ways(position: &Position, mv: &Move, to: Square, bend: Bend, words: &mut Words) {
    let step = between(mv.from, to);
    let mut open = Vec::new();
    if bend == Bend::Step {
        let unit = |length: i8| if length.abs() == 2 { length / 2 } else { 0 };
        let straight = Step::new(unit(step.files), unit(step.ranks));
        let diagonal = Step::new(step.files.signum(), step.ranks.signum());
        for (sign, corner) in [('d', diagonal), ('s', straight)] {
            if position.shape.step(mv.from, corner).is_some_and(|corner| position.is_empty(corner)) {
                open.push(sign);
            }
        }
    } else {
        for straight in vperft::inner::game::board::ORTHOGONAL {
            for diagonal in vperft::inner::game::board::DIAGONAL {
                for (sign, first, second) in [('s', straight, diagonal), ('d', diagonal, straight)] {
                    if is_open_bend(position, mv.from, step, first, second) {
                        open.push(sign);
                    }
                }
            }
        }
        open.sort_unstable();
    }
    words.detail(" by ");
    words.detail(&open.into_iter().collect::<String>());
}

/// Whether two legs of equal length in these directions lead to the end square, with all squares before it
/// empty.
fn is_open_bend(position: &Position, from: Square, step: Step, first: Step, second: Step) -> bool {
    let whole = Step::new(first.files + second.files, first.ranks + second.ranks);
    let length = step.files.abs().max(step.ranks.abs()) / whole.files.abs().max(whole.ranks.abs()).max(1);
    if length == 0 || whole.times(length) != step {
        return false;
    }
    let Some(corner) = position.shape.step(from, first.times(length)) else { return false };
    let is_clear = |origin: Square, unit: Step, last: i8| {
        (1..=last).all(|far| {
            position.shape.step(origin, unit.times(far)).is_some_and(|square| position.is_empty(square))
        })
    };
    is_clear(from, first, length) && is_clear(corner, second, length - 1)
}
