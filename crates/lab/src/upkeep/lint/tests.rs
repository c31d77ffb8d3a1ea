//! One clean corpus, and one fault at a time.

use super::lint;
use pretty_assertions::assert_eq;
use std::fs;
use vperft::inner::backend::{
    Answer, Backend, BackendError, CountPlan, PositionPath, Question, VariantBackend, derive_answer,
};
use vperft::inner::corpus::suite::Source;
use vperft::inner::game::notation::NotationError;
use vperft::inner::game::position::{Field, VfenError, VfenErrorKind};
use vperft::inner::game::variant::{Standard, Variant, VariantId};

const P: &str = "positions/ryugi/clauses.json";
const P2: &str = "positions/sandbox/clauses.json";
const S: &str = "suites/ryugi/clauses.json";
const MORE: &str = "suites/ryugi/more.json";
const S2: &str = "suites/sandbox/clauses.json";
const P3: &str = "positions/chess/published.json";
const S3: &str = "suites/chess/published.json";
const B: &str = "suites/chess/bugs.json";
const LOG: &str = "suites/CHANGELOG.md";
const B3: &str = "suites/sandbox/bugs.json";
const B2: &str = "suites/ryugi/bugs.json";

/// A replacement: the file, a text that occurs in it once, and the new text.
type Edit = (&'static str, &'static str, &'static str);

/// A corpus without findings.
const CLEAN: [(&str, &str); 11] = [
    (
        P,
        r#"{"format": 1, "variant": "ryugi", "positions": [
            {"id": "ryugi/one", "title": "One", "vfen": "1/2 w - - 0 1", "origin": {"kind": "constructed"}},
            {"id": "ryugi/two", "title": "Two", "vfen": "2/2 w - - 0 1", "origin": {"kind": "random", "seed": 7, "ply": 3}}]}"#,
    ),
    (
        P2,
        r#"{"format": 1, "variant": "sandbox", "positions": [
            {"id": "sandbox/one", "title": "One", "vfen": "1/2 w - - 0 1", "origin": {"kind": "published", "source": "print"}}]}"#,
    ),
    (
        S,
        r#"{"format": 1, "variant": "ryugi", "cases": [
            {"id": "ryugi/a", "title": "A", "position": "ryugi/one", "clauses": ["RYU-EP", "GEN-MOVE"], "bugs": ["lost"],
             "checks": {"perft": {"1": 20, "9": "9007199254740992"}, "moves": ["K a1-a2", "K a1-b1"], "moves_of": {"c3": ["N c3-b1", "N c3-d1"]}},
             "provenance": {"perft": ["hand", "reference@0.1.0"], "moves": ["hand", "independent"], "moves_of": ["hand", "independent"]}},
            {"id": "ryugi/b", "title": "B", "position": "ryugi/two", "clauses": ["RYU-EP"], "bugs": ["lost"], "line": ["K a1-a2"],
             "checks": {"position": "2/2 b - - 0 9", "illegal": ["a1-a9"], "after": {"K a2-a3": "3/3 b - - 1 1"}, "status": "ongoing",
                        "rejects": [{"vfen": "", "kind": "field-count"}, {"vfen": "x", "kind": "field-count"}]},
             "provenance": {"position": ["hand", "independent"], "illegal": ["hand", "independent"], "after": ["hand", "independent"], "status": ["hand", "independent"], "rejects": ["hand", "independent"]}}]}"#,
    ),
    (
        MORE,
        r#"{"format": 1, "variant": "ryugi", "cases": [
            {"id": "ryugi/c", "title": "C", "position": "ryugi/two", "clauses": ["RYU-EP"], "bugs": ["lost"],
             "checks": {"status": "ongoing"}, "provenance": {"status": ["hand", "independent"]}}]}"#,
    ),
    (
        S2,
        r#"{"format": 1, "variant": "sandbox", "cases": [
            {"id": "sandbox/a", "title": "A", "position": "sandbox/one", "clauses": ["SBX-BROUHAHA"], "bugs": ["lost"],
             "checks": {"status": "ongoing"}, "provenance": {"status": ["hand", "independent"]}}]}"#,
    ),
    (
        P3,
        r#"{"format": 1, "variant": "chess", "positions": [
            {"id": "chess/one", "title": "One", "vfen": "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "origin": {"kind": "constructed"}}]}"#,
    ),
    (
        S3,
        r#"{"format": 1, "variant": "chess", "cases": [
            {"id": "chess/a", "title": "A", "position": "chess/one", "clauses": ["CHS-KING"], "bugs": ["rook-jumps", "king-jumps"],
             "checks": {"status": "ongoing"}, "provenance": {"status": ["hand", "independent"]}},
            {"id": "chess/b", "title": "B", "position": "chess/one", "clauses": ["CHS-KING"], "bugs": ["pin-lost"],
             "checks": {"illegal": ["e1-e3"]}, "provenance": {"illegal": ["hand", "independent"]}}]}"#,
    ),
    (
        B,
        r#"{"format": 1, "variant": "chess", "bugs": [
            {"id": "king-jumps", "title": "The King jumps", "text": "A King goes too far, e.g. to e3. It shows at once.", "case": "chess/a"},
            {"id": "pin-lost", "title": "The pin is lost", "text": "It is lost. It is gone.", "case": "chess/b"},
            {"id": "rook-jumps", "title": "The Rook jumps", "text": "A Rook jumps (as a Cannon does?) It is none.", "case": "chess/a", "seen": "a program"}]}"#,
    ),
    (
        B2,
        r#"{"format": 1, "variant": "ryugi", "bugs": [
            {"id": "lost", "title": "Lost", "text": "It is lost. It is gone.", "case": "ryugi/b"}]}"#,
    ),
    (
        B3,
        r#"{"format": 1, "variant": "sandbox", "bugs": [
            {"id": "lost", "title": "Lost", "text": "It is lost. It is gone.", "case": "sandbox/a"}]}"#,
    ),
    (LOG, "# Versions\n\n## 1.10.0\n\nB.\n\n## 1.9.1\n\n### Notes\n"),
];

