//! `vperft new`: the folders that it writes work at once, and nothing is overwritten.

use crate::tool::{check, vperft};
use pretty_assertions::assert_eq;
use std::fs;
use tempfile::TempDir;
use vperft::inner::game::variant::VariantId;

/// A new variant in a temporary folder, and its folder.
fn new_variant(name: &str, words: &str) -> (TempDir, String) {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().display().to_string();
    vperft(&format!("new variant {name} --dir {dir} {words}")).ends(0).says(&[
        "wrote ",
        "suites/start.json",
        "next:",
    ]);
    let folder = format!("{dir}/{name}");
    (parent, folder)
}

#[test]
fn a_new_variant_works_at_once_on_boards_of_many_sizes() {
    for (words, perft) in [
        ("--files 5 --ranks 5", [7, 53, 506]),
        ("--files 6 --ranks 6", [8, 64, 681]),
        ("--files 7 --ranks 7 --pieces RNGBKNR", [18, 317, 6006]),
        // Chess, as it is published.
        ("", [20, 400, 8902]),
        // Capablanca Chess, as it is published.
        ("--files 10 --pieces RNABQKBMNR", [28, 784, 25_228]),
        ("--files 9 --ranks 10", [24, 576, 15_096]),
        ("--files 16 --ranks 5", [28, 781, 23_547]),
        ("--files 5 --ranks 16", [12, 144, 1944]),
        ("--files 16 --ranks 16", [44, 1936, 94_200]),
        ("--files 11 --ranks 11 --pieces RNBCHKMAGQL", [39, 1443, 59_804]),
    ] {
        let (_parent, folder) = new_variant("mine", words);
        let run = |command: &str| vperft(&format!("{command} --variant {folder}"));
        run("run mine --strict").ends(0);
        run("lint").ends(0).says(&[
            "0 findings",
            "note: 2 ",
            "in cases of loaded variants rest on `data` alone",
        ]);
        for (depth, count) in (1..).zip(perft) {
            assert_eq!(run(&format!("perft mine {depth}")).ends(0).stdout, format!("{count}\n"), "{words}");
        }
        run("status mine").ends(0).says(&["ongoing"]);
        run("divide mine 1").ends(0).says(&[&format!("total: {}", perft[0])]);
        run("fuzz mine --relations --count 30").ends(0);
        run("show mine").ends(0);
        run("sample mine --seed 1 --ply 9").ends(0);
    }
}

#[test]
fn a_clause_of_a_new_variant_can_be_switched_off() {
    let (_parent, folder) = new_variant("mine", "");
    for (clause, count) in [("MIN-KNIGHT", 16), ("MIN-PAWN-2", 12), ("MIN-PAWN-1", 12)] {
        let words = format!("perft mine 1 --without {clause} --variant {folder}");
        assert_eq!(vperft(&words).ends(0).stdout, format!("{count}\n"), "{clause}");
    }
}

#[test]
fn lint_fixes_the_order_and_the_layout_of_files() {
    let (_parent, folder) = new_variant("mine", "");
    let suite = format!("{folder}/suites/start.json");
    let clean = fs::read_to_string(&suite).expect("the suite");
    let lint = |words: &str, code| vperft(&format!("lint {words} --variant {folder}")).ends(code);
    let fixed = lint("--fix", 0);
    assert!(!fixed.stdout.contains("fixed"), "a new folder is in order: {fixed}");
    let mut document: serde_json::Value = serde_json::from_str(&clean).expect("JSON");
    let mut first = document["cases"][0].clone();
    first["id"] = "mine/pieces".into();
    first["checks"] = serde_json::json!({"moves_of": {"g1": ["N g1-h3", "N g1-f3"]}});
    first["provenance"] = serde_json::json!({"moves_of": first["provenance"]["perft"]});
    document["cases"].as_array_mut().expect("a list").push(first);
    fs::write(&suite, document.to_string()).expect("a file");
    lint("", 1).says(&["comes after `mine/start`", "`N g1-f3` comes after `N g1-h3`"]);
    let fixed = lint("--fix --format json", 0).json();
    assert_eq!(fixed["fixed"], serde_json::json!([suite.as_str()]));
    let text = fs::read_to_string(&suite).expect("the suite");
    assert!(
        text.contains("      \"checks\": {\"moves_of\": {\"g1\": [\"N g1-f3\", \"N g1-h3\"]}},\n"),
        "{text}"
    );
    vperft(&format!("run mine --variant {folder}")).ends(0);
    let again = lint("--fix", 0);
    assert!(!again.stdout.contains("fixed"), "{again}");
    let empty = TempDir::new().expect("a folder");
    let outcome =
        assert_cmd::Command::new(crate::tool::PROGRAM).args(["lint", "--fix"]).current_dir(&empty).output();
    let outcome = outcome.expect("the program starts");
    let stderr = String::from_utf8_lossy(&outcome.stderr).into_owned();
    assert!(
        outcome.status.code() == Some(2) && stderr.contains("expected --variant DIR, --suites DIR"),
        "{stderr}"
    );
}

