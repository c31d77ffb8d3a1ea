//! Tests which answers count as differences, with backends that give fixed answers.

use super::source::Seeds;
use super::{Comparison, Difference, FuzzSettings, OtherReasons, Stats, compare, run};
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use vperft::inner::backend::{
    Answer, Backend, BackendError, Child, CountPlan, Options, Pair, PositionPath, Question, Registry, Survey,
    VariantBackend, derive_answer,
};
use vperft::inner::game::notation::NotationError;
use vperft::inner::game::position::{Field, VfenError, VfenErrorKind};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Rulings, Variant, VariantId};

/// A survey or an error.
type SurveyResult = Result<Survey, BackendError>;

/// Gives the same answer about every position.
#[derive(Clone)]
struct Fixed(SurveyResult, u128);

impl Backend for Fixed {
    fn identity(&self) -> String {
        "fixed@1".into()
    }

    fn of(&mut self, _: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        Ok(self)
    }
}

impl VariantBackend for Fixed {
    fn variant(&self) -> VariantId {
        VariantId::RYUGI
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        Ok(match question {
            Question::Read if path.moves.is_empty() => Answer::Vfen(self.0.clone()?.vfen),
            Question::Read => return Err(NotationError::Illegal(path.moves.concat()).into()),
            // Without a survey it lists no moves either.
            Question::Moves => Answer::Moves(self.0.clone().map(|_| Vec::new())?),
            Question::Perft { .. } => Answer::Count(self.1),
            Question::Divide { .. } => Answer::rows(Vec::new()),
            Question::Status => Answer::Status(Status::Ongoing),
            Question::Survey => Answer::Survey(self.0.clone()?),
            _ => return derive_answer(self, path, question, plan),
        })
    }
}

/// A survey with these moves, each with the VFEN after it.
fn survey(vfen: &str, status: Status, count: u128, moves: &[(&str, &str)]) -> SurveyResult {
    let child = |&(text, vfen): &(&str, &str)| Child {
        text: text.to_owned(),
        vfen: vfen.to_owned(),
        status: Some(if vfen == "mate" { Status::Checkmate } else { Status::Ongoing }),
    };
    Ok(Survey {
        vfen: vfen.to_owned(),
        status: Some(status),
        count,
        children: moves.iter().map(child).collect(),
    })
}

fn refusal(kind: VfenErrorKind) -> SurveyResult {
    let (place, problem) = ("somewhere".to_owned(), "something".to_owned());
    Err(VfenError { kind, field: Field::Board, place, problem, offset: 0 }.into())
}

fn pair(a: Fixed, b: Fixed) -> Pair {
    Pair { a: Box::new(a), b: Box::new(b) }
}

