//! Path programs compiled for one variant, one size of the board and both sides.
//!
//! Invariant: compiled legs say the same as those of `variant.json`, with steps and areas turned to the side of the piece.

use super::ends::Ends;
use super::plain::PlainMoves;
use super::reach::Explored;
use crate::game::board::{Shape, Square, SquareSet, Step, direction};
use crate::game::notation::Move;
use crate::game::paths::{Also, Area, Content, Contents, Finish, Lame, Leg, Program, Turn};
use crate::game::position::Position;
use crate::game::variant as rules;
use crate::game::variant::{
    Arrival, Clause, ClauseSet, Color, Piece, PieceEntry, PieceType, RuleName, Rulebook, Start, Variant,
};
use crate::generators::Alteration;
use std::sync::Arc;

/// The number of indices of squares.
const SQUARES: usize = 256;

/// A compiled leg: [`Leg`] as one side walks it.
pub(super) struct Walk {
    /// The steps, each with the squares that it must find empty on its way.
    pub steps: Vec<(Step, Way)>,
    /// For each step of the leg before, the steps that may follow it. Empty for a first leg.
    pub after: Vec<Vec<usize>>,
    pub least: u8,
    pub most: u8,
    pub same: bool,
    pub through: Contents,
    pub end: Contents,
    pub corner: Contents,
    pub only: Option<Vec<PieceType>>,
    pub takes_passed: bool,
    pub takes_corner: bool,
    pub also: Vec<Also>,
    pub finish: Finish,
    pub unmoved: bool,
    pub from: Option<SquareSet>,
    pub within: Option<SquareSet>,
    pub passes: bool,
    pub clause: Option<Clause>,
    pub then: Vec<Walk>,
    /// Whether a move along this leg, or along one after it, may capture.
    pub captures: bool,
    /// For each step and square, the squares on which a walk that begins so may capture. Empty for later legs.
    reach: Vec<SquareSet>,
}

/// The ways of a single step, as the squares on each. One of them must be free; if there is none, the step leaps.
pub(super) type Way = Vec<Vec<Step>>;

/// Everything about one kind of one side.
#[derive(Default)]
pub(super) struct Kind {
    pub walks: Vec<Walk>,
    /// For each square, the squares on which such a piece may capture if the others are as it needs them.
    pub reach: Vec<SquareSet>,
    /// For each square, the plain moves, if all captures but those in passing are such; and whether all other moves are, too.
    plain: Option<Vec<PlainMoves>>,
    pub is_plain: bool,
    /// The clauses that have to apply for that.
    of_plain: ClauseSet,
    /// Whether a piece on a square that was empty can only hinder captures.
    pub is_only_blocked: bool,
    /// Whether some captures are by an initial right.
    pub has_rights: bool,
    /// Whether two ways of moving may make the same move.
    pub may_repeat: bool,
    /// The squares on which its moves may be promotions, and those from which they may be.
    pub promoting: SquareSet,
    leaving: SquareSet,
    /// Whether it can be captured en passant.
    pub passes: bool,
    /// Whether it captures en passant.
    pub captures_passed: bool,
    pub royal: bool,
    /// The most such pieces of a side with which they are royal.
    pub royal_up_to: usize,
    pub promotions: Vec<Promotion>,
}

/// A compiled promotion.
pub(super) struct Promotion {
    pub on: SquareSet,
    /// The kinds, each with the number below which its side must be. `None` if there is no such limit.
    pub to: Vec<(PieceType, Option<usize>)>,
    pub leaving: bool,
    pub forced: bool,
    pub by: Vec<Arrival>,
    pub clause: Option<Clause>,
}

