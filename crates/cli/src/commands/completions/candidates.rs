//! Completion candidates that clap does not know: backends, rulings, clauses, bugs, cases and positions.

use crate::args::corpus::CorpusArgs;
use clap::{ArgMatches, Command, FromArgMatches as _};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use std::ffi::{OsStr, OsString};
use std::sync::Arc;
use vperft::inner::backend::Registry;
use vperft::inner::corpus::suite::Corpus;
use vperft::inner::game::variant::{Clause, Ruling, VariantId};
use vperft_programs::engine;

/// The most characters of a description.
const MAX_DESCRIPTION: usize = 70;

/// The candidates of an argument, by its id.
const ARGUMENTS: [(&str, Names); 12] = [
    ("backend", |known| known.backends.clone()),
    ("a", |known| known.backends.clone()),
    ("b", |known| known.backends.clone()),
    ("rulings", Known::rulings),
    ("without", Known::clauses),
    ("b_without", Known::clauses),
    ("clauses", Known::clauses),
    ("bugs", Known::bugs),
    ("bug", Known::bugs),
    ("filters", Known::cases),
    ("excludes", Known::cases),
    ("id", Known::positions),
];

/// Lists candidates.
type Names = fn(&Known) -> Vec<Name>;

/// A name and its description.
type Name = (String, String);

/// The sources of the candidates.
struct Known {
    backends: Vec<Name>,
    /// The variants that the line names, or all.
    variants: Vec<VariantId>,
    folders: CorpusArgs,
}

/// The ids of the arguments with candidates.
#[cfg(test)]
pub(super) fn argument_ids() -> impl Iterator<Item = &'static str> {
    ARGUMENTS.iter().map(|(id, _)| *id)
}

/// Adds the candidates to a command, given the words of the line without the typed one.
pub(super) fn add(command: Command, words: &[OsString], registry: &Registry) -> Command {
    let matches = command.clone().ignore_errors(true).try_get_matches_from(words).ok();
    let known = Known::new(matches.as_ref().map(innermost), registry);
    add_to(command, &Arc::new(known))
}

/// The arguments of the innermost command.
fn innermost(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, matches)| innermost(matches))
}

fn add_to(command: Command, known: &Arc<Known>) -> Command {
    let command = command.mut_args(|argument| {
        let names = ARGUMENTS.iter().find(|(id, _)| *id == argument.get_id().as_str());
        match names {
            Some((_, names)) => {
                let (names, known) = (*names, Arc::clone(known));
                argument.add(ArgValueCompleter::new(move |typed: &OsStr| matching(names(&known), typed)))
            }
            None => argument,
        }
    });
    command.mut_subcommands(|command| add_to(command, known))
}

/// The names that start with the typed text.
fn matching(names: Vec<Name>, typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let matching = names.into_iter().filter(|(name, _)| name.starts_with(&*typed));
    matching.map(|(name, about)| CompletionCandidate::new(name).help(Some(truncate(&about).into()))).collect()
}

/// Truncates a long description.
fn truncate(text: &str) -> String {
    match text.char_indices().nth(MAX_DESCRIPTION) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

impl Known {
    fn new(matches: Option<&ArgMatches>, registry: &Registry) -> Self {
        let named = |id: &str| -> Vec<VariantId> {
            let values = matches.and_then(|matches| matches.try_get_many::<VariantId>(id).ok().flatten());
            values.into_iter().flatten().copied().collect()
        };
        let variants = [named("variants"), named("variant")].concat();
        // Some commands have no corpus.
        let folders = matches.filter(|matches| matches.try_contains_id("suites").is_ok());
        let folders = folders.and_then(|matches| CorpusArgs::from_arg_matches(matches).ok());
        let backends = registry.names().map(|name| (name.to_owned(), "built in".to_owned()));
        let schemes = registry.schemes().map(|scheme| {
            let is_program = registry.operand(scheme) == Some("PROGRAM");
            let about = match engine::protocol_of(scheme) {
                Some(protocol) => format!("an engine that speaks {protocol}"),
                None if is_program => "a program".to_owned(),
                None => "a record of a backend".to_owned(),
            };
            (format!("{scheme}:"), about)
        });
        Self {
            backends: backends.chain(schemes).collect(),
            variants: if variants.is_empty() { VariantId::all() } else { variants },
            folders: folders.unwrap_or_default(),
        }
    }

    fn rulings(&self) -> Vec<Name> {
        let rulings = self.variants.iter().flat_map(|variant| Ruling::of_variant(*variant));
        let readings =
            rulings.flat_map(|ruling| ruling.readings.iter().map(move |reading| (ruling, reading)));
        let about =
            |ruling: &Ruling, reading| if ruling.readings[0] == reading { ", the default" } else { "" };
        readings
            .map(|(ruling, reading)| {
                (
                    format!("{}={reading}", ruling.name),
                    format!("{}{}", ruling.variant, about(ruling, *reading)),
                )
            })
            .collect()
    }

    fn clauses(&self) -> Vec<Name> {
        let clauses =
            Clause::all().filter(|clause| self.variants.iter().any(|variant| clause.governs(*variant)));
        clauses.map(|clause| (clause.id().to_owned(), clause.text().to_owned())).collect()
    }

    /// The corpus; `None` if it cannot be read. The command itself will report the error.
    fn corpus(&self) -> Option<Corpus> {
        self.folders.load_of(&self.variants).ok()
    }

    fn bugs(&self) -> Vec<Name> {
        let Some(corpus) = self.corpus() else { return Vec::new() };
        let bugs = self.variants.iter().flat_map(|variant| corpus.bugs.of_variant(*variant));
        bugs.map(|bug| (bug.id.clone(), bug.title.clone())).collect()
    }

    fn cases(&self) -> Vec<Name> {
        let Some(corpus) = self.corpus() else { return Vec::new() };
        let cases = corpus.cases.iter().filter(|(variant, _)| self.variants.contains(variant));
        cases.map(|(_, case)| (case.id.clone(), case.title.clone())).collect()
    }

    /// The ids of positions, and of cases for their positions.
    fn positions(&self) -> Vec<Name> {
        let mut names = self.cases();
        let Some(corpus) = self.corpus() else { return names };
        let positions = corpus.positions.values().filter(|(variant, _)| self.variants.contains(variant));
        names.extend(positions.map(|(_, entry)| (entry.id.clone(), entry.title.clone())));
        names.sort();
        names.dedup_by(|one, other| one.0 == other.0);
        names
    }
}
