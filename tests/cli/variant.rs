//! Variants loaded with `--variant DIR`: the examples, and folders with errors.

use crate::tool::{PROGRAM, ROOT, SMALL_CORPUS, check, vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const CAPABLANCA: &str = "--variant examples/variants/capablanca";
const BOTH: &str = "--variant examples/variants/capablanca --variant=examples/variants/xiangqi";

/// A folder of this name with the table and the rules text of Xiangqi.
fn copy_xiangqi(name: &str) -> (TempDir, PathBuf) {
    let parent = TempDir::with_prefix("variants ").expect("a folder");
    let folder = parent.path().join(name);
    fs::create_dir(&folder).expect("a folder");
    for file in ["variant.json", "RULES.md"] {
        fs::copy(Path::new(ROOT).join("examples/variants/xiangqi").join(file), folder.join(file))
            .expect(file);
    }
    (parent, folder)
}

/// The same without moves in the table, so that only programs have its rules.
fn copy_without_moves(name: &str) -> (TempDir, PathBuf) {
    let (parent, folder) = copy_xiangqi(name);
    let path = folder.join("variant.json");
    let mut table: Value = serde_json::from_str(&fs::read_to_string(&path).expect("a file")).expect("JSON");
    let object = table.as_object_mut().expect("an object");
    object.remove("clauses");
    object.remove("regions");
    for piece in object["pieces"].as_array_mut().expect("a list") {
        piece.as_object_mut().expect("an object").remove("moves");
    }
    fs::write(&path, table.to_string()).expect("a file");
    (parent, folder)
}

/// A perftree script that prints the same single move for every position. `name` makes its command distinct.
fn one_move(name: &str) -> String {
    format!("script:sh -c 'printf \"P a4-a5 1\\n\\n1\\n\"' {name}")
}

#[test]
fn a_loaded_variant_is_accepted_and_listed_like_built_in_ones() {
    let board = "1 │ R  N  A  B  Q  K  B  C  N  R │ 1";
    check(&format!("show capablanca {CAPABLANCA}"), 0, &[board], &[]);
    check(&format!("{CAPABLANCA} show capablanca {CAPABLANCA}"), 0, &[board], &[]);
    check("show capablanca", 2, &[], &["invalid value 'capablanca'", "vanguard, ryugi"]);
    check(&format!("show shogi {BOTH}"), 2, &[], &["chess, capablanca, xiangqi"]);
    check(&format!("variants {BOTH}"), 0, &["capablanca  Capablanca Chess", "9 x 10"], &[]);
    check(&format!("perft --help {BOTH}"), 0, &["capablanca, xiangqi"], &[]);
    check(&format!("bugs xiangqi cannon-screen {BOTH}"), 0, &["A Cannon captures over none"], &[]);
    let entry = vperft(&format!("variants --format json {BOTH}")).ends(0).json();
    let entry = entry.as_array().and_then(|list| list.last().cloned()).expect("a list");
    assert_eq!((&entry["variant"], &entry["title"]), (&json!("xiangqi"), &json!("Xiangqi")));
    assert!(entry["cases"].as_u64() > Some(20) && entry["clauses"][0] == "XIA-GENERAL", "{entry}");
}

#[test]
fn exporting_a_corpus_needs_no_rules() {
    for format in ["epd", "sh"] {
        let outcome = vperft(&format!("export xiangqi --format {format} {BOTH}")).ends(0).says(&["3290240"]);
        assert_eq!(outcome.stderr, "", "{outcome}");
    }
    for format in ["json", "csv"] {
        check(&format!("export capablanca --format {format} {BOTH}"), 0, &["K f1-c1; R a1-d1"], &[]);
    }
}

#[test]
fn commands_that_need_rules_fail() {
    let (_parent, folder) = copy_without_moves("mini");
    let folder = folder.display().to_string();
    for (words, code, error) in [
        (&["perft", "mini", "1"][..], 4, "no rules of mini"),
        (&["run", "mini"], 4, "no rules of mini"),
        (&["fuzz", "mini"], 4, "no rules of mini in both reference and fast"),
        (&["identify", "mini"], 4, "no rules of mini"),
        (&["audit", "mini"], 2, "mini cannot be measured: the built-in backends have no rules of it"),
        (&["suite", "propose", "mini"], 2, "its variant.json does not say how pieces move; expected `moves`"),
    ] {
        let words = [words, &["--variant", &folder]].concat();
        let outcome = vperft_with(&words).ends(code).warns(&[error]);
        assert_eq!((outcome.stderr.lines().count(), &*outcome.stdout), (1, ""), "{outcome}");
    }
}

#[test]
fn a_program_can_have_the_rules_of_a_loaded_variant() {
    let folder = TempDir::new().expect("a folder");
    let script = folder.path().join("program.sh");
    let text = r#"while read -r line; do
            seq=${line#*:}
            case $line in
            *hello*) answer='"result":{"protocol":1,"name":"n","version":"1","variants":["capablanca"]}' ;;
            *) answer='"unsupported":"not yet"' ;;
            esac
            echo "{\"seq\":${seq%%,*},$answer}"
        done"#;
    fs::write(&script, text).expect("a file");
    let words = ["protocol", "check", &format!("cmd:sh '{}'", script.display())];
    vperft_with(&words).ends(1).says(&["vanguard, ryugi"]);
    let loaded = [&words[..], &["--variant", "examples/variants/capablanca"]].concat();
    vperft_with(&loaded).ends(0).says(&["capablanca: moves"]);
}