/// What the generator knows about a variant on boards of one size.
pub(super) struct Tables {
    pub variant: &'static Variant,
    pub shape: Shape,
    start: &'static Start,
    kinds: [Vec<Arc<Kind>>; 2],
    rows: Box<[u8; PieceType::LIMIT]>,
    rules: [Option<Clause>; RuleName::COUNT],
    /// A rule that never applies, in the data of a mutant.
    off: Option<RuleName>,
    pub ends: Arc<Ends>,
    /// Leaves pseudo-legal moves out, to make the rules of a program with such a mistake.
    pub altered: Option<Alteration>,
    /// Whether a piece may send another, whose own move may be the same.
    pub sends: bool,
    /// Whether nothing but what is on squares decides which pieces of a position are royal, and which of them can be captured.
    is_local: bool,
    /// Whether each side starts with royal pieces, so that it has lost without any.
    pub has_royals: [bool; 2],
    /// For each goal of the variant, the squares of both sides.
    pub goals: Vec<[SquareSet; 2]>,
    pub closing: Option<Clause>,
    pub ban: Option<Clause>,
}

impl Tables {
    /// The tables for boards of the size of this start position.
    pub fn new(variant: &'static Variant, start: &'static Start) -> Self {
        let mut rows = Box::new([0; PieceType::LIMIT]);
        for (row, entry) in variant.pieces.iter().enumerate() {
            rows[entry.kind.index()] = row as u8;
        }
        let kinds = Color::BOTH.map(|color| {
            let compile = Compiler { variant, start, color, promotion: &variant.promotion };
            let kind = |entry: &PieceEntry| Arc::new(compile.kind(entry, &entry.program));
            variant.pieces.iter().map(kind).collect::<Vec<_>>()
        });
        let sends = kinds.iter().flatten().flat_map(|kind| &kind.walks).any(Walk::sends);
        let mut rules = [None; RuleName::COUNT];
        for (rule, id) in &variant.rule_clauses {
            rules[*rule as usize] = id.parse().ok();
        }
        let clause = |id: &String| id.parse().ok();
        let has_royals = Color::BOTH.map(|color| {
            let royal = kinds[color as usize].iter().zip(&variant.pieces).filter(|(kind, _)| kind.royal);
            royal.into_iter().any(|(_, entry)| !start.squares_of(Piece::new(color, entry.kind)).is_empty())
        });
        let goals = variant.goals.iter().map(|goal| {
            let kind = goal.pieces.first().unwrap_or(&variant.pieces[0].kind);
            Color::BOTH
                .map(|color| Compiler { variant, start, color, promotion: &[] }.squares(&goal.on.0, *kind))
        });
        let goals = goals.collect();
        Self {
            variant,
            shape: start.shape,
            start,
            kinds,
            rows,
            rules,
            off: None,
            ends: Arc::new(Ends::of(variant)),
            altered: None,
            sends,
            is_local: variant
                .pieces
                .iter()
                .all(|entry| entry.succeeds.is_none() && entry.royal_up_to.is_none())
                && variant.ban.is_none(),
            has_royals,
            goals,
            closing: variant.closing.as_ref().and_then(|closing| clause(&closing.clause)),
            ban: variant.ban.as_ref().and_then(|ban| clause(&ban.clause)),
        }
    }

    /// The tables of a single kind with this program, on a board without a start position.
    pub fn of_program(variant: &'static Variant, shape: Shape, kind: PieceType, program: &[Leg]) -> Self {
        let start = Start::empty(shape);
        let kinds = Color::BOTH.map(|color| {
            let compile = Compiler { variant, start: &start, color, promotion: &[] };
            let walks = program.iter().map(|leg| compile.walk(kind, leg, None)).collect();
            vec![Arc::new(Kind { walks, ..Kind::default() })]
        });
        Self {
            variant,
            shape,
            start: &variant.starts[0],
            kinds,
            rows: Box::new([0; PieceType::LIMIT]),
            rules: [None; RuleName::COUNT],
            off: None,
            ends: Arc::new(Ends::of(variant)),
            altered: None,
            sends: false,
            is_local: false,
            has_royals: [false; 2],
            goals: Vec::new(),
            closing: None,
            ban: None,
        }
    }

    /// The tables of a piece.
    #[inline]
    pub fn kind(&self, piece: Piece) -> &Kind {
        &self.kinds[piece.color as usize][usize::from(self.rows[piece.kind.index()])]
    }

    /// Whether a rule applies: it does unless its clause is switched off.
    #[inline]
    pub fn applies(&self, book: &impl Rulebook, rule: RuleName) -> bool {
        self.off != Some(rule) && self.rules[rule as usize].is_none_or(|clause| book.applies(clause))
    }