/// Prints a VFEN without the word `spare`, and refuses a VFEN with the word `bad`.
struct Fake;

impl Backend for Fake {
    fn identity(&self) -> String {
        "fake@1".into()
    }

    fn of(&mut self, _: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        Ok(self)
    }
}

impl VariantBackend for Fake {
    fn variant(&self) -> VariantId {
        VariantId::RYUGI
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        match question {
            Question::Read => {}
            Question::After { .. } => return derive_answer(self, path, question, plan),
            _ => unreachable!("lint asks for no expected values"),
        }
        if let Some(text) = path.moves.iter().find(|text| text.contains("bad")) {
            return Err(NotationError::Illegal(text.clone()).into());
        }
        if path.vfen.contains("bad") {
            let (place, problem) = ("at the end".into(), "bad".into());
            let kind = VfenErrorKind::ExtraField;
            return Err(VfenError { kind, field: Field::Extra, place, problem, offset: 0 }.into());
        }
        Ok(Answer::Vfen(path.vfen.replace(" spare", "")))
    }
}

/// The findings about the clean corpus after some replacements.
fn report(case: &str, edits: &[Edit]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, clean) in CLEAN {
        let mut text = clean.to_owned();
        for (_, from, to) in edits.iter().filter(|(file, ..)| *file == name) {
            assert_eq!(text.matches(from).count(), 1, "{case}: `{from}` in {name}");
            text = text.replace(from, to);
        }
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let (suites, positions) = (folder.path().join("suites"), folder.path().join("positions"));
    let source = Source {
        suites: Some(suites),
        positions: Some(positions),
        without_embedded: true,
        ..Source::default()
    };
    let report = lint(&source, &mut Fake, &[(Fake.identity(), Fake.variants())]).unwrap();
    let root = format!("{}/", folder.path().display());
    report.findings.iter().map(|finding| finding.to_string().replace(&root, "")).collect()
}

