//! The picture that a command draws with `--svg`.

use crate::exit::CliError;
use crate::output;
use crate::output::file;
use std::path::PathBuf;
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::Variant;
use vperft_pages::report::svg::{Look, Overlay, Picture, Pieces};

/// A picture of the position, instead of the usual output.
#[derive(Debug, clap::Args)]
pub struct PictureArgs {
    /// Write an SVG picture to this file instead of printing; `-` is stdout
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    svg: Option<PathBuf>,
    /// How the picture shows pieces
    #[arg(long, value_enum, default_value = "symbols", requires = "svg")]
    pieces: PiecesArg,
    /// Draw the picture from Black's side
    #[arg(long, requires = "svg")]
    flip: bool,
    /// Name the pieces below the picture
    #[arg(long, requires = "svg")]
    legend: bool,
    /// Mark squares in the picture, such as e4,e5 (repeatable)
    #[arg(long, value_name = "SQUARE", value_delimiter = ',', requires = "svg")]
    mark: Vec<String>,
    /// Draw arrows in the picture, such as e2-e4 (repeatable)
    #[arg(long, value_name = "FROM-TO", value_delimiter = ',', requires = "svg")]
    arrow: Vec<String>,
}

/// How a picture shows pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PiecesArg {
    /// A symbol for each kind
    Symbols,
    /// Discs with the labels of the variant
    Letters,
}

impl PictureArgs {
    /// Whether a picture is wanted.
    pub const fn is_wanted(&self) -> bool {
        self.svg.is_some()
    }

    /// Draws the picture, if one is wanted.
    ///
    /// # Errors
    /// If it names a square that the board does not have, or cannot be written.
    pub fn write(&self, position: &Position, mut overlays: Vec<Overlay>) -> Result<(), CliError> {
        let Some(path) = &self.svg else { return Ok(()) };
        for name in &self.mark {
            overlays.push(Overlay::Mark(square(position, name)?));
        }
        for text in &self.arrow {
            let (from, to) = text.split_once('-').ok_or_else(|| {
                CliError::Input(format!("--arrow: cannot read `{text}`: expected two squares, such as e2-e4"))
            })?;
            overlays.push(Overlay::Arrow(square(position, from)?, square(position, to)?, Look::Plain));
        }
        let pieces = match self.pieces {
            PiecesArg::Symbols => Pieces::Symbols,
            PiecesArg::Letters => Pieces::Letters,
        };
        let picture =
            Picture { position, pieces, is_flipped: self.flip, has_legend: self.legend, overlays }.draw();
        match path.as_os_str() == "-" {
            true => output::text(picture)?,
            false => file::put(path, picture.as_bytes())?,
        }
        Ok(())
    }
}

/// The square of this name on the board of a position.
fn square(position: &Position, name: &str) -> Result<Square, CliError> {
    Variant::get(position.variant).labels.find(position.shape, name).map_err(CliError::Input)
}