    /// Whether the content of squares alone decides which pieces of a position are royal, and which of them can be captured.
    #[inline]
    pub fn is_local(&self) -> bool {
        self.is_local && self.altered.is_none()
    }

    /// Whether an alteration leaves out a pseudo-legal move.
    #[inline]
    pub fn leaves_out(&self, position: &Position, mv: &Move) -> bool {
        self.altered.as_ref().is_some_and(|alteration| alteration(position, mv).is_none())
    }

    /// The tables with pseudo-legal moves left out.
    pub fn altered(&self, alteration: &Alteration) -> Self {
        let (kinds, rows, goals) = (self.kinds.clone(), self.rows.clone(), self.goals.clone());
        let ends = self.ends.clone();
        Self { altered: Some(alteration.clone()), kinds, rows, goals, ends, ..*self }
    }

    /// The tables with a change of the data.
    pub fn changed(&self, change: &Change) -> Self {
        let (variant, start) = (self.variant, self.start);
        let mut kinds = self.kinds.clone();
        for (color, kinds) in Color::BOTH.into_iter().zip(&mut kinds) {
            let of = |promotion| Compiler { variant, start, color, promotion };
            for (entry, kind) in variant.pieces.iter().zip(kinds) {
                match change {
                    Change::Program(changed, program) if *changed == entry.kind => {
                        *kind = Arc::new(of(&variant.promotion).kind(entry, program));
                    }
                    Change::Promotion(rules) => *kind = Arc::new(of(rules).kind(entry, &entry.program)),
                    _ => {}
                }
            }
        }
        let off = match change {
            Change::Without(rule) => Some(*rule),
            _ => None,
        };
        let ends = match change {
            Change::Ends(ends) => Arc::new((**ends).clone()),
            _ => self.ends.clone(),
        };
        let sends = self.sends || kinds.iter().flatten().flat_map(|kind| &kind.walks).any(Walk::sends);
        Self {
            kinds,
            off,
            ends,
            sends,
            rows: self.rows.clone(),
            goals: self.goals.clone(),
            altered: self.altered.clone(),
            ..*self
        }
    }
}

/// A change of the data of a variant, to make a mutant.
#[derive(Clone, Debug)]
pub enum Change {
    /// A kind has other moves.
    Program(PieceType, Program),
    /// There are other promotions.
    Promotion(Vec<rules::Promotion>),
    /// A rule does not apply.
    Without(RuleName),
    /// A game ends in another way, or castling leads elsewhere. The goals are as many, and on the same squares.
    Ends(Box<Ends>),
}

/// Compiles for one side.
struct Compiler<'a> {
    variant: &'static Variant,
    start: &'a Start,
    color: Color,
    promotion: &'a [rules::Promotion],
}

