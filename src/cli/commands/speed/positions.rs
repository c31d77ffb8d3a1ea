//! Which positions are counted from.

use crate::cli::args::value::number;
use crate::cli::args::variant;
use crate::cli::exit::CliError;
use crate::cli::output;
use crate::corpus::bench;
use crate::corpus::bench::Row;
use crate::corpus::suite;
use crate::game::variant::VariantId;
use crate::support::suggest::did_you_mean;
use clap::Args;
use std::path::PathBuf;

/// The positions to count from.
#[derive(Debug, Args)]
pub(crate) struct PositionsArgs {
    /// The variants; all that the backend has rules of if none is given
    #[arg(value_parser = variant::named())]
    pub variants: Vec<VariantId>,
    /// Only the positions of this name, such as start, crowded, open or check (repeatable)
    #[arg(long = "position", value_name = "NAME")]
    names: Vec<String>,
    /// Count from the positions of this file instead of those that are built in: a line each, such as {"variant": "rococo",
    /// "name": "start", "counts": [25, 625], "vfen": "..."}, the first count that of one ply
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Count so many plies deep for instructions, instead of as deep as the position says
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(1, 99))]
    depth: Option<u32>,
}

impl PositionsArgs {
    /// The positions, those of variants that `has` holds of.
    pub fn rows(&self, has: impl Fn(VariantId) -> bool) -> Result<Vec<Row>, CliError> {
        let mut rows = match &self.file {
            None => bench::rows(),
            Some(path) => {
                let error =
                    |problem| CliError::Input(format!("{}: {problem}", output::plain(path.display())));
                bench::read(&suite::read(path)?).map_err(|problem| error(output::plain(problem)))?
            }
        };
        let known: Vec<_> = rows.iter().map(|row| row.name.clone()).collect();
        if let Some(name) = self.names.iter().find(|name| !known.contains(name)) {
            let hint = did_you_mean(name, known.iter().map(String::as_str));
            return Err(CliError::Usage(format!("there is no position `{name}`{hint}")));
        }
        let is_named = |row: &Row| self.variants.is_empty() || self.variants.contains(&row.variant);
        rows.retain(|row| {
            is_named(row) && has(row.variant) && (self.names.is_empty() || self.names.contains(&row.name))
        });
        for row in &mut rows {
            row.depth = self.depth.unwrap_or(row.depth);
            if row.count_at(row.depth).is_none() {
                let (variant, name, known) = (row.variant, &row.name, row.counts.len());
                let problem = format!("--depth {}: {variant}/{name} has counts of {known} plies", row.depth);
                return Err(CliError::Usage(problem));
            }
        }
        if rows.is_empty() {
            let problem = "there are no positions to count from that are of these variants and names; `--file` takes others";
            return Err(CliError::Usage(problem.into()));
        }
        Ok(rows)
    }
}
