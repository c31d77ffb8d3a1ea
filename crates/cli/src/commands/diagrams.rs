//! `vperft diagrams`: draws the moves of each piece as a backend answers, or compares pictures with its answers.

use crate::args::backend;
use crate::args::backend::BackendArgs;
use crate::args::value::upper;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::file;
use crate::output::read::read_if_any;
use std::path::{Path, PathBuf};
use vperft::inner::backend::Registry;
use vperft::inner::game::variant::{PieceEntry, Variant, VariantId};
use vperft::inner::support::plural::plural;
use vperft::inner::support::suggest::did_you_mean;
use vperft_lab::drawing::diagram::diagram;
use vperft_pages::report::svg::{draw_diagram, first_difference};

/// Draw the moves of each piece by asking a backend
///
/// Writes DIR/KIND.svg for each kind of piece. The backend is asked about the piece on boards of its own: alone, with one friend or
/// enemy on each square, and among many. Nothing else decides about the picture, so a wrong backend is drawn differently.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant
    #[arg(value_parser = crate::args::variant::named())]
    variant: VariantId,
    /// The folder of the pictures
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Only the pieces with these labels, such as N (repeatable)
    #[arg(long = "piece", value_name = "LABEL", value_parser = upper)]
    pieces: Vec<String>,
    /// Write nothing; name the pictures in DIR that the backend's answers would change, and the first panel of each
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    backend: BackendArgs,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    file::check_out_folder(&args.out)?;
    let variant = Variant::get(args.variant);
    let entries = args.entries(variant)?;
    let (_, mut opened, _) = args.backend.open_for(registry, &[args.variant])?;
    let view = backend::view(opened.as_mut(), args.variant).map_err(CliError::Backend)?;
    let mut changed = 0;
    for entry in &entries {
        let path = args.out.join(format!("{}.svg", entry.kind.name()));
        let drawn = diagram(view, variant, entry.kind).map_err(CliError::Backend)?;
        let picture = drawn.as_ref().map(draw_diagram).unwrap_or_default();
        if args.check {
            changed += usize::from(!is_current(&path, &picture, &entry.name)?);
        } else if picture.is_empty() {
            output::note(format_args!("note: {}: the backend refuses every position with one", entry.name));
        } else {
            file::put(&path, picture.as_bytes())?;
        }
    }
    let count = plural(entries.len(), "picture");
    match (args.check, changed) {
        (false, _) => output::line(format!("{count} in {}", args.out.display()))?,
        (true, 0) => output::line(format!("{count} as the backend answers"))?,
        (true, _) => return Ok(Exit::Failed),
    }
    Ok(Exit::Success)
}

impl Args {
    /// The selected pieces, in the order of the variant.
    fn entries(&self, variant: &'static Variant) -> Result<Vec<&'static PieceEntry>, CliError> {
        let labels = || variant.pieces.iter().map(|entry| entry.label.as_str());
        if let Some(wrong) = self.pieces.iter().find(|label| !labels().any(|known| known == *label)) {
            let known = labels().collect::<Vec<_>>().join(", ");
            let hint = did_you_mean(wrong, labels());
            let problem =
                format!("{}: no piece has the label `{wrong}`; expected one of {known}{hint}", self.variant);
            return Err(CliError::Usage(problem));
        }
        let is_selected = |entry: &&PieceEntry| self.pieces.is_empty() || self.pieces.contains(&entry.label);
        Ok(variant.pieces.iter().filter(is_selected).collect())
    }
}

/// Whether a file holds this picture. Prints what differs.
fn is_current(path: &Path, picture: &str, name: &str) -> Result<bool, CliError> {
    let known = read_if_any(path)?.unwrap_or_default();
    if known == picture {
        return Ok(true);
    }
    let panel = match first_difference(&known, picture) {
        Some(title) => format!("the panel `{title}`"),
        None => "the picture".to_owned(),
    };
    output::line(format!("{}: {panel} of the {name} is not what the backend answers", path.display()))?;
    Ok(false)
}