#[test]
fn a_replay_loads_the_variant() {
    let words = ["run", "xiangqi", "--check", "perft:1", "--filter", "xiangqi/start"];
    let program = one_move("a");
    let loaded = ["--variant", "examples/variants/xiangqi", "--backend", &program];
    let outcome = vperft_with(&[&words[..], &loaded].concat()).ends(1).says(&["expected 44"]);
    let line = outcome.stdout.lines().find_map(|line| line.trim_start().strip_prefix("replay   vperft "));
    let line = line.expect("a replay");
    assert!(line.contains("/examples/variants/xiangqi"), "{line}");
    vperft(line).ends(1).says(&["expected 44"]);
}

#[test]
fn bless_fills_in_values_with_two_programs() {
    let (parent, folder) = copy_xiangqi("mini");
    fs::rename(&folder, parent.path().join("tiny")).expect("another name");
    let folder = parent.path().join("tiny");
    let write = |path: &str, document: Value| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, document.to_string()).expect("a file");
    };
    write(
        "positions/a.json",
        json!({"format": 1, "variant": "tiny", "positions": [{"id": "tiny/a", "title": "A",
            "vfen": "3k5/9/9/9/9/9/P8/9/9/5K3 w - - 0 1", "origin": {"kind": "constructed"}}]}),
    );
    write(
        "suites/a.json",
        json!({"format": 1, "variant": "tiny", "cases": [{"id": "tiny/a", "title": "A", "position": "tiny/a",
            "clauses": ["XIA-GENERAL"], "bugs": [], "checks": {"perft": {"1": null}}, "provenance": {}}]}),
    );
    let blessed = assert_cmd::Command::new(PROGRAM)
        .current_dir(parent.path())
        .args(["bless", "tiny", "--variant", "tiny", "--a", &one_move("a"), "--b", &one_move("b")])
        .output()
        .expect("the program starts");
    assert!(blessed.status.success(), "{blessed:?}");
    let suite: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("suites/a.json")).expect("the suite"))
            .expect("JSON");
    assert_eq!(suite["cases"][0]["checks"], json!({"perft": {"1": 1}}));
}

#[test]
fn lint_reports_a_table_that_violates_its_schema() {
    let (_parent, folder) = copy_xiangqi("mini");
    edit(&folder, "variant.json", "\"Xiangqi\"", "\"\"");
    let lint = ["lint", "--variant", &folder.display().to_string()];
    let finding = "variant.json: at `/title`: \"\" is malformed; expected The name of the variant in prose";
    vperft_with(&[&lint[..], &SMALL_CORPUS].concat()).ends(1).says(&[finding]);
}

