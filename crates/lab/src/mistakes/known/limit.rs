//! Limits of reach: a piece that makes only a part of its moves, as a program with a loop that ends early does.
//!
//! A limit leaves out moves, by the position and the move alone. It acts on the list of legal moves, or, through
//! [`altered`](vperft::inner::generators::reference::altered), on the pseudo-legal moves and so on attacks.

use crate::mistakes::known::{Classes, seen_by};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::game::board::Step;
use vperft::inner::game::board::{between, direction};
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, PieceType, Variant, VariantId};

/// A limit of a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mistakes) struct Limit {
    kind: PieceType,
    rule: LimitRule,
}

/// The moves that the piece does not make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LimitRule {
    /// At most this many steps along these lines.
    Reach(Lines, i8),
    /// No move toward this side of the board, as its own side sees it.
    Never(Sector),
    /// No move over a piece on its line that stays there.
    NoHurdle,
    /// Only from the squares where a piece of its type and colour starts.
    OnlyFromStart,
}

/// The lines on which a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lines {
    Queen,
    /// All others, such as those of a Nightrider.
    Oblique,
    Orthogonal,
    Diagonal,
    /// All, in the shortest steps of their direction.
    Any,
    /// All. The distance is in King steps.
    All,
}

const LINES: [Lines; 6] =
    [Lines::Queen, Lines::Oblique, Lines::Orthogonal, Lines::Diagonal, Lines::Any, Lines::All];

/// A part of the directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sector {
    Forward,
    Backward,
    Sideways,
    Diagonal,
    Orthogonal,
    Left,
    Right,
}

const SECTORS: [Sector; 7] = [
    Sector::Forward,
    Sector::Backward,
    Sector::Sideways,
    Sector::Diagonal,
    Sector::Orthogonal,
    Sector::Left,
    Sector::Right,
];

impl Lines {
    /// The number of steps that a displacement takes along these lines; `None` if it is not along them.
    fn steps(self, step: Step) -> Option<i8> {
        let (unit, length) = direction(step)?;
        let is_straight = unit.files == 0 || unit.ranks == 0;
        let is_diagonal = unit.files.abs() == 1 && unit.ranks.abs() == 1;
        let is_along = match self {
            Self::Orthogonal => is_straight,
            Self::Diagonal => is_diagonal,
            Self::Queen => is_straight || is_diagonal,
            Self::Oblique => !is_straight && !is_diagonal,
            Self::Any => true,
            Self::All => return Some(step.files.abs().max(step.ranks.abs())),
        };
        is_along.then_some(length)
    }
}

impl Sector {
    fn contains(self, step: Step) -> bool {
        match self {
            Self::Forward => step.ranks > 0,
            Self::Backward => step.ranks < 0,
            Self::Sideways => step.ranks == 0,
            Self::Diagonal => step.files.abs() == step.ranks.abs(),
            Self::Orthogonal => step.files == 0 || step.ranks == 0,
            Self::Left => step.files < 0,
            Self::Right => step.files > 0,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
            Self::Sideways => "sideways",
            Self::Diagonal => "diagonally",
            Self::Orthogonal => "along ranks and files",
            Self::Left => "to the left",
            Self::Right => "to the right",
        }
    }
}

/// The number of occupied or closed squares strictly between the ends of a move on a Queen line.
pub(in crate::mistakes) fn hurdles(position: &Position, mv: &Move) -> usize {
    let Some((unit, length)) = mv.to.and_then(|to| direction(between(mv.from, to))) else { return 0 };
    if unit.files.abs() > 1 || unit.ranks.abs() > 1 {
        return 0;
    }
    let squares = (1..length).filter_map(|far| position.shape.step(mv.from, unit.times(far)));
    squares.filter(|&square| !position.is_empty(square) && !mv.removals.contains(square)).count()
}

/// Whether the mover is on a square where a piece of its type and colour starts.
pub(in crate::mistakes) fn is_on_start(position: &Position, mv: &Move) -> bool {
    Variant::get(position.variant)
        .starts
        .iter()
        .any(|start| start.shape == position.shape && start.piece(mv.from) == Some(mv.piece))
}

