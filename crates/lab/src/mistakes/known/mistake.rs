//! Known mistakes: what they are, and how they change answers.

use super::facts::LeftOut;
use super::limit::{Limit, side_words};
use super::misread::Misreading;
use crate::mistakes::known::{
    ChildFault, Class, Classes, Direction, Fault, FieldFault, LegalMove, MoveChange, PositionContext,
    RulebookMutant, faults,
};
use crate::mistakes::slips::Slip;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::Not;
use vperft::inner::game::board::direction;
use vperft::inner::game::notation;
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Clause, ClauseSet, Color, PieceType, Rulings, Variant, VariantId};

/// A known mistake.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The title: `without RYU-EP`, `archer-slide = move-only`, `direction forgotten: B +1+1`.
    pub title: String,
    /// The origin.
    pub origin: Origin,
    /// The side to move for which it is made; `None` for both.
    pub(in crate::mistakes) side: Option<Color>,
    pub(in crate::mistakes) change: Change,
}

/// The origin of a mistake. Equal mistakes are named in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A switched-off clause.
    Clause,
    /// Another reading of a ruling.
    Reading,
    /// A generated fault.
    Generated,
    /// A generated fault that applies to one side only.
    OneSided,
}

/// What a mistake changes.
#[derive(Clone, Debug)]
pub(in crate::mistakes) enum Change {
    /// The rulebook.
    Rulebook(RulebookMutant),
    /// The answers.
    Answers(AnswerChange),
    /// The pseudo-legal moves, which changes attacks as well.
    Generator(AnswerChange),
    /// The moves of a kind of piece.
    Moves(Slip),
}

/// A change of answers.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::mistakes) enum AnswerChange {
    Fault(Fault),
    Limit(Limit),
    /// The moves of a description are left out.
    Described(LeftOut),
    /// A field of given positions is misread.
    Misread(Misreading),
    /// The text of a promotion does not name the piece that the Pawn becomes.
    UnnamedPromotion,
}

impl AnswerChange {
    /// The changes at a position.
    pub fn changes(&self, context: &PositionContext, classes: &Classes) -> Vec<MoveChange> {
        match self {
            Self::Fault(fault) => fault.changes(context, classes.list()),
            Self::Misread(_) => Vec::new(),
            Self::UnnamedPromotion => unnamed_promotions(context),
            Self::Limit(_) | Self::Described(_) => {
                let moves = context.moves.iter().enumerate();
                let is_left_out = |legal: &LegalMove| !self.keeps(&context.position, &legal.mv, classes);
                moves
                    .filter(|(_, legal)| is_left_out(legal))
                    .map(|(index, _)| MoveChange::Missing(index))
                    .collect()
            }
        }
    }

    /// The title, the same on every run.
    fn title(&self, variant: VariantId, classes: &Classes) -> String {
        match self {
            Self::Fault(fault) => fault.words(variant, classes.list()),
            Self::Limit(limit) => limit.title(variant),
            Self::Described(_) => String::new(),
            Self::Misread(misreading) => misreading.title(),
            Self::UnnamedPromotion => "promotions are listed without their piece".into(),
        }
    }

    /// Whether it only leaves out moves, so that it can act on pseudo-legal moves.
    const fn is_alteration(&self) -> bool {
        let is_of_moves =
            matches!(self, Self::Fault(Fault::Forget(_) | Fault::ForgetDirection(_) | Fault::Shorter(..)));
        is_of_moves || matches!(self, Self::Limit(_) | Self::Described(_))
    }

    /// Whether it leaves a move.
    pub fn keeps(&self, position: &Position, mv: &Move, classes: &Classes) -> bool {
        let is_along = |dir: &Direction, farthest: Option<i8>| {
            let (class, _) = Class::from_move(position, mv);
            let steps = class.step.and_then(direction).filter(|_| mv.travel.is_none());
            class.piece == dir.piece
                && steps.is_some_and(|(unit, steps)| {
                    unit == dir.step && farthest.is_none_or(|farthest| steps == farthest)
                })
        };
        let is_left_out = match self {
            Self::Limit(limit) => !limit.keeps(position, mv),
            Self::Described(left_out) => left_out.contains(position, mv),
            Self::Fault(Fault::Forget(number)) => {
                let (geometry, manner) = Class::from_move(position, mv);
                let text = classes.list().get(*number as usize).map(|class| class.text.as_str());
                text == Some(geometry.text.as_str())
                    || manner.is_some_and(|manner| text == Some(&manner.text))
            }
            Self::Fault(Fault::ForgetDirection(dir)) => is_along(dir, None),
            Self::Fault(Fault::Shorter(dir, farthest)) => is_along(dir, Some(*farthest)),
            Self::UnnamedPromotion => is_promotion(mv),
            Self::Fault(_) | Self::Misread(_) => false,
        };
        !is_left_out
    }
}