#[test]
fn lint_reports_what_the_rules_give_and_the_table_forgot() {
    let forgotten = [
        ("\"lost\", ", "", "`statuses` lacks `lost`, which `stalemate` gives; expected every status"),
        (
            "\"least\": 1, ",
            "",
            "a position without a royal piece of Black is valid; expected `\"least\": 1` of",
        ),
    ];
    for (from, to, finding) in forgotten {
        let (_parent, folder) = copy_xiangqi("mini");
        edit(&folder, "variant.json", from, to);
        lint_finds(&folder, finding);
    }
    for (name, from, to, finding) in [
        (
            "silent",
            "\"draw-repetition\", ",
            "",
            "`statuses` lacks `draw-repetition`, which `repetition` gives",
        ),
        (
            "mated",
            "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w * - 0 1\"",
            "\"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w * - 0 1\"",
            "/RNBQKBNR w * - 0 1` is `checkmate`; expected a game that is not over",
        ),
        (
            "behind",
            "\"counter_limit\"",
            "\"goals\": [{\"pieces\": [\"pawn\"], \"on\": \"rank 1\"}], \"counter_limit\"",
            "goals[0]: White never has 1 such piece there; expected goals that pieces can reach",
        ),
        (
            "crowd",
            "\"counter_limit\"",
            "\"goals\": [{\"pieces\": [\"pawn\"], \"on\": \"rank -2\", \"count\": 9}], \"counter_limit\"",
            "goals[0]: Black never has 9 such pieces there",
        ),
    ] {
        let parent = tempfile::tempdir().expect("a folder");
        vperft(&format!("new variant {name} --dir {}", parent.path().display())).ends(0);
        let folder = parent.path().join(name);
        edit(&folder, "variant.json", from, to);
        lint_finds(&folder, finding);
    }
    // A Pawn of chess that promotes on half of the last rank.
    let parent = tempfile::tempdir().expect("a folder");
    vperft(&format!("new variant half --dir {}", parent.path().display())).ends(0);
    let folder = parent.path().join("half");
    edit(&folder, "variant.json", "\"on\": \"rank -1\"", "\"on\": \"a8-d8\"");
    lint_finds(&folder, "the Pawn can go to e8 of the last rank, where `pawn.absent` excludes it");
}

/// Random games find moves that leave the variant, and symmetries that the moves do not have.
#[test]
fn lint_plays_games() {
    const KNIGHT: &str = r#"{"steps": "knight", "clause""#;
    let queen_moves = r#""moves": {"steps": "queen", "most": "any""#;
    for (name, from, to, finding) in [
        (
            "friends",
            KNIGHT,
            r#"{"steps": "knight", "end": ["empty", "enemy", "friend"], "clause""#,
            "no black Kings; expected exactly one [piece-count]; from the start by",
        ),
        (
            "swap",
            KNIGHT,
            r#"{"steps": "knight", "end": ["enemy", "friend"], "finish": "swap", "clause""#,
            "a White Pawn type cannot be on this rank [pawn-rank]; from the start by",
        ),
        (
            "leave",
            r#"{"steps": "queen", "clause""#,
            r#"{"steps": "queen", "end": ["enemy"], "finish": "leave", "clause""#,
            "Kings; expected exactly one [piece-count]; from the start by",
        ),
        (
            "few",
            r#""label": "P", "#,
            r#""label": "P", "least": 7, "#,
            "Pawns; expected at least 7 [piece-count]; from the start by",
        ),
        (
            "left",
            queen_moves,
            r#""moves": {"steps": "queen", "most": "any", "within": "a1-g8""#,
            "`symmetries` has `files`, but the moves at ",
        ),
        (
            "turned",
            queen_moves,
            r#""moves": {"steps": "queen", "most": "any", "within": {"white": "a1-h8", "black": "a1-h7"}"#,
            "`symmetries` has `colors`, but the moves at ",
        ),
    ] {
        let parent = tempfile::tempdir().expect("a folder");
        vperft(&format!("new variant {name} --dir {}", parent.path().display())).ends(0);
        let folder = parent.path().join(name);
        edit(&folder, "variant.json", from, to);
        lint_finds(&folder, finding);
    }
}

