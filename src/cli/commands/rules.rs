//! `vperft rules`: prints the rules text of a variant, or the words of single clauses.

use crate::cli::args::corpus::CorpusArgs;
use crate::cli::args::value::{Format, upper};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::corpus::suite::{Case, Corpus};
use crate::game::drawing::{words, wrap};
use crate::game::variant::{Clause, SHARED_RULES_TEXT, Variant, VariantId, without_pictures};
use crate::support::plural::{plural, verb};
use crate::support::sanitise::sanitise;
use crate::support::suggest::did_you_mean;
use wildmatch::WildMatch;

/// Print the rules of a variant, or single clauses of them
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant [default: the rules that all variants share]
    #[arg(value_parser = crate::cli::args::variant::named())]
    variant: Option<VariantId>,
    /// Only these clauses of the variant or of all variants, as in `vperft rules ryugi RYU-EP`; globs match too
    #[arg(value_name = "CLAUSE-GLOB", value_parser = upper)]
    clauses: Vec<String>,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let clauses = args.selected()?;
    let variants: Vec<_> = args.variant.into_iter().collect();
    match args.format {
        Format::Human if args.clauses.is_empty() => {
            let text = args.variant.map_or(SHARED_RULES_TEXT, VariantId::rules_text);
            without_pictures(text).lines().try_for_each(output::line)?;
        }
        Format::Human => {
            let corpus = args.corpus.load_of(&variants)?;
            clauses.iter().try_for_each(|&clause| print(clause, args.variant, &corpus))?;
        }
        Format::Json => {
            let corpus = args.corpus.load_of(&variants)?;
            let entry = |clause: &Clause| {
                serde_json::json!({
                    "clause": clause.id(), "text": clause.text(), "variant": clause.variant(),
                    "pieces": pieces(*clause), "cases": cases(*clause, args.variant, &corpus),
                })
            };
            output::json(&serde_json::json!({ "clauses": clauses.iter().map(entry).collect::<Vec<_>>() }))?;
        }
    }
    Ok(Exit::Success)
}

impl Args {
    /// The clauses that the arguments select, in the order of the rules text: all of its own if no pattern is given.
    fn selected(&self) -> Result<Vec<Clause>, CliError> {
        if self.clauses.is_empty() {
            return Ok(Clause::all().filter(|clause| clause.variant() == self.variant).collect());
        }
        let known: Vec<_> =
            Clause::all().filter(|clause| self.variant.is_none_or(|id| clause.governs(id))).collect();
        let patterns: Vec<_> = self.clauses.iter().map(|glob| WildMatch::new(glob)).collect();
        for (pattern, glob) in patterns.iter().zip(&self.clauses) {
            if !known.iter().any(|clause| pattern.matches(clause.id())) {
                let name = self.variant.map_or("the shared rules", VariantId::name);
                let hint = did_you_mean(glob, known.iter().map(|clause| clause.id()));
                let problem = format!(
                    "{name}: no clause matches `{glob}`; `vperft variants VARIANT` lists those of a variant{hint}"
                );
                return Err(CliError::Usage(problem));
            }
        }
        let is_selected = |clause: &Clause| patterns.iter().any(|pattern| pattern.matches(clause.id()));
        Ok(known.into_iter().filter(is_selected).collect())
    }
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
    let cited = of_variant.into_iter().flat_map(|id| corpus.of(id));
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