impl Compiler<'_> {
    fn kind(&self, entry: &PieceEntry, program: &[Leg]) -> Kind {
        let kind = entry.kind;
        let mut walks: Vec<_> = program.iter().map(|leg| self.walk(kind, leg, None)).collect();
        let shape = self.start.shape;
        for walk in &mut walks {
            walk.reach = vec![SquareSet::EMPTY; walk.steps.len() * SQUARES];
        }
        let (mut reach, mut may_repeat) = (vec![SquareSet::EMPTY; SQUARES], false);
        for square in shape.squares() {
            let mut explored = Explored::default();
            for walk in &mut walks {
                for index in 0..walk.steps.len() {
                    let before = std::mem::take(&mut explored.reach);
                    explored.walk(shape, walk, std::iter::once(index), square, 1);
                    walk.reach[index * SQUARES + usize::from(square.index())] = explored.reach;
                    explored.reach = explored.reach | before;
                }
            }
            may_repeat |= explored.repeats();
            reach[usize::from(square.index())] = explored.reach;
        }
        let promotions = self.promotions(kind);
        let may_capture = |walk: &&Walk| walk.captures;
        let plain = walks.iter().filter(may_capture).all(Walk::is_plain).then(|| {
            let mut plain = vec![PlainMoves::default(); SQUARES];
            for square in shape.squares() {
                let walks = walks.iter().filter(|walk| walk.is_plain());
                plain[usize::from(square.index())] = PlainMoves::new(shape, square, walks);
            }
            plain
        });
        Kind {
            reach,
            plain,
            is_plain: walks.iter().all(Walk::is_plain),
            of_plain: walks
                .iter()
                .filter_map(|walk| walk.clause)
                .chain([Clause::GEN_PATH, Clause::GEN_NULL, Clause::GEN_MOVE])
                .collect(),
            is_only_blocked: walks.iter().filter(may_capture).all(Walk::is_only_blocked),
            has_rights: walks.iter().filter(may_capture).any(Walk::needs_right),
            may_repeat,
            passes: walks.iter().any(|walk| walk.passes),
            captures_passed: walks.iter().any(Walk::captures_passed),
            royal: self.variant.is_royal(kind),
            royal_up_to: entry.royal_up_to.unwrap_or(usize::MAX),
            promoting: promoting(promotions.iter()),
            leaving: promoting(promotions.iter().filter(|promotion| promotion.leaving)),
            promotions,
            walks,
        }
    }

    /// Compiles a leg after one with the steps `before`.
    fn walk(&self, kind: PieceType, leg: &Leg, before: Option<&[(Step, Way)]>) -> Walk {
        // Turns are as the side of the piece sees the board, which is turned over for Black.
        let seen = |step: Step| Step::new(step.files, step.ranks * self.color.forward());
        let follows = |from: Step, to: Step| leg.follows(seen(from), seen(to));
        let steps: Vec<_> =
            leg.steps.iter().map(|&step| seen(step)).map(|step| (step, way(step, leg.lame))).collect();
        let after = before.unwrap_or_default().iter().map(|(from, _)| {
            let allowed = |index: &usize| follows(*from, steps[*index].0);
            (0..steps.len()).filter(allowed).collect()
        });
        let after = after.collect();
        let then: Vec<_> = leg.then.iter().map(|next| self.walk(kind, next, Some(&steps))).collect();
        let ends =
            leg.end.has(Content::Enemy) && matches!(leg.finish, Finish::Move | Finish::Shoot | Finish::Leave);
        let takes = leg.takes_corner && leg.corner.has(Content::Enemy)
            || leg.takes_passed && leg.through.has(Content::Enemy);
        let captures = ends || takes || !leg.also.is_empty() || then.iter().any(|next| next.captures);
        Walk {
            steps,
            after,
            least: leg.least,
            most: leg.most.unwrap_or(15),
            same: leg.same,
            through: leg.through,
            end: leg.end,
            corner: leg.corner,
            only: leg.only.as_ref().map(|names| self.kinds_named(names)),
            takes_passed: leg.takes_passed,
            takes_corner: leg.takes_corner,
            also: leg.also.iter().map(|also| Also { turn: self.turned(also.turn), ..*also }).collect(),
            finish: leg.finish,
            unmoved: leg.unmoved,
            from: leg.from.as_ref().map(|areas| self.squares(areas, kind)),
            within: leg.within.as_ref().map(|areas| self.squares(areas, kind)),
            passes: leg.passes,
            clause: leg.clause.as_ref().and_then(|id| id.parse().ok()),
            then,
            captures,
            reach: Vec::new(),
        }
    }

    /// A turn as White sees it.
    fn turned(&self, Turn(turn): Turn) -> Turn {
        Turn(if turn == 8 { turn } else { turn * self.color.forward() })
    }

    fn kinds_named(&self, names: &[String]) -> Vec<PieceType> {
        let kinds = self.variant.pieces.iter().map(|entry| entry.kind);
        kinds.filter(|kind| names.iter().any(|name| name == kind.name())).collect()
    }

    fn promotions(&self, kind: PieceType) -> Vec<Promotion> {
        let own = self.promotion.iter().filter(|rule| rule.piece == kind);
        own.map(|rule| {
            let limit = |&to: &PieceType| {
                let at_start = self.start.squares_of(Piece::new(self.color, to)).len() as usize;
                (to, rule.stock.then_some(at_start))
            };
            Promotion {
                on: self.squares(&rule.on.0, kind),
                to: rule.to.iter().map(limit).collect(),
                leaving: rule.leaving,
                forced: rule.forced,
                by: rule.by.clone(),
                clause: rule.clause.as_ref().and_then(|id| id.parse().ok()),
            }
        })
        .collect()
    }

    /// The squares of areas, as this side sees them.
    fn squares(&self, areas: &[Area], kind: PieceType) -> SquareSet {
        self.variant.squares_of(areas, self.start, Piece::new(self.color, kind))
    }
}