/// Checks that lint finds something in the table of the folder.
#[track_caller]
fn lint_finds(folder: &Path, finding: &str) {
    let lint = ["lint", "--variant", &folder.display().to_string()];
    vperft_with(&[&lint[..], &SMALL_CORPUS].concat()).ends(1).says(&["variant.json: ", finding]);
}

/// Replaces a text that occurs exactly once in the file.
#[track_caller]
fn edit(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect(file);
    assert_eq!(text.matches(from).count(), 1, "`{from}` in {file}");
    fs::write(path, text.replace(from, to)).expect(file);
}

/// Checks that loading the folder exits with the code and a single line with these texts.
#[track_caller]
fn check_refused(case: &str, folder: &Path, code: i32, words: &[&str]) {
    let folder = folder.display().to_string();
    let outcome = vperft_with(&["show", "chess", "--variant", &folder]).ends(code).warns(words);
    assert!(
        outcome.stderr.starts_with("error: --variant ") && outcome.stdout.is_empty(),
        "{case}: {outcome}"
    );
    assert_eq!(outcome.stderr.lines().count(), 1, "{case}: {outcome}");
}

#[test]
fn a_folder_with_an_error_is_refused() {
    const TABLE: &str = "variant.json";
    const RULES: &str = "RULES.md";
    let start = "1C5C1/9/RNBAKABNR w - - 0 1";
    for (case, file, from, to, words) in [
        ("not JSON", TABLE, "\"format\"", "(", "variant.json: key must be a string at line 2 column 3"),
        ("another format", TABLE, "\"format\": 1", "\"format\": 2", "format 2; this program reads format 1"),
        ("unknown field", TABLE, "\"title\"", "\"name\"", "unknown field `name`"),
        (
            "path",
            TABLE,
            "\"label\": \"A\"",
            "\"label\": 7",
            "variant.json: pieces[1].label: invalid type: integer `7`",
        ),
        (
            "three squares in passing",
            TABLE,
            "{\"steps\": [[0, 1]], \"clause\": \"XIA-SOLDIER-1\"}",
            "{\"steps\": [[0, 1]], \"most\": 3, \"passes\": true, \"clause\": \"XIA-SOLDIER-1\"}",
            "`soldier`: moves[0]: `passes` on a leg that goes elsewhere than two squares forward at most",
        ),
        (
            "no double step",
            TABLE,
            "\"symmetries\"",
            "\"en_passant\": {\"piece\": \"soldier\"}, \"symmetries\"",
            "en_passant: no move of `soldier` has `passes`",
        ),
        (
            "check that is none",
            TABLE,
            "\"symmetries\"",
            "\"check\": false, \"may_check\": false, \"symmetries\"",
            "`may_check`, but no piece can be in check",
        ),
        (
            "a key twice in a leg",
            TABLE,
            "{\"steps\": [[0, 1]], \"clause\": \"XIA-SOLDIER-1\"}",
            "{\"steps\": [[0, 1]], \"steps\": \"queen\"}",
            "the key `steps` is there twice",
        ),
        (
            "a clause twice",
            TABLE,
            "\"check\": \"XIA-CHECK\"",
            "\"check\": \"XIA-CHECK\", \"check\": \"XIA-SOLDIER-1\"",
            "duplicate key",
        ),
        (
            "a castling without rights",
            TABLE,
            "\"symmetries\"",
            "\"castling\": {\"king\": \"general\", \"rook\": \"chariot\"}, \"symmetries\"",
            "castling: `general` has no `initial_right`",
        ),
        (
            "a goal of two Generals",
            TABLE,
            "\"symmetries\"",
            "\"goals\": [{\"pieces\": [\"general\"], \"on\": \"rank 5\", \"count\": 2}], \"symmetries\"",
            "goals: `count` is 2",
        ),
        (
            "an extinction of Generals",
            TABLE,
            "\"symmetries\"",
            "\"extinction\": [{\"pieces\": [\"general\"], \"result\": \"lost\"}], \"symmetries\"",
            "extinction: a side always has more of these pieces",
        ),
        (
            "promotion to a General",
            TABLE,
            "\"symmetries\"",
            "\"promotion\": [{\"piece\": \"soldier\", \"on\": \"rank -1\", \"to\": [\"general\"]}], \"symmetries\"",
            "to `general`, of which a side has at most",
        ),
        (
            "the leg of the entry",
            TABLE,
            "{\"steps\": [[0, 1]], \"clause\": \"XIA-SOLDIER-1\"}",
            "\"RN\", {\"steps\": [[0, 1]], \"least\": 3, \"most\": 2}",
            "`soldier`: moves[1]: at least 3 and at most 2 steps",
        ),
        (
            "a corner without legs after it",
            TABLE,
            "{\"steps\": [[0, 1]], \"clause\": \"XIA-SOLDIER-1\"}",
            "{\"steps\": [[0, 1]], \"corner\": [\"enemy\"]}",
            "moves[0]: `corner`, but no leg follows",
        ),
        (
            "squares on the way of one step",
            TABLE,
            "{\"steps\": [[0, 1]], \"clause\": \"XIA-SOLDIER-1\"}",
            "{\"steps\": [[0, 1]], \"through\": [\"enemy\"]}",
            "moves[0]: `through`, but a single step",
        ),
        (
            "captures on the way of one step",
            TABLE,
            "{\"steps\": [[0, 1]], \"clause\": \"XIA-SOLDIER-1\"}",
            "{\"steps\": [[0, 1]], \"takes\": [\"passed\"]}",
            "moves[0]: `takes` what it passed",
        ),
        (
            "kinds on empty squares",
            TABLE,
            "{\"steps\": [[0, 1]], \"clause\": \"XIA-SOLDIER-1\"}",
            "{\"steps\": [[0, 1]], \"end\": [\"empty\"], \"only\": [\"soldier\"]}",
            "moves[0]: `only`, but neither",
        ),
        (
            "lame steps to neighbours",
            TABLE,
            "{\"steps\": [[0, 1]], \"clause\": \"XIA-SOLDIER-1\"}",
            "{\"steps\": [[0, 1]], \"lame\": \"straight\"}",
            "moves[0]: `lame`, but its steps",
        ),
        (
            "rights that nothing uses",
            TABLE,
            "\"label\": \"P\", ",
            "\"label\": \"P\", \"initial_right\": true, ",
            "`soldier` has `initial_right`, but",
        ),
        (
            "a clause of goals",
            TABLE,
            "\"check\": \"XIA-CHECK\",",
            "\"check\": \"XIA-CHECK\", \"goal\": \"XIA-CHECK\",",
            "clauses: `goal`, but the variant has no `goals`",
        ),
        (
            "distances next to files",
            TABLE,
            "\"symmetries\"",
            "\"castling\": {\"king\": \"general\", \"rook\": \"chariot\", \"distances\": [2], \"files\": {\"lower\": [\"c\", \"d\"], \"higher\": [\"g\", \"f\"]}}, \"symmetries\"",
            "castling: `distances` next to `files`",
        ),
        (
            "when to obey no check",
            TABLE,
            "\"symmetries\"",
            "\"check\": false, \"royalty\": {\"check\": \"last\"}, \"symmetries\"",
            "royalty: `check`, but no piece",
        ),
        (
            "a kind twice in a promotion",
            TABLE,
            "\"symmetries\"",
            "\"promotion\": [{\"piece\": \"soldier\", \"on\": \"rank -1\", \"to\": [\"chariot\", \"chariot\"]}], \"symmetries\"",
            "promotion of `soldier`: `chariot` twice",
        ),
        ("no title", TABLE, "\"title\": \"Xiangqi\",", "", "missing field `title`"),
        (
            "files",
            TABLE,
            "abcdefghi",
            "abcdefgha",
            "files: `abcdefgha`; expected 1 to 16 different lower-case letters",
        ),
        ("first rank", TABLE, "\"first_rank\": 1", "\"first_rank\": 2", "first_rank: 2; expected 0 or 1"),
        ("label twice", TABLE, "\"label\": \"A\"", "\"label\": \"B\"", "pieces: duplicate label `B`"),
        (
            "small label",
            TABLE,
            "\"label\": \"A\"",
            "\"label\": \"a\"",
            "the label `a`; expected one or two capital",
        ),
        (
            "long label",
            TABLE,
            "\"label\": \"A\"",
            "\"label\": \"ADV\"",
            "the label `ADV`; expected one or two",
        ),
        ("kind twice", TABLE, "\"kind\": \"advisor\"", "\"kind\": \"horse\"", "pieces: duplicate `horse`"),
        ("kind", TABLE, "\"kind\": \"advisor\"", "\"kind\": \"Advisor\"", "`Advisor` is not a kind of piece"),
        ("status", TABLE, "\"lost\"", "\"mate\"", "unknown variant `mate`"),
        (
            "castling",
            TABLE,
            "\"symmetries\"",
            "\"castling\": {\"king\": \"general\", \"rook\": \"tower\"}, \"symmetries\"",
            "castling: `tower` is not one of its pieces",
        ),
        (
            "castling with itself",
            TABLE,
            "\"symmetries\"",
            "\"castling\": {\"king\": \"general\", \"rook\": \"general\"}, \"symmetries\"",
            "castling: `general` with itself; expected two kinds of pieces",
        ),
        (
            "castling to one file",
            TABLE,
            "\"symmetries\"",
            "\"castling\": {\"king\": \"general\", \"rook\": \"chariot\", \"files\": {\"lower\": [\"c\", \"c\"], \"higher\": [\"g\", \"f\"]}}, \"symmetries\"",
            "castling.files.lower: King and Rook both end on file `c`; expected two files",
        ),
        (
            "empty area",
            TABLE,
            "\"within\": \"own-half\"",
            "\"within\": []",
            "pieces: `elephant`: moves: `within` has no square, so that the leg is never walked",
        ),
        (
            "reserved region",
            TABLE,
            "\"palace\": \"d1-f3\"",
            "\"start\": \"rank 1\", \"palace\": \"d1-f3\"",
            "regions: `start` is not the name of a region",
        ),
        (
            "clause",
            TABLE,
            "\"symmetries\"",
            "\"validity\": {\"clause\": \"XIA-NONE\", \"covers\": []}, \"symmetries\"",
            "variant.json: `XIA-NONE` is not a clause of its RULES.md",
        ),
        (
            "reading",
            TABLE,
            "{\"vfen\"",
            "{\"ruling\": [\"height\", \"9\"], \"vfen\"",
            "variant.json: `height = 9` is not a reading of its RULES.md",
        ),
        (
            "square of a right",
            TABLE,
            "\"symmetries\"",
            "\"uci\": {\"rights\": [{\"letter\": \"K\", \"king\": \"j1\", \"rook\": \"a1\"}]}, \"symmetries\"",
            "uci: there is no square `j1`",
        ),
        ("short rank", TABLE, start, "1C5C1/8/RNBAKABNR w - - 0 1", "rank 2 has 8 squares; expected 9"),
        ("unknown piece", TABLE, start, "1C5C1/9/RNBXKABNR w - - 0 1", "start position `rnb"),
        (
            "no General",
            TABLE,
            start,
            "1C5C1/9/RNBA1ABNR w - - 0 1",
            "no white Generals; expected exactly one",
        ),
        ("fields", TABLE, start, "1C5C1/9/RNBAKABNR w - -", "variant.json: start position `rnb"),
        ("side", TABLE, start, "1C5C1/9/RNBAKABNR r - - 0 1", "variant.json: start position `rnb"),
        ("clause twice", RULES, "**XIA-CHARIOT**", "**XIA-CHECK**", "RULES.md: duplicate clause `XIA-CHECK`"),
        (
            "clause of another variant",
            RULES,
            "**XIA-CHARIOT**",
            "**RYU-EP**",
            "RULES.md: clause `RYU-EP` belongs to another variant, or to the shared rules",
        ),
        (
            "ruling of another variant",
            RULES,
            "slides along files and ranks.\n",
            "slides (`archer-slide = both` or `move-only`).\n",
            "RULES.md: ruling `archer-slide` belongs to another variant",
        ),
    ] {
        let (_parent, folder) = copy_xiangqi("mini");
        edit(&folder, file, from, to);
        check_refused(case, &folder, 3, &[words]);
    }
}

