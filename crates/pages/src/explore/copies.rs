//! Copies that a user takes along from a position: commands, a case, a picture, a bug file.

use super::error::Refusal;
use super::line::Line;
use super::place::At;
use super::sides::Sides;
use crate::report::shell::joined;
use crate::report::svg::{Overlay, Picture, Pieces};
use serde::Deserialize;
use serde_json::{Value, json};
use siphasher::sip::SipHasher13;
use std::hash::Hasher as _;
use vperft::inner::backend::{Backend, PositionPath, Question, Unopened};
use vperft::inner::corpus::question::Query;
use vperft::inner::corpus::suite;
use vperft::inner::game::perft::Resources;
use vperft::inner::game::position;
use vperft::inner::game::variant::{Clause, Ruling, Rulings, Unvalidated, Variant};
use vperft_lab::differences::bug::{OpenedSide, ReproContext};
use vperft_lab::differences::descend::{Kind, Side};

/// The name of the built-in rules on the command line.
const JUDGE: &str = "reference";

/// How the picture looks.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct View {
    flipped: bool,
    letters: bool,
    /// The square of the chosen piece, whose moves are marked.
    square: Option<String>,
}

/// The commands that ask the same, a case, and a picture.
pub(super) fn copies(
    at: &At,
    view: &View,
    clauses: &[String],
    line: &mut Line,
    sides: &mut Sides,
) -> Result<Value, Refusal> {
    let vfen = line.reach(at, sides)?.last().expect("a line has a root").clone();
    let moves = sides.believe(at, |backend| backend.moves(PositionPath::from(&vfen)))?;
    let commands: Vec<_> = (0..sides.len()).map(|index| command(at, Some(sides.name(index)))).collect();
    let (position, case) = case(at, &vfen, &checked(clauses)?);
    Ok(json!({
        "command": command(at, None), "compare": commands, "position": position, "case": case, "svg": picture(at, view, &vfen, &moves),
    }))
}

/// The command that lists the moves of the position; with a backend, what that answers differently.
fn command(at: &At, backend: Option<&str>) -> String {
    let variant = at.variant.name();
    let mut words = vec!["vperft", "moves", variant, "--vfen", &at.root];
    at.moves.iter().for_each(|text| words.extend(["--move", text]));
    let readings: Vec<_> = readings(at).collect();
    readings.iter().for_each(|reading| words.extend(["--ruling", reading]));
    match backend {
        Some(name) => words.extend(["--backend", name, "--against", JUDGE]),
        None => {
            at.off.iter().for_each(|clause| words.extend(["--without", clause.id()]));
        }
    }
    let folder = at.variant.folder().map(|folder| folder.display().to_string());
    folder.iter().for_each(|folder| words.extend(["--variant", folder]));
    joined(&words)
}

/// The readings other than the default ones, each `NAME=VALUE`.
fn readings(at: &At) -> impl Iterator<Item = String> {
    let other = Ruling::of_variant(at.variant)
        .filter(|ruling| at.rulings.get(ruling.name) != Rulings::DEFAULT.get(ruling.name));
    other.filter_map(|ruling| Some(format!("{}={}", ruling.name, at.rulings.get(ruling.name)?)))
}

/// Clauses that a page names.
fn checked(ids: &[String]) -> Result<Vec<&'static str>, Refusal> {
    let clauses = ids.iter().map(|id| id.parse::<Clause>().map(Clause::id));
    clauses.collect::<Result<_, _>>().map_err(|error| Refusal::new(error.to_string()))
}