/// Asserts exactly these findings, each given by the start of its text.
fn check(case: &str, edits: &[Edit], expected: &[&str]) {
    let findings = report(case, edits);
    let fits = findings.len() == expected.len()
        && findings.iter().zip(expected).all(|(finding, start)| finding.starts_with(start));
    assert!(fits, "{case}\nfound:\n  {}\nexpected:\n  {}", findings.join("\n  "), expected.join("\n  "));
}

#[test]
fn a_clean_corpus_has_no_findings() {
    assert_eq!(report("clean", &[]), Vec::<String>::new());
}

#[test]
fn broken_files_are_one_finding_each() {
    let cases: &[(&str, Edit, &str)] = &[
        (
            "no JSON",
            (S, "{\"format\"", "("),
            "suites/ryugi/clauses.json: expected value at line 1 column 1; expected vperft suite",
        ),
        (
            "unknown field",
            (P, "\"seed\"", "\"sed\""),
            "positions/ryugi/clauses.json: unknown field `sed`, expected `seed` or `ply` at line 3 column ",
        ),
        (
            "wrong type",
            (S, "20,", "-20,"),
            "suites/ryugi/clauses.json: invalid type: integer `-20`, expected a count",
        ),
        (
            "missing field",
            (MORE, "\"title\": \"C\", ", ""),
            "suites/ryugi/more.json: missing field `title` at line 3 column ",
        ),
        (
            "other format",
            (P2, "\"format\": 1", "\"format\": 2, \"new\": 1"),
            "positions/sandbox/clauses.json: format 2; this program reads format 1; expected vperft positions",
        ),
        (
            "bug without a case",
            (B, "It is none.\", \"case\": \"chess/a\"", "It is not.\""),
            "suites/chess/bugs.json: missing field `case` at line 4 column ",
        ),
        (
            "no format",
            (P2, "\"format\": 1, ", ""),
            "positions/sandbox/clauses.json: missing field `format` at line 2 column ",
        ),
    ];
    for (case, edit, expected) in cases {
        check(case, &[*edit], &[expected]);
    }
    let both = [(S, "20,", "-20,"), (MORE, "\"C\"", "\"C.\"")];
    check(
        "lint goes on",
        &both,
        &[
            "suites/ryugi/clauses.json: invalid type",
            "suites/ryugi/more.json: case `ryugi/c`: at `/cases/0/title`",
        ],
    );
}

#[test]
fn a_file_is_in_the_folder_of_its_variant() {
    let findings = report("folder", &[(MORE, "\"variant\": \"ryugi\"", "\"variant\": \"sandbox\"")]);
    let expected =
        format!("{MORE}: a file of `sandbox` in the folder of `ryugi`; expected the folder `sandbox`");
    assert_eq!(findings.iter().filter(|finding| **finding == expected).count(), 1, "{findings:?}");
}

