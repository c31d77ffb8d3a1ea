//! The position a command asks about: where it starts, and the moves that are played first.

use super::CliError;
use super::args::{BackendArgs, CorpusArgs};
use super::played::{self, Played};
use crate::backend::{Backend, BackendError, Options, Registry, View};
use crate::position::{self, Position};
use crate::suite::Corpus;
use crate::variant::{Amended, Variant, VariantId};
use clap::Args;

/// A position to ask about, and the backend to ask.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The variant
    #[arg(value_parser = super::variant::named())]
    variant: VariantId,
    /// The position as VFEN; the start position if neither this nor --id is given
    #[arg(long, value_name = "VFEN", conflicts_with = "id")]
    vfen: Option<String>,
    /// A position of the corpus by its id or by that of a case, such as ryugi/start-moves; the line of the
    /// case is not played
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// A move to play first, or several in one text, such as 'P e2-e4', '1. e2e4 e7e5' or 'Nd3 O-O' (repeatable, played in
    /// order)
    #[arg(long = "move", value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    corpus: CorpusArgs,
}

/// A backend about to be asked about the position at the end of some moves.
pub(super) struct PositionQuestion {
    pub variant: VariantId,
    /// The position after the moves.
    pub vfen: String,
    /// The position before them.
    pub start: String,
    /// The moves as the backend lists them.
    pub moves: Vec<String>,
    pub backend: Box<dyn Backend>,
    options: Options,
}

impl PositionQuestion {
    /// Asks the backend about the position.
    pub fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn View, &str) -> Result<T, BackendError>,
    ) -> Result<T, CliError> {
        let view = self.backend.of(self.variant);
        view.and_then(|view| question(view, &self.vfen)).map_err(|error| CliError::answer(error, &self.vfen))
    }

    /// The position for drawing, once the backend has accepted it, if it accepts positions at all.
    pub fn position(&mut self) -> Result<Position, CliError> {
        let read = self.backend.of(self.variant).and_then(|view| view.read(&self.vfen));
        let vfen = match read {
            Err(BackendError::Unsupported(_)) => self.vfen.clone(),
            answer => answer.map_err(|error| CliError::answer(error, &self.vfen))?,
        };
        let book = Amended::new(self.options.rulings.clone(), self.options.off);
        position::parse(&vfen, Variant::get(self.variant), &book)
            .map_err(|error| CliError::answer(error.into(), &vfen))
    }
}

impl PositionArgs {
    /// Finds the position and opens the backend.
    pub fn question(&self, registry: &Registry) -> Result<PositionQuestion, CliError> {
        let options = self.backend.options(&[self.variant])?;
        let vfen = match (&self.vfen, &self.id) {
            (Some(vfen), _) => vfen.clone(),
            (None, Some(id)) => self.find(id)?,
            (None, None) => Variant::get(self.variant).start(&options.rulings).vfen.clone(),
        };
        let mut backend = self.backend.open(registry, &options)?;
        let view = backend.of(self.variant).map_err(|error| CliError::answer(error, &vfen));
        let Played { moves, vfen: end } = if self.moves.is_empty() {
            Played::none(&vfen)
        } else {
            played::play(view?, &vfen, &self.moves)?
        };
        Ok(PositionQuestion { variant: self.variant, vfen: end, start: vfen, moves, backend, options })
    }

    fn find(&self, id: &str) -> Result<String, CliError> {
        let corpus = Corpus::load(&self.corpus.source())?;
        match corpus.find(id) {
            Some((variant, entry)) if *variant == self.variant => Ok(entry.vfen.clone()),
            Some((variant, _)) => {
                Err(CliError::Usage(format!("`{id}` is of {variant}, not of {}", self.variant)))
            }
            None => Err(CliError::Usage(format!("no position and no case has the id `{id}`"))),
        }
    }
}