/// A file of positions and a file of cases, with values for `bless` to fill in.
fn case(at: &At, vfen: &str, clauses: &[&str]) -> (String, String) {
    let mut hasher = SipHasher13::new();
    hasher.write(vfen.as_bytes());
    let id = format!("{}/explored-{:08x}", at.variant, hasher.finish() >> 32);
    let position = json!({ "id": id, "title": "A position found by hand", "vfen": vfen, "origin": { "kind": "constructed" } });
    let clauses = if clauses.is_empty() { &["GEN-MOVE"] } else { clauses };
    let checks = json!({ "moves": null, "status": null, "perft": { "1": null, "2": null } });
    let case = json!({ "id": id, "title": "A position found by hand", "position": id, "clauses": clauses, "checks": checks });
    let file = |list: &str, entry: Value| {
        let file = json!({ "format": 1, "variant": at.variant, list: [entry] });
        format!("{file:#}\n")
    };
    (file("positions", position), file("cases", case))
}

/// The position as a picture, with the last move and the moves of the chosen piece. Empty if it cannot be drawn.
fn picture(at: &At, view: &View, vfen: &str, moves: &[String]) -> String {
    let Ok(position) = position::parse(vfen, Variant::get(at.variant), &Unvalidated(&at.rulings)) else {
        return String::new();
    };
    let mut overlays = Overlay::of_last_move(&position, at.moves.last().map(String::as_str));
    if let Some(square) = &view.square {
        let own: Vec<_> = moves
            .iter()
            .filter(|text| vperft::inner::game::notation::starts_on(text, square))
            .cloned()
            .collect();
        overlays.extend(Overlay::of_legal_moves(&position, &own, Some(square)));
    }
    let pieces = if view.letters { Pieces::Letters } else { Pieces::Symbols };
    Picture { position: &position, pieces, is_flipped: view.flipped, has_legend: false, overlays }.draw()
}

/// The bug file about the first thing that a named backend answers differently. The backend is asked in a fresh process.
pub(super) fn bug(
    at: &At,
    index: usize,
    clauses: &[String],
    line: &mut Line,
    sides: &mut Sides,
) -> Result<Value, Refusal> {
    if index >= sides.len() {
        return Err(Refusal::new(format!("expected the number of a backend, below {}", sides.len())));
    }
    let clauses = checked(clauses)?;
    line.reach(at, sides)?;
    let sides = &*sides;
    let unopened = |name: &str, problem: String| -> Box<dyn Backend> {
        Box::new(Unopened::new(name.to_owned(), problem))
    };
    let open_a = || {
        sides
            .judge(at.variant, &at.options())
            .unwrap_or_else(|| unopened(JUDGE, "it has no such rules".into()))
    };
    let open_b =
        || sides.fresh(index, &at.rulings).unwrap_or_else(|problem| unopened(sides.name(index), problem));
    let [mut a, mut b] = [&open_a as &dyn Fn() -> Box<dyn Backend>, &open_b]
        .map(|open| Side::new(open(), open, at.variant, Resources::default()));
    let off = at.off.iter().map(|clause| clause.id().to_owned());
    let side = |name: &str, identity, without| OpenedSide {
        backend: Some(name.to_owned()),
        identity,
        without,
        options: Vec::new(),
    };
    let context = ReproContext {
        variant: at.variant,
        rulings: &at.rulings,
        suite: suite::version(),
        a: side(JUDGE, a.identity(), off.collect()),
        b: side(sides.name(index), b.identity(), Vec::new()),
        record: None,
    };
    let legal = open_a().of(at.variant)?.moves(at.path())?;
    let after = legal.iter().map(|text| Query::Ask(Question::After { text: text.clone() })).collect();
    let probes = [
        (Kind::Set, vec![Query::Ask(Question::Moves)]),
        (Kind::Child, after),
        (Kind::Status, vec![Query::Ask(Question::Status)]),
    ];
    let found = probes
        .into_iter()
        .find_map(|(kind, probes)| context.of_position(at.path(), kind, &probes, &mut a, &mut b));
    let Some(bug) = found else {
        return Err(Refusal::new("the backend answers as the rules do, so there is no bug to write"));
    };
    let clauses = clauses.into_iter().map(str::to_owned).collect();
    let bug = vperft_lab::differences::bug::Bug { clauses, ..bug };
    Ok(json!({ "bug": bug.text() }))
}