#[test]
fn every_rule_has_a_finding() {
    let a = |text: &str| format!("{S}: case `ryugi/a`: {text}");
    let b = |text: &str| format!("{S}: case `ryugi/b`: {text}");
    let one = |text: &str| format!("{P}: position `ryugi/one`: {text}");
    let two = |text: &str| format!("{P}: position `ryugi/two`: {text}");
    let bug = |id: &str, text: &str| format!("{B}: bug `{id}`: {text}");
    #[rustfmt::skip]
    let cases: Vec<(&str, Vec<Edit>, Vec<String>)> = vec![
        // What the schemas say.
        ("case id", vec![(S, "\"ryugi/a\"", "\"ryugi/A\"")], vec![format!("{S}: case `ryugi/A`: at `/cases/0/id`: \"ryugi/A\" is malformed; expected The stable id of the case")]),
        ("position id", vec![(P, "\"ryugi/two\"", "\"ryugi/two_\""), (S, "\"ryugi/two\"", "\"ryugi/one\""), (MORE, "\"ryugi/two\"", "\"ryugi/two_\"")],
            vec![format!("{P}: position `ryugi/two_`: at `/positions/1/id`: \"ryugi/two_\" is malformed"), format!("{MORE}: case `ryugi/c`: at `/cases/0/position`")]),
        ("title with an escape", vec![(P, "\"One\"", "\"One\\u001b[2J\"")], vec![one("at `/positions/0/title`: U+001B, which no reader sees; expected text with visible characters only")]),
        ("title with U+202E", vec![(P, "\"One\"", "\"On\u{202e}e\"")], vec![one("at `/positions/0/title`: U+202E, which no reader sees")]),
        ("title with period", vec![(P, "\"One\"", "\"One.\"")], vec![one("at `/positions/0/title`: \"One.\" is malformed; expected What the position shows, in words, on one line, not empty, without a trailing period")]),
        ("empty title", vec![(S, "\"A\"", "\"\"")], vec![a("at `/cases/0/title`: \"\" is malformed")]),
        ("no clause", vec![(S, "[\"RYU-EP\", \"GEN-MOVE\"]", "[]")], vec![a("at `/cases/0/clauses`: the list has fewer than 1 item; expected The clauses")]),
        ("clause twice", vec![(S, "\"GEN-MOVE\"", "\"RYU-EP\"")], vec![a("at `/cases/0/clauses`: \"RYU-EP\" occurs twice")]),
        ("empty line", vec![(S, "[\"K a1-a2\"]", "[]")], vec![b("at `/cases/1/line`: the list has fewer than 1 item")]),
        ("empty check", vec![(S, "\"illegal\": [\"a1-a9\"]", "\"illegal\": []"), (S, "\"illegal\": [\"hand\", \"independent\"], ", "")], vec![b("at `/cases/1/checks/illegal`: the list has fewer than 1 item")]),
        ("no checks", vec![(MORE, "{\"status\": \"ongoing\"}", "{}"), (MORE, "{\"status\": [\"hand\", \"independent\"]}", "{}")],
            vec![format!("{MORE}: case `ryugi/c`: at `/cases/0/checks`: the object has fewer than 1 field"), format!("{MORE}: case `ryugi/c`: at `/cases/0/provenance`: the object has fewer than 1 field")]),
        ("illegal twice", vec![(S, "\"a1-a9\"", "\"a1-a9\", \"b1\", \"a1-a9\"")], vec![b("at `/cases/1/checks/illegal`: \"a1-a9\" occurs twice; expected Texts that must be refused")]),
        ("rejects twice", vec![(S, "\"vfen\": \"x\"", "\"vfen\": \"\"")], vec![b("at `/cases/1/checks/rejects`: {\"vfen\":\"\",\"kind\":\"field-count\"} occurs twice")]),
        ("move twice", vec![(S, "\"K a1-b1\"", "\"K a1-a2\"")], vec![a("moves: `K a1-a2` is listed twice; expected the moves sorted bytewise, each once")]),
        ("move twice in an entry", vec![(S, "\"K a1-b1\"", "\"K a1: b1 b1\"")], vec![a("moves: `K a1-b1` is listed twice")]),
        ("move not canonical", vec![(S, "\"K a1-b1\"", "\"a1-b1\"")], vec![a("at `/cases/0/checks/moves/1`: \"a1-b1\" is malformed; expected A move as canonical text")]),
        ("depth", vec![(S, "\"1\": 20", "\"100\": 20")], vec![a("at `/cases/0/checks/perft`: the object has unknown fields: 100; expected Depth to the number of legal move sequences of that length (GEN-PERFT), for at least one depth. A depth is from 0 to 99")]),
        ("count", vec![(S, "\"9007199254740992\"", "\"09007199254740992\"")], vec![a("at `/cases/0/checks/perft/9`: \"09007199254740992\" matches none of the allowed forms")]),
        ("empty provenance", vec![(MORE, "[\"hand\", \"independent\"]", "[]")], vec![format!("{MORE}: case `ryugi/c`: at `/cases/0/provenance/status`: the list has fewer than 1 item")]),
        ("unknown provenance", vec![(S, "\"reference@0.1.0\"", "\"reference\"")], vec![a("at `/cases/0/provenance/perft/1`: \"reference\" is malformed; expected `hand`")]),
        ("origin", vec![(P, "\"constructed\"", "\"constructed\", \"by\": \"me\"")], vec![one("at `/positions/0/origin`: the object matches none of the allowed forms")]),
        ("bug id", vec![(B, "\"king-jumps\"", "\"king_jumps\""), (S3, "\"king-jumps\"", "\"king_jumps\"")],
            vec![bug("king_jumps", "at `/bugs/0/id`: \"king_jumps\" is malformed; expected The stable id of the bug"), format!("{S3}: case `chess/a`: at `/cases/0/bugs/1`: \"king_jumps\" is malformed; expected The id of a bug")]),
        ("no bugs", vec![(S3, " \"bugs\": [\"pin-lost\"],", "")],
            vec![bug("pin-lost", "no case carries it")]),
        ("no bug", vec![(S3, "[\"pin-lost\"]", "[]")],
            vec![bug("pin-lost", "no case carries it")]),
        ("bug twice in a case", vec![(S3, "\"king-jumps\"]", "\"king-jumps\", \"rook-jumps\"]")], vec![format!("{S3}: case `chess/a`: at `/cases/0/bugs`: \"rook-jumps\" occurs twice")]),
        ("bug title with period", vec![(B, "The King jumps", "The King jumps.")], vec![bug("king-jumps", "at `/bugs/0/title`: \"The King jumps.\" is malformed; expected The bug in a few words")]),
        ("bug text without period", vec![(B, "It shows at once.", "It shows. At once")], vec![bug("king-jumps", "at `/bugs/0/text`: ")]),
        ("seen nowhere", vec![(B, "a program", "")], vec![bug("rook-jumps", "at `/bugs/2/seen`: \"\" is malformed; expected Where such a bug was observed")]),
        // Bugs.
        ("bugs not sorted", vec![(B, "rook-jumps", "a-rook-jumps"), (S3, "rook-jumps", "a-rook-jumps")], vec![bug("a-rook-jumps", "comes after `pin-lost`; expected the entries sorted")]),
        ("bug id twice", vec![(B, "pin-lost", "king-jumps"), (S3, "pin-lost", "king-jumps")], vec![bug("king-jumps", "the id is also in suites/chess/bugs.json; expected an id of its own")]),
        ("two dictionaries", vec![(B3, "\"sandbox\"", "\"ryugi\"")], vec![
            format!("{B3}: a file of `ryugi` in the folder of `sandbox`; expected the folder `ryugi`"),
            format!("{B3}: suites/ryugi/bugs.json is already the dictionary of ryugi; expected one dictionary per variant"), format!("{B3}: bug `lost`: the id is also in suites/ryugi/bugs.json"),
            format!("{B3}: bug `lost`: case `sandbox/a` belongs to sandbox; expected the id of a case of ryugi"), format!("{S2}: case `sandbox/a`: unknown bug `lost`; expected an id from suites/sandbox/bugs.json")]),
        ("one sentence", vec![(B, "e.g. to e3. It", "e.g. to e3, it")], vec![bug("king-jumps", "the text has 1 sentences; expected two: what goes wrong, and how it shows")]),
        ("three sentences", vec![(B, "It shows at once.", "It shows. At once.")], vec![bug("king-jumps", "the text has 3 sentences; expected two")]),
        ("unknown bug", vec![(S3, "\"king-jumps\"]", "\"king-jumps\", \"pawn-jumps\"]")], vec![format!("{S3}: case `chess/a`: unknown bug `pawn-jumps`; expected an id from suites/chess/bugs.json")]),
        ("bug without a case that carries it", vec![(S3, ", \"king-jumps\"", "")], vec![bug("king-jumps", "no case carries it; expected a case, or remove the bug")]),
        ("its case does not carry it", vec![(B, "\"case\": \"chess/a\"}", "\"case\": \"chess/b\"}")], vec![bug("king-jumps", "case `chess/b` does not carry the tag; expected a case that does")]),
        ("its case does not exist", vec![(B, "\"case\": \"chess/a\"}", "\"case\": \"chess/c\"}")], vec![bug("king-jumps", "case `chess/c` does not exist; expected the id of a case of chess")]),
        ("its case is of another variant", vec![(B, "\"case\": \"chess/a\"}", "\"case\": \"ryugi/a\"}")], vec![bug("king-jumps", "case `ryugi/a` belongs to ryugi; expected the id of a case of chess")]),
        // Versions.
        ("no version", vec![(LOG, "## 1.9.1", "## 1.9")], vec![format!("{LOG}: line 7: `1.9` is not a version such as 1.2.0; expected the versions of the suite, the newest first")]),
        ("versions not sorted", vec![(LOG, "1.9.1", "1.11.0")], vec![format!("{LOG}: line 7: 1.11.0 comes below 1.10.0; expected the versions of the suite")]),
        ("version twice", vec![(LOG, "1.9.1", "1.10.0")], vec![format!("{LOG}: line 7: 1.10.0 comes below 1.10.0")]),
        // Ids and order.
        ("case of another variant", vec![(MORE, "ryugi/c", "sandbox/c")], vec![format!("{MORE}: case `sandbox/c`: the id belongs to another variant; expected `ryugi/`")]),
        ("case id twice", vec![(MORE, "ryugi/c", "ryugi/a")], vec![format!("{MORE}: case `ryugi/a`: the id is also in ")]),
        ("position id twice", vec![(P, "ryugi/two", "ryugi/one"), (S, "ryugi/two", "ryugi/one"), (MORE, "ryugi/two", "ryugi/one")], vec![one("the id is also in ")]),
        ("cases not sorted", vec![(S, "ryugi/b", "ryugi/0"), (B2, "ryugi/b", "ryugi/0")], vec![format!("{S}: case `ryugi/0`: comes after `ryugi/a`; expected the entries sorted")]),
        ("positions not sorted", vec![(P, "ryugi/two", "ryugi/a"), (S, "ryugi/two", "ryugi/a"), (MORE, "ryugi/two", "ryugi/a")], vec![format!("{P}: position `ryugi/a`: comes after `ryugi/one`")]),
        ("position twice", vec![(P, "2/2", "1/2")], vec![two("`ryugi/one` has the same VFEN")]),
        ("case twice", vec![(S, "\"line\": [\"K a1-a2\"],\n", ""), (S, "\"position\": \"2/2 b - - 0 9\", \"illegal\": [\"a1-a9\"], \"after\": {\"K a2-a3\": \"3/3 b - - 1 1\"}, ", ""),
            (S, ",\n                        \"rejects\": [{\"vfen\": \"\", \"kind\": \"field-count\"}, {\"vfen\": \"x\", \"kind\": \"field-count\"}]", ""),
            (S, "\"position\": [\"hand\", \"independent\"], \"illegal\": [\"hand\", \"independent\"], \"after\": [\"hand\", \"independent\"], ", ""), (S, ", \"rejects\": [\"hand\", \"independent\"]", "")],
            vec![format!("{MORE}: case `ryugi/c`: `ryugi/b` has the same position, line and checks")]),
        // Links.
        ("position missing", vec![(MORE, "ryugi/two", "ryugi/three")], vec![format!("{MORE}: case `ryugi/c`: position `ryugi/three` does not exist")]),
        ("position of another variant", vec![(MORE, "ryugi/two", "sandbox/one")], vec![format!("{MORE}: case `ryugi/c`: position `sandbox/one` belongs to sandbox; expected a position of ryugi")]),
        ("position unused", vec![(S, "ryugi/one", "ryugi/two")], vec![one("no case uses it")]),
        ("clause missing", vec![(MORE, "RYU-EP", "RYU-NONE")], vec![format!("{MORE}: case `ryugi/c`: unknown clause `RYU-NONE`")]),
        ("clause of another variant", vec![(MORE, "RYU-EP", "SBX-BROUHAHA")], vec![format!("{MORE}: case `ryugi/c`: clause `SBX-BROUHAHA` belongs to sandbox")]),
        // Provenance.
        ("kind without provenance", vec![(S, "\"after\": [\"hand\", \"independent\"], ", "")], vec![b("`after` has no provenance")]),
        ("provenance without kind", vec![(S2, "\"provenance\": {", "\"provenance\": {\"moves\": [\"hand\"], ")], vec![format!("{S2}: case `sandbox/a`: there is provenance of `moves`, but no such check")]),
        // Moves.
        ("moves not sorted", vec![(S, "\"K a1-a2\", \"K a1-b1\"", "\"K a1-b1\", \"K a1-a2\"")], vec![a("moves: `K a1-a2` comes after `K a1-b1`; expected the moves sorted")]),
        ("moves_of not sorted", vec![(S, "\"N c3-b1\", \"N c3-d1\"", "\"N c3-d1\", \"N c3-b1\"")], vec![a("moves_of `c3`: `N c3-b1` comes after `N c3-d1`")]),
        ("moves_of off the board", vec![(S, "{\"c3\": [\"N c3-b1\", \"N c3-d1\"]}", "{\"c11\": []}")], vec![a("moves_of: there is no square `c11`; expected a square of the board, 10 x 10")]),
        ("moves_of elsewhere", vec![(S, "\"N c3-d1\"", "\"N c4-d1\"")], vec![a("moves_of `c3`: `N c4-d1` does not start there")]),
        ("rejects for two reasons", vec![(S, "{\"vfen\": \"x\", \"kind\": \"field-count\"}", "{\"vfen\": \"\", \"kind\": \"side\"}")], vec![b("rejects `` as field-count and as side")]),
        // What the backend says.
        ("position refused", vec![(P, "2/2 w - - 0 1", "2/2 w - - 0 1 bad")], vec![two("the VFEN `2/2 w - - 0 1 bad`: refused the position: extra field, at the end: bad")]),
        ("position not canonical", vec![(P, "2/2 w - - 0 1", "2/2 w - - 0 1 spare")], vec![two("the VFEN `2/2 w - - 0 1 spare` is not canonical; expected `2/2 w - - 0 1`")]),
        ("a line that nothing confirms", vec![(S, r#""position": "2/2 b - - 0 9", "#, ""), (S, r#""position": ["hand", "independent"], "#, "")], vec![b("the case has a line and `illegal`, but no `position`; expected the VFEN after the line")]),
        ("after refused", vec![(S, "3/3 b - - 1 1", "3/3 b - - 1 1 bad")], vec![b("after:K a2-a3: the VFEN `3/3 b - - 1 1 bad`: refused the position")]),
        ("after not canonical", vec![(S, "3/3 b - - 1 1", "3/3 b - - 1 1 spare")], vec![b("after:K a2-a3: the VFEN `3/3 b - - 1 1 spare` is not canonical")]),
        ("line refused", vec![(S, "[\"K a1-a2\"]", "[\"K a1-a2\", \"bad\"]")], vec![b("the line: refused the move: `bad` is not a legal move")]),
    ];
    for (case, edits, expected) in cases {
        check(case, &edits, &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn a_value_needs_two_sources() {
    let c = |text: &str| format!("{MORE}: case `ryugi/c`: `status` {text}");
    for (case, sources, expected) in [
        ("hand alone", "[\"hand\"]", "is unconfirmed: its one source is hand; expected two sources"),
        ("two versions", "[\"other@1\", \"other@2\"]", "is unconfirmed: its one source is other@1, other@2;"),
    ] {
        check(case, &[(MORE, "[\"hand\", \"independent\"]", sources)], &[&c(expected)]);
    }
}

#[test]
fn a_published_value_needs_only_a_published_position() {
    check("in print", &[(S2, "[\"hand\", \"independent\"]", "[\"published\"]")], &[]);
    let expected = format!(
        "{MORE}: case `ryugi/c`: `status` is published, but the position is not; expected a position"
    );
    check("not in print", &[(MORE, "[\"hand\", \"independent\"]", "[\"published\"]")], &[&expected]);
}

#[test]
fn a_record_is_a_count_of_its_tier() {
    let expected = format!("{MORE}: case `ryugi/c`: `status` is from a record, but `status` counts 0 nodes");
    check("no count", &[(MORE, "[\"hand\", \"independent\"]", "[\"record\"]")], &[&expected]);
}

#[test]
fn the_harness_reads_variants_that_the_backend_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name).join("chess/a.json");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let position = |id: &str, vfen: &str| {
        format!(
            r#"{{"id": "chess/{id}", "title": "A", "vfen": "{vfen}", "origin": {{"kind": "published", "source": "print"}}}}"#
        )
    };
    let positions = [
        position("a", "4k3/8/8/8/8/8/8/R3K2R w * - 0 1"),
        position("b", "4k3/8/8/8/8/8/8/R3K2R w a1,e1,h1 - 0 1"),
        position("c", "8/8/8/8/8/8/8/R3K2R w * - 0 1"),
    ];
    write(
        "positions",
        &format!(r#"{{"format": 1, "variant": "chess", "positions": [{}]}}"#, positions.join(", ")),
    );
    let case = |id: &str| {
        format!(
            r#"{{"id": "chess/{id}", "title": "A", "position": "chess/{id}", "clauses": ["CHS-KING"], "bugs": ["lost"], "line": ["K e1-e2"],
             "checks": {{"perft": {{"1": 1}}}}, "provenance": {{"perft": ["published"]}}}}"#
        )
    };
    let cases = ["a", "b", "c"].map(case).join(", ");
    write("suites", &format!(r#"{{"format": 1, "variant": "chess", "cases": [{cases}]}}"#));
    let bugs = r#"{"format": 1, "variant": "chess", "bugs": [{"id": "lost", "title": "Lost", "text": "A. B.", "case": "chess/a"}]}"#;
    fs::write(folder.path().join("suites/chess/bugs.json"), bugs).unwrap();
    let source = Source {
        suites: Some(folder.path().join("suites")),
        positions: Some(folder.path().join("positions")),
        without_embedded: true,
        ..Source::default()
    };
    let mut backend = vperft::inner::generators::reference::all(&Standard);
    let built_in = [(backend.identity(), backend.variants())];
    let problems: Vec<_> = lint(&source, &mut backend, &built_in)
        .unwrap()
        .findings
        .into_iter()
        .map(|finding| finding.problem)
        .collect();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].ends_with("a1,e1,h1 - 0 1` is not canonical"), "{problems:?}");
    assert!(problems[1].contains("no black Kings; expected exactly one"), "{problems:?}");
}

#[test]
fn a_backend_must_confirm_every_value_or_none() {
    let lacks = |file: &str, case: &str, kind: &str| {
        format!("{file}: case `{case}`: `{kind}` does not name `fake@1`, though it is a source of others")
    };
    let others: Vec<_> = [
        (S3, "chess/a", &["status"][..]),
        (S3, "chess/b", &["illegal"]),
        (S, "ryugi/a", &["perft", "moves", "moves_of"]),
        (S, "ryugi/b", &["position", "illegal", "after", "status", "rejects"]),
        (S2, "sandbox/a", &["status"]),
    ]
    .into_iter()
    .flat_map(|(file, case, kinds)| kinds.iter().map(move |kind| lacks(file, case, kind)))
    .collect();
    for version in ["1", "0"] {
        let sources = format!("[\"hand\", \"fake@{version}\"]");
        let mut expected = others.clone();
        // An older version does not count as a source.
        if version == "0" {
            expected.insert(10, lacks(MORE, "ryugi/c", "status"));
        }
        let edits = [(MORE, "[\"hand\", \"independent\"]", &*sources.leak())];
        check(version, &edits, &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn games_of_built_in_variants_stay_within_them() {
    let mut report = super::Report::default();
    for variant in VariantId::BUILT_IN {
        super::games::check(Variant::get(variant), variant.name(), &mut report);
    }
    assert_eq!(report.findings, []);
}
