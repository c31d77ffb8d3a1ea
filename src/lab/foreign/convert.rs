//! Makes a corpus of the positions of foreign suites.

use super::pairs::{self, MAX_COUNTED, Verdict};
use super::position::{ReadPosition, read_position};
use super::{Entry, ForeignSuite, Refusal};
use crate::backend::engine_text::notation::coordinates;
use crate::backend::{Backend, Question};
use crate::corpus::question::{Expected, Query};
use crate::corpus::suite::{Bugs, Case, Checks, Corpus, Origin, PositionEntry, Provenance};
use crate::game::notation;
use crate::game::position::fen::FenError;
use crate::game::variant::{Clause, Standard, Variant, VariantId};
use crate::generators;
use crate::support::plural::plural;
use rayon::prelude::*;
use std::cell::LazyCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

/// The greatest depth that needs no reason.
const USUAL_DEPTH: u32 = 8;

/// The treatment of positions that are invalid or that no game can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnInvalid {
    /// Use them like others.
    Keep,
    /// Refuse them and go on.
    Skip,
    /// Refuse the whole suite.
    Fail,
}

/// How to convert a suite.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The variant of positions for which the suite names none.
    pub variant: Option<VariantId>,
    /// The treatment of invalid positions.
    pub invalid: OnInvalid,
    /// The treatment of positions that no game can reach.
    pub unreachable: OnInvalid,
}

/// The corpus of some suites, and what was not taken.
#[derive(Debug)]
pub struct Converted {
    /// The positions and cases. It has no bugs and no version.
    pub corpus: Corpus,
    /// The refused lines, each with its file.
    pub refusals: Vec<(String, Refusal)>,
    /// Lines that only repeat other lines.
    pub duplicates: usize,
    /// The assumptions about positions, with the number of positions for each.
    pub assumptions: BTreeMap<String, usize>,
    /// The positions that are invalid or unreachable, whether they were kept or not.
    pub invalid: usize,
    known: HashMap<(VariantId, String), usize>,
    ids: HashSet<String>,
}

/// Converts suites, each with the name of its file.
///
/// # Errors
/// If a position is invalid or unreachable and the settings say that the suite is refused then.
pub fn convert(
    suites: &[(String, ForeignSuite)],
    settings: &Settings,
) -> Result<Converted, (String, Refusal)> {
    let corpus =
        Corpus { positions: BTreeMap::new(), cases: Vec::new(), bugs: Bugs::default(), version: None };
    let mut converted = Converted {
        corpus,
        refusals: Vec::new(),
        duplicates: 0,
        assumptions: BTreeMap::new(),
        invalid: 0,
        known: HashMap::new(),
        ids: HashSet::new(),
    };
    for (file, suite) in suites {
        let mut refusals = suite.refusals.clone();
        // Reading takes most of the time.
        let read: Vec<_> = suite
            .entries
            .par_iter()
            .map_init(|| generators::oracle(&Standard), |rules, entry| position(entry, settings, rules))
            .collect();
        if let Some(convention) = suite.convention {
            *converted.assumptions.entry(convention.to_string()).or_default() += suite.entries.len();
        }
        for (entry, read) in suite.entries.iter().zip(read) {
            match converted.add(file, entry, read, settings) {
                Ok(unused) => refusals.extend(unused),
                Err((refusal, true)) => return Err((file.clone(), refusal)),
                Err((refusal, false)) => refusals.push(refusal),
            }
        }
        refusals.sort_by_key(|refusal| refusal.line);
        converted.refusals.extend(refusals.into_iter().map(|refusal| (file.clone(), refusal)));
    }
    Ok(converted)
}

