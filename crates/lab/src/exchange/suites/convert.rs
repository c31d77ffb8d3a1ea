//! Makes cases of the positions of suites.

use super::position::{ReadPosition, read_position};
use crate::exchange::suite_text::{Entry, Refusal, SuiteText};
use crate::unreachable::Reachability;
use rayon::prelude::*;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;
use vperft::inner::backend::engine_text::notation::coordinates;
use vperft::inner::backend::{Backend, Question};
use vperft::inner::corpus::question::{Expected, Query};
use vperft::inner::corpus::suite::{Bugs, Case, Checks, Corpus, Origin, PositionEntry, Provenance};
use vperft::inner::game::notation;
use vperft::inner::game::position::fen::FenError;
use vperft::inner::game::variant::{Clause, Standard, Variant, VariantId};
use vperft::inner::generators;
use vperft::inner::support::plural::plural;

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
    /// The variant of all positions, whatever the suite says.
    pub overriding: Option<VariantId>,
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
    /// The positions that the settings leave out, each with its file.
    pub left_out: Vec<(String, Refusal)>,
    /// How many numbers were read.
    pub numbers: usize,
    /// The lines without a documented form, and those of them that have a number below a position or next to `perft`.
    pub skipped: usize,
    pub skipped_numbers: Vec<(String, usize)>,
    /// How the texts were read, where they leave that open.
    pub notes: Vec<String>,
    /// Lines that only repeat other lines.
    pub duplicates: usize,
    /// The assumptions about positions, with the number of positions for each.
    pub assumptions: BTreeMap<String, usize>,
    /// The positions that are invalid or unreachable, whether they were kept or not.
    pub invalid: usize,
    /// The number of checks.
    pub checks: usize,
    known: HashMap<(VariantId, String), usize>,
    ids: HashSet<String>,
}

/// Why a position becomes no case.
enum NoCase {
    /// It cannot be read, or contradicts another line.
    Refused(String),
    /// The settings leave it out.
    LeftOut(String),
    /// The settings refuse the suite with it.
    Fatal(String),
}

/// Converts suites, each with the name of its file.
///
/// # Errors
/// If a position is invalid or unreachable and the settings say that the suite is refused then.
pub fn convert(
    suites: Vec<(String, SuiteText)>,
    settings: &Settings,
) -> Result<Converted, (String, Refusal)> {
    let corpus =
        Corpus { positions: BTreeMap::new(), cases: Vec::new(), bugs: Bugs::default(), version: None };
    let mut converted = Converted {
        corpus,
        refusals: Vec::new(),
        left_out: Vec::new(),
        numbers: 0,
        skipped: 0,
        skipped_numbers: Vec::new(),
        notes: Vec::new(),
        duplicates: 0,
        assumptions: BTreeMap::new(),
        invalid: 0,
        checks: 0,
        known: HashMap::new(),
        ids: HashSet::new(),
    };
    for (file, suite) in suites {
        let SuiteText { entries, mut refusals, numbers, skipped, skipped_numbers, notes, comments: _ } =
            suite;
        converted.numbers += numbers;
        converted.skipped += skipped;
        converted.skipped_numbers.extend(skipped_numbers.into_iter().map(|line| (file.clone(), line)));
        converted.notes.extend(notes);
        let variants: BTreeSet<_> =
            entries.iter().filter_map(|entry| variant(entry, settings).ok()).collect();
        let reachability = variants.into_iter().map(|id| (id, Reachability::new(id))).collect();
        // Reading takes most of the time.
        let read: Vec<_> = entries
            .par_iter()
            .map_init(
                || generators::oracle(&Standard),
                |rules, entry| position(entry, settings, rules, &reachability),
            )
            .collect();
        for (entry, read) in entries.iter().zip(read) {
            let refusal = |reason: String| Refusal::new(entry.place.clone(), &entry.fen, reason);
            match converted.add(&file, entry, read, settings) {
                Ok(unused) => refusals.extend(unused.into_iter().map(refusal)),
                Err(NoCase::Fatal(reason)) => return Err((file, refusal(reason))),
                Err(NoCase::Refused(reason)) => refusals.push(refusal(reason)),
                Err(NoCase::LeftOut(reason)) => converted.left_out.push((file.clone(), refusal(reason))),
            }
        }
        refusals.sort_by_key(|refusal| refusal.place.line);
        converted.refusals.extend(refusals.into_iter().map(|refusal| (file.clone(), refusal)));
    }
    converted.checks = converted.corpus.cases.iter().map(|(_, case)| case.list().count()).sum();
    Ok(converted)
}

