//! The HTML page of a run. `crates/pages/web/test/pages.mjs` tests it in a browser.

use crate::tool::{Outcome, SMALL_CORPUS, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;
use tempfile::{TempDir, tempdir};

/// A run of the small corpus with both reports: the page, and the results with the path of their file.
fn reports(folder: &TempDir, name: &str, words: &[&str], code: i32) -> (String, String) {
    let [page, results] = ["html", "json"].map(|kind| folder.path().join(format!("{name}.{kind}")));
    let flags = [format!("--report=html={}", page.display()), format!("--report=json={}", results.display())];
    let run = [
        &["run", "ryugi", "--tier", "smoke", flags[0].as_str(), flags[1].as_str()][..],
        words,
        &SMALL_CORPUS,
    ]
    .concat();
    vperft_with(&run).ends(code);
    (fs::read_to_string(page).expect("the page"), results.display().to_string())
}

/// `vperft report html` with the small corpus.
fn report(words: &[&str]) -> Outcome {
    vperft_with(&[&["report", "html"][..], words, &SMALL_CORPUS].concat())
}

/// The results of a file.
fn read(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("the results")).expect("JSON")
}

/// The data of the script of a page.
fn data(page: &str) -> Value {
    let block = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next());
    serde_json::from_str(block.expect("the page has data")).expect("JSON")
}

/// The number of checks on a page, by what changed.
fn changes(page: &str) -> [usize; 3] {
    let cases = data(page)["cases"].as_array().expect("cases").clone();
    let checks: Vec<_> =
        cases.iter().flat_map(|case| case["checks"].as_array().expect("checks").clone()).collect();
    ["new", "fixed", "same"].map(|change| checks.iter().filter(|one| one["change"] == change).count())
}

#[test]
fn the_page_of_an_earlier_run_is_that_of_the_run() {
    let folder = tempdir().expect("a folder");
    let (page, results) = reports(&folder, "wrong", &["--without", "RYU-EP"], 1);
    assert_eq!(report(&[&results]).ends(0).stdout, page);
    let copy = folder.path().join("copy.html");
    assert_eq!(report(&[&results, "--out", &copy.display().to_string()]).ends(0).stdout, "");
    assert_eq!(fs::read_to_string(copy).expect("the page"), page);
    for part in [
        "<h1 class=\"verdict fail\"><span class=\"badge\">Failed</span>21 of 97 checks failed</h1>",
        "script-src &#x27;sha256-",
        "RYU-EP",
        "Clauses whose cases fail",
    ] {
        assert!(page.contains(part), "no `{part}`");
    }
    let failing = read(&results)["cases"].as_array().expect("cases").clone();
    let fails = |case: &&Value| {
        case["checks"].as_array().is_some_and(|all| all.iter().any(|one| one["result"]["verdict"] == "fail"))
    };
    assert_eq!(data(&page)["cases"].as_array().map(Vec::len), Some(failing.iter().filter(fails).count()));
}

#[test]
fn a_run_without_failures_shows_what_was_checked() {
    let folder = tempdir().expect("a folder");
    let (page, _) = reports(&folder, "passed", &[], 0);
    for part in ["All 97 checks passed", "What was checked", "RYU-CASTLE-1"] {
        assert!(page.contains(part), "no `{part}`");
    }
    assert!(!page.contains("id=\"filters\"") && page.len() < 100_000, "{} bytes", page.len());
}

#[test]
fn two_runs_are_compared() {
    let folder = tempdir().expect("a folder");
    let (_, right) = reports(&folder, "passed", &[], 0);
    let (_, wrong) = reports(&folder, "wrong", &["--without", "RYU-EP"], 1);
    for (run, against, expected) in
        [(&wrong, &right, [21, 0, 0]), (&right, &wrong, [0, 21, 0]), (&wrong, &wrong, [0, 0, 21])]
    {
        let page = report(&[run, "--against", against]).ends(0).stdout;
        assert_eq!(changes(&page), expected, "{run} against {against}");
    }
}