impl Converted {
    /// Adds a position, and returns the parts of it that are not used. The error says whether the suite is refused with it.
    fn add(
        &mut self,
        file: &str,
        entry: &Entry,
        read: Result<(VariantId, ReadPosition), FenError>,
        settings: &Settings,
    ) -> Result<Vec<Refusal>, (Refusal, bool)> {
        let refuse = |reason: String| (Refusal::new(entry.line, reason), false);
        let (id, read) = read.map_err(|error| {
            let is_invalid = matches!(error, FenError::Invalid(_));
            self.invalid += usize::from(is_invalid);
            let (refusal, _) = refuse(error.to_string());
            (refusal, is_invalid && settings.invalid == OnInvalid::Fail)
        })?;
        let table = Variant::get(id);
        self.judge(entry, &read, settings)?;
        if entry.counts.is_empty() && entry.checks.is_empty() {
            return Err(refuse("no count that is known".into()));
        }
        for assumption in &read.assumptions {
            *self.assumptions.entry(assumption.clone()).or_default() += 1;
        }
        let (divides, unused) = divides(&read, entry);
        if entry.id.is_none() && self.merge(id, &read.vfen, entry, &divides).map_err(refuse)? {
            return Ok(unused);
        }
        let stem = Path::new(file)
            .file_stem()
            .map_or_else(|| "suite".into(), |stem| stem.to_string_lossy().into_owned());
        let case_id = self.unique_id(id, &stem, entry);
        let origin = Origin::Published { source: format!("{file}, line {}", entry.line) };
        let title = entry.about.title.clone().unwrap_or_else(|| format!("line {} of {file}", entry.line));
        let place = entry.about.position.clone().unwrap_or_else(|| case_id.clone());
        let position =
            PositionEntry { id: place.clone(), title: title.clone(), vfen: read.vfen.clone(), origin };
        self.corpus.positions.insert(place.clone(), (id, position));
        let mut checks: Vec<_> = entry.checks.clone();
        checks.extend(listed(&divides));
        let counts = entry.counts.iter();
        checks.extend(
            counts.map(|(depth, count)| {
                (Query::Ask(Question::Perft { depth: *depth }), Expected::Count(*count))
            }),
        );
        let known_clauses = |id: &&String| id.parse::<Clause>().is_ok_and(|clause| clause.governs(table.id));
        let case = Case {
            id: case_id.clone(),
            title,
            position: place,
            clauses: entry.about.clauses.iter().filter(known_clauses).cloned().collect(),
            bugs: Vec::new(),
            moves: entry.moves.clone(),
            checks: Checks::new(checks),
            divides,
            provenance: Some(Provenance::default()),
            smoke: false,
            file: stem,
            is_embedded: false,
        };
        self.known.entry(key(id, &read.vfen)).or_insert(self.corpus.cases.len());
        self.corpus.cases.push((id, case));
        Ok(unused)
    }

    /// Refuses a position that is invalid or unreachable, as the settings say.
    fn judge(
        &mut self,
        entry: &Entry,
        read: &ReadPosition,
        settings: &Settings,
    ) -> Result<(), (Refusal, bool)> {
        let faults = [
            (&read.invalid, settings.invalid, "invalid"),
            (&read.unreachable, settings.unreachable, "unreachable"),
        ];
        for (reason, action, word) in faults {
            let Some(reason) = reason else { continue };
            self.invalid += 1;
            let refusal = Refusal::new(entry.line, format!("the position is {word}: {reason}"));
            match action {
                OnInvalid::Keep => {}
                OnInvalid::Skip => return Err((refusal, false)),
                OnInvalid::Fail => return Err((refusal, true)),
            }
        }
        Ok(())
    }

    /// Adds the counts of a position without a name to the case that has the same position, if there is one.
    fn merge(
        &mut self,
        variant: VariantId,
        vfen: &str,
        entry: &Entry,
        divides: &Divides,
    ) -> Result<bool, String> {
        let Some(&index) = self.known.get(&key(variant, vfen)) else { return Ok(false) };
        let case = &mut self.corpus.cases[index].1;
        if !case.moves.is_empty() || !entry.checks.is_empty() {
            return Ok(false);
        }
        let mut questions: Vec<_> =
            case.list().map(|check| (check.question.clone(), check.expected.clone())).collect();
        for (depth, count) in &entry.counts {
            let question = Query::Ask(Question::Perft { depth: *depth });
            match questions.iter().find(|(known, _)| *known == question) {
                Some((_, Expected::Count(first))) if first != count => {
                    return Err(format!(
                        "depth {depth} is {count} here and {first} in `{}`, the same position",
                        case.id
                    ));
                }
                Some(_) => {}
                None => questions.push((question, Expected::Count(*count))),
            }
        }
        if case.divides.is_empty() {
            questions.extend(listed(divides));
        }
        for (depth, rows) in divides {
            case.divides.entry(*depth).or_insert_with(|| rows.clone());
        }
        case.checks = Checks::new(questions);
        self.duplicates += 1;
        Ok(true)
    }

    /// The id of a case: the name that the suite gives it, or the file with the line.
    fn unique_id(&mut self, variant: VariantId, stem: &str, entry: &Entry) -> String {
        let prefix = format!("{variant}/");
        let id = match &entry.id {
            Some(id) if id.starts_with(&prefix) => id.clone(),
            Some(id) => prefix + &slug(id),
            None => format!("{prefix}{}-{}", slug(stem), entry.line),
        };
        let mut unique = id.clone();
        let mut number = 2;
        while !self.ids.insert(unique.clone()) {
            unique = format!("{id}-{number}");
            number += 1;
        }
        unique
    }
}

