use super::{About, Recorder, SCHEME, opener};
use crate::backend::{
    Backend, BackendError, CountPlan, OpenError, Options, PositionPath, Question, Registry, VariantBackend,
};
use crate::game::perft::Resources;
use crate::game::rules::Status;
use crate::game::variant::VariantId;
use pretty_assertions::assert_eq;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::{TempDir, tempdir};

const START: &str = "5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 0 1";

/// Adds the scheme of records, as the room of the programs does.
fn register(registry: &mut Registry) {
    let open = opener();
    registry.add_scheme(SCHEME, "FILE", move |name, options| {
        let words = shlex::split(&name[SCHEME.len() + 1..]).expect("balanced quotes");
        open(&words, options).map_err(|reason| OpenError::Unsupported { name: name.to_owned(), reason })
    });
}

fn registry() -> Registry {
    let mut registry = Registry::default();
    crate::generators::reference::register(&mut registry);
    register(&mut registry);
    registry
}

fn replay(path: &Path, which: &str) -> Result<Box<dyn Backend>, String> {
    let name = format!("replay:{} {which}", shlex::try_quote(&path.display().to_string()).expect("no NUL"));
    registry().open(&name, &Options::default()).map_err(|error| error.to_string())
}

/// The answers to all questions about several paths, as texts.
fn all(view: &mut dyn VariantBackend) -> Vec<String> {
    fn text<T: Debug>(answer: Result<T, BackendError>) -> String {
        answer.map_or_else(|error| error.to_string(), |answer| format!("{answer:?}"))
    }
    let moves = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let lines = [moves(&[]), moves(&["P d5-d6"]), moves(&["P d5-d6", "p e8-e7"]), moves(&["P d5-d9"])];
    let mut answers = Vec::new();
    for moves in &lines {
        let path = PositionPath { vfen: START, moves };
        answers.push(text(view.moves(path)));
        answers.push(text(view.after(path)));
        answers.push(text(view.status(path)));
        for depth in 0..3 {
            answers.push(text(view.perft(path, depth)));
            answers.push(text(view.perft_within(path, depth, 1_000_000)));
            answers.push(text(
                view.count(path, depth, &Resources::default(), &()).map(|tally| (tally.total, tally.moves)),
            ));
        }
        answers.push(text(view.divide(path, 2)));
        let plan = CountPlan { observer: Some(&()), ..CountPlan::default() };
        answers.push(text(view.ask(path, &Question::Divide { depth: 2 }, &plan)));
    }
    for vfen in [START, "5k4/10 w - - 0 1", "", "5k4/5P4/10/10/10/10/10/10/10/5K4 w - - 0 1"] {
        answers.push(text(view.read(vfen)));
        answers.push(text(view.survey(vfen)));
    }
    answers
}

#[test]
fn a_replay_answers_as_the_recorded_backend_did() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("a record.jsonl");
    let about = About { command: vec!["vperft".into(), "\u{1b}\"\n".into()], suite: None };
    let recorder = Recorder::create(&path, &about).expect("it is written");
    let options = Options { record: Some(recorder.clone()), ..Options::default() };
    let mut backend = registry().open("reference", &options).expect("it is built in");
    let expected = all(backend.of(VariantId::RYUGI).expect("it has the rules"));
    let mut plain = registry().open("reference", &Options::default()).expect("it is built in");
    assert_eq!(
        all(plain.of(VariantId::RYUGI).expect("it has the rules")),
        expected,
        "recording changes nothing"
    );
    recorder.written().expect("there is room");
    let mut replayed = replay(&path, "").expect("it is a record");
    let identity = format!("replay-{}", backend.identity());
    assert_eq!((replayed.identity(), replayed.variants()), (identity, vec![VariantId::RYUGI]));
    for round in 0..2 {
        let answers = all(replayed.of(VariantId::RYUGI).expect("it was asked about"));
        assert_eq!(answers, expected, "round {round}");
    }
    let view = replayed.of(VariantId::RYUGI).expect("it was asked about");
    let lacking = view.perft(START.into(), 3).expect_err("it was not asked");
    assert_eq!(lacking.to_string(), "does not support this: the record does not hold this question, `perft`");
    let other = replayed.of(VariantId::ROCOCO).err().expect("it was not asked about").to_string();
    assert_eq!(other, "does not support this: rococo; the record is one of ryugi");
}

