//! The document about one implementation.

use super::group::Group;
use crate::report::run::{Explanation, differences};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use vperft::inner::corpus::check::CheckResult;
use vperft::inner::corpus::question::Verdict;
use vperft::inner::corpus::suite::{Case, Check, Corpus};
use vperft::inner::game::drawing::words;
use vperft::inner::game::variant::{Clause, Variant, VariantId};
use vperft::inner::support::digest::Digest;
use vperft_lab::mistakes::diagnose::DiagnosedCause;
use vperft_run::{End, RunInfo, RunOutcome};

/// The version of the format that this program writes and reads.
pub const FORMAT: u32 = 1;

/// What a run found about an implementation, as in `docs/conform.schema.json`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Conformance {
    /// The version of the format.
    pub format: u32,
    /// The version of this program.
    pub vperft: String,
    /// The implementation.
    pub implementation: Implementation,
    /// The command that made the document.
    pub command: String,
    /// The version of the suite; `None` if the corpus has none.
    pub suite_version: Option<String>,
    /// Whether every planned check was made.
    pub complete: bool,
    /// The results of each variant.
    pub variants: Vec<VariantResults>,
}

/// An implementation of rules.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Implementation {
    /// Its name.
    pub name: String,
    /// Its version, as it says itself.
    pub version: String,
    /// Its home page.
    pub homepage: Option<String>,
    /// The language in which it is written.
    pub language: Option<String>,
    /// The addresses of known reports about it, such as issues.
    pub issues: Vec<String>,
    /// The backend as the command line names it.
    pub backend: String,
}

/// What the user says about an implementation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Described<'d> {
    /// The name; without one it is that of its identity.
    pub name: Option<&'d str>,
    pub homepage: Option<&'d str>,
    pub language: Option<&'d str>,
    pub issues: &'d [String],
    /// The command line of the run.
    pub command: &'d str,
}

/// The results of a variant.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct VariantResults {
    /// The name of the variant.
    pub variant: String,
    /// Its title.
    pub title: String,
    /// The digest of its cases: their ids, positions, checks and counts.
    pub digest: String,
    /// All checks.
    pub checks: Sums,
    /// The checks of each kind, by its name, such as `perft`.
    pub kinds: BTreeMap<String, Sums>,
    /// The checks of the cases that cite a clause of each group.
    pub groups: BTreeMap<Group, Sums>,
    /// The checks of the cases that cite each clause, in the order of the rules text.
    pub clauses: Vec<ClauseResults>,
    /// The mistakes that explain wrong answers.
    pub mistakes: Vec<FoundMistake>,
    /// The number of wrong answers that no mistake explains.
    pub unexplained: usize,
    /// The known failures, by the reason that the file of them gives.
    pub known: BTreeMap<String, usize>,
    /// Why checks are unsupported, with their number.
    pub unsupported: BTreeMap<String, usize>,
}

/// The checks of the cases that cite a clause.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseResults {
    /// The id of the clause.
    pub clause: String,
    /// The group of rules that it belongs to.
    pub group: Group,
    /// Its words.
    pub words: String,
    /// The checks.
    pub checks: Sums,
    /// The first case with a check that failed; `None` if none did.
    pub failing: Option<String>,
}

/// How many checks had which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// Those that passed.
    pub passed: usize,
    /// Those that failed or got no answer, known failures excluded.
    pub failed: usize,
    /// Those that did not pass, as a known failure says.
    pub known: usize,
    /// Invalid input that was refused for another reason than the expected one.
    pub other_reason: usize,
    /// Those that the implementation does not support.
    pub unsupported: usize,
    /// Those that were not made.
    pub not_asked: usize,
}

/// A mistake that explains wrong answers.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FoundMistake {
    /// The mistake in words.
    pub mistake: String,
    /// The id of the clause that it breaks, if one is found.
    pub clause: Option<String>,
    /// The number of wrong answers that it explains.
    pub explains: usize,
    /// The simplest case that shows it.
    pub example: Option<Example>,
}

/// A case that shows a mistake.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The id of the case.
    pub case: String,
    /// The position.
    pub vfen: String,
    /// What is wrong there, in words.
    pub differences: Vec<String>,
}

impl Sums {
    /// The sum of several.
    #[must_use]
    pub fn total(all: impl Iterator<Item = Self>) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            passed: sum.passed + one.passed,
            failed: sum.failed + one.failed,
            known: sum.known + one.known,
            other_reason: sum.other_reason + one.other_reason,
            unsupported: sum.unsupported + one.unsupported,
            not_asked: sum.not_asked + one.not_asked,
        })
    }

    /// The number of checks.
    #[must_use]
    pub const fn all(&self) -> usize {
        self.passed + self.failed + self.known + self.other_reason + self.unsupported + self.not_asked
    }

    /// Adds a check; `None` for one that was not made.
    const fn add(&mut self, made: Option<&CheckResult<'_>>) {
        let sum = match made {
            None => &mut self.not_asked,
            Some(one) if one.known.is_some() => &mut self.known,
            Some(one) => match one.verdict {
                Verdict::Pass => &mut self.passed,
                Verdict::OtherReason { .. } => &mut self.other_reason,
                Verdict::Unsupported { .. } => &mut self.unsupported,
                Verdict::Fail { .. } | Verdict::Error { .. } => &mut self.failed,
            },
        };
        *sum += 1;
    }
}