impl Kind {
    /// Whether a move from a square may be a promotion wherever it ends.
    #[inline]
    pub fn promotes(&self, from: Square) -> bool {
        self.leaving.contains(from)
    }

    /// The plain moves from a square, if these are all that may capture. A walk says which clauses decide, and these do not.
    #[inline]
    pub fn plain(&self, book: &impl Rulebook, from: Square) -> Option<&PlainMoves> {
        let plain = self.plain.as_ref().filter(|_| book.applies_all(self.of_plain))?;
        Some(&plain[usize::from(from.index())])
    }
}

impl Walk {
    /// The squares on which a walk may capture that begins with this step on this square. For first legs.
    #[inline]
    pub fn reach(&self, step: usize, from: Square) -> &SquareSet {
        &self.reach[step * SQUARES + usize::from(from.index())]
    }

    /// Whether a piece on a square that was empty can only hinder its captures.
    fn is_only_blocked(&self) -> bool {
        let needs_no_piece = self.most <= 1 || self.through == Contents::EMPTY;
        needs_no_piece
            && self.also.is_empty()
            && !(self.takes_passed || self.takes_corner)
            && (self.then.is_empty() || self.corner == Contents::EMPTY)
            && self.then.iter().all(Self::is_only_blocked)
    }

    fn needs_right(&self) -> bool {
        self.unmoved || self.then.iter().any(Self::needs_right)
    }

    fn sends(&self) -> bool {
        self.finish == Finish::Send || self.then.iter().any(Self::sends)
    }

    fn captures_passed(&self) -> bool {
        self.end.has(Content::Passed) || self.then.iter().any(Self::captures_passed)
    }
}

/// The squares of promotions.
fn promoting<'p>(promotions: impl Iterator<Item = &'p Promotion>) -> SquareSet {
    promotions.fold(SquareSet::EMPTY, |all, promotion| all | promotion.on)
}

/// The ways of a step that must not be blocked.
fn way(step: Step, lame: Option<Lame>) -> Way {
    let Some(lame) = lame else { return Vec::new() };
    let Some((unit, length)) = direction(step) else { return Vec::new() };
    let is_queen_line = unit.files.abs() <= 1 && unit.ranks.abs() <= 1;
    if is_queen_line {
        return vec![(1..length).map(|n| unit.times(n)).collect()];
    }
    let diagonal = Step::new(step.files.signum(), step.ranks.signum());
    let both = step.files.abs().min(step.ranks.abs());
    let rest = step.files.abs().max(step.ranks.abs()) - both;
    let straight = if step.files.abs() > step.ranks.abs() {
        Step::new(diagonal.files, 0)
    } else {
        Step::new(0, diagonal.ranks)
    };
    let add = |one: Step, other: Step| Step::new(one.files + other.files, one.ranks + other.ranks);
    let path = |first: Step, many: i8, second: Step| -> Vec<Step> {
        let total = both + rest;
        (1..total)
            .map(|n| if n <= many { first.times(n) } else { add(first.times(many), second.times(n - many)) })
            .collect()
    };
    let orthogonal_first = path(straight, rest, diagonal);
    let diagonal_first = path(diagonal, both, straight);
    match lame {
        Lame::Straight | Lame::OrthogonalFirst => vec![orthogonal_first],
        Lame::DiagonalFirst => vec![diagonal_first],
        Lame::Either => vec![orthogonal_first, diagonal_first],
        Lame::Both => vec![orthogonal_first.into_iter().chain(diagonal_first).collect()],
    }
}
