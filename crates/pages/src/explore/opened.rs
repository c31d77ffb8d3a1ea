//! Files and texts that people open: bug files, records, suites, divide tables, games.

use super::error::Refusal;
use super::line::Line;
use super::place::At;
use super::sides::Sides;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use vperft::inner::backend::Question;
use vperft::inner::corpus::question::Query;
use vperft::inner::game::variant::{Ruling, Variant};
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise_within;
use vperft_lab::differences::bug::{Answered, Bug, BugSide};
use vperft_lab::differences::descend::read_tables;
use vperft_lab::exchange::import::{self, Script};
use vperft_lab::exchange::suite_text::{Entry, Hints, SuiteText};
use vperft_lab::exchange::suites;

/// The most positions of a list.
const MAX_POSITIONS: usize = 500;
/// The most characters of a text for people.
const MAX_TEXT: usize = 300;

/// Reads a text in any known form. A divide table is taken as perft `depth` of the requested position. A game that names no start
/// position starts from that of the variant.
pub(super) fn open(
    at: &At,
    text: &str,
    depth: u32,
    line: &mut Line,
    sides: &mut Sides,
) -> Result<Value, Refusal> {
    if text.trim_start().starts_with('{') {
        return match serde_json::from_str::<Header>(text.lines().next().unwrap_or_default()) {
            Ok(_) => record(text),
            Err(_) => bug(text),
        };
    }
    let read = suites::read_suite(text, Variant::get(at.variant), Hints::default()).ok();
    if let Some(read) = read.filter(SuiteText::is_suite) {
        return Ok(suite(at, &read));
    }
    let vfen = line.reach(at, sides)?.last().expect("a line has a root").clone();
    let table = table(at, &vfen, text, depth, sides);
    let game = game(at, text, sides);
    match (table, game) {
        (Ok((lines, table)), Ok((plies, game))) => Ok(if lines > plies { table } else { game }),
        (Ok((_, table)), Err(_)) => Ok(table),
        (Err(_), Ok((_, game))) => Ok(game),
        (Err(_), Err(refusal)) => {
            let expected = "expected a bug file, a game, a divide table, a suite of positions or a record";
            Err(Refusal { message: format!("{expected}: {}", refusal.message), ..refusal })
        }
    }
}

/// A bug file: where it leads, and what it says.
fn bug(text: &str) -> Result<Value, Refusal> {
    let bug = Bug::parse(text).map_err(|error| Refusal::new(error.to_string()))?;
    let readings: Map<_, _> = Ruling::of_variant(bug.variant)
        .filter_map(|ruling| Some((ruling.name.to_owned(), bug.rulings.get(ruling.name)?.into())))
        .collect();
    let side = |side: &BugSide| {
        let name = side.backend.as_ref().unwrap_or(&side.identity);
        let without: String = side.without.iter().map(|id| format!(" without {id}")).collect();
        sanitise_within(&format!("{name}{without} answers {}.", answer(&side.answer)), 8 * MAX_TEXT)
    };
    // Lists are long; what differs in them is short.
    let differ = match (&bug.a.answer, &bug.b.answer) {
        (Answered::Moves(right), Answered::Moves(wrong)) => {
            let list = |name: &str, one: &[String], other: &[String]| {
                let moves: Vec<_> = one.iter().filter(|text| !other.contains(text)).cloned().collect();
                (!moves.is_empty())
                    .then(|| sanitise_within(&format!("{name}: {}", moves.join(", ")), 8 * MAX_TEXT))
            };
            [list("Missing", right, wrong), list("Extra", wrong, right)].into_iter().flatten().collect()
        }
        _ => Vec::new(),
    };
    let about = match &bug.question {
        Query::Ask(Question::After { text }) => Some(sanitise_within(text, MAX_TEXT)),
        _ => None,
    };
    let question = format!("The question is {}.", sanitise_within(&bug.question.to_string(), MAX_TEXT));
    let notes: Vec<_> = [question, side(&bug.a), side(&bug.b)].into_iter().chain(differ).collect();
    Ok(json!({
        "kind": "bug", "variant": bug.variant, "rulings": readings, "root": bug.root, "moves": bug.moves, "about": about,
        "notes": notes,
    }))
}

/// An answer in a few words.
fn answer(answered: &Answered) -> String {
    match answered {
        Answered::Vfen(vfen) => vfen.clone(),
        Answered::Moves(moves) => plural(moves.len(), "move"),
        Answered::Status(status) => status.to_string(),
        Answered::Count(count) => count.0.to_string(),
        Answered::Divide(rows) => format!("counts for {}", plural(rows.len(), "move")),
        Answered::Relation(_) => "in a way that breaks a relation".into(),
        Answered::Error { kind, message } => format!("{kind}: {message}"),
    }
}

/// The first line of a record.
#[derive(Deserialize)]
struct Header {
    #[serde(rename = "record")]
    _record: u32,
}

/// A question of a record. Other lines have no such fields.
#[derive(Deserialize)]
struct Asked {
    ask: String,
    variant: String,
    vfen: String,
    #[serde(default)]
    moves: Vec<String>,
}

