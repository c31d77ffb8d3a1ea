//! Asks two backends about many cases, with several threads.

use super::answer::answer;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::{BackendError, Pair};
use vperft::inner::corpus::check::judge_check;
use vperft::inner::corpus::question::Verdict;
use vperft::inner::corpus::suite::{Corpus, Draft, DraftFile, Edit, Kind, Tier, missing_name};
use vperft::inner::game::perft;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::workers::spread;
use wildmatch::WildMatch;

/// The maximum length of an answer in a disagreement, in characters.
const MAX_ANSWER_CHARS: usize = 20_000;

/// The cases to process.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The variants.
    pub variants: Vec<VariantId>,
    /// A pattern for case ids, with `*` and `?`.
    pub filter: Option<String>,
    /// Whether to process all cases, or only those without values or provenance.
    pub all: bool,
    /// The most expensive tier of values to confirm. Missing values are computed at any cost.
    pub tier: Tier,
    /// The resources of each thread for missing counts.
    pub means: perft::Resources,
    /// The number of threads.
    pub jobs: usize,
}

/// The result for a case.
#[derive(Clone, Debug)]
pub struct BlessedCase {
    /// The index of the file.
    pub file: usize,
    /// The index of the case in the file.
    pub index: usize,
    /// The edit to write, which may be empty, or the disagreements that prevent it.
    pub result: Result<Edit, Vec<Disagreement>>,
}

/// A check on which the backends, or the backends and the corpus, disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The variant.
    pub variant: VariantId,
    /// The id of the case.
    pub case: String,
    /// The name of the check within its case.
    pub check: String,
    /// The position after the line of the case.
    pub vfen: String,
    /// Whether the corpus has a value.
    pub is_known: bool,
    /// The answer of the first backend.
    pub a: BackendAnswer,
    /// The answer of the second backend.
    pub b: BackendAnswer,
}

/// The answer of a backend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackendAnswer {
    /// The verdict on the value in the corpus.
    Verdict(Verdict),
    /// The value, or the error, where the corpus has none.
    Answer(String),
}

/// Asks the backends about the cases of the scope. Results come in the order of the files.
///
/// # Errors
/// Returns an error if the system cannot start the threads.
pub fn run(
    scope: &Scope,
    corpus: &Corpus,
    files: &[DraftFile],
    open: &(dyn Fn() -> Pair + Sync),
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<BlessedCase>, BackendError> {
    let selected = select(scope, files);
    // Not a thread pool: a pool thread that waits for a count would start another case, and nest until its
    // stack is full.
    let blessed = spread(selected.len(), scope.jobs, |pair: &mut Option<Pair>, number| {
        let (file, index) = selected[number];
        let draft = &files[file].drafts[index];
        let result = bless_case(scope, corpus, files[file].variant, draft, pair.get_or_insert_with(open));
        progress();
        BlessedCase { file, index, result }
    });
    blessed.map_err(|error| BackendError::NotAsked(error.to_string()))
}

/// The cases of the scope, each as file index and case index.
#[must_use]
pub fn select(scope: &Scope, files: &[DraftFile]) -> Vec<(usize, usize)> {
    let filter = scope.filter.as_deref().map(WildMatch::new);
    let mut selected = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let of_variant = scope.variants.contains(&file.variant);
        let fits = |draft: &Draft| {
            let named = filter.as_ref().is_none_or(|filter| filter.matches(&draft.case.id));
            let lacks = draft.case.provenance.is_none() || !draft.case.checks.missing.is_empty();
            of_variant && named && (scope.all || lacks)
        };
        let drafts = file.drafts.iter().enumerate().filter(|(_, draft)| fits(draft));
        selected.extend(drafts.map(|(draft, _)| (index, draft)));
    }
    selected
}

/// Processes one case.
fn bless_case(
    scope: &Scope,
    corpus: &Corpus,
    variant: VariantId,
    draft: &Draft,
    pair: &mut Pair,
) -> Result<Edit, Vec<Disagreement>> {
    let case = &draft.case;
    let start = &corpus.position(case).vfen;
    let end = pair.a.of(variant).and_then(|view| case.path(start).reached(view));
    let vfen = end.unwrap_or_else(|_| start.clone());
    let disagreement = |check: String, is_known, a, b| {
        let (case, vfen) = (case.id.clone(), vfen.clone());
        Disagreement { variant, case, check, vfen, is_known, a, b }
    };
    let mut disagreements = Vec::new();
    let mut edit = Edit::default();
    let (mut asked, mut left) = (BTreeSet::<Kind>::new(), BTreeSet::<Kind>::new());
    for check in case.list() {
        if check.tier() > scope.tier {
            left.insert(check.kind());
            continue;
        }
        asked.insert(check.kind());
        let a = judge_check(pair.a.as_mut(), variant, start, case, check);
        let b = judge_check(pair.b.as_mut(), variant, start, case, check);
        let contradicts = |verdict: &Verdict| !verdict.is_pass() && !verdict.is_unsupported();
        if !contradicts(&a) && !contradicts(&b) {
            if !(a.is_pass() && b.is_pass()) {
                // A backend that does not support the check does not confirm it.
                left.insert(check.kind());
                edit.unsupported += 1;
            }
        } else {
            disagreements.push(disagreement(
                check.to_string(),
                true,
                BackendAnswer::Verdict(a),
                BackendAnswer::Verdict(b),
            ));
        }
    }
    for question in &case.checks.missing {
        asked.insert(Kind::from_query(question, None));
        let a = answer(pair.a.as_mut(), variant, case.path(start), question, &scope.means);
        let b = answer(pair.b.as_mut(), variant, case.path(start), question, &scope.means);
        match (a, b) {
            (Ok(a), Ok(b)) if a == b => edit.values.push((question.clone(), a)),
            (a, b) => {
                let [a, b] = [a, b].map(|answer| match answer {
                    Ok(value) => BackendAnswer::Answer(truncated(value.to_string())),
                    Err(error) => BackendAnswer::Answer(truncated(error.to_string())),
                });
                disagreements.push(disagreement(missing_name(question), false, a, b));
            }
        }
    }
    if !disagreements.is_empty() {
        return Err(disagreements);
    }
    let names = [pair.a.identity(), pair.b.identity()];
    let before = case.provenance.clone().unwrap_or_default().0;
    edit.sources = sources(&before, asked.difference(&left), &names);
    Ok(edit)
}

/// Truncates an answer that is too long to read; an external program may send one for every case.
fn truncated(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_ANSWER_CHARS) {
        text.truncate(end);
        text.push_str("...");
        text.shrink_to_fit();
    }
    text
}

/// The sources of the confirmed kinds: the existing ones, and the two backends in their current version.
fn sources<'a>(
    before: &BTreeMap<Kind, Vec<String>>,
    kinds: impl Iterator<Item = &'a Kind>,
    names: &[String],
) -> BTreeMap<Kind, Vec<String>> {
    let backend = |source: &str| source.split_once('@').map(|(name, _)| name.to_owned());
    let mut sources = BTreeMap::new();
    for kind in kinds {
        let mut list = before.get(kind).cloned().unwrap_or_default();
        for name in names {
            let same = |source: &&mut String| backend(source).is_some() && backend(source) == backend(name);
            match list.iter_mut().find(same) {
                Some(source) => source.clone_from(name),
                None => list.push(name.clone()),
            }
        }
        sources.insert(*kind, list);
    }
    sources
}
