//! `vperft variants`: lists the variants, with their clauses, rulings and cases.

use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::output;
use vperft::inner::corpus::suite::{Corpus, Source};
use vperft::inner::game::drawing::{words, wrap};
use vperft::inner::game::variant::{Clause, Ruling, Variant, VariantId};
use vperft::inner::support::sanitise::sanitise;
use vperft_pages::report::table;

/// List the variants with their boards, clauses, rulings and cases
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variants, with the words of their clauses [default: all, without]
    #[arg(value_parser = crate::args::variant::named())]
    variants: Vec<VariantId>,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let corpus = Corpus::load(&Source::default())?;
    let variants = if args.variants.is_empty() { VariantId::all() } else { args.variants.clone() };
    match args.format {
        Format::Human => print(&corpus, &variants, !args.variants.is_empty())?,
        Format::Json => {
            let entry = |&id: &VariantId| {
                let variant = Variant::get(id);
                let rulings: serde_json::Map<_, _> = Ruling::of_variant(id)
                    .map(|ruling| (ruling.name.to_owned(), serde_json::json!(ruling.readings)))
                    .collect();
                let clauses: Vec<_> = clauses(id).map(Clause::id).collect();
                serde_json::json!({
                    "variant": id, "title": variant.title, "start": variant.starts[0].vfen,
                    "clauses": clauses, "rulings": rulings, "cases": corpus.of_variant(id).count(),
                })
            };
            output::json(&serde_json::Value::Array(variants.iter().map(entry).collect()))?;
        }
    }
    Ok(Exit::Success)
}

/// The clauses of a variant's own rules text.
fn clauses(id: VariantId) -> impl Iterator<Item = Clause> {
    Clause::all().filter(move |clause| clause.variant() == Some(id))
}

/// Prints the variants and their rulings, and the words of their clauses if `in_full`.
fn print(corpus: &Corpus, variants: &[VariantId], in_full: bool) -> Result<(), CliError> {
    let style = output::style();
    let mut table = table::table(&["variant", "title"], &["board", "clauses", "rulings", "cases"]);
    for &id in variants {
        let variant = Variant::get(id);
        let shape = variant.starts[0].shape;
        table.add_row([
            id.to_string(),
            sanitise(&variant.title).into_owned(),
            format!("{} x {}", shape.files(), shape.ranks()),
            clauses(id).count().to_string(),
            Ruling::of_variant(id).count().to_string(),
            corpus.of_variant(id).count().to_string(),
        ]);
    }
    output::block(table::fitted(table, style.width))?;
    let rulings: Vec<_> = variants.iter().flat_map(|id| Ruling::of_variant(*id)).collect();
    if !rulings.is_empty() {
        let mut table = table::table(&["ruling", "of", "readings, the default first"], &[]);
        for ruling in rulings {
            table.add_row([ruling.name, ruling.variant.name(), &sanitise(&ruling.readings.join(", "))]);
        }
        output::text(format_args!("\n{}\n", table::fitted(table, style.width)))?;
    }
    for &id in variants.iter().filter(|_| in_full) {
        let start = &Variant::get(id).starts[0].vfen;
        output::text(format_args!("\n{id} starts from {}\n\n", sanitise(start)))?;
        for clause in clauses(id) {
            let text = format!("{}: {}", clause.id(), words(clause));
            wrap(&sanitise(&text), style.width).iter().try_for_each(output::line)?;
        }
    }
    match &corpus.version {
        Some(version) => output::text(format_args!("\nsuite version {version}\n")),
        None => Ok(()),
    }
}