impl Converted {
    /// Adds a position, and returns why parts of it are not used.
    fn add(
        &mut self,
        file: &str,
        entry: &Entry,
        read: Result<(VariantId, ReadPosition), FenError>,
        settings: &Settings,
    ) -> Result<Vec<String>, NoCase> {
        let (id, read) = read.map_err(|error| {
            let is_invalid = matches!(error, FenError::Invalid(_));
            self.invalid += usize::from(is_invalid);
            match settings.invalid {
                OnInvalid::Fail if is_invalid => NoCase::Fatal(error.to_string()),
                OnInvalid::Skip if is_invalid => NoCase::LeftOut(error.to_string()),
                _ => NoCase::Refused(error.to_string()),
            }
        })?;
        let table = Variant::get(id);
        self.judge(&read, settings)?;
        for assumption in &read.assumptions {
            *self.assumptions.entry(assumption.clone()).or_default() += 1;
        }
        let moves = Moves::new(&read);
        let mut unused = Vec::new();
        let divides = moves.divides(entry, &mut unused);
        let mut checks = entry.checks.clone();
        if let Some(legal) = &entry.legal {
            match moves.list(legal) {
                Ok(list) => checks.push((Query::Ask(Question::Moves), Expected::Moves(list))),
                Err(reason) => unused.push(reason),
            }
        }
        for (depth, counts) in &entry.classes {
            let query = Query::Ask(Question::Classes { depth: *depth });
            checks.push((query, Expected::Classes(counts.iter().cloned().collect())));
        }
        if entry.id.is_none()
            && checks.is_empty()
            && self.merge(id, &read.vfen, entry, &divides).map_err(NoCase::Refused)?
        {
            return Ok(unused);
        }
        let stem = Path::new(file)
            .file_stem()
            .map_or_else(|| "suite".into(), |stem| stem.to_string_lossy().into_owned());
        let case_id = self.unique_id(id, &stem, entry);
        let place = &entry.place;
        let origin = Origin::Published { source: format!("{file}, {}", place.words()) };
        let title = entry.about.title.clone().unwrap_or_else(|| format!("{} of {file}", place.words()));
        let place = entry.about.position.clone().unwrap_or_else(|| case_id.clone());
        let position =
            PositionEntry { id: place.clone(), title: title.clone(), vfen: read.vfen.clone(), origin };
        self.corpus.positions.insert(place.clone(), (id, position));
        if entry.legal.is_none() {
            checks.extend(listed(&divides));
        }
        let count = |(depth, count): (&u32, &u128)| {
            (Query::Ask(Question::Perft { depth: *depth }), Expected::Count(*count))
        };
        checks.extend(entry.counts.iter().map(count));
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
            worth: usize::MAX,
            file: stem,
            is_embedded: false,
        };
        self.known.entry(key(id, &read.vfen)).or_insert(self.corpus.cases.len());
        self.corpus.cases.push((id, case));
        Ok(unused)
    }

    /// Leaves out a position that is invalid or unreachable, as the settings say.
    fn judge(&mut self, read: &ReadPosition, settings: &Settings) -> Result<(), NoCase> {
        let faults = [
            (&read.invalid, settings.invalid, "invalid"),
            (&read.unreachable, settings.unreachable, "unreachable"),
        ];
        for (reason, action, word) in faults {
            let Some(reason) = reason else { continue };
            self.invalid += 1;
            let reason = format!("the position is {word}: {reason}");
            match action {
                OnInvalid::Keep => {}
                OnInvalid::Skip => return Err(NoCase::LeftOut(reason)),
                OnInvalid::Fail => return Err(NoCase::Fatal(reason)),
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
        if !case.moves.is_empty() {
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
        if !questions.iter().any(|(query, _)| *query == Query::Ask(Question::Moves)) {
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
            None => format!("{prefix}{}", slug(&format!("{stem}-{}", entry.place))),
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

/// Reads the position of an entry, with its variant, and asks the rules whether it is valid and may be reached. `reachability` has the
/// variants of all entries.
fn position(
    entry: &Entry,
    settings: &Settings,
    rules: &mut dyn Backend,
    reachability: &BTreeMap<VariantId, Reachability>,
) -> Result<(VariantId, ReadPosition), FenError> {
    let id = variant(entry, settings).map_err(FenError::Malformed)?;
    let mut read = read_position(Variant::get(id), &entry.fen)?;
    read.judge(rules, &reachability[&id]);
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

/// The variant of a position: the one that the user insists on, the one that the suite names, that of its id, the one of the settings, or
/// chess.
fn variant(entry: &Entry, settings: &Settings) -> Result<VariantId, String> {
    if let Some(variant) = settings.overriding {
        return Ok(variant);
    }
    if let Some(name) = entry.variant.as_ref().map(|name| name.to_lowercase()) {
        // Chess960 is chess with other start positions.
        if ["standard", "chess960"].contains(&name.as_str()) {
            return Ok(VariantId::CHESS);
        }
        return name.parse().map_err(|_| {
            format!(
                "`{name}` is not a variant that vperft knows; `--variant-of-suite chess` reads it as chess"
            )
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

/// Matches the moves of a suite with those of a position. They are in coordinates, or as people write them.
struct Moves<'p, F: FnOnce() -> Vec<String>> {
    read: &'p ReadPosition,
    legal: LazyCell<Vec<String>, F>,
}

impl<'p> Moves<'p, Box<dyn FnOnce() -> Vec<String> + 'p>> {
    fn new(read: &'p ReadPosition) -> Self {
        Self { read, legal: LazyCell::new(Box::new(|| read.legal_moves().unwrap_or_default())) }
    }

    fn canonical(&self, written: &str) -> Result<String, String> {
        if let Ok(text) = coordinates::canonical_text(&self.read.position, written) {
            return Ok(text);
        }
        let texts: Vec<_> = self.legal.iter().map(String::as_str).collect();
        notation::typed(Variant::get(self.read.position.variant), written, &texts)
            .map(|index| texts[index].to_owned())
            .map_err(|_| format!("`{written}` is not a move of the position"))
    }

    /// A list of moves.
    fn list(&self, moves: &[String]) -> Result<Vec<String>, String> {
        let mut list = moves.iter().map(|mv| self.canonical(mv)).collect::<Result<Vec<_>, _>>()?;
        list.sort();
        match list.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("the move `{}` is listed twice", pair[0])),
            None => Ok(list),
        }
    }

    /// The divides of an entry, and why others are not used.
    fn divides(&self, entry: &Entry, unused: &mut Vec<String>) -> Divides {
        let mut divides = BTreeMap::new();
        for (depth, rows) in &entry.divides {
            let mut moves = BTreeMap::new();
            let unusable = rows.iter().find_map(|(written, count)| match self.canonical(written) {
                Ok(text) => moves.insert(text, *count).map(|_| format!("two rows for `{written}`")),
                Err(reason) => Some(reason),
            });
            match unusable {
                Some(reason) => {
                    unused.push(format!("depth {depth}: {reason}; only the sum of the table is used"))
                }
                None => {
                    divides.insert(*depth, moves);
                }
            }
        }
        divides
    }
}

impl Converted {
    /// A summary in lines: what became of the numbers, what was refused, left out and skipped; then the assumptions.
    #[must_use]
    pub fn summary(&self) -> Vec<String> {
        let counted = |number: usize, word: &str| plural(number, word);
        let mut first = format!(
            "{}; {} became {}",
            counted(self.corpus.cases.len(), "position"),
            counted(self.numbers, "number"),
            counted(self.checks, "check"),
        );
        let parts = [
            (self.duplicates, "repeats a known position", "repeat known positions"),
            (self.refusals.len(), "is refused", "are refused"),
            (self.left_out.len(), "is left out", "are left out"),
            (self.skipped, "was skipped", "were skipped"),
        ];
        for (number, one, several) in parts.into_iter().filter(|(number, ..)| *number > 0) {
            first += &format!("; {} {}", counted(number, "line"), if number == 1 { one } else { several });
        }
        let mut lines = vec![first];
        if let Some((file, line)) = self.skipped_numbers.first() {
            let number = self.skipped_numbers.len();
            let verb = if number == 1 { "has a number" } else { "have numbers" };
            lines.push(format!(
                "{number} skipped {} {verb} below a position or next to `perft`, the first is {file}:{line}",
                if number == 1 { "line" } else { "lines" }
            ));
        }
        lines.extend(self.notes.iter().cloned());
        let assumed = self.assumptions.iter();
        lines.extend(
            assumed.map(|(assumption, count)| format!("{}: {assumption}", plural(*count, "position"))),
        );
        lines
    }
}
