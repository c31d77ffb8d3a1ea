//! The piece among many others: all friends or all enemies around it, and rings that show what it does with several pieces.

use super::act::Act;
use super::class::Class;
use super::collect::{Examples, order};
use super::lone::Lone;
use super::probe::{Prober, distance};
use super::stage::{Answer, Pieces, Stages};
use super::{Mark, Marks, Panel};
use std::collections::BTreeSet;
use vperft::inner::backend::BackendError;
use vperft::inner::game::variant::Color;

/// The rings that are tried out: the colours of the pieces by their distance from the piece.
const RINGS: [&[(u8, Color)]; 10] = [
    &[(1, Color::Black)],
    &[(2, Color::Black)],
    &[(1, Color::White)],
    &[(1, Color::White), (2, Color::Black)],
    &[(1, Color::Black), (2, Color::Black)],
    &[(1, Color::Black), (3, Color::Black)],
    &[(1, Color::White), (3, Color::Black)],
    &[(2, Color::White), (3, Color::Black)],
    &[(2, Color::Black), (4, Color::Black)],
    &[(3, Color::White)],
];

/// The moves among friends, and among enemies, on all sides. None if the piece only steps.
pub(super) fn around(
    prober: &mut Prober<'_>,
    stages: &Stages,
    lone: &Lone,
) -> Result<Vec<Panel>, BackendError> {
    let mut panels = Vec::new();
    if !lone.is_far(stages) {
        return Ok(panels);
    }
    for (color, title) in [(Color::White, "With friends around it"), (Color::Black, "With enemies around it")]
    {
        let others = ring(prober, stages, &[(1, color)]);
        let answers = stages.ask(prober, &others, Color::White)?;
        let Some(first) = answers.first() else { continue };
        panels.push(Panel {
            title: title.into(),
            position: first.position.clone(),
            parked: first.parked.clone(),
            marks: marks(stages, &answers),
            moves: Vec::new(),
            caption: Vec::new(),
        });
    }
    Ok(panels)
}

/// Offers the simplest move of each class that needs several pieces.
pub(super) fn effects(
    prober: &mut Prober<'_>,
    stages: &Stages,
    lone: &Lone,
    examples: &mut Examples,
) -> Result<(), BackendError> {
    for rings in RINGS {
        let others = ring(prober, stages, rings);
        let mut tried = BTreeSet::new();
        for answer in stages.ask(prober, &others, Color::White)? {
            let mut acts: Vec<_> = answer.acts.iter().filter(|act| act.from == stages.at).collect();
            acts.sort_by_key(|act| order(act));
            for act in acts {
                let Some(class) = Class::from_act(act, &answer, lone) else { continue };
                if examples.has(class) || !tried.insert(act.text.clone()) {
                    continue;
                }
                let smallest = shrink(prober, stages, lone, &others, (&act.text, class))?;
                lone.offer(stages, &smallest, examples);
            }
        }
    }
    Ok(())
}

/// The pieces of these rings.
fn ring(prober: &Prober<'_>, stages: &Stages, rings: &[(u8, Color)]) -> Pieces {
    let parked = |square| stages.parked.iter().flatten().any(|(on, _)| *on == square);
    let squares = prober.around(stages.at).into_iter().filter(|square| !parked(*square));
    let piece = |square| {
        let (_, color) = rings.iter().find(|(far, _)| *far == distance(square, stages.at))?;
        Some((square, prober.plain(*color, square, None)?))
    };
    squares.filter_map(piece).collect()
}

/// The answers about the position without all pieces that the move does not need to do the same.
fn shrink(
    prober: &mut Prober<'_>,
    stages: &Stages,
    lone: &Lone,
    others: &Pieces,
    (text, class): (&str, Class),
) -> Result<Vec<Answer>, BackendError> {
    let mut kept = others.clone();
    let mut smallest = Vec::new();
    for one in others.iter().rev() {
        let fewer: Pieces = kept.iter().filter(|other| *other != one).copied().collect();
        let mut answers = stages.ask(prober, &fewer, Color::White)?;
        for answer in &mut answers {
            let is_same = |act: &Act| act.text == text && Class::from_act(act, answer, lone) == Some(class);
            answer.acts = answer.acts.iter().filter(|act| is_same(act)).cloned().collect();
        }
        answers.retain(|answer| !answer.acts.is_empty());
        if !answers.is_empty() {
            (kept, smallest) = (fewer, answers);
        }
    }
    Ok(smallest)
}

/// The marks of all moves of the piece.
pub(super) fn marks(stages: &Stages, answers: &[Answer]) -> Marks {
    let mut marks = Marks::new();
    for answer in answers {
        for act in answer.acts.iter().filter(|act| act.from == stages.at) {
            let mut add = |square, mark| {
                marks.entry(square).or_default().insert(mark);
            };
            if let Some(on) = act.captured(&answer.position) {
                add(on, Mark::Capture);
            } else if let Some(on) = act.exchanged() {
                let is_friend = answer.position.is_of(stages.piece.color, on);
                add(on, if is_friend { Mark::ExchangeFriend } else { Mark::ExchangeEnemy });
            } else if let Some(to) = act.to.filter(|to| *to != stages.at) {
                add(to, Mark::Move);
            }
            act.removed.iter().for_each(|on| add(*on, Mark::Removal));
        }
    }
    marks
}