/// Reads the position of an entry, with its variant, and asks the rules whether it is valid.
fn position(
    entry: &Entry,
    settings: &Settings,
    rules: &mut dyn Backend,
) -> Result<(VariantId, ReadPosition), FenError> {
    let id = variant(entry, settings).map_err(FenError::Malformed)?;
    let mut read = read_position(Variant::get(id), &entry.fen)?;
    read.judge(rules);
    if entry.is_guessed
        && read.invalid.is_none()
        && let Ok(rules) = rules.of(id)
    {
        // The legal moves alone say enough of most.
        let most = if entry.deepest() > USUAL_DEPTH { MAX_COUNTED } else { 1 };
        if pairs::verdict(&pairs::first_counts(rules, &read.vfen, most), &entry.counts) == Verdict::Wrong {
            let counts: Vec<_> = entry.counts.values().map(u128::to_string).collect();
            let first = entry.counts.keys().next().copied().unwrap_or_default();
            return Err(FenError::Malformed(format!(
                "{}: not the counts from depth {first} on; expected the number of legal moves first, or a depth and its count",
                counts.join(", "),
            )));
        }
    }
    Ok((id, read))
}

/// What makes two positions the same for counts: all but the counters.
fn key(variant: VariantId, vfen: &str) -> (VariantId, String) {
    let fields: Vec<_> =
        vfen.split(' ').enumerate().filter(|(at, _)| ![4, 5].contains(at)).map(|(_, field)| field).collect();
    (variant, fields.join(" "))
}

/// A name in lower case, with hyphens for everything but letters and digits.
fn slug(text: &str) -> String {
    let plain = text.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let words: Vec<_> = plain.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "position".into() } else { words.join("-") }
}

/// The variant of a position: the one that the suite names, that of its id, the one of the settings, or chess.
fn variant(entry: &Entry, settings: &Settings) -> Result<VariantId, String> {
    if let Some(name) = &entry.variant {
        return name.to_lowercase().parse().map_err(|_| {
            let known: Vec<_> = VariantId::all().into_iter().map(VariantId::name).collect();
            format!("the variant `{name}` is not known; known are {}", known.join(", "))
        });
    }
    let of_id = entry.id.as_ref().and_then(|id| id.split_once('/')?.0.parse().ok());
    Ok(of_id.or(settings.variant).unwrap_or(VariantId::CHESS))
}

/// The counts below each legal move, by depth.
type Divides = BTreeMap<u32, BTreeMap<String, u128>>;

/// The check of the legal moves, which every divide lists.
fn listed(divides: &Divides) -> Option<(Query, Expected)> {
    let rows = divides.values().next()?;
    Some((Query::Ask(Question::Moves), Expected::Moves(rows.keys().cloned().collect())))
}

/// The divides with canonical moves, and why others are not used. Moves are in coordinates, or as people write them.
fn divides(read: &ReadPosition, entry: &Entry) -> (Divides, Vec<Refusal>) {
    let (mut divides, mut refusals) = (BTreeMap::new(), Vec::new());
    let variant = Variant::get(read.position.variant);
    let legal = LazyCell::new(|| read.legal_moves().unwrap_or_default());
    let canonical = |written: &str| {
        coordinates::canonical_text(&read.position, written).ok().or_else(|| {
            let texts: Vec<_> = legal.iter().map(String::as_str).collect();
            Some(texts[notation::typed(variant, written, &texts).ok()?].to_owned())
        })
    };
    for (depth, rows) in &entry.divides {
        let mut moves = BTreeMap::new();
        let unusable = rows.iter().find_map(|(written, count)| match canonical(written) {
            Some(text) => moves.insert(text, *count).map(|_| format!("two rows for `{written}`")),
            None => Some(format!("`{written}` is not a move of the position")),
        });
        match unusable {
            Some(reason) => {
                let reason = format!("depth {depth}: {reason}; only the sum of the table is used");
                refusals.push(Refusal::new(entry.line, reason));
            }
            None => {
                divides.insert(*depth, moves);
            }
        }
    }
    (divides, refusals)
}

impl Converted {
    /// The number of checks.
    #[must_use]
    pub fn checks(&self) -> usize {
        self.corpus.cases.iter().map(|(_, case)| case.list().count()).sum()
    }

    /// A summary in lines: cases, checks, duplicates and refusals; then the assumptions.
    #[must_use]
    pub fn summary(&self) -> Vec<String> {
        let cases = self.corpus.cases.len();
        let mut lines = vec![format!(
            "{} with {}; {} more {} known positions; {} refused",
            plural(cases, "position"),
            plural(self.checks(), "check"),
            self.duplicates,
            if self.duplicates == 1 { "line repeats" } else { "lines repeat" },
            plural(self.refusals.len(), "line"),
        )];
        let assumed = self.assumptions.iter();
        lines.extend(
            assumed.map(|(assumption, count)| format!("{}: {assumption}", plural(*count, "position"))),
        );
        lines
    }
}
