//! The classes of single moves, and counts by class on which the built-in backends agree.
//!
//! Each backend lists moves, plays them and finds check by itself; only the sorting into classes is shared. The walk that asks a backend in
//! text is checked against the walk that calls rules.

use pretty_assertions::assert_eq;
use vperft::backend::{
    Answer, Backend, BackendError, CountPlan, PositionPath, Question, VariantBackend, derive_answer,
};
use vperft::inner::corpus::suite::{Corpus, Source};
use vperft::inner::game::classes::{self, ClassTable, LeafClass};
use vperft::inner::game::perft::Resources;
use vperft::inner::game::position;
use vperft::inner::game::variant::{Standard, Variant, VariantId};
use vperft::inner::generators::reference;
use vperft_fast as fast;

/// A backend that answers only what every program answers.
struct Plain(Box<dyn Backend>, VariantId);

impl VariantBackend for Plain {
    fn variant(&self) -> VariantId {
        self.1
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        match question {
            question if question.is_basic() => self.0.of(self.1)?.ask(path, question, plan),
            question => derive_answer(self, path, question, plan),
        }
    }
}

/// The built-in backends, and one of them in text.
fn backends(variant: VariantId) -> Vec<(&'static str, Box<dyn Backend>)> {
    let all: Vec<(_, Box<dyn Backend>)> =
        vec![("fast", Box::new(fast::all())), ("reference", Box::new(reference::all(&Standard)))];
    all.into_iter().filter(|(_, backend)| backend.variants().contains(&variant)).collect()
}

/// The names of the classes of a move.
fn sorted(view: &mut dyn VariantBackend, vfen: &str, text: &str) -> Result<Vec<&'static str>, BackendError> {
    let variant = Variant::get(view.variant());
    let read = |vfen: &str| position::parse(vfen, variant, &Standard).expect("the backend prints VFEN");
    let before = read(vfen);
    let mv = classes::read_move(variant, before.shape, text).expect("a canonical text");
    let moves = [text.to_owned()];
    let path = PositionPath { vfen, moves: &moves };
    let child = view.after(path)?;
    let end = classes::of_end(view.status(child.as_str().into())?, variant.has_check && view.is_check(path)?);
    let set =
        classes::of_move(variant, &before, &mv) | classes::of_child(variant, &before, &read(&child)) | end;
    Ok(set.into_iter().map(LeafClass::name).collect())
}

/// Checks the classes of moves of one position by every backend. A case is a move and its classes, separated by spaces.
#[track_caller]
fn check(variant: VariantId, vfen: &str, cases: &[(&str, &str)]) {
    for (name, mut backend) in backends(variant) {
        let view = backend.of(variant).expect("a backend of the variant");
        for (text, expected) in cases {
            let expected: Vec<_> = expected.split_whitespace().collect();
            let found = sorted(view, vfen, text);
            assert_eq!(found, Ok(expected), "{variant}, {text} in `{vfen}` by {name}");
        }
    }
}

#[test]
fn chess_moves() {
    const RYUGI: VariantId = VariantId::RYUGI;
    check(
        RYUGI,
        "r4k3r/10/10/10/10/10/Pp8/10/3p6/R4K3R b * a3 0 1",
        &[
            ("p b4-b3", ""),
            ("p b4-a3; @-a4", "captures en-passant"),
            ("r a10-a4", "captures on-end-square"),
            ("k f10-h10; r j10-g10", "castles"),
        ],
    );
    check(
        VariantId::CETRAN3,
        "4k7/1P9p/12/4Pp6/12/12/12/4K7 w - f6 0 1",
        &[
            ("P e5-f6; @-f5", "captures en-passant"),
            ("P b7-b8; Q-b8", "promotions checks"),
            ("P b7-b8; N-b8", "promotions"),
        ],
    );
    check(RYUGI, "9k/R9/10/10/10/10/10/10/10/1R3K4 w - - 0 1", &[("R b1-b10", "checks checkmates")]);
    check(RYUGI, "9k/10/10/10/10/7Q2/10/10/10/K9 w - - 0 1", &[("Q h5-h9", "stalemates")]);
    check(RYUGI, "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1", &[("K f1-e1", "draw-dead")]);
    check(RYUGI, "5k4/10/10/10/10/10/10/10/10/5K4 w - - 127 90", &[("K f1-e1", "draw-counter")]);
}

#[test]
fn captures_off_the_end_square() {
    const VANGUARD: &str =
        "k4W10/4P11/16/16/16/16/8p7/16/7A8/16/4p11/16/16/2pp12/2{BR}1A1{BO}9/5W9K w - - 0 1";
    check(
        VariantId::VANGUARD,
        VANGUARD,
        &[
            ("A h8-h8; @-i10", "captures at-distance"),
            ("BO g2-f4; @-e6", "captures at-distance"),
            ("BR c2-c2; @-c3", "captures beside"),
            ("BR c2-c4; @-c3", "captures over"),
            ("BR c2-d3; @-c3", "captures on-end-square beside multiple"),
        ],
    );
    const ROCOCO: &str = "4k5/10/3a6/3s6/10/1i8/1W1S6/3L1p1p2/8A1/4K5 w - - 0 1";
    check(
        VariantId::ROCOCO,
        ROCOCO,
        &[
            ("L c2-f2; @-e2", "captures swept"),
            ("L c2-h2; @-e2; @-g2", "captures swept multiple"),
            ("W a3-", "departures"),
        ],
    );
    for (piece, text, classes) in [
        ("A", "A c3-c4; @-c5", "captures beyond"),
        ("W", "W c3-c4; @-c2", "captures behind"),
        ("L", "L c3-c1; @-c2", "captures over"),
        ("S", "S c3-; @-c2", "captures mutual-destructions"),
    ] {
        let vfen = format!("4k5/10/10/10/3p6/10/3{piece}6/3w6/10/4K5 w - - 0 1");
        check(VariantId::ROCOCO, &vfen, &[(text, classes)]);
    }
    check(
        VariantId::ROCOCO,
        "10/10/10/4k5/4K5/10/10/10/10/10 w - - 0 1",
        &[("K d5-d6", "captures lost on-end-square")],
    );
}