#[test]
fn wrong_requests_are_refused_and_nothing_is_left() {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().display().to_string();
    fs::create_dir(parent.path().join("there")).expect("a folder");
    for (words, code, part) in [
        ("there", 2, "there` is there already; nothing was written"),
        ("Mine", 2, "`Mine` cannot be the name of a variant; expected lower-case letters"),
        ("ryugi", 2, "there is already a variant `ryugi`"),
        ("mine --files 4", 2, "expected a whole number from 5 to 16"),
        ("mine --pieces RNBQKBN", 2, "7 pieces for 8 files; expected one for each file"),
        ("mine --pieces RNBQXBNR", 2, "`X` is not a piece; expected one of K King, Q Queen"),
        ("mine --pieces RNBQQBNR", 2, "0 Kings (K); expected one"),
        ("mine --files 6 --ranks 5 --pieces HKHHHH", 2, "the Black King could be captured"),
    ] {
        check(&format!("new variant {words} --dir {dir}"), code, &[], &[part]);
    }
    // A folder that was missing does not stay either.
    check(&format!("new variant mine --pieces HKHH --dir {dir}/a/b"), 2, &[], &["4 pieces for 8 files"]);
    let words = "mine --files 6 --ranks 5 --pieces HKHHHH";
    check(&format!("new variant {words} --dir {dir}/a/b"), 2, &[], &["could be captured"]);
    let left: Vec<_> = fs::read_dir(parent.path()).expect("the folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn names_that_windows_reserves_are_refused() {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().display();
    for words in [
        format!("new variant con --dir {dir}"),
        format!("new variant com1 --dir {dir}"),
        format!("new variant mine --dir {dir}/nul"),
        format!("new backend --language python --dir {dir}/Aux.py"),
        format!("new backend --language python --dir '{dir}/mine.'"),
    ] {
        check(&words, 2, &[], &["is a name that Windows reserves"]);
    }
    let left: Vec<_> = fs::read_dir(parent.path()).expect("the folder").collect();
    assert_eq!(left.len(), 0, "{left:?}");
    check(&format!("new variant console --dir {dir}"), 0, &["wrote "], &[]);
}

#[test]
fn a_name_where_the_variant_belongs_is_told_the_flag_of_the_folder() {
    let tip = "tip: to make the folder mine, use '--dir mine'";
    check("new backend mine --language python", 2, &[], &["invalid value 'mine' for '[VARIANT]'", tip]);
}

#[test]
fn missing_folders_are_made() {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().join("a/b").display().to_string();
    vperft(&format!("new variant mine --dir {dir}")).ends(0).says(&[&format!("--variant {dir}/mine")]);
    vperft(&format!("new backend --language python --dir {dir}/c/backend")).ends(0);
    vperft(&format!("run mine --variant {dir}/mine")).ends(0);
}

#[test]
fn the_help_of_new() {
    vperft("new --help").snapshot("help-new", &[]);
    vperft("new variant --help").snapshot("help-new-variant", &[]);
    vperft("new backend --help").snapshot("help-new-backend", &[]);
}

/// A new backend in a temporary folder, and the command that starts it.
fn new_backend(language: &str, words: &str) -> (TempDir, String) {
    let parent = TempDir::new().expect("a folder");
    let folder = parent.path().join("mine").display().to_string();
    vperft(&format!("new backend --language {language} --dir {folder} {words}"))
        .ends(0)
        .says(&["README.md", "next:"]);
    let command = match language {
        "python" => format!("'cmd:python3 {folder}/backend.py'"),
        _ => format!("'cmd:node {folder}/backend.mjs'"),
    };
    (parent, command)
}

/// Whether a program is there. Only CI machines are required to have it.
fn has(program: &str) -> bool {
    let found = std::process::Command::new(program).arg("--version").output();
    found.is_ok() || std::env::var_os("CI").is_some()
}

/// The verdicts of a JSON run.
fn verdicts(run: &serde_json::Value) -> Vec<&str> {
    let cases = run["cases"].as_array().expect("a list").iter();
    let checks = cases.flat_map(|case| case["checks"].as_array().expect("a list"));
    checks.map(|check| check["result"]["verdict"].as_str().expect("a word")).collect()
}

#[test]
fn a_new_backend_answers_correctly_about_a_part_at_once() {
    for (language, program) in [("python", "python3"), ("node", "node")] {
        if !has(program) {
            continue;
        }
        let (_parent, backend) = new_backend(language, "");
        vperft(&format!("protocol check {backend}")).ends(0);
        // The count of no plies is asked, too.
        let folder = TempDir::new().expect("a folder");
        let suite = folder.path().join("zero.epd");
        fs::write(&suite, "startpos ;D0 1\n").expect("a suite");
        vperft(&format!("run --suite {} --backend {backend}", suite.display())).ends(1);
        let run =
            vperft(&format!("run chess --max-nodes 5000 --backend {backend} --format json")).ends(0).json();
        let passed = verdicts(&run).into_iter().filter(|verdict| *verdict == "pass").count();
        assert!(passed > 20, "{language}: {passed}");
        assert_eq!(run["next"][0]["needs"], serde_json::json!(["P"]), "{language}");
        // What it does not support is counted, and no difference.
        vperft(&format!("fuzz chess --b {backend} --count 40"))
            .ends(0)
            .says(&["not compared: ", "no difference found"]);
        // Pieces of two letters, repeated leaps, and a board of another size.
        let (_variant, folder) = new_variant("mine", "--files 9 --ranks 10 --pieces RHAMKQLNR");
        let (_parent, backend) = new_backend(language, &format!("mine --variant {folder}"));
        for (vfen, depth) in [
            ("k8/9/2r6/9/3H5/9/6A2/9/2L1M4/4K4 w - - 0 1", 2),
            ("4k4/4q4/9/9/9/4N4/9/9/9/4K4 w - - 3 9", 3),
            ("4k4/3m5/9/9/9/9/9/9/4K4/9 b - - 0 1", 2),
        ] {
            let ask = |backend: &str| {
                let words =
                    format!("divide mine {depth} --vfen '{vfen}' --variant {folder} --backend {backend}");
                vperft(&words).ends(0).stdout
            };
            assert_eq!(ask(&backend), ask("data"), "{language}: {vfen}");
        }
    }
}

#[test]
fn a_new_backend_refuses_a_position_for_the_right_reason_or_says_nothing() {
    for (language, program) in [("python", "python3"), ("node", "node")] {
        if !has(program) {
            continue;
        }
        for variant in VariantId::all().iter().filter(|variant| variant.is_built_in()) {
            let (_parent, backend) = new_backend(language, variant.name());
            let run = vperft(&format!("run {variant} --check 'rejects:*' --backend {backend} --format json"))
                .ends(0);
            let run = run.json();
            let verdicts = verdicts(&run);
            let is_known = |verdict: &&str| ["pass", "unsupported"].contains(verdict);
            assert!(verdicts.iter().all(is_known), "{language} {variant}: {run}");
            assert!(verdicts.contains(&"pass"), "{language} {variant}");
        }
    }
}

#[test]
fn a_new_backend_says_which_pieces_are_left_to_its_author() {
    for (variant, left) in [
        ("ryugi", "Yours to add: P."),
        (
            "rococo",
            "No piece of Rococo with mirror arrays moves by leaps and slides alone under rules like those below. Yours to add: K, A,",
        ),
    ] {
        let (parent, _) = new_backend("python", variant);
        let text = fs::read_to_string(parent.path().join("mine/backend.py")).expect("the program");
        assert!(text.contains(left), "{variant}: {text}");
    }
}

#[test]
fn a_new_backend_in_rust_names_its_dependency_and_its_test() {
    let parent = TempDir::new().expect("a folder");
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let dir = parent.path().join("mine").display().to_string();
    vperft(&format!("new backend --language rust --vperft {sources} --dir {dir}"))
        .ends(0)
        .says(&["cargo test"]);
    let read = |name: &str| fs::read_to_string(parent.path().join("mine").join(name)).expect(name);
    let sources = std::fs::canonicalize(sources).expect("a checkout").display().to_string();
    for (name, folder) in [("vperft", sources.clone()), ("vperft-cli", format!("{sources}/crates/cli"))] {
        assert!(read("Cargo.toml").contains(&format!("{name} = {{ path = \"{folder}\" }}")), "{name}");
    }
    assert!(read("tests/conformance.rs").contains("variants = [\"chess\"]"));
    assert!(read("src/lib.rs").contains("(\"N\", &[(1, &[["), "{}", read("src/lib.rs"));
    check(&format!("new backend --language rust --dir {dir}"), 2, &[], &["is there already"]);
    check("new backend --language cobol", 2, &[], &["[possible values: python, node, rust]"]);
}