#[test]
fn no_text_of_a_run_becomes_markup() {
    let folder = tempdir().expect("a folder");
    let (_, results) = reports(&folder, "wrong", &["--without", "RYU-EP"], 1);
    let original = read(&results);
    let hostile = "</script><img src=x onerror=alert(1)>\u{202e}\u{2066}\u{7}{{ 7 }}";
    for place in [
        "/backend",
        "/identity",
        "/suite_version",
        "/signature",
        "/causes/clauses/0/id",
        "/explanations/0/diagnose",
        "/explanations/0/mistakes/0/mistake",
        "/cases/0/title",
        "/cases/0/clauses/0",
        "/cases/0/vfen",
        "/cases/0/checks/0/check",
        "/cases/0/checks/0/replay",
        "/cases/0/checks/0/result",
    ] {
        let mut run = original.clone();
        run["cases"][0]["checks"][0] = json!({ "check": "moves", "result": { "verdict": "fail", "failure": {
            "kind": "moves", "missing": [hostile], "extra": [hostile], "duplicate": [],
        } }, "replay": "vperft run" });
        let value = match place.ends_with("result") {
            true => {
                json!({ "verdict": "error", "kind": hostile, "message": format!("{hostile}{}", "x".repeat(1 << 20)) })
            }
            false => hostile.into(),
        };
        *run.pointer_mut(place).unwrap_or_else(|| panic!("no {place}")) = value;
        fs::write(&results, run.to_string()).expect("a file");
        let page = report(&[&results]).ends(0).stdout;
        assert!(!page.contains("<img"), "{place}");
        assert!(!page.contains(['\u{202e}', '\u{2066}', '\u{7}']), "{place}");
        assert_eq!(page.matches("</script>").count(), 2, "{place}");
        assert!(page.len() < 200_000, "{place}: {} bytes", page.len());
    }
}

#[test]
fn a_page_that_would_be_too_large_is_cut_and_says_so() {
    let folder = tempdir().expect("a folder");
    let (_, results) = reports(&folder, "wrong", &["--without", "RYU-EP"], 1);
    let mut run = read(&results);
    let case = run["cases"][0].clone();
    let case = |number: usize| {
        let mut case = case.clone();
        case["id"] = format!("ryugi/case-{number}").into();
        let moves: Vec<_> = (0..250).map(|_| "P e5-f6; @-f5").collect();
        case["checks"] = json!([{ "check": "moves", "result": { "verdict": "fail", "failure": {
            "kind": "moves", "missing": moves, "extra": [], "duplicate": [],
        } } }]);
        case
    };
    run["cases"] = (0..2000).map(case).collect();
    fs::write(&results, run.to_string()).expect("a file");
    let page = report(&[&results]).ends(0).stdout;
    let shown = data(&page)["cases"].as_array().map_or(0, Vec::len);
    assert!((500..2000).contains(&shown) && page.len() <= 5_000_000, "{shown} cases, {} bytes", page.len());
    assert!(page.contains(&format!("it leaves out {} cases", 2000 - shown)));
}

#[test]
fn files_that_are_not_results_are_refused() {
    let folder = tempdir().expect("a folder");
    let (_, results) = reports(&folder, "passed", &[], 0);
    let mut foreign = read(&results);
    foreign["variants"] = json!({ "shogi": foreign["variants"]["ryugi"] });
    let file = folder.path().join("file").display().to_string();
    for (text, message) in [
        ("no JSON".to_owned(), "not the results of a run: expected"),
        ("{}".into(), "missing field `backend`"),
        (foreign.to_string(), "unknown variant `shogi`"),
    ] {
        fs::write(&file, text).expect("a file");
        report(&[&file]).ends(3).warns(&[message, "expected a file of `vperft run --report json=FILE`"]);
        report(&[&results, "--against", &file]).ends(3).warns(&[message]);
    }
    report(&[&folder.path().join("none").display().to_string()]).ends(5);
}