#[test]
fn effects_that_chess_does_not_have() {
    check(
        VariantId::VANGUARD,
        "k4W10/4P11/16/16/16/16/8p7/16/7A8/16/4p11/16/16/2pp12/2{BR}1A1{BO}9/5W9K w - - 0 1",
        &[("W f16-e15; N-f16", "promotions exchanges"), ("W f1-e2; A-f1", "exchanges")],
    );
    check(
        VariantId::VANGUARD,
        "k{pr}14/16/16/16/16/16/16/16/16/16/16/16/16/16/16/R14K w - - 0 1",
        &[("R a1-a16", "captures checks on-end-square successions"), ("R a1-a15", "")],
    );
    check(
        VariantId::ROCOCO,
        "4k5/10/3a6/3s6/10/1i8/1W1S6/3L1p1p2/8A1/4K5 w - - 0 1",
        &[("S c3-c6; s-c3", "swaps bans"), ("S c3-c2; L-c3", "exchanges")],
    );
    check(
        VariantId::SANDBOX,
        "7k2/1P8/1-6-1/10/5N4/5p4/4L5/1-6P1/10/R3QK3R w a1,f1,j1 - 0 1",
        &[
            ("L e4-g6; @-f5", "captures over"),
            ("P i3-i4", "closings"),
            ("K f1-i1; R j1-h1", "castles checks"),
            ("K f1-g1", "relocations"),
            ("K f1-g2", ""),
            ("N f6-i3; P-f6", "exchanges"),
            ("P b9-b10; N-b10", "promotions"),
        ],
    );
}

/// The counts of a position.
fn counted(view: &mut dyn VariantBackend, vfen: &str, depth: u32) -> Result<ClassTable, BackendError> {
    view.classes(vfen.into(), depth, &Resources::default(), &())
}

#[test]
fn backends_agree_from_the_start_positions() {
    for (variant, depth) in [
        (VariantId::VANGUARD, 2),
        (VariantId::RYUGI, 3),
        (VariantId::CETRAN3, 3),
        (VariantId::ROCOCO, 3),
        (VariantId::SANDBOX, 2),
    ] {
        let vfen = &Variant::get(variant).starts[0].vfen;
        let mut backends = backends(variant);
        let tables: Vec<_> = backends
            .iter_mut()
            .map(|(_, backend)| counted(backend.of(variant).expect("a backend"), vfen, depth))
            .collect();
        assert_eq!(tables[0], tables[1], "{variant}");
        let view = backends[0].1.of(variant).expect("a backend");
        let nodes: Vec<_> = (1..=depth).map(|depth| view.perft(vfen.into(), depth)).collect();
        let rows = &tables[0].as_ref().expect("a backend answers").rows;
        assert_eq!(nodes, rows.iter().map(|row| Ok(row.nodes())).collect::<Vec<_>>(), "{variant}");
    }
}

/// The classes that occur in no position of the corpus, because the variant has no such move.
const ABSENT: [(VariantId, &str); 5] = [
    (VariantId::VANGUARD, "won behind beyond swaps departures mutual-destructions"),
    (VariantId::RYUGI, CHESS_LIKE),
    (VariantId::CETRAN3, CHESS_LIKE),
    (VariantId::ROCOCO, "won beside at-distance"),
    (VariantId::SANDBOX, "swept beside behind beyond at-distance swaps departures mutual-destructions"),
];

/// The effects that variants like chess lack.
const CHESS_LIKE: &str =
    "over swept beside behind beyond at-distance multiple exchanges swaps departures mutual-destructions";

#[test]
fn backends_agree_in_the_positions_of_the_corpus() {
    let corpus = Corpus::load(&Source::default()).expect("the embedded corpus");
    for variant in reference::all(&Standard).variants() {
        let mut backends = backends(variant);
        let mut plain = Plain(backends.remove(0).1, variant);
        let mut fast = fast::all();
        let mut occurred = vperft::inner::game::classes::ClassSet::EMPTY;
        let positions: Vec<_> = corpus.positions.values().filter(|(of, _)| *of == variant).collect();
        for (_, entry) in &positions {
            let vfen = &entry.vfen;
            let right = counted(backends[0].1.of(variant).expect("a backend"), vfen, 1);
            let found = counted(fast.of(variant).expect("a backend"), vfen, 1);
            // A position of another reading is refused by both.
            if let Ok(right) = &right {
                assert_eq!(found.as_ref(), Ok(right), "{variant}, {vfen}");
                assert_eq!(counted(&mut plain, vfen, 1).as_ref(), Ok(right), "{variant}, {vfen}, in text");
                occurred.extend(LeafClass::ALL.into_iter().filter(|class| right.rows[0].get(*class) > 0));
            } else {
                assert!(found.is_err(), "{variant}, {vfen}: {right:?}");
            }
        }
        assert!(positions.len() > 100, "{variant}: {} positions", positions.len());
        let absent: Vec<_> = LeafClass::ALL
            .into_iter()
            .filter(|class| class.is_in(Variant::get(variant)) && !occurred.contains(*class))
            .map(LeafClass::name)
            .collect();
        let (_, expected) = ABSENT.iter().find(|(of, _)| *of == variant).expect("a row of every variant");
        assert_eq!(absent.join(" "), *expected, "{variant}: classes that occur nowhere");
    }
}