#[test]
fn a_folder_without_its_files_is_refused() {
    for file in ["variant.json", "RULES.md"] {
        let (_parent, folder) = copy_xiangqi("mini");
        fs::remove_file(folder.join(file)).expect(file);
        if file == "variant.json" {
            check_refused("missing", &folder, 3, &[&format!("/mini/{file}: ")]);
        }
        fs::create_dir(folder.join(file)).expect(file);
        check_refused("a folder in its place", &folder, 3, &[&format!("/mini/{file}: not a file")]);
    }
    // Rules without clauses are rules: a board can be drawn.
    let (_parent, folder) = copy_without_moves("mini");
    fs::remove_file(folder.join("RULES.md")).expect("the rules");
    vperft_with(&["show", "mini", "--variant", &folder.display().to_string()]).ends(0).says(&["10 │ r "]);
    let (parent, folder) = copy_xiangqi("mini");
    check_refused("a file", &folder.join("RULES.md"), 3, &["RULES.md: is not a folder"]);
    check_refused("nothing", &parent.path().join("none"), 2, &["/none: "]);
    for (name, words) in [
        ("ryugi", "there is already a variant `ryugi`"),
        ("My Variant", "expected a folder with the name of a variant"),
        ("10x8", "starting with a letter"),
    ] {
        let (_parent, folder) = copy_xiangqi(name);
        check_refused(name, &folder, 3, &[words]);
    }
}

