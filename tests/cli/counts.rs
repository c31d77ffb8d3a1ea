//! Tables of counts: every form of `docs/forms.md`, and texts as users reported them.

use crate::tool::{Outcome, vperft_with};
use pretty_assertions::assert_eq;
use std::fs;
use std::path::{Path, PathBuf};

/// Compares a text with the start position of chess at depth 3.
fn descend(text: &str, more: &[&str]) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("counts.txt");
    fs::write(&path, text).expect("a file");
    let file = path.to_str().expect("UTF-8");
    vperft_with(&[&["descend", "chess", "--depth", "3", "--divide", file], more].concat())
}

/// A row of a table of `docs/forms.md`: its form, its example as a text, and its third cell.
struct Form {
    form: String,
    text: String,
    third: String,
}

/// The tables of the section, each with the name of its third column.
fn forms() -> Vec<(String, Vec<Form>)> {
    let page = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("docs/forms.md");
    let page = fs::read_to_string(page).expect("the page");
    let section = page.split("\n## ").map(|part| part.trim_start_matches("## "));
    let section =
        section.into_iter().find(|part| part.starts_with("Tables of counts\n")).expect("the section");
    let mut tables: Vec<(String, Vec<Form>)> = Vec::new();
    for line in section.lines().filter(|line| line.starts_with('|') && !line.starts_with("| ---")) {
        let line = line.replace("\\|", "\u{0}");
        let cells: Vec<_> =
            line.trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect();
        let [form, example, third] = &cells[..] else { panic!("three cells: {line}") };
        if form == "form" {
            tables.push((third.clone(), Vec::new()));
            continue;
        }
        let text = example.trim_matches('`').replace(" ⏎ ", "\n");
        let form = Form { form: form.clone(), text, third: third.clone() };
        tables.last_mut().expect("a header").1.push(form);
    }
    tables
}

/// The text with each one of the counts of the start position changed in turn.
fn changed(text: &str) -> Vec<String> {
    let counts = [("600", "601"), ("560", "561"), ("440", "441"), ("902", "903")];
    let places = counts
        .iter()
        .flat_map(|(right, wrong)| text.match_indices(right).map(move |(at, _)| (at, right.len(), wrong)));
    // Not inside another number, such as the key of a position.
    let is_whole = |(at, length, _): &(usize, usize, &&str)| {
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let before = text[..*at].chars().next_back();
        let is_thousand = &text[*at..at + length] == "902" && before == Some('8');
        (!is_digit(before) || is_thousand) && !is_digit(text[at + length..].chars().next())
    };
    let edit = |(at, length, wrong): (usize, usize, &&str)| {
        format!("{}{wrong}{}", &text[..at], &text[at + length..])
    };
    places.filter(is_whole).map(edit).collect()
}

#[test]
fn every_form_of_counts_is_read_and_every_wrong_count_found() {
    for (_, rows) in forms().iter().filter(|(third, _)| third == "becomes") {
        for Form { form, text, third } in rows {
            let outcome = descend(text, &["--format", "json"]).ends(0);
            let columns = outcome.json()["found"]["columns"].as_array().map_or(0, Vec::len);
            let expected = if columns == 1 { "1 column".to_owned() } else { format!("{columns} columns") };
            assert_eq!(&expected, third, "{form}: {outcome}");
            let wrong = changed(text);
            assert!(!wrong.is_empty(), "{form}: no count to change");
            for text in wrong {
                let outcome = descend(&text, &[]).ends(1);
                assert!(!outcome.stdout.contains("The backends agree"), "{form}: {text}: {outcome}");
            }
        }
    }
}

#[test]
fn every_refused_form_of_counts_is_named_with_its_line() {
    for (third, rows) in forms() {
        for Form { form, text, third: expected } in rows {
            match third.as_str() {
                "error" => drop(descend(&text, &[]).ends(3).warns(&[&expected])),
                "not read" => drop(descend(&text, &[]).ends(1).says(&[&format!("    {expected}\n")])),
                _ => assert_eq!(third, "becomes", "{form}"),
            }
        }
    }
}

/// The path of a report.
fn report(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/reports").join(name)
}

