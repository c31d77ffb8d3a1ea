//! Cases for the positions that show mutants.

use super::witness::Answers;
use super::{DataMutant, Witness, mutants, witnesses};
use crate::differences::fuzz;
use crate::upkeep::audit::cover;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use vperft::inner::backend::{Backend, BackendError, InProcess, PositionPath, VariantBackend};
use vperft::inner::corpus::suite::Corpus;
use vperft::inner::game::rules::{Rules as _, Status};
use vperft::inner::game::variant::{Clause, Standard, Variant, VariantId};
use vperft::inner::generators::data::{self, Data, Ends};

/// The stem of the files for proposed cases.
pub const PROPOSED: &str = "proposed";

/// Positions and cases to add, in the form of the corpus files.
#[derive(Clone, Debug, Default)]
pub struct Proposal {
    /// The positions.
    pub positions: Vec<Value>,
    /// The cases, one for each position.
    pub cases: Vec<Value>,
    /// The number of positions that show mutants and are in the corpus already.
    pub known: usize,
    /// The number of mutants.
    pub mutants: usize,
    /// The titles of the mutants that no position shows: they may be no mistakes.
    pub hidden: Vec<String>,
    /// The positions about which the second backend answers differently, each with the first difference.
    pub disputed: Vec<(String, String)>,
}

/// The number of cases that notice each mutant, if enough positions show it.
const CASES_PER_MUTANT: usize = 2;

/// Proposes cases that notice every mutant for which a position was found. `second` confirms the values, if there is one.
///
/// # Errors
/// If a backend fails.
pub fn propose(
    corpus: &Corpus,
    variant: VariantId,
    seed: u64,
    mut second: Option<&mut dyn Backend>,
) -> Result<Proposal, BackendError> {
    let repeated = repeated(variant, &mut second)?;
    // The others show in the games of these cases.
    let mutants: Vec<_> = mutants(variant).into_iter().filter(|mutant| !mutant.is_of_games).collect();
    let right = Data::new(variant, Standard);
    let (mut found, mut disputed) = (Vec::new(), Vec::new());
    for witness in witnesses(variant, &mutants, seed)? {
        let Ok(position) = right.parse(&witness.vfen) else { continue };
        let answers = Answers::new(&right, &position);
        let difference = match &mut second {
            Some(second) => disagreement(*second, variant, &witness.vfen, &answers)?,
            None => None,
        };
        match difference {
            Some(difference) => disputed.push((witness.vfen, difference)),
            None => found.push((witness, answers)),
        }
    }
    let shown: BTreeSet<u32> = found.iter().flat_map(|(witness, _)| &witness.shows).copied().collect();
    let is_hidden = |(index, _): &(usize, &DataMutant)| !shown.contains(&(*index as u32));
    let hidden = mutants.iter().enumerate().filter(is_hidden);
    let mut proposal = Proposal {
        mutants: mutants.len(),
        hidden: hidden.map(|(_, mutant)| mutant.title.clone()).collect(),
        disputed,
        ..Proposal::default()
    };
    let mut sources = vec![format!("{}@{}", data::NAME, env!("CARGO_PKG_VERSION"))];
    sources.extend(second.map(|second| second.identity()));
    let known: BTreeSet<&str> =
        corpus.cases.iter().map(|(_, case)| corpus.position(case).vfen.as_str()).collect();
    let mut numbers = (1..).map(|number| format!("{variant}/{PROPOSED}-{number:03}"));
    let mut free = || numbers.find(|id| corpus.find(id).is_none()).unwrap_or_default();
    for ((witness, answers), new) in chosen(&found) {
        if known.contains(witness.vfen.as_str()) {
            proposal.known += 1;
            continue;
        }
        let id = free();
        let new: Vec<_> = new.into_iter().map(|number| &mutants[number as usize]).collect();
        proposal.positions.push(json!({
            "id": id, "title": "Few pieces", "vfen": witness.vfen, "origin": {"kind": "chance", "seed": seed},
        }));
        let mut checks = json!({"moves": answers.moves, "status": answers.status});
        let mut provenance = json!({"moves": sources, "status": sources});
        let after = children_that_show(&new, &witness.vfen, answers);
        if !after.is_empty() {
            checks["after"] = after.into();
            provenance["after"] = json!(sources);
        }
        proposal.cases.push(json!({
            "id": id,
            "title": title(&new),
            "position": id,
            "clauses": clauses(variant, &new),
            "bugs": [],
            "checks": checks,
            "provenance": provenance,
        }));
    }
    if !repeated.is_empty() {
        let start = &Variant::get(variant).starts[0].vfen;
        let mut positions = corpus.positions.values().filter(|(of, _)| *of == variant);
        let known = positions.find(|(_, entry)| entry.vfen == *start).map(|(_, entry)| entry.id.clone());
        let position = known.unwrap_or_else(|| {
            let id = free();
            proposal.positions.push(json!({
                "id": id, "title": "The start", "vfen": start, "origin": {"kind": "constructed"},
            }));
            id
        });
        for (times, line, status) in repeated {
            proposal.cases.push(json!({
                "id": free(),
                "title": format!("The position occurs {times} times"),
                "position": position,
                "clauses": [Clause::GEN_REPEAT.id()],
                "bugs": [],
                "line": line,
                "checks": {"status": status},
                "provenance": {"status": sources},
            }));
        }
    }
    Ok(proposal)
}

