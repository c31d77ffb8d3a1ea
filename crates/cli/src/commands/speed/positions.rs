//! The positions of a measurement.

use crate::args::value::number;
use crate::args::variant;
use crate::exit::CliError;
use crate::output::read::read_text;
use clap::Args;
use std::path::PathBuf;
use vperft::inner::corpus::bench;
use vperft::inner::corpus::bench::Row;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::suggest::did_you_mean;

/// The positions of a measurement.
#[derive(Debug, Args)]
pub struct PositionsArgs {
    /// The variants [default: all that the backend has]
    #[arg(value_parser = variant::named())]
    pub variants: Vec<VariantId>,
    /// Only positions with this name, such as start (repeatable)
    ///
    /// The names of the built-in positions are start, crowded, open and check.
    #[arg(long = "position", value_name = "NAME")]
    names: Vec<String>,
    /// Read the positions from a file
    ///
    /// Each line is like {"variant": "rococo", "name": "start", "counts": [25, 625], "vfen": "..."}. The counts start at one ply.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Count instructions at this depth [default: that of the position]
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(1, 99))]
    depth: Option<u32>,
}

impl PositionsArgs {
    /// The selected positions of the variants that satisfy `has`.
    pub fn rows(&self, has: impl Fn(VariantId) -> bool) -> Result<Vec<Row>, CliError> {
        let mut rows = match &self.file {
            None => bench::rows(),
            Some(path) => {
                let error = |problem| CliError::Input(format!("{}: {problem}", path.display()));
                bench::parse_rows(&read_text(path)?).map_err(error)?
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
            let problem = "no position has one of these variants and names; `--file` reads other positions";
            return Err(CliError::Usage(problem.into()));
        }
        Ok(rows)
    }
}
