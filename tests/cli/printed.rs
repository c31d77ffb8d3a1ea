//! The commands that reports of failures print. Each works as it is typed, in a folder without files.

use crate::tool::{PROGRAM, miscounting};
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The most commands of a kind to run for one report.
const MOST: usize = 2;

/// Commands that report failures. `{...}` stands for the files and programs of [`Scene`].
const REPORTING: &[&str] = &[
    "run ryugi --backend reference --without RYU-EP --tier smoke --out {out}",
    "run ryugi --backend {wrong} --tier smoke --out {out}",
    "run ryugi --backend {miscounting} --filter 'ryugi/ep-*' --out {out}",
    "run ryugi --backend {crashing} --filter ryugi/ep-two-takers --restarts 1 --out {out}",
    "run ryugi --backend {miscounting} --filter 'ryugi/ep-*' --check 'relation:*'",
    "run rococo --ruling mutual-own=yes --backend reference --without ROC-BAN --tier smoke",
    "run chess --backend {wrong-chess} --suite {suite} --out {out}",
    "run chess --backend data --without CHS-EP --suite {suite}",
    "run chess --suite {wrong-suite}",
    "diagnose ryugi --backend {wrong} --count 60",
    "diagnose ryugi --backend reference --without RYU-EP --count 60",
    "diagnose chess --backend {wrong-chess} --suite {suite} --count 20",
    "diagnose chess --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --depth 3 --total 2810",
    "descend ryugi --depth 3 --vfen {passing} --b {wrong}",
    "descend chess --depth 3 --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --b {wrong-chess} --out {bug}",
    "fuzz ryugi --b {wrong} --count 400",
    "fuzz ryugi --b reference --b-without RYU-EP --count 400 --causes 2 --out {out}",
    "shrink ryugi --vfen {passing} --b {wrong}",
    "import ryugi {game} --b {wrong} --out {bug}",
    "identify rococo --backend {wrong-rococo}",
];

/// The files and programs of the commands.
fn scene(folder: &Path) -> BTreeMap<&'static str, String> {
    let quoted = |text: &str| shlex::try_quote(text).expect("no NUL").into_owned();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        quoted(path.to_str().expect("UTF-8"))
    };
    let out = folder.join("out");
    fs::create_dir_all(&out).expect("a folder");
    let serve = |words: &str| quoted(&format!("cmd:{PROGRAM} serve {words}"));
    let hello = r#"{\"seq\": 0, \"result\": {\"protocol\": 1, \"name\": \"crashing\", \"version\": \"1\", \"variants\": [\"ryugi\"]}}"#;
    let endgame = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    BTreeMap::from([
        ("{out}", quoted(out.to_str().expect("UTF-8"))),
        ("{bug}", quoted(folder.join("bug.json").to_str().expect("UTF-8"))),
        (
            "{suite}",
            file(
                "my suite.epd",
                &format!("{endgame} ;D1 14 ;D2 191 ;D3 2812\n4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 ;D1 7\n"),
            ),
        ),
        ("{wrong-suite}", file("wrong.epd", &format!("{endgame} ;D1 14 ;D2 192\n"))),
        ("{game}", file("game", "1. e3e5 h9h8 2. e5e6 f8f6 3. e6f7\n")),
        ("{passing}", "'5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1'".into()),
        ("{wrong}", serve("ryugi --backend reference --without RYU-EP")),
        ("{wrong-chess}", serve("chess --backend data --without CHS-EP")),
        ("{wrong-rococo}", serve("rococo --backend reference --ruling mutual-own=yes")),
        ("{miscounting}", quoted(&miscounting("ryugi"))),
        ("{crashing}", quoted(&format!("cmd:sh -c 'read request; echo \"{hello}\"; exit 3'"))),
    ])
}