fn ask(a: SurveyResult, b: SurveyResult) -> Result<Comparison, BackendError> {
    compare(&mut pair(Fixed(a, 1), Fixed(b, 1)), VariantId::RYUGI, "x", false)
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn every_kind_of_difference_is_reported() {
    use Status::{Ongoing, Stalemate};
    let plain = || survey("p", Ongoing, 2, &[("K a1-a2", "c"), ("K a1-b1", "d")]);
    let moves = |only_a: &[&str], only_b: &[&str], duplicate_a: &[&str], duplicate_b: &[&str]| {
        let [only_a, only_b] = [only_a, only_b].map(texts);
        let [duplicate_a, duplicate_b] = [duplicate_a, duplicate_b].map(texts);
        Difference::Moves { only_a, only_b, duplicate_a, duplicate_b }
    };
    let twice = || survey("p", Ongoing, 3, &[("K a1-b1", "d"), ("K a1-a2", "c"), ("K a1-b1", "d")]);
    let words = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    for (name, a, b, expected) in [
        ("same", plain(), survey("p", Ongoing, 2, &[("K a1-b1", "d"), ("K a1-a2", "c")]), vec![]),
        ("vfen", plain(), survey("q", Ongoing, 2, &[("K a1-a2", "c"), ("K a1-b1", "d")]), {
            let (a, b) = words("p", "q");
            vec![Difference::Vfen { a, b }]
        }),
        (
            "status",
            survey("p", Ongoing, 0, &[]),
            survey("p", Stalemate, 0, &[]),
            vec![Difference::Status { a: Ongoing, b: Stalemate }],
        ),
        (
            "moves",
            plain(),
            survey("p", Ongoing, 2, &[("K a1-b1", "d"), ("K a1-b2", "c")]),
            vec![moves(&["K a1-a2"], &["K a1-b2"], &[], &[])],
        ),
        ("duplicate by one", plain(), twice(), vec![moves(&[], &[], &[], &["K a1-b1"])]),
        ("duplicate by both", twice(), twice(), vec![moves(&[], &[], &["K a1-b1"], &["K a1-b1"])]),
        (
            "child and its status",
            plain(),
            survey("p", Ongoing, 2, &[("K a1-a2", "mate"), ("K a1-b1", "d")]),
            {
                let (a, b) = words("c", "mate");
                let text = "K a1-a2".to_owned();
                vec![
                    Difference::Child { text: text.clone(), a, b },
                    Difference::ChildStatus { text, a: Ongoing, b: Status::Checkmate },
                ]
            },
        ),
        (
            "count",
            plain(),
            survey("p", Ongoing, 7, &[("K a1-a2", "c"), ("K a1-b1", "d")]),
            vec![Difference::Inconsistent { backend: 'b', listed: 2, counted: 7 }],
        ),
    ] {
        let found = match ask(a, b).expect(name) {
            Comparison::Different(found) => found,
            _ => Vec::new(),
        };
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn two_refusals_are_not_a_difference() {
    let good = || survey("p", Status::Ongoing, 0, &[]);
    let crash = || Err(BackendError::Crash("panicked".into()));
    let (side, clock) = (|| refusal(VfenErrorKind::Side), || refusal(VfenErrorKind::Clock));
    let alike = ask(side(), side());
    assert!(matches!(alike, Ok(Comparison::Refused { .. })), "{alike:?}");
    let other = ask(side(), clock());
    let Ok(Comparison::Refused { a, b }) = &other else { panic!("other kind: {other:?}") };
    let mut stats = Stats::default();
    (0..2).for_each(|number| stats.add_refusal(a, b, &format!("position {number}")));
    stats.add_refusal(a, a, "alike");
    let vfen = "position 0".to_owned();
    let reasons = OtherReasons { a: "side".into(), b: "clock".into(), positions: 2, vfen };
    assert_eq!((stats.refused, stats.other_reasons), (3, vec![reasons]));
    for (name, a, b) in [
        ("one accepts", side(), good()),
        ("the other accepts", good(), side()),
        ("one crashes", good(), crash()),
        ("both crash", crash(), crash()),
    ] {
        let found = ask(a, b);
        let is_answer = matches!(&found, Ok(Comparison::Different(list)) if matches!(list[..], [Difference::Answer { .. }]));
        assert!(is_answer, "{name}: {found:?}");
    }
}

/// The fixed backend counts 1 everywhere.
#[test]
fn a_backend_that_only_counts_is_held_to_its_count() {
    let unsupported = || Err(BackendError::Unsupported("nothing".into()));
    let one = ask(survey("p", Status::Ongoing, 1, &[("K a1-a2", "c")]), unsupported());
    assert!(matches!(one, Ok(Comparison::InPart(_))), "{one:?}");
    let two = ask(survey("p", Status::Ongoing, 2, &[("K a1-a2", "c"), ("K a1-b1", "d")]), unsupported());
    assert_eq!(two, Ok(Comparison::Different(vec![Difference::Count { depth: 1, a: 2, b: 1 }])));
    assert_eq!(ask(unsupported(), unsupported()), Err(BackendError::Unsupported("fixed@1: nothing".into())));
}

#[test]
fn seeds_share_no_games() {
    let games = |seed: u64, batch: u64| Seeds::Hashed { seed, batch, begun: 0 }.take(300);
    let all: Vec<_> = (1..4).flat_map(|seed| (0..4).flat_map(move |batch| games(seed, batch))).collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 12 * 300);
    assert!(all.iter().all(|seed| *seed < 1 << 53), "a reader of JSON may round them");
    // The seeds that filled the corpus must not change.
    assert_eq!(Seeds::From(u64::MAX).take(2).collect::<Vec<_>>(), [u64::MAX, 0]);
}

#[test]
fn a_status_from_only_one_side_is_not_compared() {
    let silent = |answer: SurveyResult| {
        answer.map(|survey| {
            let children = survey.children.into_iter().map(|child| Child { status: None, ..child }).collect();
            Survey { vfen: survey.vfen, status: None, children, count: survey.count }
        })
    };
    let moves = |text| survey("p", Status::Stalemate, 1, &[(text, "mate")]);
    let (one, other) = (|| moves("K a1-a2"), || moves("K a1-b1"));
    for (a, b) in [(one(), silent(one())), (silent(one()), one())] {
        let same = ask(a, b).expect("both answer");
        assert!(matches!(&same, Comparison::Same(survey) if survey.status.is_none()), "{same:?}");
    }
    let found = ask(one(), silent(other())).expect("both answer");
    assert!(matches!(&found, Comparison::Different(list) if list.len() == 1), "{found:?}");
}

#[test]
fn deeper_counts_are_compared_if_asked_for() {
    let answer = || survey("p", Status::Ongoing, 0, &[]);
    let mut pair = pair(Fixed(answer(), 5), Fixed(answer(), 6));
    let expected = vec![Difference::Count { depth: 2, a: 5, b: 6 }];
    let shallow = compare(&mut pair, VariantId::RYUGI, "x", false);
    assert!(matches!(shallow, Ok(Comparison::Same(_))), "{shallow:?}");
    assert_eq!(compare(&mut pair, VariantId::RYUGI, "x", true), Ok(Comparison::Different(expected)));
}

#[test]
fn backends_that_refuse_everything_end_the_run() {
    let settings = FuzzSettings {
        relations: false,
        variant: VariantId::RYUGI,
        rulings: &Rulings::DEFAULT,
        positions: 10,
        part: None,
        seed: 1,
        jobs: 2,
    };
    // A refusal in a game is a difference.
    let refuse = || pair(Fixed(refusal(VfenErrorKind::Side), 1), Fixed(refusal(VfenErrorKind::Side), 1));
    let found = run(&settings, &refuse, &|_| {}, &|| false, &mut |_, _| {})
        .expect("an outcome")
        .found
        .expect("a difference");
    assert_eq!(
        (found.index, found.vfen.as_str()),
        (0, Variant::get(VariantId::RYUGI).starts[0].vfen.as_str())
    );

    /// Accepts only the positions of games.
    struct Strict(Box<dyn Backend>);
    impl Backend for Strict {
        fn identity(&self) -> String {
            self.0.identity()
        }
        fn of(&mut self, _: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
            Ok(self)
        }
    }
    impl VariantBackend for Strict {
        fn variant(&self) -> VariantId {
            VariantId::RYUGI
        }

        fn ask(
            &mut self,
            path: PositionPath<'_>,
            question: &Question,
            plan: &CountPlan<'_>,
        ) -> Result<Answer, BackendError> {
            let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
            if *question == Question::Survey && path.vfen != start {
                return refusal(VfenErrorKind::Side).map(Answer::Survey);
            }
            self.0.of(VariantId::RYUGI)?.ask(path, question, plan)
        }
    }
    let strict = || Pair { a: Box::new(Strict(reference())), b: Box::new(Strict(reference())) };
    let outcome =
        run(&FuzzSettings { positions: 2, ..settings }, &strict, &|_| {}, &|| false, &mut |_, _| {});
    assert!(matches!(outcome, Err(BackendError::Unsupported(_))), "{outcome:?}");
}

fn reference() -> Box<dyn Backend> {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    registry.open("reference", &Options::default()).expect("it is registered")
}

#[test]
fn a_survey_agrees_with_single_answers() {
    for variant in reference().variants() {
        let mut backend = reference();
        let view = backend.of(variant).expect("rules of its variants");
        let start = &Variant::get(variant).starts[0].vfen;
        let vfen = super::random_position(view, start, 3, 30).expect("a position");
        let survey = view.survey(&vfen).expect("a survey");
        assert_eq!(survey.vfen, view.read(&vfen).unwrap(), "{variant}");
        assert_eq!(survey.status, view.status((&vfen).into()).ok(), "{variant}");
        assert_eq!(survey.count, view.perft((&vfen).into(), 1).unwrap(), "{variant}");
        let texts: Vec<_> = survey.children.iter().map(|child| child.text.clone()).collect();
        assert_eq!(texts, view.moves((&vfen).into()).unwrap(), "{variant}");
        for child in survey.children {
            let place = PositionPath { vfen: &vfen, moves: &[child.text] };
            assert_eq!(child.vfen, view.after(place).unwrap(), "{variant}");
            assert_eq!(child.status, view.status(place).ok(), "{variant}");
        }
    }
}