impl Mistake {
    /// The clause that the mistake switches off.
    #[must_use]
    pub const fn clause(&self) -> Option<Clause> {
        match self.change {
            Change::Rulebook(RulebookMutant::Off(clause)) => Some(clause),
            _ => None,
        }
    }

    /// Whether the mistake is only that invalid input is accepted.
    #[must_use]
    pub const fn is_leniency(&self) -> bool {
        matches!(self.change, Change::Answers(AnswerChange::Fault(Fault::Input(_))))
    }

    /// Every mistake of a variant: its clauses, its readings, and the faults and limits generated from these classes
    /// of moves. The mistakes of one change follow each other.
    pub(in crate::mistakes) fn all(variant: VariantId, base: &Rulings, classes: &Classes) -> Vec<Self> {
        let mutants = RulebookMutant::all(variant).into_iter().filter(|mutant| !mutant.is_in(base));
        let rules = mutants.map(|mutant| Self {
            title: mutant.to_string(),
            origin: if matches!(mutant, RulebookMutant::Off(_)) { Origin::Clause } else { Origin::Reading },
            side: None,
            change: Change::Rulebook(mutant),
        });
        // Faults in undoing moves show in counts only.
        let is_shown = |fault: &Fault| !matches!(fault, Fault::State(fault) if fault.is_of_undo());
        let fields = FieldFault::of_both_sides(variant).into_iter().map(Fault::Field);
        let of_play = ChildFault::of_play(variant).into_iter().map(Fault::Child);
        let faults =
            faults(variant, classes.list()).into_iter().filter(is_shown).chain(fields).chain(of_play);
        let faults = faults.map(AnswerChange::Fault);
        let limits = Limit::all(classes).into_iter().map(AnswerChange::Limit);
        let unnamed =
            Variant::get(variant).promotion.is_empty().not().then_some(AnswerChange::UnnamedPromotion);
        let generated = limits.chain(faults).chain(unnamed).flat_map(|change| {
            [None, Some(Color::White), Some(Color::Black)].map(|color| Self {
                title: change.title(variant, classes) + side_words(color),
                origin: if color.is_some() { Origin::OneSided } else { Origin::Generated },
                side: color,
                change: Change::Answers(change.clone()),
            })
        });
        let misread = Misreading::all(variant).into_iter().map(|misreading| Self {
            title: misreading.title(),
            origin: Origin::Generated,
            side: None,
            change: Change::Answers(AnswerChange::Misread(misreading)),
        });
        rules.chain(generated).chain(misread).collect()
    }

    /// Whether the mistake is generated, and no clause or reading.
    pub(in crate::mistakes) const fn is_generated(&self) -> bool {
        !matches!(self.change, Change::Rulebook(_))
    }

    /// Whether the mistake is a fault in positions after moves.
    pub(in crate::mistakes) const fn is_of_children(&self) -> bool {
        let Change::Answers(AnswerChange::Fault(fault)) = &self.change else { return false };
        matches!(fault, Fault::Child(_) | Fault::Field(_) | Fault::State(_))
    }

    /// The piece whose reach is too short, if that is the mistake.
    pub(in crate::mistakes) const fn limited(&self) -> Option<PieceType> {
        if matches!(self.change, Change::Moves(_)) { None } else { self.kind() }
    }

    /// The piece whose reach or moves are wrong, if that is the mistake.
    pub(in crate::mistakes) const fn kind(&self) -> Option<PieceType> {
        match &self.change {
            Change::Answers(AnswerChange::Limit(limit)) | Change::Generator(AnswerChange::Limit(limit)) => {
                Some(limit.kind())
            }
            Change::Moves(slip) => Some(slip.kind),
            _ => None,
        }
    }