#[test]
fn two_folders_need_different_names_and_clauses() {
    let (_one, folder) = copy_xiangqi("mini");
    let folder = folder.display().to_string();
    let words = ["show", "mini", "--variant", &folder, "--variant"];
    vperft_with(&[&words[..], &[&folder]].concat()).ends(0);
    let (_other, same_name) = copy_xiangqi("mini");
    let same_name = same_name.display().to_string();
    vperft_with(&[&words[..], &[&same_name]].concat()).ends(3).warns(&["there is already a variant `mini`"]);
    let xiangqi = [&words[..], &["examples/variants/xiangqi"]].concat();
    vperft_with(&xiangqi).ends(3).warns(&["clause `XIA-GENERAL` belongs to another variant"]);
    vperft_with(&words).ends(2).warns(&["a value is required for '--variant <DIR>'"]);
}

#[test]
fn the_error_names_a_malformed_suite() {
    let (_parent, folder) = copy_xiangqi("mini");
    fs::create_dir(folder.join("suites")).expect("a folder");
    fs::write(folder.join("suites/a.json"), "{").expect("a file");
    let words = ["variants", "--variant", &folder.display().to_string()];
    vperft_with(&words).ends(3).warns(&["/mini/suites/a.json: EOF while parsing"]);
}

/// The code blocks of a page in this language, in order.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let open = format!("```{language}\n");
    page.split(&open).skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn the_folder_of_the_page_is_valid_after_every_step() {
    let page = include_str!("../../docs/add-a-variant.md");
    let [table, positions, suite] = blocks(page, "json")[..] else { panic!("the page has three JSON files") };
    let rules = blocks(page, "markdown")[0];
    let parent = TempDir::new().expect("a folder");
    let folder = parent.path().canonicalize().expect("the folder").join("capablanca");
    let shown = folder.display().to_string();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    let clean = || check(&format!("lint --variant {shown}"), 0, &["0 findings"], &[]);
    // A board can be drawn before there are rules.
    write("variant.json", table);
    check(&format!("show capablanca --variant {shown}"), 0, &["8 │ r  n  a  b  q  k  b  c  n  r │ 8"], &[]);
    clean();
    write("RULES.md", rules);
    check(&format!("variants capablanca --variant {shown}"), 0, &["CAP-CHANCELLOR: slides as a Rook"], &[]);
    clean();
    // A case needs its position in a file.
    write("suites/start.json", &suite.replace("null", "25228"));
    let hint = "position `capablanca/start` does not exist; to use the start position of variant.json in cases, add it";
    check(&format!("lint --variant {shown}"), 1, &[hint], &[]);
    check(&format!("cases capablanca --variant {shown}"), 3, &[], &[hint]);
    write("positions/start.json", positions);
    write("suites/start.json", suite);
    // The finding and the error name the command with the folder, and nothing else follows.
    let bless = format!("vperft bless capablanca --variant {shown}");
    let lacking = "perft:3 has no value yet; ";
    let finding = format!("case `capablanca/start`: {lacking}`{bless}` fills it in; expected a value\n");
    check(&format!("lint --variant {shown}"), 1, &[&finding], &[]);
    let error = format!("case `capablanca/start`: {lacking}`{bless}` fills it in\n");
    check(&format!("cases capablanca --variant {shown}"), 3, &[], &[&error]);
    write("suites/start.json", &suite.replace(", \"3\": null", ""));
    clean();
    check(&format!("cases capablanca --variant {shown}"), 0, &["capablanca/start"], &[]);
}