#[test]
fn a_recorded_survey_answers_simpler_questions() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("record");
    let options = Options { record: Recorder::create(&path, &About::default()).ok(), ..Options::default() };
    let mut backend = registry().open("reference", &options).expect("it is built in");
    let surveyed =
        backend.of(VariantId::RYUGI).and_then(|view| view.survey(START)).expect("it is a position");
    let mut replayed = replay(&path, "").expect("it is a record");
    let view = replayed.of(VariantId::RYUGI).expect("it was asked about");
    assert_eq!(view.read(START), Ok(surveyed.vfen.clone()));
    assert_eq!(view.perft(START.into(), 1), Ok(surveyed.count));
    assert_eq!(view.status(START.into()).ok(), surveyed.status);
    for child in &surveyed.children {
        let moves = [child.text.clone()];
        let path = PositionPath { vfen: START, moves: &moves };
        assert_eq!((view.after(path), view.status(path).ok()), (Ok(child.vfen.clone()), child.status));
    }
}

/// A record with a header, a backend and these lines.
fn record(lines: &str) -> (TempDir, PathBuf) {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("record");
    let digest = super::line::digest(VariantId::RYUGI);
    let open = |number: u32, name: &str| {
        format!(
            "{{\"at\":0,\"open\":{number},\"name\":\"{name}\",\"identity\":\"{name}@1\",\"variants\":{{\"ryugi\":\"{digest}\"}}}}\n"
        )
    };
    let head = "{\"record\":1,\"vperft\":\"0.1.0\",\"began\":1,\"command\":[]}\n";
    fs::write(&path, format!("{head}{}{}{lines}", open(0, "cmd:one"), open(1, "two"))).expect("a file");
    (folder, path)
}

#[test]
fn several_answers_to_a_question_come_in_their_order_and_then_the_last() {
    let ask = "\"ask\":\"status\",\"variant\":\"ryugi\",\"vfen\":\"x\"}\n";
    let answers = ["ongoing", "draw-dead", "checkmate"]
        .map(|word| format!("{{\"at\":0,\"from\":0,\"result\":\"{word}\"}}\n"));
    let lines: String = answers.iter().map(|answer| format!("{{\"at\":0,\"to\":0,{ask}{answer}")).collect();
    // The other backend gets the same questions in between, and its second one has no answer.
    let other = format!(
        "{{\"at\":0,\"to\":1,{ask}{lines}{{\"at\":0,\"from\":1,\"error\":{{\"kind\":\"timeout\",\"message\":\"it\",\"seconds\":0.3}}}}\n{{\"at\":0,\"to\":1,{ask}"
    );
    let (_folder, path) = record(&other);
    let mut registry = Registry::default();
    register(&mut registry);
    let name = format!("replay:{}", path.display());
    // A backend that is opened again continues where the last one stopped.
    let answers: Vec<_> = (0..4)
        .map(|_| {
            let mut backend = registry.open(&name, &Options::default()).expect("it is a record");
            backend.of(VariantId::RYUGI).and_then(|view| view.status("x".into()))
        })
        .collect();
    let [first, second, last] = [Status::Ongoing, Status::DrawDead, Status::Checkmate].map(Ok);
    assert_eq!(answers, [first, second, last.clone(), last]);
    let mut two = replay(&path, "two").expect("it is the second");
    for _ in 0..2 {
        let error = two.of(VariantId::RYUGI).and_then(|view| view.status("x".into())).expect_err("it hung");
        assert_eq!(error.to_string(), "gave no answer to it within 300ms");
    }
}