    /// Whether the mistake is in the position that a backend takes a given one or one after moves for.
    pub(in crate::mistakes) const fn is_of_state(&self) -> bool {
        self.is_of_children() || matches!(self.change, Change::Answers(AnswerChange::Misread(_)))
    }

    /// The field that is wrong, or decides, in given positions or after moves.
    pub(in crate::mistakes) const fn field(&self) -> Option<&'static str> {
        match &self.change {
            Change::Answers(AnswerChange::Misread(misreading)) => Some(misreading.field()),
            Change::Answers(AnswerChange::Fault(fault)) => fault.field(),
            _ => None,
        }
    }

    /// After which moves a field is wrong, such as `after castling`, if that is the mistake.
    pub(in crate::mistakes) fn after(&self) -> Option<String> {
        match &self.change {
            Change::Answers(AnswerChange::Fault(Fault::Field(fault))) => {
                Some(format!("after {}{}", fault.effect, side_words(self.side)))
            }
            _ => None,
        }
    }

    /// Whether the mistake adds moves that are possible in no variant of the rules.
    pub(in crate::mistakes) const fn invents_moves(&self) -> bool {
        let Change::Answers(AnswerChange::Fault(fault)) = &self.change else { return false };
        matches!(fault, Fault::Mirror(_) | Fault::Longer(..) | Fault::Through(..) | Fault::Wrap(_))
    }

    /// Whether a description of its answers says more than the title: it is a fault of moves or of positions after them.
    pub(in crate::mistakes) const fn is_described(&self) -> bool {
        match &self.change {
            Change::Answers(AnswerChange::Fault(fault)) | Change::Generator(AnswerChange::Fault(fault)) => {
                !matches!(fault, Fault::State(_) | Fault::Status(_) | Fault::Input(_))
            }
            _ => false,
        }
    }

    /// Whether the mistake is made while moves are generated.
    pub(in crate::mistakes) const fn is_altered(&self) -> bool {
        matches!(self.change, Change::Generator(_))
    }

    /// A program that does not generate the moves of a description.
    pub(in crate::mistakes) fn described(title: String, left_out: LeftOut) -> Self {
        let change = Change::Generator(AnswerChange::Described(left_out));
        Self { title, origin: Origin::Generated, side: None, change }
    }

    /// A program with other moves of a kind of piece.
    pub(in crate::mistakes) fn of_slip(slip: Slip) -> Self {
        Self { title: slip.title.clone(), origin: Origin::Generated, side: None, change: Change::Moves(slip) }
    }

    /// The same mistake made while moves are generated, so that it changes attacks as well.
    pub(in crate::mistakes) fn in_generator(&self) -> Option<Self> {
        match &self.change {
            Change::Answers(change) if change.is_alteration() => {
                Some(Self { change: Change::Generator(change.clone()), ..self.clone() })
            }
            _ => None,
        }
    }

    /// The change of answers and the side to move to which it applies, if the mistake is one.
    pub(in crate::mistakes) const fn answer_change(&self) -> Option<(&AnswerChange, Option<Color>)> {
        match &self.change {
            Change::Answers(change) => Some((change, self.side)),
            Change::Rulebook(_) | Change::Generator(_) | Change::Moves(_) => None,
        }
    }

    /// Whether the mistake may show where the rules asked about these clauses. Other readings may show
    /// anywhere.
    pub(in crate::mistakes) fn may_show(&self, asked: ClauseSet) -> bool {
        self.clause().is_none_or(|clause| asked.contains(clause))
    }
}

/// Whether a move puts another piece where its piece arrives. A piece that is exchanged goes back to where the mover came from.
fn is_promotion(mv: &Move) -> bool {
    mv.placing.is_some_and(|(square, _)| mv.to == Some(square))
}

/// One move without a piece in the place of the promotions from one square to another.
fn unnamed_promotions(context: &PositionContext) -> Vec<MoveChange> {
    let promotions = context.moves.iter().enumerate().filter(|(_, legal)| is_promotion(&legal.mv));
    let (mut missing, mut unnamed) = (Vec::new(), BTreeSet::new());
    for (index, legal) in promotions {
        missing.push(MoveChange::Missing(index));
        unnamed.insert(notation::text(
            Variant::get(context.position.variant),
            &Move { placing: None, ..legal.mv },
        ));
    }
    missing.into_iter().chain(unnamed.into_iter().map(MoveChange::Extra)).collect()
}