impl Limit {
    /// Every limit that changes moves like these. Castling and promotions do not count as reach of a piece.
    pub fn all(classes: &Classes) -> Vec<Self> {
        let mut farthest = BTreeMap::<(PieceType, Lines), i8>::new();
        let mut kinds = BTreeSet::new();
        for class in classes.list() {
            kinds.insert(class.piece.kind);
            let Some(step) = class.step.filter(|_| !class.text.contains("castles")) else { continue };
            for lines in LINES {
                if let Some(steps) = lines.steps(step) {
                    let most = farthest.entry((class.piece.kind, lines)).or_default();
                    *most = (*most).max(steps);
                }
            }
        }
        let reach = farthest.into_iter().flat_map(|((kind, lines), most)| {
            (1..most).map(move |steps| Self { kind, rule: LimitRule::Reach(lines, steps) })
        });
        let of_kind = kinds.into_iter().flat_map(|kind| {
            let sectors = SECTORS.into_iter().map(LimitRule::Never);
            let other = [LimitRule::NoHurdle, LimitRule::OnlyFromStart];
            sectors.chain(other).map(move |rule| Self { kind, rule })
        });
        reach.chain(of_kind).collect()
    }

    /// The piece.
    pub const fn kind(self) -> PieceType {
        self.kind
    }

    /// Whether the limit leaves a move.
    pub fn keeps(self, position: &Position, mv: &Move) -> bool {
        if mv.piece.kind != self.kind || mv.travel.is_some() {
            return true;
        }
        let step = mv.to.map(|to| seen_by(mv.piece.color, between(mv.from, to)));
        match self.rule {
            LimitRule::Reach(lines, most) => {
                step.and_then(|step| lines.steps(step)).is_none_or(|steps| steps <= most)
            }
            LimitRule::Never(sector) => {
                step.is_none_or(|step| step == Step::new(0, 0) || !sector.contains(step))
            }
            LimitRule::NoHurdle => hurdles(position, mv) == 0,
            LimitRule::OnlyFromStart => is_on_start(position, mv),
        }
    }

    /// The words for the limit.
    pub fn title(self, variant: VariantId) -> String {
        let label = Variant::get(variant).entry(self.kind).map_or("", |entry| entry.label.as_str());
        match self.rule {
            LimitRule::Reach(lines, most) => {
                let squares = if most == 1 { "square" } else { "squares" };
                let what = match lines {
                    Lines::Oblique if most == 1 => return format!("{label}: only one leap in a direction"),
                    Lines::Oblique => return format!("{label}: at most {most} leaps in a direction"),
                    // A piece that leaps two squares has these limits too.
                    Lines::Orthogonal if most == 1 => "move along a rank or file",
                    Lines::Diagonal if most == 1 => "diagonal move",
                    Lines::Queen if most == 1 => "move along a line",
                    Lines::Orthogonal => "slide along a rank or file",
                    Lines::Diagonal => "diagonal slide",
                    Lines::Queen => "slide",
                    Lines::Any => "ride",
                    Lines::All => "move",
                };
                format!("{label}: no {what} of more than {most} {squares}")
            }
            LimitRule::Never(sector) => format!("{label}: no move {}", sector.words()),
            LimitRule::NoHurdle => format!("{label}: no move over a hurdle"),
            LimitRule::OnlyFromStart => format!("{label}: moves only from its start squares"),
        }
    }
}

/// The number of pieces that a move captures.
pub(in crate::mistakes) fn captures(position: &Position, mv: &Move) -> usize {
    let is_swap = mv.placing.is_some_and(|(square, _)| square == mv.from);
    let at_end = mv.to.filter(|_| !is_swap).is_some_and(|to| position.is_of(!mv.piece.color, to));
    mv.removals.into_iter().count() + usize::from(at_end)
}

/// The colours in a fixed order, for words about one side.
pub(in crate::mistakes) const fn side_words(color: Option<Color>) -> &'static str {
    match color {
        None => "",
        Some(Color::White) => ", White alone",
        Some(Color::Black) => ", Black alone",
    }
}