/// Moves back and forth from the start, until the position has occurred as often as counts and once less, with the numbers of occurrences
/// and the statuses. None if repetition ends no game, or if the second backend gives another status.
fn repeated(
    variant: VariantId,
    second: &mut Option<&mut dyn Backend>,
) -> Result<Vec<(u32, Vec<String>, Status)>, BackendError> {
    let table = Variant::get(variant);
    let Some(rule) = Ends::of(table).repetition() else { return Ok(Vec::new()) };
    let vfen = &table.starts[0].vfen;
    let mut backend = InProcess::new(data::NAME.to_owned(), Data::new(variant, Standard));
    let view: &mut dyn VariantBackend = &mut backend;
    let survey = view.survey(vfen)?.sorted();
    let moves = fuzz::shuffle(view, &survey).unwrap_or_default();
    let mut found = Vec::new();
    for times in [rule.times - 1, rule.times].into_iter().filter(|times| *times > 1) {
        let length = 4 * (times as usize - 1);
        let Some(line) = moves.get(..length) else { continue };
        let path = PositionPath { vfen, moves: line };
        let status = view.status(path)?;
        if let Some(second) = second {
            match second.of(variant)?.status(path) {
                Ok(other) if other != status => continue,
                Ok(_) | Err(BackendError::Unsupported(_)) => {}
                Err(error) => return Err(error),
            }
        }
        found.push((times, line.to_vec(), status));
    }
    Ok(found)
}

/// A few positions that show every mutant as often as it should be noticed, each with the mutants that it is chosen for.
fn chosen(found: &[(Witness, Answers)]) -> Vec<(&(Witness, Answers), Vec<u32>)> {
    let mut chosen = Vec::new();
    let mut left: Vec<_> = found.iter().collect();
    for _ in 0..CASES_PER_MUTANT {
        let sets: Vec<_> =
            left.iter().map(|(witness, _)| (witness.shows.clone(), 4 + witness.pieces as u64)).collect();
        let picked = cover(&sets, &BTreeSet::new(), 0);
        let mut covered = BTreeSet::new();
        for &index in &picked {
            let new: Vec<u32> =
                left[index].0.shows.iter().copied().filter(|number| covered.insert(*number)).collect();
            chosen.push((left[index], new));
        }
        left = left
            .into_iter()
            .enumerate()
            .filter(|(index, _)| !picked.contains(index))
            .map(|(_, one)| one)
            .collect();
    }
    chosen
}

/// The title of a case that notices these mutants.
fn title(new: &[&DataMutant]) -> String {
    match new {
        [] => "Shows mistakes that other cases show as well".into(),
        [one] => format!("Shows the mistake `{}`", one.title),
        [one, rest @ ..] => format!("Shows the mistake `{}` and {} more", one.title, rest.len()),
    }
}

/// The children by which mutants are noticed that list the same moves and give the same status.
fn children_that_show(new: &[&DataMutant], vfen: &str, right: &Answers) -> serde_json::Map<String, Value> {
    let mut after = serde_json::Map::new();
    for mutant in new {
        let Ok(position) = mutant.rules.parse(vfen) else { continue };
        let wrong = Answers::new(&mutant.rules, &position);
        if wrong.moves == right.moves && wrong.status == right.status {
            let pairs = right.moves.iter().zip(right.children.iter().zip(&wrong.children));
            let differing = pairs.filter(|(_, (right, wrong))| right != wrong);
            after.extend(differing.map(|(text, (right, _))| (text.clone(), Value::from(right.as_str()))));
        }
    }
    after
}

/// The clauses about the kinds whose mutants are shown; all clauses of the variant if there are none.
fn clauses(variant: VariantId, shown: &[&DataMutant]) -> Vec<&'static str> {
    let table = Variant::get(variant);
    let kinds: BTreeSet<_> = shown.iter().filter_map(|mutant| mutant.kind).collect();
    let cited: BTreeSet<Clause> = kinds.into_iter().flat_map(|kind| table.clauses_of(kind)).collect();
    let own = Clause::all().filter(|clause| clause.variant() == Some(variant));
    let own: Vec<_> = own.filter(|clause| cited.is_empty() || cited.contains(clause)).collect();
    match own[..] {
        [] => vec![Clause::GEN_MOVE.id()],
        _ => own.into_iter().map(Clause::id).collect(),
    }
}

/// The first difference between the answers and those of another backend.
fn disagreement(
    backend: &mut dyn Backend,
    variant: VariantId,
    vfen: &str,
    right: &Answers,
) -> Result<Option<String>, BackendError> {
    let view = backend.of(variant)?;
    let mut moves = view.moves(vfen.into())?;
    moves.sort();
    if moves != right.moves {
        let differing =
            |one: &[String], other: &[String]| one.iter().find(|text| !other.contains(text)).cloned();
        let missing = differing(&right.moves, &moves).map(|text| format!("it does not list `{text}`"));
        let extra = || differing(&moves, &right.moves).map(|text| format!("it lists `{text}`"));
        return Ok(Some(missing.or_else(extra).unwrap_or_else(|| "it lists a move twice".into())));
    }
    let status = match view.status(vfen.into()) {
        Err(BackendError::Unsupported(_)) => right.status,
        answer => answer?,
    };
    Ok((status != right.status).then(|| format!("its status is {status}, not {}", right.status)))
}