/// A folder with a changed table of Xiangqi.
fn changed_xiangqi(change: impl FnOnce(&mut Value)) -> (TempDir, PathBuf) {
    let (parent, folder) = copy_xiangqi("xiangqi");
    let path = folder.join("variant.json");
    let mut table: Value = serde_json::from_str(&fs::read_to_string(&path).expect("a table")).expect("JSON");
    change(&mut table);
    fs::write(&path, table.to_string()).expect("a file");
    (parent, folder)
}

#[test]
fn rights_are_of_different_letters_and_rooks() {
    for (rights, problem) in [
        ([("K", "e1", "a1"), ("K", "e1", "i1")], "uci: a second right with the letter `K`"),
        ([("K", "e1", "a1"), ("Q", "e1", "a1")], "uci: a second right of the Rook on a1"),
    ] {
        let (_parent, folder) = changed_xiangqi(|table| {
            let right = |(letter, king, rook)| json!({"letter": letter, "king": king, "rook": rook});
            table["uci"]["rights"] = rights.map(right).to_vec().into();
        });
        check_refused(problem, &folder, 3, &[problem]);
    }
}

#[test]
fn equal_start_positions_are_refused_at_once() {
    let (_parent, folder) = changed_xiangqi(|table| {
        let start = table["starts"][0].clone();
        table["starts"] = vec![start; 50_000].into();
    });
    let problem =
        "starts: a second start position of 10 ranks under the same rulings; no game begins with it";
    check_refused("50,000 starts", &folder, 3, &[problem]);
}

