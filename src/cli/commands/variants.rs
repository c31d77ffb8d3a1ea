//! `vperft variants`: lists the variants, with their clauses, rulings and cases.

use crate::cli::args::value::Format;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::corpus::suite::{Corpus, Source};
use crate::game::variant::{Clause, Ruling, Variant, VariantId};
use crate::report::table;
use crate::support::sanitise::sanitise;

/// List the variants with their boards, clauses, rulings and cases
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let corpus = Corpus::load(&Source::default())?;
    let cases = |id| corpus.cases.iter().filter(|(variant, _)| *variant == id).count();
    let clauses = |id| -> Vec<_> {
        Clause::all().filter(|clause| clause.variant() == Some(id)).map(Clause::id).collect()
    };
    let rulings = |id| Ruling::all().into_iter().filter(move |ruling| ruling.variant == id);
    match args.format {
        Format::Human => {
            let mut table = table::table(&["variant", "title"], &["board", "clauses", "rulings", "cases"]);
            for id in VariantId::all() {
                let variant = Variant::get(id);
                let shape = variant.starts[0].shape;
                table.add_row([
                    id.to_string(),
                    sanitise(&variant.title).into_owned(),
                    format!("{} x {}", shape.files(), shape.ranks()),
                    clauses(id).len().to_string(),
                    rulings(id).count().to_string(),
                    cases(id).to_string(),
                ]);
            }
            output::text(format_args!("{}\n\n", table.trim_fmt()))?;
            let mut table = table::table(&["ruling", "of", "readings, the default first"], &[]);
            for ruling in Ruling::all() {
                table.add_row([ruling.name, ruling.variant.name(), &sanitise(&ruling.readings.join(", "))]);
            }
            output::block(table.trim_fmt())?;
            if let Some(version) = &corpus.version {
                output::text(format_args!("\nsuite version {version}\n"))?;
            }
        }
        Format::Json => {
            let entry = |id| {
                let variant = Variant::get(id);
                let rulings: serde_json::Map<_, _> = rulings(id)
                    .map(|ruling| (ruling.name.to_owned(), serde_json::json!(ruling.readings)))
                    .collect();
                serde_json::json!({
                    "variant": id, "title": variant.title, "start": variant.starts[0].vfen,
                    "clauses": clauses(id), "rulings": rulings, "cases": cases(id),
                })
            };
            output::json(&serde_json::Value::Array(VariantId::all().into_iter().map(entry).collect()))?;
        }
    }
    Ok(Exit::Success)
}
