//! `vperft new variant`: writes the folder of a variant whose rules are data.

use super::NewFolder;
use crate::args::selected;
use crate::args::value::number;
use crate::exit::{CliError, Exit};
use std::path::PathBuf;
use vperft::inner::backend::{Options, Registry};
use vperft::inner::game::variant;
use vperft::inner::game::variant::{Status, VariantId};
use vperft::inner::generators::data;
use vperft_lab::upkeep::scaffold::{MAX_SIZE, MIN_SIZE, VariantDraft, piece_list};

/// The greatest depth of the counts of the first case.
const MAX_DEPTH: u32 = 4;

/// The most nodes that are probably counted for one of them.
const MAX_NODES: u128 = 1_000_000;

/// Write the folder of a variant whose rules are data
///
/// Writes variant.json, RULES.md, the start position and a first suite to PARENT/NAME. The pieces move as variant.json says; change
/// that, and `vperft run`, `perft`, `fuzz` and the others follow. The counts of the first suite rest on `data`, the
/// backend that plays variant.json, until another program confirms them.
#[derive(Debug, clap::Args)]
pub struct VariantFolderArgs {
    /// The name of the variant and of its folder: lower-case letters, digits and dashes
    name: String,
    /// The folder in which to make the variant's folder
    #[arg(long, value_name = "PARENT", default_value = ".")]
    dir: PathBuf,
    /// The number of files
    #[arg(long, value_name = "N", default_value = "8", value_parser = number::<u8>(MIN_SIZE.into(), MAX_SIZE.into()))]
    files: u8,
    /// The number of ranks
    #[arg(long, value_name = "N", default_value = "8", value_parser = number::<u8>(MIN_SIZE.into(), MAX_SIZE.into()))]
    ranks: u8,
    /// The pieces of the first rank from left to right, such as RNGBKNR
    ///
    /// K is the King, of which there must be one. There is a Pawn before each piece.
    #[arg(long, value_name = "LABELS", long_help = long_help())]
    pieces: Option<String>,
}

fn long_help() -> String {
    format!(
        "The pieces of the first rank from left to right, such as RNGBKNR\n\nOne label for each file: {}. There is a Pawn before each piece.",
        piece_list()
    )
}

pub(super) fn run(args: &VariantFolderArgs, registry: &Registry) -> Result<Exit, CliError> {
    let draft = VariantDraft::new(&args.name, args.files, args.ranks, args.pieces.as_deref());
    let draft = draft.map_err(CliError::Usage)?;
    let folder = NewFolder::of_variant(&args.dir, &args.name)?;
    let mut written = folder.write_all(&draft.files())?;
    let id = variant::load(&folder.path).map_err(|error| CliError::Input(error.to_string()))?;
    let pieces = args.pieces.as_deref().unwrap_or_default();
    let (counts, source) = first_counts(registry, id, &draft.vfen())
        .map_err(|problem| CliError::Usage(format!("--pieces `{pieces}`: {problem}")))?;
    written.push(folder.write(&draft.suite(&counts, &source))?);
    folder.keep_variant(&args.name, &written, &[], MAX_DEPTH)
}

/// Counts from the start position of a new variant, and the backend that counts. An error says that there is no game.
pub(in crate::commands) fn first_counts(
    registry: &Registry,
    id: VariantId,
    vfen: &str,
) -> Result<(Vec<u128>, String), String> {
    let wrong = |error: &dyn std::fmt::Display| error.to_string();
    let mut opened =
        selected::open(registry, data::NAME, &Options::default()).map_err(|error| wrong(&error))?;
    let source = opened.identity();
    let view = opened.of(id).map_err(|error| wrong(&error))?;
    let mut counts: Vec<u128> = Vec::new();
    for depth in 1..=MAX_DEPTH {
        let expected =
            counts.last().copied().unwrap_or(1).saturating_mul(counts.first().copied().unwrap_or(1));
        if expected > MAX_NODES {
            break;
        }
        counts.push(view.perft(vfen.into(), depth).map_err(|error| wrong(&error))?);
    }
    match view.status(vfen.into()).map_err(|error| wrong(&error))? {
        Status::Ongoing => Ok((counts, source)),
        status => Err(format!("the game begins with the status {status}; expected ongoing")),
    }
}