impl Conformance {
    /// The document about the backend of a run.
    #[must_use]
    pub(crate) fn new(
        described: Described<'_>,
        backend: &str,
        about: &RunInfo<'_>,
        done: &RunOutcome<'_>,
        explanations: &[Explanation],
    ) -> Self {
        let (name, version) = about.identity.split_once('@').unwrap_or((about.identity, ""));
        let corpus = &about.recomputed.corpus;
        let of_variant = |variant: &VariantId| results(*variant, corpus, done, explanations);
        Self {
            format: FORMAT,
            vperft: env!("CARGO_PKG_VERSION").into(),
            implementation: Implementation {
                name: described.name.unwrap_or(name).to_owned(),
                version: version.to_owned(),
                homepage: described.homepage.map(str::to_owned),
                language: described.language.map(str::to_owned),
                issues: described.issues.to_vec(),
                backend: backend.to_owned(),
            },
            command: described.command.to_owned(),
            suite_version: corpus.version.clone(),
            complete: done.end == End::Complete,
            variants: done.variants.keys().map(of_variant).collect(),
        }
    }
}

/// The results of one variant.
fn results(
    variant: VariantId,
    corpus: &Corpus,
    done: &RunOutcome<'_>,
    explanations: &[Explanation],
) -> VariantResults {
    let table = Variant::get(variant);
    let own = done.results.iter().filter(|result| result.variant == variant);
    let made: HashMap<(&str, &Check), &CheckResult<'_>> =
        own.flat_map(|result| result.checks.iter().map(|one| ((&*result.case.id, one.check), one))).collect();
    let mut found = VariantResults {
        variant: variant.name().to_owned(),
        title: table.title.clone(),
        digest: digest(variant, corpus),
        checks: Sums::default(),
        kinds: BTreeMap::new(),
        groups: BTreeMap::new(),
        clauses: Vec::new(),
        mistakes: Vec::new(),
        unexplained: 0,
        known: BTreeMap::new(),
        unsupported: BTreeMap::new(),
    };
    let mut clauses = BTreeMap::<&str, (Sums, Option<&Case>)>::new();
    for (_, case) in corpus.of_variant(variant) {
        let group = |id: &String| Some(Group::of_clause(table, id.parse().ok()?));
        let groups: BTreeSet<_> = case.clauses.iter().filter_map(group).collect();
        for check in case.list() {
            let one = made.get(&(&*case.id, check)).copied();
            found.checks.add(one);
            found.kinds.entry(check.kind().to_string()).or_default().add(one);
            for group in &groups {
                found.groups.entry(*group).or_default().add(one);
            }
            for clause in &case.clauses {
                let (sums, failing) = clauses.entry(clause).or_default();
                sums.add(one);
                if one.is_some_and(CheckResult::is_failure) {
                    failing.get_or_insert(case);
                }
            }
            match one.map(|one| (&one.known, &one.verdict)) {
                Some((Some(reason), _)) => *found.known.entry(reason.clone()).or_default() += 1,
                Some((None, Verdict::Unsupported { reason })) => {
                    *found.unsupported.entry(reason.clone()).or_default() += 1;
                }
                _ => {}
            }
        }
    }
    let results = |clause: Clause| {
        let (checks, failing) = clauses.get(clause.id())?;
        Some(ClauseResults {
            clause: clause.id().to_owned(),
            group: Group::of_clause(table, clause),
            words: words(clause).to_owned(),
            checks: *checks,
            failing: failing.map(|case| case.id.clone()),
        })
    };
    found.clauses = Clause::all().filter(|clause| clause.governs(variant)).filter_map(results).collect();
    let own = explanations.iter().find(|explanation| explanation.variant == variant);
    if let Some(diagnosed) = own.and_then(|explanation| explanation.diagnosis.as_ref()) {
        found.mistakes = diagnosed.causes.iter().map(FoundMistake::new).collect();
        found.unexplained = diagnosed.unexplained_answers();
    }
    found
}

/// The digest of the cases of a variant.
fn digest(variant: VariantId, corpus: &Corpus) -> String {
    let mut digest = Digest::default();
    for (_, case) in corpus.of_variant(variant) {
        digest.text(&case.id);
        digest.text(&corpus.position(case).vfen);
        case.moves.iter().for_each(|text| digest.text(text));
        for check in case.list() {
            digest.text(&check.to_string());
            digest.text(&check.nodes().to_string());
        }
    }
    format!("{:032x}", digest.number())
}

impl FoundMistake {
    fn new(cause: &DiagnosedCause) -> Self {
        let example = cause.examples.first().map(|witness| Example {
            case: witness.probe.case.clone(),
            vfen: witness.vfen.clone(),
            differences: differences(&witness.differences),
        });
        Self {
            mistake: cause.words.clone(),
            clause: cause.clause.map(|clause| clause.id().to_owned()),
            explains: cause.explained,
            example,
        }
    }
}