/// The positions that the backends of a record were asked about.
fn record(text: &str) -> Result<Value, Refusal> {
    let asked = text.lines().filter_map(|line| serde_json::from_str::<Asked>(line).ok());
    let (mut known, mut positions) = (BTreeSet::new(), Vec::new());
    for Asked { ask, variant, vfen, moves } in asked {
        if variant.parse::<vperft::inner::game::variant::VariantId>().is_ok()
            && known.insert((variant.clone(), vfen.clone(), moves.clone()))
        {
            let label = format!("{ask}: {}", if moves.is_empty() { vfen.clone() } else { moves.join(" ") });
            positions.push(json!({ "label": sanitise_within(&label, MAX_TEXT), "variant": variant, "root": vfen, "moves": moves }));
        }
    }
    if positions.is_empty() {
        return Err(Refusal::new("the record has no question about a position of a known variant"));
    }
    Ok(list("record", positions))
}

/// The positions of a suite.
fn suite(at: &At, suite: &SuiteText) -> Value {
    let variant = Variant::get(at.variant);
    let entry = |position: &Entry| {
        let counts: Vec<_> =
            position.counts.iter().map(|(depth, count)| format!("D{depth} {count}")).collect();
        let name = position.id.clone().unwrap_or_else(|| position.place.words());
        let label = format!("{name}: {}", counts.join(", "));
        let (vfen, problem) = match suites::vfen(position, variant) {
            Ok(vfen) => (Some(vfen), None),
            Err(problem) => (None, Some(sanitise_within(&problem, MAX_TEXT))),
        };
        json!({ "label": sanitise_within(&label, MAX_TEXT), "variant": at.variant, "root": vfen, "moves": [], "problem": problem })
    };
    let refused = suite.refusals.iter().map(|refusal| {
        let label = refusal.place.words();
        let problem = sanitise_within(&refusal.reason, MAX_TEXT);
        json!({ "label": label, "variant": at.variant, "root": null, "moves": [], "problem": problem })
    });
    list("suite", suite.entries.iter().map(entry).chain(refused).collect())
}

fn list(kind: &str, mut positions: Vec<Value>) -> Value {
    let more = positions.len().saturating_sub(MAX_POSITIONS);
    positions.truncate(MAX_POSITIONS);
    json!({ "kind": kind, "positions": positions, "more": more })
}

/// A divide table with the number of its rows.
fn table(at: &At, vfen: &str, text: &str, depth: u32, sides: &mut Sides) -> Result<(usize, Value), Refusal> {
    let here = At { root: vfen.to_owned(), moves: Vec::new(), ..at.clone() };
    let legal = sides.believe(&here, |view| view.moves(here.path()))?;
    let mut tables = read_tables(Variant::get(at.variant), vfen, depth, text, &legal)
        .map_err(|error| Refusal::new(error.to_string()))?;
    let others = tables.columns.len().saturating_sub(1);
    let first = tables.columns.drain(..).next().unwrap_or_default();
    let rows = first.rows.unwrap_or_default().rows;
    let total = first.totals.first().map(u128::to_string);
    let shown: Vec<_> = rows
        .iter()
        .take(MAX_POSITIONS)
        .map(|(text, count)| [sanitise_within(text, MAX_TEXT), count.to_string()])
        .collect();
    let lines = rows.len() + usize::from(total.is_some());
    let shown_column = format!("the text has {} columns of counts; shown is the first", others + 1);
    let first = (others > 0).then_some(shown_column.as_str());
    let notes = tables.notes.iter().chain(&tables.unread).map(String::as_str).chain(first);
    let notes: Vec<_> = notes.map(|note| sanitise_within(note, MAX_TEXT)).collect();
    Ok((lines, json!({ "kind": "table", "depth": depth, "rows": shown, "total": total, "notes": notes })))
}

/// A game with the number of its plies.
fn game(at: &At, text: &str, sides: &mut Sides) -> Result<(usize, Value), Refusal> {
    let script = Script::parse(text);
    let start = &Variant::get(at.variant).start(&at.rulings).vfen;
    let game = sides.believe(at, |view| Ok(import::import(view, &at.rulings, &script, start)))?;
    let game = game.map_err(|error| Refusal::new(error.to_string()))?;
    let moves: Vec<_> = game.plies.iter().map(|ply| &ply.text).collect();
    let stop = game.stop.as_ref().map(|stop| {
        let problem = format!("ply {}, line {}: {}", moves.len() + 1, stop.line, stop.problem);
        let text = stop.text.as_ref().map(|text| sanitise_within(text, MAX_TEXT));
        json!({ "problem": sanitise_within(&problem, MAX_TEXT), "text": text })
    });
    let deviations = game
        .plies
        .iter()
        .filter_map(|ply| Some(format!("line {}: `{}` {}", ply.line, ply.written, ply.deviation.as_ref()?)));
    let notes = script.notes.iter().chain(&game.notes).cloned().chain(deviations);
    let notes: Vec<_> = notes.take(MAX_POSITIONS).map(|note| sanitise_within(&note, MAX_TEXT)).collect();
    Ok((
        moves.len(),
        json!({ "kind": "game", "root": game.root, "moves": moves, "stop": stop, "notes": notes }),
    ))
}