#[test]
fn reports_have_their_outcome() {
    const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
    const BISHOP: &str = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b - - 1 9";
    const CASTLING: &str = "nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w BHbh - 0 3";
    const KING: &str = "8/8/3p4/1K6/8/8/8/k4b2 w - - 0 1";
    const RYUGI: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
    const START: &str = "startpos";
    for (name, variant, fen, depth, code, says) in [
        ("02_roce_divide.txt", "chess", PROMOTIONS, "5", 0, &["what was counted: 3605103\n", "agree."][..]),
        ("03_sf6333_divide.txt", "chess", BISHOP, "1", 1, &["1. set: ", "  twice    k f8-g8\n"]),
        ("04_sf2671_divide.txt", "chess", CASTLING, "1", 1, &["1. set: ", "  extra    K c1-c1\n"]),
        ("20_berserk.txt", "chess", START, "3", 0, &["what was counted: 8902\n", "agree."]),
        ("23_octopus.txt", "chess", START, "3", 0, &["what was counted: 8902\n", "agree."]),
        ("27_chesstackexchange.txt", "chess", START, "3", 0, &["what was counted: 8902\n", "agree."]),
        ("29_prompt.txt", "chess", START, "3", 0, &["what was counted: 8902\n", "agree."]),
        ("34_upperpromo_table.md", "chess", START, "3", 0, &["what was counted: 8902\n", "agree."]),
        ("36_csv.csv", "chess", START, "3", 0, &["what was counted: 8902\n", "agree."]),
        ("37_utf16.txt", "chess", START, "3", 0, &["what was counted: 8902\n", "agree."]),
        ("79b.txt", "chess", KING, "1", 1, &["2. set: ", "  extra    K b5-b3\n"]),
        ("82_ryugi_dup.txt", "ryugi", RYUGI, "1", 1, &["1. set: ", "  twice    k f10-e10\n"]),
        ("84_total_wrong_only.txt", "chess", START, "3", 1, &["1. sum-only: ", "its lines add up to 8902"]),
        ("86_partial.txt", "chess", START, "4", 0, &["table 1: an excerpt of 1 of 20 moves; it agrees\n"]),
        (
            "13_two_tables.txt",
            "chess",
            START,
            "3",
            1,
            &[
                "  column `Stockfish fork`: differs at e2e4, 599 for 600\n  column `Old build`: agrees\n",
                "root moves with other counts: 1\n    P e2-e4   a 600, b 599\n",
            ],
        ),
        (
            "14_excerpt.txt",
            "chess",
            START,
            "3",
            0,
            &["column `my engine says`: an excerpt of 2 of 20 moves; both agree\n"],
        ),
        (
            "15_excerpt_wrong.txt",
            "chess",
            START,
            "3",
            1,
            &[
                "column `mine`: an excerpt of 2 of 20 moves; differs at e2e4, 599 for 600\n",
                "column `reference`: an excerpt of 2 of 20 moves; both agree\n",
            ],
        ),
        ("23_sjaak.txt", "chess", START, "3", 0, &["what was counted: 8902\n", "agree."]),
    ] {
        let file = report(name);
        let file = file.to_str().expect("UTF-8");
        let root = if variant == "ryugi" { ["--vfen", fen] } else { ["--fen", fen] };
        let root: &[&str] = if fen == START { &[] } else { &root };
        let words = [&["descend", variant, "--depth", depth, "--divide", file], root].concat();
        let outcome = vperft_with(&words).ends(code).says(says);
        assert!(!outcome.stdout.contains("missing"), "{outcome}");
        assert_eq!(outcome.stdout.contains("agree."), code == 0, "{outcome}");
    }
}

/// An engine that prints a total alone is checked by it; it lists no moves.
#[test]
#[cfg(unix)]
fn a_script_that_prints_the_total_alone_is_checked() {
    let text = fs::read_to_string(report("88_total_only_script.sh")).expect("the script");
    let engine = "/usr/games/ethereal-chess";
    assert!(text.contains(engine), "{text}");
    // The engine is replaced by one that answers as it does.
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("total.sh");
    fs::write(&script, text.replace(engine, "sh -c 'cat >/dev/null; echo Perft; echo 8902'"))
        .expect("a script");
    let backend = format!("script:sh '{}'", script.display());
    let outcome = vperft_with(&["perft", "chess", "3", "--backend", &backend]).ends(0);
    assert_eq!(outcome.stdout.trim(), "8902");
    vperft_with(&["divide", "chess", "3", "--backend", &backend]).ends(4).warns(&["prints the total alone"]);
}

#[test]
fn a_column_is_chosen_by_name_or_number() {
    let two = "move,Fork,Old build\ne2e4,599,600\nd2d4,560,560\n";
    descend(two, &[]).ends(1).says(&[
        "  column `Fork`: an excerpt of 2 of 20 moves; differs at e2e4, 599 for 600\n",
        "  column `Old build`: an excerpt of 2 of 20 moves; both agree\n",
    ]);
    for (column, code) in [("fork", 1), ("Old build", 0), ("1", 1), ("2", 0), ("3", 3), ("Other", 3)] {
        let outcome = descend(two, &["--column", column]).ends(code);
        if code == 3 {
            outcome.warns(&[&format!("there is no column `{column}`; it has `Fork`, `Old build`")]);
        }
    }
    let json = descend(two, &["--format", "json"]).ends(1).json();
    let columns = &json["found"]["columns"];
    assert_eq!((&columns[0]["agrees"], &columns[1]["agrees"]), (&false.into(), &true.into()), "{json}");
    assert_eq!(columns[0]["differing"], serde_json::json!([{ "move": "P e2-e4", "a": 600, "b": 599 }]));
    assert_eq!(columns[0]["excerpt"], true);
}
