//! The moves of the piece alone on the board, and its effects on one other piece.

use super::act::Act;
use super::collect::Examples;
use super::probe::{Prober, distance};
use super::stage::{Answer, Stages};
use super::{Mark, Marks, Panel};
use std::collections::BTreeSet;
use vperft::inner::backend::BackendError;
use vperft::inner::game::board::{Square, SquareSet};
use vperft::inner::game::variant::{Color, Piece};

/// How far from the piece other kinds of enemies are tried out.
const REACH: u8 = 2;
/// How far a piece may freeze others.
const NEAR: u8 = 2;

/// The marks that depend on the enemy.
const OF_ENEMIES: [Mark; 5] = [Mark::Capture, Mark::Removal, Mark::ExchangeEnemy, Mark::Freeze, Mark::Held];

/// The answers about the piece with at most one other piece.
#[derive(Debug, Default)]
pub(super) struct Lone {
    marks: Marks,
    moves: SquareSet,
    captures: SquareSet,
    /// The enemies, besides the plain ones, to which nothing happens.
    immune: Vec<String>,
}

impl Lone {
    /// Asks about every square.
    pub fn ask(
        prober: &mut Prober<'_>,
        stages: &Stages,
        examples: &mut Examples,
    ) -> Result<Self, BackendError> {
        let mut lone = Self::default();
        for answer in stages.ask(prober, &[], Color::White)? {
            let quiet = answer.acts.iter().filter(|act| act.from == stages.at);
            let ends = quiet.filter(|act| act.is_quiet(&answer.position)).filter_map(|act| act.to);
            ends.for_each(|square| lone.moves.insert(square));
        }
        let mut answers = Vec::new();
        for square in prober.around(stages.at) {
            let mut marks = BTreeSet::new();
            if lone.moves.contains(square) {
                marks.insert(Mark::Move);
            }
            if let Some(enemy) = prober.plain(Color::Black, square, None) {
                let found = enemy_marks(prober, stages, (square, enemy), &lone, &mut answers)?;
                marks.extend(found.into_iter().flatten());
            }
            if marks.contains(&Mark::Capture) {
                lone.captures.insert(square);
            }
            if let Some(friend) = prober.plain(Color::White, square, None) {
                marks.extend(friend_marks(prober, stages, (square, friend), &mut answers, examples)?);
            }
            if !marks.is_empty() {
                lone.marks.insert(square, marks);
            }
        }
        lone.offer(stages, &answers, examples);
        Ok(lone)
    }

    /// Whether the piece goes to the square alone on the board.
    pub fn moves(&self, square: Square) -> bool {
        self.moves.contains(square)
    }

    /// Whether it captures a lone enemy by going to its square.
    pub fn captures(&self, square: Square) -> bool {
        self.captures.contains(square)
    }

    /// Whether anything happens farther than a step away.
    pub fn is_far(&self, stages: &Stages) -> bool {
        self.marks.keys().any(|square| distance(*square, stages.at) > 1)
    }

    /// The panel of all that the piece does alone and to one plain piece.
    pub fn panel(&self, prober: &Prober<'_>, stages: &Stages) -> Panel {
        let parked = &stages.parked[0];
        let caption = match self.immune.is_empty() {
            true => Vec::new(),
            false => vec![format!("A lone {} is safe from it.", self.immune.join(" or "))],
        };
        Panel {
            title: "Moves and captures".into(),
            position: prober.position([(stages.at, stages.piece)].iter().chain(parked)),
            parked: parked.iter().map(|(square, _)| *square).collect(),
            marks: self.marks.clone(),
            moves: Vec::new(),
            caption,
        }
    }

    /// A panel for each group of kinds of enemies to which something else happens than to a plain one.
    pub fn against(
        &mut self,
        prober: &mut Prober<'_>,
        stages: &Stages,
        examples: &mut Examples,
    ) -> Result<Vec<Panel>, BackendError> {
        let near: Vec<_> =
            prober.around(stages.at).into_iter().filter(|on| distance(*on, stages.at) <= REACH).collect();
        let mut groups: Vec<(Marks, Vec<String>)> = Vec::new();
        let mut answers = Vec::new();
        let variant = prober.variant;
        for entry in &variant.pieces {
            let needs_other = entry.succeeds.is_some() || (entry.royal && variant.has_check);
            if needs_other {
                continue;
            }
            let (mut marks, mut differs) = (Marks::new(), false);
            for &square in &near {
                let enemy = Piece::new(Color::Black, entry.kind);
                let Some(found) = enemy_marks(prober, stages, (square, enemy), self, &mut answers)? else {
                    continue;
                };
                let plain = self.marks.get(&square).cloned().unwrap_or_default();
                let plain: BTreeSet<_> = plain.into_iter().filter(|one| OF_ENEMIES.contains(one)).collect();
                differs |= found != plain;
                if !found.is_empty() {
                    marks.insert(square, found);
                }
            }
            if differs {
                match groups.iter_mut().find(|(known, _)| *known == marks) {
                    Some((_, names)) => names.push(entry.name.clone()),
                    None => groups.push((marks, vec![entry.name.clone()])),
                }
            }
        }
        self.offer(stages, &answers, examples);
        let mut panels = Vec::new();
        for (marks, names) in groups {
            if marks.is_empty() {
                self.immune.extend(names);
                continue;
            }
            let title = format!("Against {}", names.join(", "));
            panels.push(Panel { title, marks, caption: Vec::new(), ..self.panel(prober, stages) });
        }
        Ok(panels)
    }

