//! A move generator as a backend: it answers as the rules that it wraps, and says what it does not answer.

use pretty_assertions::assert_eq;
use std::error::Error;
use vperft::backend::{
    Answer, Backend, BackendError, CountPlan, GeneratorBackend, InProcess, PositionPath, Question,
};
use vperft::inner::game::position::{self, Position};
use vperft::inner::game::rules::{MoveGenerator, Rules, Status};
use vperft::inner::game::variant::{Rulings, Standard, VariantId};
use vperft::inner::generators::reference::{Reference, Ryugi};

type Inner = Reference<Ryugi<Standard>>;

const INNER: Inner = Reference(Ryugi { book: Standard });

/// The rules of Ryugi as a generator, which may lack everything that is optional.
struct Generator {
    is_full: bool,
}

impl MoveGenerator for Generator {
    type Position = <Inner as Rules>::Position;
    type Move = <Inner as Rules>::Move;

    fn variant(&self) -> VariantId {
        VariantId::RYUGI
    }

    fn read(&self, position: &Position) -> Result<Self::Position, Box<dyn Error + Send + Sync>> {
        Ok(INNER.parse(&position::print(position, &Rulings::default()))?)
    }

    fn moves(&self, position: &mut Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        INNER.legal_moves(position, &mut moves);
        moves
    }

    fn text(&self, position: &Self::Position, mv: &Self::Move) -> String {
        INNER.move_text(position, mv)
    }

    fn after<T>(
        &self,
        position: &mut Self::Position,
        mv: &Self::Move,
        then: impl FnOnce(&mut Self::Position) -> T,
    ) -> T {
        then(&mut INNER.play(position, mv))
    }

    fn print(&self, position: &Self::Position) -> Option<String> {
        self.is_full.then(|| INNER.print(position))
    }

    fn status(&self, position: &mut Self::Position) -> Option<Status> {
        self.is_full.then(|| INNER.status(position, 1))
    }
}

/// The answer to a question after these moves.
fn ask(
    backend: &mut dyn Backend,
    vfen: &str,
    moves: &[&str],
    question: &Question,
) -> Result<Answer, BackendError> {
    let moves: Vec<_> = moves.iter().map(|&text| text.to_owned()).collect();
    let path = PositionPath { vfen, moves: &moves };
    backend.of(VariantId::RYUGI)?.ask(path, question, &CountPlan::default())
}

const PASSING: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
const CASTLING: &str = "r4k3r/10/10/10/10/10/10/10/10/R4K3R w * - 0 1";

#[test]
fn a_full_generator_answers_as_its_rules() {
    let mut plain = InProcess::new("rules@1".into(), INNER);
    let mut generator = GeneratorBackend::new("generator@1", Generator { is_full: true });
    assert_eq!(
        (generator.identity().as_str(), generator.variants()),
        ("generator@1", vec![VariantId::RYUGI])
    );
    for (vfen, moves) in [
        (PASSING, &[][..]),
        (PASSING, &["p d5-e4; @-e5"]),
        (CASTLING, &[]),
        (CASTLING, &["K f1-h1; R j1-g1"]),
    ] {
        for question in [
            Question::Read,
            Question::Moves,
            Question::Perft { depth: 0 },
            Question::Perft { depth: 3 },
            Question::Divide { depth: 2 },
            Question::Status,
            Question::Children,
            Question::MovesOf { square: "d5".into() },
            Question::After { text: "k f10-f9".into() },
        ] {
            let expected = ask(&mut plain, vfen, moves, &question).map_err(|error| error.to_string());
            let found = ask(&mut generator, vfen, moves, &question).map_err(|error| error.to_string());
            assert_eq!(found, expected, "{vfen} {moves:?} {question}");
        }
    }
}

#[test]
fn a_generator_without_texts_of_positions_says_what_it_lacks() {
    let mut generator = GeneratorBackend::new("generator@1", Generator { is_full: false });
    let moved = &["p d5-d4"][..];
    for (moves, question, lacks) in [
        (&[][..], Question::Moves, None),
        (&[], Question::Read, None),
        (&[], Question::Divide { depth: 3 }, None),
        (moved, Question::Perft { depth: 2 }, None),
        (
            moved,
            Question::Moves,
            Some("the generator prints no positions, so those after moves are not known"),
        ),
        (&[], Question::Status, Some("the generator does not say whether a game has ended")),
    ] {
        let found = ask(&mut generator, PASSING, moves, &question).map(drop);
        let expected = lacks.map_or(Ok(()), |reason| Err(BackendError::Unsupported(reason.into())));
        assert_eq!(found, expected, "{moves:?} {question}");
    }
    // The second is a King that could be captured, which the generator finds.
    for vfen in ["x", "5k4/10/10/10/10/10/10/10/5R4/5K4 w - - 0 1"] {
        let refused = ask(&mut generator, vfen, &[], &Question::Moves);
        assert!(refused.as_ref().is_err_and(BackendError::refuses_position), "{vfen}: {refused:?}");
    }
}