/// Runs `vperft` in this folder. Returns the exit code and everything that it prints.
fn ask(folder: &Path, words: &str) -> (i32, String, String) {
    let words = shlex::split(words).unwrap_or_else(|| panic!("unbalanced quotes: {words}"));
    let mut command = assert_cmd::Command::new(PROGRAM);
    let output = command.args(words).current_dir(folder).timeout(Duration::from_secs(120)).output();
    let output = output.expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// The commands in a text: those in backquotes, and those that end a line.
fn in_text(text: &str, found: &mut BTreeSet<String>) {
    for line in text.lines() {
        let Some(at) = line.find("vperft ") else { continue };
        let (before, command) = line.split_at(at);
        let end =
            if before.ends_with('`') { command.find('`').unwrap_or(command.len()) } else { command.len() };
        // Not the version of the program, nor its name in a sentence.
        let verb = command.split(' ').nth(1).unwrap_or_default();
        let is_command = before.ends_with('`') || before.trim().is_empty() || before.ends_with("  ");
        if is_command && verb.starts_with(|c: char| c.is_ascii_lowercase()) {
            found.insert(command[..end].trim_end().to_owned());
        }
    }
}

/// The commands in a document.
fn in_json(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.starts_with("vperft ") => drop(found.insert(text.clone())),
        Value::Array(all) => all.iter().for_each(|one| in_json(one, found)),
        Value::Object(all) => all.values().for_each(|one| in_json(one, found)),
        _ => {}
    }
}

#[test]
fn every_printed_command_works_as_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let scene = scene(folder.path());
    let mut failing = Vec::new();
    for reporting in REPORTING {
        let words =
            scene.iter().fold((*reporting).to_owned(), |words, (name, text)| words.replace(name, text));
        let (mut found, begun) = (BTreeSet::new(), Instant::now());
        for format in ["", " --format json"] {
            let (code, stdout, stderr) = ask(elsewhere.path(), &format!("{words}{format}"));
            // `import` with a second backend prints no JSON.
            if stderr.contains("cannot be used with '--format") {
                continue;
            }
            assert!(
                [1, 4].contains(&code) || words.starts_with("identify"),
                "{words}{format}: {code}\n{stdout}\n{stderr}"
            );
            in_text(&stderr, &mut found);
            match serde_json::from_str(&stdout) {
                Ok(document) => in_json(&document, &mut found),
                Err(_) => in_text(&stdout, &mut found),
            }
        }
        // `FILE` stands for a file of the reader.
        found.retain(|command| !command.ends_with(" FILE"));
        let mut kinds = BTreeMap::<&str, usize>::new();
        for command in &found {
            let kind = kinds.entry(command.split(' ').nth(1).unwrap_or_default()).or_default();
            *kind += 1;
            if *kind > MOST {
                continue;
            }
            let (code, _, stderr) = ask(elsewhere.path(), command.trim_start_matches("vperft "));
            // A program that crashes gives no answer.
            let is_crashed = code == 4 && words.contains("exit 3");
            if !matches!(code, 0 | 1) && !is_crashed {
                failing.push(format!("{words}\n  prints {command}\n  which ends with {code}: {stderr}"));
            }
        }
        eprintln!("{:.1} s for {reporting}: {kinds:?}", begun.elapsed().as_secs_f64());
        if found.is_empty() {
            failing.push(format!("{words}\n  prints no command"));
        }
    }
    assert_eq!(failing, Vec::<String>::new());
}

#[test]
fn a_report_about_a_bug_file_takes_the_backend_that_the_command_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = scene(folder.path());
    let (wrong, bug) = (&scene["{wrong}"], &scene["{bug}"]);
    let (code, ..) = ask(
        folder.path(),
        &format!("descend ryugi --depth 2 --vfen {} --b {wrong} --out {bug}", scene["{passing}"]),
    );
    assert_eq!(code, 1);
    let (code, report, _) =
        ask(folder.path(), &format!("repro {bug} --markdown --backend 'cmd:./mine --quick'"));
    assert_eq!(code, 0);
    assert!(report.contains("--backend 'cmd:./mine --quick'"), "{report}");
}