    /// Offers the moves of the piece in these answers as examples.
    pub fn offer(&self, stages: &Stages, answers: &[Answer], examples: &mut Examples) {
        for answer in answers {
            for act in answer.acts.iter().filter(|act| act.from == stages.at) {
                examples.offer(self, answer, act);
            }
        }
    }
}

/// The marks for this enemy. `None` if no such position is valid.
fn enemy_marks(
    prober: &mut Prober<'_>,
    stages: &Stages,
    enemy: (Square, Piece),
    lone: &Lone,
    answers: &mut Vec<Answer>,
) -> Result<Option<BTreeSet<Mark>>, BackendError> {
    let (square, piece) = enemy;
    let found = stages.ask(prober, &[enemy], Color::White)?;
    if found.is_empty() {
        return Ok(None);
    }
    let mut marks = BTreeSet::new();
    let mut can_move = lone.moves.is_empty();
    for answer in &found {
        for act in answer.acts.iter().filter(|act| act.from == stages.at) {
            can_move |= act.to.is_some();
            if act.captured(&answer.position) == Some(square) {
                marks.insert(Mark::Capture);
            }
            if act.removed.contains(&square) {
                marks.insert(Mark::Removal);
            }
            if act.exchanged() == Some(square) {
                marks.insert(Mark::ExchangeEnemy);
            }
        }
    }
    if !can_move && is_held(prober, stages, square, &found)? {
        marks.insert(Mark::Held);
    }
    answers.extend(found);
    if distance(square, stages.at) <= NEAR
        && let Some(other) = other_piece(prober, stages)
    {
        let can_move = |answers: &[Answer]| {
            let mut acts = answers.iter().flat_map(|answer| &answer.acts);
            acts.any(|act| act.from == square && act.to.is_some())
        };
        let with = stages.ask(prober, &[(square, piece)], Color::Black)?;
        if !with.is_empty() && !can_move(&with) {
            let without = stages.ask_with(prober, other, &[(square, piece)], Color::Black)?;
            if can_move(&without) {
                marks.insert(Mark::Freeze);
            }
        }
    }
    Ok(Some(marks))
}

/// Whether the piece, which has no move in these answers, would have one next to another enemy, and is not in check.
fn is_held(
    prober: &mut Prober<'_>,
    stages: &Stages,
    square: Square,
    found: &[Answer],
) -> Result<bool, BackendError> {
    for answer in found {
        if prober.is_check(&answer.position)? {
            return Ok(false);
        }
    }
    let Some(plain) = prober.plain(Color::Black, square, None) else { return Ok(false) };
    let others = stages.ask(prober, &[(square, plain)], Color::White)?;
    let mut acts = others.iter().flat_map(|answer| &answer.acts);
    Ok(acts.any(|act| act.from == stages.at && act.to.is_some()))
}

/// The marks for this friend.
fn friend_marks(
    prober: &mut Prober<'_>,
    stages: &Stages,
    friend: (Square, Piece),
    answers: &mut Vec<Answer>,
    examples: &mut Examples,
) -> Result<BTreeSet<Mark>, BackendError> {
    let mut marks = BTreeSet::new();
    let with = stages.ask(prober, &[friend], Color::White)?;
    let exchanged = with.iter().flat_map(|answer| &answer.acts).filter(|act| act.from == stages.at);
    if exchanged.filter_map(|act| act.exchanged()).any(|square| square == friend.0) {
        marks.insert(Mark::ExchangeFriend);
    }
    if let Some(other) = other_piece(prober, stages) {
        let without = stages.ask_with(prober, other, &[friend], Color::White)?;
        let own: BTreeSet<_> = without.iter().flat_map(|answer| &answer.acts).map(|act| &act.text).collect();
        for answer in with.iter().filter(|_| !without.is_empty()) {
            // The choices of a promotion depend on the pieces on the board.
            let sent =
                |act: &&Act| act.from == friend.0 && act.promotion().is_none() && !own.contains(&act.text);
            for act in answer.acts.iter().filter(sent) {
                marks.insert(Mark::Send);
                examples.offer_sent(answer, act);
            }
        }
    }
    answers.extend(with);
    Ok(marks)
}

/// A piece to compare with: what others can do next to this one they owe to being next to any piece. None for a King, which cannot be
/// replaced.
fn other_piece(prober: &Prober<'_>, stages: &Stages) -> Option<Piece> {
    if prober.variant.entry(stages.piece.kind).is_some_and(|entry| entry.royal) {
        return None;
    }
    prober.plain(stages.piece.color, stages.at, Some(stages.piece.kind))
}
