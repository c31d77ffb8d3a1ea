//! Relations that hold, and faults that break them.

use super::Relation;
use crate::backend::{
    Answer, Backend, BackendError, CountPlan, PositionPath, Question, VariantBackend, derive_answer,
};
use crate::game::rules::Status;
use crate::game::variant::{Standard, Variant, VariantId};
use crate::generators::reference;
use pretty_assertions::assert_eq;

const RYUGI: VariantId = VariantId::RYUGI;

/// A fault of a backend for Ryugi.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Nothing,
    /// All positions have the same key.
    OneKey,
    /// Keys depend on the number of plies.
    Clock,
    /// King moves are missing after played moves.
    Played,
    /// Counts with several threads are too high.
    Threads,
    /// A status that the variant does not have.
    Lost,
    /// Moves to the left file are missing.
    Left,
    /// White has no Pawn moves.
    White,
    /// Castling is missing while both Rooks have the right.
    OneRook,
}

struct FaultyBackend(Box<dyn Backend>, Fault);

impl FaultyBackend {
    fn right(&mut self) -> &mut dyn VariantBackend {
        self.0.of(RYUGI).expect("it has the rules")
    }
}

impl VariantBackend for FaultyBackend {
    fn variant(&self) -> VariantId {
        RYUGI
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        let fault = self.1;
        let answer = match question {
            Question::Perft { depth: 1 } => {
                let own: &mut dyn VariantBackend = self;
                Answer::Count(own.moves(path)?.len() as u128)
            }
            question if question.is_basic() => self.right().ask(path, question, plan)?,
            question => derive_answer(self, path, question, plan)?,
        };
        Ok(match answer {
            Answer::Moves(mut moves) if *question == Question::Moves => {
                let vfen = self.right().after(path)?;
                moves.retain(|text| match fault {
                    Fault::Played => path.moves.is_empty() || !text.starts_with(['K', 'k']),
                    Fault::Left => !text.contains(" a"),
                    Fault::White => !text.starts_with('P'),
                    Fault::OneRook => !(text.contains("; R") && vfen.contains(" * ")),
                    _ => true,
                });
                Answer::Moves(moves)
            }
            Answer::Divide { mut rows, threads, hash_bytes } => {
                if fault == Fault::Threads
                    && plan.resources.is_some_and(|resources| resources.threads.get() > 1)
                    && let Some((_, Some(count))) = rows.first_mut()
                {
                    *count += 1;
                }
                Answer::Divide { rows, threads, hash_bytes }
            }
            Answer::Status(Status::Ongoing) if fault == Fault::Lost => Answer::Status(Status::Lost),
            Answer::Key(_) if fault == Fault::OneKey => Answer::Key(7),
            Answer::Key(key) if fault == Fault::Clock => Answer::Key(key + path.moves.len() as u128),
            answer => answer,
        })
    }
}

/// The relations that are broken at a position.
fn broken(fault: Fault, vfen: &str) -> Vec<String> {
    let mut backend = FaultyBackend(Box::new(reference::all(&Standard)), fault);
    let held = |relation: Relation| relation.hold(&mut backend, vfen.into()).expect("it answers");
    Relation::ALL.into_iter().filter_map(held).map(|broken| broken.relation.to_string()).collect()
}

#[test]
fn every_relation_is_seen_to_be_broken() {
    let castling = "r4k3r/10/10/10/10/10/3P1P4/10/10/R4K3R w * - 0 1";
    let mut wrong = Vec::new();
    for (fault, expected) in [
        (Fault::Nothing, ""),
        (Fault::OneKey, "keys"),
        (Fault::Clock, "keys"),
        (Fault::Played, "route status"),
        (Fault::Threads, "count"),
        (Fault::Lost, "status"),
        (Fault::Left, "mirror"),
        (Fault::White, "colors"),
        (Fault::OneRook, "colors rights"),
    ] {
        let found = broken(fault, castling).join(" ");
        if found != expected {
            wrong.push((fault, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn the_rules_fit_together_at_the_start_of_every_variant() {
    let mut backend = reference::all(&Standard);
    for variant in backend.variants() {
        let vfen = &Variant::get(variant).starts[0].vfen;
        let view = backend.of(variant).expect("it has the rules");
        for relation in Relation::ALL {
            // The many children of a start position are counted elsewhere.
            if relation.applies(variant, vfen) && relation != Relation::Keys {
                assert_eq!(relation.hold(view, vfen.into()), Ok(None), "{variant}");
            }
        }
    }
}

#[test]
fn suspects_without_effect_on_a_position_do_not_apply() {
    let applying = |variant, vfen: &str| -> Vec<String> {
        let all = Relation::ALL.into_iter().filter(|relation| relation.applies(variant, vfen));
        all.map(|relation| relation.to_string()).collect()
    };
    let kings = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";
    assert_eq!(applying(RYUGI, kings), ["route", "keys", "status", "mirror", "colors", "count"]);
    let passing = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
    assert!(applying(RYUGI, passing).contains(&"rights".to_owned()));
    // The right belongs to the other side.
    let others = "5k4/10/10/10/10/10/10/10/10/R4K4 b a1,f1 - 0 1";
    assert!(!applying(RYUGI, others).contains(&"rights".to_owned()));
}