#[test]
fn malformed_records_are_refused_with_the_line() {
    let ask = "{\"at\":0,\"to\":0,\"ask\":\"moves\",\"variant\":\"ryugi\",\"vfen\":\"x\"}\n";
    for (lines, expected) in [
        ("{\"at\":0,\"to\":0,\"as", "record, line 4: is truncated; the 3 lines before"),
        (
            "{\"at\":0,\"to\":0,\"as\n",
            "record, line 4: column 18: EOF while parsing a string; expected a JSON object",
        ),
        ("[]\n", "record, line 4: "),
        ("{}\n", "record, line 4: expected one of `open`, `to` and `from`"),
        (
            "{\"at\":0,\"to\":7,\"ask\":\"moves\",\"variant\":\"ryugi\"}\n",
            "line 4: is about backend 7, which was not opened",
        ),
        ("{\"at\":0,\"from\":0,\"result\":[]}\n", "line 4: an answer of backend 0, which was asked nothing"),
        ("{\"at\":0,\"to\":0,\"ask\":\"tea\",\"variant\":\"ryugi\"}\n", ": unknown variant `tea`"),
        ("{\"at\":0,\"to\":0,\"ask\":\"moves\"}\n", "line 4: a question without `ask` and `variant`"),
        (&format!("{ask}{{\"at\":0,\"from\":0}}\n"), "line 5: an answer without `result`"),
        (
            "{\"at\":0,\"open\":1,\"name\":\"x\",\"identity\":\"x@1\",\"variants\":{}}\n",
            "line 4: backend 1 is opened twice",
        ),
    ] {
        let (_folder, path) = record(lines);
        let error = replay(&path, "").err().expect(lines);
        assert!(error.contains(expected), "{lines}: {error}");
    }
    for (text, expected) in [
        ("", "record: is empty; expected a record, as --record writes it"),
        (
            "hello\n",
            "record, line 1: column 1: expected value; expected the header of a record, which begins",
        ),
        ("{\"record\":2,\"anything\":1}\n", "record, line 1: format 2; this program reads format 1"),
        ("{\"record\":1}\n", "record, line 1: column 12: missing field `vperft`; expected the header"),
        ("{\"record\":1,\"vperft\":\"1\",\"began\":1,\"command\":[]}\n", "record: holds no backend"),
        (
            "{\"record\":1,\"vperft\":\"1\",\"began\":1,\"command\":[]}\n{\"open\":0,\"name\":\"x\",\"identity\":\"x@1\",\"variants\":{\"ryugi\":\"0\"}}\n",
            "is a record of another ryugi: its pieces, board or start are not those",
        ),
        (
            "{\"record\":1,\"vperft\":\"1\",\"began\":1,\"command\":[]}\n{\"open\":0,\"name\":\"x\",\"identity\":\"x@1\",\"variants\":{\"shogi\":\"0\"}}\n",
            "is a record of shogi, which this program does not know; --variant DIR adds one",
        ),
    ] {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join("record");
        fs::write(&path, text).expect("a file");
        let error = replay(&path, "").err().expect(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
    // The memory for a line without an end is limited.
    let (_folder, path) = record("");
    let file = fs::File::options().append(true).open(&path).expect("a file");
    file.set_len(1 << 40).or_else(|_| file.set_len(80 << 20)).expect("nothing takes no room");
    let error = replay(&path, "").err().expect("it has no lines");
    assert!(error.contains("record, line 4: has more than 67108864 bytes, the limit of a line"), "{error}");
    let folder = tempdir().expect("a folder");
    for path in [folder.path().to_owned(), folder.path().join("none")] {
        let error = replay(&path, "").err().expect("no file");
        assert!(error.contains(&path.display().to_string()), "{error}");
    }
}

#[test]
fn of_several_backends_one_is_named() {
    let (_folder, path) = record("");
    for (which, identity) in
        [("", "cmd:one@1"), ("1", "cmd:one@1"), ("2", "two@1"), ("two", "two@1"), ("two@1", "two@1")]
    {
        assert_eq!(
            replay(&path, which).map(|backend| backend.identity()).as_deref(),
            Ok(identity),
            "{which}"
        );
    }
    for which in ["3", "0", "three"] {
        let error = replay(&path, which).err().expect(which);
        assert!(error.contains("expected `replay:FILE NUMBER`, as the record has several backends: 1 is `cmd:one`, 2 is `two`"), "{which}: {error}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_and_changes_no_answer() {
    let recorder =
        Recorder::create(Path::new("/dev/full"), &About::default()).expect_err("it is full").to_string();
    assert!(recorder.starts_with("/dev/full: "), "{recorder}");
}
