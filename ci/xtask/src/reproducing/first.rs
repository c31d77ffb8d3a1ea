//! Checks that `descend` ends at a right first position: the sides differ there in the reported way, and
//! in no position on the way.

use super::{Lab, TestPosition, report_list};
use crate::Result;
use crate::number_from;
use crate::table::{print_head, row};
use serde::Deserialize;
use std::collections::HashMap;

/// The parts of the JSON of `vperft descend` that count here.
#[derive(Deserialize)]
struct Descended {
    root: String,
    found: Found,
}

#[derive(Deserialize)]
struct Found {
    causes: Vec<Cause>,
}

#[derive(Deserialize)]
struct Cause {
    path: Vec<Step>,
    detail: Detail,
}

#[derive(Deserialize)]
struct Step {
    #[serde(rename = "move")]
    text: String,
}

#[derive(Deserialize)]
struct Detail {
    what: String,
    #[serde(rename = "move")]
    text: Option<String>,
    depth: Option<u32>,
}

/// Fails if a walk does not end at a right first position.
pub fn run(lab: &Lab) -> Result<bool> {
    let depth = match number_from("PLIES", 0)? {
        0 => None,
        plies => Some(plies.to_string()),
    };
    print_head(&["variant", "mistake", ">walks", ">right first positions"]);
    let (mut tried, mut shown, mut walks) = (0, 0, 0);
    let mut wrong = Vec::new();
    let mut counts: HashMap<String, String> = HashMap::new();
    for (variant, mistake) in lab.mistakes()? {
        tried += 1;
        let program = lab.program(variant, &[&mistake])?;
        let (walks_before, wrong_before) = (walks, wrong.len());
        for position in TestPosition::all(variant)? {
            let depth = depth.clone().unwrap_or_else(|| position.depth.to_string());
            let mut arguments = vec!["perft", variant, &depth];
            arguments.extend(position.arguments());
            let key = arguments.join(" ");
            if !counts.contains_key(&key) {
                counts.insert(key.clone(), lab.vperft.run_quietly(&arguments)?.stdout);
            }
            arguments.extend(["--backend", &program]);
            let other = lab.vperft.run_quietly(&arguments)?;
            if other.code == 0 && other.stdout == counts[&key] {
                continue;
            }
            walks += 1;
            if let Err(error) = check_walk(lab, variant, &position, &depth, &program)? {
                wrong.push(format!("{variant} {mistake} at {position}: {error}"));
            }
        }
        let walked = walks - walks_before;
        if walked > 0 {
            shown += 1;
            row!(variant, mistake, walked, walked - (wrong.len() - wrong_before));
        }
    }
    let right = walks - wrong.len();
    eprintln!(
        "{right} of {walks} walks end at a right first position; {shown} of {tried} mistakes change a count"
    );
    report_list("wrong", &wrong);
    Ok(walks > 0 && wrong.is_empty())
}

/// Descends from a position whose counts differ, and checks the end of the walk. The inner error says what is wrong with it.
fn check_walk(
    lab: &Lab,
    variant: &str,
    position: &TestPosition,
    depth: &str,
    program: &str,
) -> Result<std::result::Result<(), String>> {
    let mut arguments =
        vec!["descend", variant, "--depth", depth, "--causes", "1", "--b", program, "--format", "json"];
    arguments.extend(position.arguments());
    let answer = lab.vperft.run(&arguments)?;
    if answer.code != 1 {
        return Ok(Err(format!("descend ends with exit code {}", answer.code)));
    }
    let Descended { root, found } = answer.json()?;
    let Some(Cause { path, detail }) = found.causes.into_iter().next() else {
        return Ok(Err("descend names no cause".into()));
    };
    let differ = |question: &[&str], moves: &[&str], rest: &[&str]| -> Result<bool> {
        let mut words = [question, &["--vfen", &root]].concat();
        words.extend(moves.iter().flat_map(|text| ["--move", text]));
        words.extend(rest);
        Ok(output(lab, &words, "fast")? != output(lab, &words, program)?)
    };
    let mut moves: Vec<&str> = Vec::new();
    for Step { text } in &path {
        if differ(&["moves", variant], &moves, &["--format", "lines"])? {
            return Ok(Err(format!("the moves differ before {text} already")));
        }
        moves.push(text);
        if differ(&["after", variant], &moves, &[])? {
            return Ok(Err(format!("{text} leads to different positions already")));
        }
    }
    let shows = match (detail.what.as_str(), detail.text, detail.depth) {
        // A side that does not answer, for example because it rejects the position, lists no moves.
        ("moves" | "no-answer", ..) => differ(&["moves", variant], &moves, &["--format", "lines"])?,
        ("child", Some(text), _) => differ(&["after", variant], &moves, &["--move", &text])?,
        ("status", ..) => differ(&["status", variant], &moves, &[])?,
        ("count", _, Some(depth)) => differ(&["perft", variant, &depth.to_string()], &moves, &[])?,
        (what, ..) => return Ok(Err(format!("unexpected cause `{what}`"))),
    };
    Ok(if shows { Ok(()) } else { Err(format!("the sides do not differ in `{}`", detail.what)) })
}

/// Everything that a backend answers, its errors included, in a stable order of lines.
fn output(lab: &Lab, words: &[&str], backend: &str) -> Result<Vec<String>> {
    let answer = lab.vperft.run_quietly(&[words, &["--backend", backend]].concat())?;
    let mut lines: Vec<String> =
        answer.stdout.lines().chain(answer.stderr.lines()).map(str::to_owned).collect();
    lines.sort_unstable();
    Ok(lines)
}
