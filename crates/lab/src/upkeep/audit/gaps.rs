//! Proposes cases that fill the gaps of the corpus.

use super::cited::RulesWithoutClause;
use super::cover::cover;
use super::results::Audit;
use super::title::{RANDOM_PIECES, piece, title};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::{Backend, BackendError};
use vperft::inner::corpus::suite::Corpus;

/// The maximum number of legal moves for which the case also counts two plies.
const MAX_MOVES_WALKED: usize = 90;
/// The bug that such a case catches, if the dictionary has it.
const BUG_ID: &str = "whole-board";
/// The stem of the files for such cases.
pub const CLASSES_FILE: &str = "classes";

/// Positions and cases to add, in the form of the corpus files, with missing values.
#[derive(Clone, Debug, Default)]
pub struct Proposal {
    /// The positions.
    pub positions: Vec<Value>,
    /// The cases, one for each position.
    pub cases: Vec<Value>,
}

/// Selects few positions that show everything the audit found missing, and makes cases of them. `backend`
/// must be correct.
///
/// # Errors
/// Returns an error if the backend gives no answer.
pub fn propose(corpus: &Corpus, audit: &Audit, backend: &mut dyn Backend) -> Result<Proposal, BackendError> {
    let variant = audit.variant;
    let mut numbers = BTreeMap::<&str, u32>::new();
    for text in audit.gaps.iter().flat_map(|gap| &gap.shows) {
        let next = numbers.len() as u32;
        numbers.entry(text).or_insert(next);
    }
    let number = |text: &String| numbers[text.as_str()];
    let sets: Vec<_> = audit
        .gaps
        .iter()
        .map(|gap| (gap.shows.iter().map(number).collect::<Vec<_>>(), 100 + gap.moves as u64))
        .collect();
    let mut proposal = Proposal::default();
    let mut free = 0;
    let mut rules = RulesWithoutClause::new(variant);
    for index in cover(&sets, &BTreeSet::new(), 0) {
        let gap = &audit.gaps[index];
        let id = loop {
            free += 1;
            let id = format!("{variant}/{CLASSES_FILE}-{free:03}");
            if corpus.find(&id).is_none() {
                break id;
            }
        };
        let survey = backend.of(variant)?.survey(&gap.vfen)?.sorted();
        let shown: Vec<_> = gap.shows.iter().filter_map(|shows| piece(variant, shows)).collect();
        let cited = rules.cited(backend, &survey.vfen, &shown, survey.children.len() <= MAX_MOVES_WALKED)?;
        let mut perft = json!({"1": null});
        if survey.children.len() <= MAX_MOVES_WALKED {
            perft["2"] = Value::Null;
        }
        proposal.positions.push(json!({
            "id": id,
            "title": RANDOM_PIECES,
            "vfen": survey.vfen,
            "origin": {"kind": "chance", "seed": audit.classes.seed},
        }));
        let mut case = json!({
            "id": id,
            "title": title(variant, &gap.shows),
            "position": id,
            "clauses": cited,
            "bugs": [BUG_ID],
            "checks": {"perft": perft, "moves": null},
            "provenance": {},
        });
        if corpus.bugs.get(variant, BUG_ID).is_none() {
            case["bugs"] = json!([]);
        }
        proposal.cases.push(case);
    }
    Ok(proposal)
}