#[test]
fn long_texts_of_a_variant_are_not_printed_whole() {
    const LONG: usize = 5_000_000;
    for (place, text) in [("/title", "x"), ("/pieces/0/name", "x"), ("/starts/0/vfen", "9/")] {
        let (_parent, folder) = changed_xiangqi(|table| {
            *table.pointer_mut(place).expect("a place") = text.repeat(LONG / text.len()).into();
        });
        let folder = folder.display().to_string();
        let outcome = vperft_with(&["show", "chess", "--variant", &folder]).ends(3);
        assert!(outcome.stderr.len() < 1000, "{place}: {} bytes", outcome.stderr.len());
    }
}

#[test]
fn a_picture_is_xml_whatever_the_title_is() {
    let (_parent, folder) = changed_xiangqi(|table| table["title"] = "Xi\u{ffff}an\u{fffe}g\u{1b}qi".into());
    let picture = folder.join("board.svg").display().to_string();
    let folder = folder.display().to_string();
    vperft_with(&["show", "xiangqi", "--variant", &folder, "--svg", &picture]).ends(0);
    let picture = fs::read_to_string(picture).expect("a picture");
    assert!(picture.contains("Xi\u{fffd}an\u{fffd}g\u{fffd}qi, "), "{picture}");
    assert!(picture.chars().all(|c| c == '\n' || !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')));
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_variant() {
    let (_parent, folder) = copy_xiangqi("xiangqi");
    for file in ["variant.json", "RULES.md"] {
        let text = fs::read_to_string(folder.join(file)).expect(file);
        fs::write(folder.join(file), format!("\u{feff}{text}")).expect(file);
    }
    let folder = folder.display().to_string();
    vperft_with(&["show", "xiangqi", "--variant", &folder]).ends(0).says(&["White to move"]);
}
