use super::file::BugSide;
use super::{Answered, Bug, Outcome, reproduce};
use crate::differences::descend::{Kind, Side};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use vperft::inner::backend::{Backend, Options, Question, Registry};
use vperft::inner::corpus::question::Query;
use vperft::inner::game::perft::{Count, Resources};
use vperft::inner::game::variant::{Clause, ClauseSet, Rulings, VariantId};

const PAWNS: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";

/// A right list of moves, the list without a move, and the list with an additional move.
fn lists() -> [Answered; 3] {
    let right = ["k f10-e10", "k f10-e9", "k f10-f9", "k f10-g10", "k f10-g9", "p d5-d4", "p d5-e4; @-e5"];
    let right: Vec<_> = right.map(str::to_owned).to_vec();
    let (mut fewer, mut more) = (right.clone(), right.clone());
    fewer.pop();
    more.push("p d5-d6".into());
    [right, fewer, more].map(Answered::Moves)
}

fn side(backend: &str, answer: Answered) -> BugSide {
    let identity = format!("{backend}@1");
    BugSide { backend: Some(backend.into()), identity, without: Vec::new(), options: Vec::new(), answer }
}

fn bug(kind: Kind, question: Query, right: Answered, wrong: Answered) -> Bug {
    Bug {
        vperft: "0.1.0".into(),
        suite: Some("1.0.0".into()),
        variant: VariantId::RYUGI,
        rulings: Rulings::default(),
        root: PAWNS.into(),
        moves: Vec::new(),
        vfen: PAWNS.into(),
        kind,
        clauses: vec!["RYU-EP".into()],
        before: Vec::new(),
        question,
        a: side("reference", right),
        b: BugSide { without: vec!["RYU-EP".into()], ..side("cmd:x", wrong) },
        record: None,
    }
}

/// A built-in backend, without this clause if one is given.
fn open(off: Option<Clause>) -> Box<dyn Backend> {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    let off: ClauseSet = off.into_iter().collect();
    registry.open("reference", &Options { off, ..Options::default() }).expect("it is built in")
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let [right, fewer, _] = lists();
    let error = Answered::Error {
        kind: vperft::inner::corpus::question::ErrorKind::Timeout,
        message: "it hung".into(),
    };
    let rows = |count| Answered::Divide(vec![("p d5-d4".into(), Count(count))]);
    let vfen = |text: &str| Answered::Vfen(text.into());
    for (question, right, wrong) in [
        (Query::Ask(Question::Moves), right, fewer),
        (Query::Ask(Question::Read), vfen("x"), error),
        (Query::Ask(Question::After { text: "p d5-d4".into() }), vfen("x"), vfen("y")),
        (
            Query::Ask(Question::Perft { depth: 3 }),
            Answered::Count(Count(1)),
            Answered::Count(Count(1 << 60)),
        ),
        (Query::Ask(Question::Divide { depth: 3 }), rows(2), rows(3)),
    ] {
        let bug = bug(Kind::Set, question, right, wrong);
        assert_eq!(Bug::parse(&bug.text()), Ok(bug));
    }
}

#[test]
fn errors_name_the_field_and_what_was_expected() {
    let [right, fewer, _] = lists();
    let whole: Value =
        serde_json::from_str(&bug(Kind::Set, Query::Ask(Question::Moves), right, fewer).text())
            .expect("JSON");
    for (pointer, value, expected) in [
        ("/format", json!(2), "`format`: 2; this version of vperft reads only format 1"),
        ("/format", json!("1"), "invalid type: string \"1\", expected u32"),
        ("/variant", json!("shogi"), "`variant`: unknown variant `shogi`; known are "),
        ("/readings", json!({"archer-slide": "both"}), "`readings`: ryugi has no ruling `archer-slide`"),
        ("/readings", json!({"height": "8"}), "`readings`: unknown ruling `height`"),
        ("/kind", json!("odd"), "unknown variant `odd`, expected one of `set`"),
        ("/question", json!({"ask": "tea"}), "unknown variant `tea`"),
        (
            "/question",
            json!({"ask": "perft", "depth": 2}),
            "`a`: `answer` does not answer the question for perft 2",
        ),
        ("/clauses", json!(["RYU-NONE"]), "`clauses`: unknown clause `RYU-NONE`"),
        ("/b/without", json!(["RYU-NONE"]), "`b`: unknown clause `RYU-NONE`"),
        ("/b/answer", whole["a"]["answer"].clone(), "`b`: `answer` equals that of `a`, so nothing differs"),
        ("/b", json!({"identity": "x@1"}), "missing field `answer`"),
        ("/moves", json!("p d5-d4"), "invalid type: string \"p d5-d4\", expected a sequence"),
    ] {
        let mut broken = whole.clone();
        *broken.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
        let error = Bug::parse(&broken.to_string()).expect_err(pointer).to_string();
        assert!(error.contains(expected), "{pointer}: {error}");
    }
    for (text, expected) in [
        ("", "EOF"),
        ("[]", "expected a bug file"),
        ("{}", "missing field `format`"),
        ("{\"format\": 1}", "missing field"),
    ] {
        let error = Bug::parse(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn a_reproduction_finds_the_same_failure_or_another_or_none() {
    let [right, fewer, more] = lists();
    let open_a = || open(None);
    for (wrong, off, is_trusted_asked, expected) in [
        (&fewer, Some(Clause::RYU_EP), true, Outcome::Same),
        (&fewer, Some(Clause::RYU_EP), false, Outcome::Same),
        (&fewer, None, true, Outcome::Gone),
        (&more, Some(Clause::RYU_EP), true, Outcome::Other),
        (&more, None, false, Outcome::Gone),
    ] {
        let bug = bug(Kind::Set, Query::Ask(Question::Moves), right.clone(), wrong.clone());
        let mut a = Side::new(open(None), &open_a, VariantId::RYUGI, Resources::default());
        let open_b = || open(off);
        let mut b = Side::new(open(off), &open_b, VariantId::RYUGI, Resources::default());
        let result = reproduce(&bug, is_trusted_asked.then_some(&mut a), &mut b);
        assert_eq!(result.outcome, expected, "{result:?}");
    }
    // The trusted side now answers differently.
    let bug = bug(Kind::Set, Query::Ask(Question::Moves), more, right);
    let mut a = Side::new(open(None), &open_a, VariantId::RYUGI, Resources::default());
    let mut b = Side::new(open(None), &open_a, VariantId::RYUGI, Resources::default());
    let result = reproduce(&bug, Some(&mut a), &mut b);
    assert_eq!(result.outcome, Outcome::Inconclusive);
    assert_eq!(result.note.as_deref(), Some("the trusted side now gives the wrong answer of the file"));
}
