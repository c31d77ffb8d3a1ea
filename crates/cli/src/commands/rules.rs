//! `vperft rules`: prints the rules text of a variant, or the words of single clauses.

use crate::args::corpus::CorpusArgs;
use crate::args::value::{Format, upper};
use crate::args::variant::named;
use crate::exit::{CliError, Exit};
use crate::output;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use std::ffi::OsStr;
use std::slice;
use vperft::inner::corpus::suite::{Case, Corpus};
use vperft::inner::game::drawing::{words, wrap};
use vperft::inner::game::variant::{Clause, SHARED_RULES_TEXT, Variant, VariantId, without_pictures};
use vperft::inner::support::plural::{plural, verb};
use vperft::inner::support::sanitise::sanitise;
use vperft::inner::support::suggest::did_you_mean;
use wildmatch::WildMatch;

/// Print the rules of a variant, or single clauses of them
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant [default: the rules that all variants share]
    #[arg(value_name = "VARIANT", value_parser = FirstParser)]
    first: Option<First>,
    /// Only these clauses, as in `vperft rules RYU-EP`; globs match too
    #[arg(value_name = "CLAUSE-GLOB", value_parser = upper)]
    others: Vec<String>,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// The first argument.
#[derive(Clone, Debug)]
enum First {
    Variant(VariantId),
    Clauses(String),
}

/// Parses a variant, or clauses of any variant. Help, completions and errors list the variants.
#[derive(Clone)]
struct FirstParser;

impl TypedValueParser for FirstParser {
    type Value = First;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<First, clap::Error> {
        named().parse_ref(command, argument, value).map(First::Variant).or_else(|error| {
            let glob = value.to_string_lossy().to_uppercase();
            let pattern = WildMatch::new(&glob);
            if Clause::all().any(|clause| pattern.matches(clause.id())) {
                return Ok(First::Clauses(glob));
            }
            // Clauses have a dash in their names, and variants do not.
            if !glob.contains('-') {
                return Err(error);
            }
            let hint = did_you_mean(&glob, Clause::all().map(Clause::id));
            let problem = format!("no variant or clause `{}`{hint}", value.display());
            Err(command.clone().error(ErrorKind::InvalidValue, problem))
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names: Vec<_> = named().possible_values()?.collect();
        Some(Box::new(names.into_iter()))
    }
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let (variant, globs) = match &args.first {
        Some(First::Clauses(glob)) => (None, [slice::from_ref(glob), &args.others].concat()),
        Some(First::Variant(variant)) => (Some(*variant), args.others.clone()),
        None => (None, Vec::new()),
    };
    let clauses = selected(variant, &globs)?;
    let of_clauses: Vec<_> = clauses.iter().filter_map(|clause| clause.variant()).collect();
    let variants = variant.map_or(of_clauses, |variant| vec![variant]);
    match args.format {
        Format::Human if globs.is_empty() => {
            let text = variant.map_or(SHARED_RULES_TEXT, VariantId::rules_text);
            without_pictures(text).lines().try_for_each(output::line)?;
        }
        Format::Human => {
            let corpus = args.corpus.load_of(&variants)?;
            clauses.iter().try_for_each(|&clause| print(clause, variant, &corpus))?;
        }
        Format::Json => {
            let corpus = args.corpus.load_of(&variants)?;
            let entry = |clause: &Clause| {
                serde_json::json!({
                    "clause": clause.id(), "text": clause.text(), "variant": clause.variant(),
                    "pieces": pieces(*clause), "cases": cases(*clause, variant, &corpus),
                })
            };
            output::json(&serde_json::json!({ "clauses": clauses.iter().map(entry).collect::<Vec<_>>() }))?;
        }
    }
    Ok(Exit::Success)
}

/// The clauses that the globs select, in the order of the rules text. Without globs, all of the variant's own clauses.
fn selected(variant: Option<VariantId>, globs: &[String]) -> Result<Vec<Clause>, CliError> {
    if globs.is_empty() {
        return Ok(Clause::all().filter(|clause| clause.variant() == variant).collect());
    }
    let known: Vec<_> = Clause::all().filter(|clause| variant.is_none_or(|id| clause.governs(id))).collect();
    let patterns: Vec<_> = globs.iter().map(|glob| WildMatch::new(glob)).collect();
    for (pattern, glob) in patterns.iter().zip(globs) {
        if !known.iter().any(|clause| pattern.matches(clause.id())) {
            let place = variant.map_or_else(String::new, |variant| format!("{variant}: "));
            let hint = did_you_mean(glob, known.iter().map(|clause| clause.id()));
            let problem = format!(
                "{place}no clause matches `{glob}`; `vperft variants VARIANT` lists those of a variant{hint}"
            );
            return Err(CliError::Usage(problem));
        }
    }
    let is_selected = |clause: &Clause| patterns.iter().any(|pattern| pattern.matches(clause.id()));
    Ok(known.into_iter().filter(is_selected).collect())
}

/// The kinds of pieces that a clause of a variant is about.
fn pieces(clause: Clause) -> Vec<&'static str> {
    let variant = clause.variant().map(Variant::get);
    let entries =
        variant.into_iter().flat_map(|variant| variant.pieces.iter().map(move |entry| (variant, entry.kind)));
    let about = entries.filter(|(variant, kind)| variant.clauses_of(*kind).contains(&clause));
    about.map(|(_, kind)| kind.name()).collect()
}

/// The ids of the cases of the variant that cite the clause.
fn cases(clause: Clause, variant: Option<VariantId>, corpus: &Corpus) -> Vec<&str> {
    let of_variant = variant.or(clause.variant());
    let cited = of_variant.into_iter().flat_map(|id| corpus.of_variant(id));
    let cites = |case: &Case| case.clauses.iter().any(|id| id == clause.id());
    cited.filter(|(_, case)| cites(case)).map(|(_, case)| case.id.as_str()).collect()
}

/// Prints the words of a clause, and how to see the cases that cite it.
fn print(clause: Clause, variant: Option<VariantId>, corpus: &Corpus) -> Result<(), CliError> {
    let text = format!("{}: {}", clause.id(), words(clause));
    wrap(&sanitise(&text), output::style().width).iter().try_for_each(output::line)?;
    let cited = cases(clause, variant, corpus).len();
    match variant.or(clause.variant()) {
        Some(id) if cited > 0 => output::line(format!(
            "    {} {} it: vperft cases {id} --clause {}",
            plural(cited, "case"),
            verb(cited, "cites", "cite"),
            clause.id()
        )),
        _ => Ok(()),
    }
}
