//! The position that a command asks about: a root and the moves that are played from there.

use super::backend::{self, BackendArgs};
use super::corpus::CorpusArgs;
use super::played::{self, Played};
use super::selected::{self, Selected};
use crate::exit::CliError;
use crate::output;
use clap::Args;
use vperft::inner::backend::{Backend, BackendError, Options, PositionPath, Registry, VariantBackend};
use vperft::inner::game::notation;
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{ClauseSet, ModifiedRulebook, Rulings, Variant, VariantId};
use vperft::inner::support::sanitise::shorten;
use vperft::inner::support::suggest::did_you_mean;

/// A position to ask about, and the backend to ask.
#[derive(Debug, Args)]
pub struct PositionArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    backend: BackendArgs,
}

/// A position: a root and moves.
#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// The variant
    #[arg(value_parser = super::variant::named())]
    pub variant: VariantId,
    /// The position as VFEN or FEN [default: the start position]
    #[arg(long, visible_alias = "fen", value_name = "VFEN", conflicts_with = "id")]
    vfen: Option<String>,
    /// The position of the corpus with this id, or of the case
    ///
    /// Such as ryugi/start-moves. The moves of the case are not played.
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Play moves first, such as 'P e2-e4' or '1. e2e4 e7e5' (repeatable)
    #[arg(long = "move", value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    corpus: CorpusArgs,
}

/// The maximum number of characters of a FEN that an error quotes.
const MAX_QUOTED: usize = 500;

/// The VFEN of a position that the user gives. A FEN is translated, and how it was read is noted on stderr. Every other text is
/// returned unchanged, for the backend to judge.
pub fn given(variant: VariantId, rulings: &Rulings, text: &str) -> Result<String, CliError> {
    let Some(read) = position::fen::read_foreign(Variant::get(variant), rulings, text) else {
        return Ok(text.to_owned());
    };
    let quoted = shorten(text, MAX_QUOTED);
    let refused = |problem: &str| CliError::Input(format!("the FEN `{quoted}`: {problem}"));
    let fen = read.map_err(|error| refused(&error.to_string()))?;
    if !fen.impossible_rights.is_empty() {
        let rights = fen.impossible_rights.join("; ");
        return Err(refused(&format!("castling rights: {rights}")));
    }
    let vfen = fen.vfen(rulings);
    let parts: Vec<_> =
        std::iter::once(format!("the FEN is read as `{vfen}`")).chain(fen.assumptions).collect();
    output::note(format_args!("note: {}", parts.join("; ")));
    Ok(vfen)
}

/// A position after some moves, and the open backend to ask about it.
pub struct PositionQuestion {
    pub variant: VariantId,
    /// The position after the moves.
    pub vfen: String,
    /// The position before the moves.
    pub start: String,
    /// The moves as the backend writes them.
    pub moves: Vec<String>,
    pub backend: Box<dyn Backend>,
    /// Whether the backend is a program.
    pub is_program: bool,
    book: ModifiedRulebook,
}

impl PositionQuestion {
    /// Asks the backend about the position, given as root and moves: repetitions count, and so does other state that the backend
    /// keeps while it plays.
    pub fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn VariantBackend, PositionPath<'_>) -> Result<T, BackendError>,
    ) -> Result<T, CliError> {
        let path = PositionPath { vfen: &self.start, moves: &self.moves };
        let view = backend::view(self.backend.as_mut(), self.variant);
        view.and_then(|view| question(view, path)).map_err(|error| CliError::answer(error, &self.vfen))
    }

    /// The position for drawing. A backend that can read positions must accept it.
    pub fn position(&mut self) -> Result<Position, CliError> {
        let read = self.backend.of(self.variant).and_then(|view| view.read(&self.vfen));
        let vfen = match read {
            Err(BackendError::Unsupported(_)) => self.vfen.clone(),
            answer => answer.map_err(|error| CliError::answer(error, &self.vfen))?,
        };
        position::parse(&vfen, Variant::get(self.variant), &self.book)
            .map_err(|error| CliError::answer(error.into(), &vfen))
    }
}

/// A position to ask a trusted and a tested backend about.
pub struct ComparedPosition<'a> {
    /// The tested backend.
    pub selected: Selected<'a>,
    pub variant: VariantId,
    /// The position before the moves.
    pub start: String,
    /// The moves as the trusted backend writes them.
    pub moves: Vec<String>,
    /// The position after the moves.
    pub vfen: String,
    /// The last `--move`, if it is not played: as the trusted backend writes it, or as typed if that does not list it.
    pub last: String,
    /// The readings of the trusted backend.
    pub rulings: Rulings,
    pub trusted: Box<dyn Backend>,
    pub tested: Box<dyn Backend>,
}

impl PositionArgs {
    /// Opens the backend and a trusted one with its readings, and lets the trusted one play the moves; all but the last
    /// if that is asked about.
    ///
    /// # Errors
    /// If a backend cannot be opened, if a move is illegal, or if there is none and the last one is asked about.
    pub fn compared<'a>(
        &'a self,
        registry: &'a Registry,
        against: &str,
        asks_last: bool,
    ) -> Result<ComparedPosition<'a>, CliError> {
        let variant = self.place.variant;
        let selected = self.backend.select(registry, &[variant], Some(against))?;
        let tested = selected.open_noting()?;
        let rulings = selected.readings(tested.as_ref())?;
        let right =
            Options { rulings: rulings.clone(), off: ClauseSet::default(), ..selected.options.clone() };
        let mut trusted = selected::open(registry, against, &right)?;
        backend::view(trusted.as_mut(), variant).map_err(CliError::Backend)?;
        let start = self.place.start(&rulings)?;
        let (Played { moves, vfen }, last) = match asks_last {
            true => self.place.play_up_to_last(trusted.as_mut(), &start)?,
            false => (self.place.play(trusted.as_mut(), &start)?, None),
        };
        if asks_last && last.is_none() {
            return Err(CliError::Usage("`after` needs a move: --move <MOVE>".into()));
        }
        let typed = last.as_deref().unwrap_or_default();
        let legal = trusted.of(variant).and_then(|view| view.moves(vfen.as_str().into())).unwrap_or_default();
        let texts: Vec<_> = legal.iter().map(String::as_str).collect();
        let last = notation::typed(Variant::get(variant), typed, &texts).map_or(typed, |index| texts[index]);
        let last = last.to_owned();
        Ok(ComparedPosition { selected, variant, start, moves, vfen, last, rulings, trusted, tested })
    }

    /// Checks that a text names a square of the variant.
    pub fn check_square(&self, square: &str) -> Result<(), CliError> {
        Variant::get(self.place.variant).find_square(square).map(drop).map_err(CliError::Input)
    }

    /// Finds the position and opens the backend.
    pub fn question(&self, registry: &Registry) -> Result<PositionQuestion, CliError> {
        let variant = self.place.variant;
        let selected = self.backend.select(registry, &[variant], None)?;
        let start = self.place.start(&selected.options.rulings)?;
        let mut backend = selected.open_noting()?;
        let Played { moves, vfen } = self.place.play(backend.as_mut(), &start)?;
        let (is_program, book) = (selected.is_program(), selected.rulebook());
        Ok(PositionQuestion { variant, vfen, start, moves, backend, is_program, book })
    }
}

impl PlaceArgs {
    /// The position before any move, as VFEN.
    pub fn start(&self, rulings: &Rulings) -> Result<String, CliError> {
        match (&self.vfen, &self.id) {
            (Some(text), _) => given(self.variant, rulings, text),
            (None, Some(id)) => self.find(id),
            (None, None) => Ok(Variant::get(self.variant).start(rulings).vfen.clone()),
        }
    }

    /// Lets a backend play the moves from there.
    pub fn play(&self, backend: &mut dyn Backend, start: &str) -> Result<Played, CliError> {
        self.play_texts(backend, start, &self.moves)
    }

    /// Lets a backend play the moves except for the last one, whose text is returned.
    pub fn play_up_to_last(
        &self,
        backend: &mut dyn Backend,
        start: &str,
    ) -> Result<(Played, Option<String>), CliError> {
        let Some((last, first)) = self.moves.split_last() else { return Ok((Played::none(start), None)) };
        let mut played = self.play_texts(backend, start, first)?;
        let view = backend::view(backend, self.variant).map_err(|error| CliError::answer(error, start))?;
        let last = played::play_up_to_last(view, &mut played, last)?;
        Ok((played, Some(last)))
    }

    fn play_texts(
        &self,
        backend: &mut dyn Backend,
        start: &str,
        texts: &[String],
    ) -> Result<Played, CliError> {
        // A position can be drawn without rules of the variant.
        if texts.is_empty() {
            return Ok(Played::none(start));
        }
        let view = backend::view(backend, self.variant).map_err(|error| CliError::answer(error, start))?;
        played::play(view, start, texts)
    }

    fn find(&self, id: &str) -> Result<String, CliError> {
        let corpus = self.corpus.load_of(&[self.variant])?;
        if let Some((variant, entry)) = corpus.find(id)
            && *variant == self.variant
        {
            return Ok(entry.vfen.clone());
        }
        // The id may be of another variant.
        let corpus = self.corpus.load()?;
        match corpus.find(id) {
            Some((variant, _)) => {
                Err(CliError::Usage(format!("`{id}` belongs to {variant}, not to {}", self.variant)))
            }
            None => {
                let of_variant = |(variant, _): &&(VariantId, _)| *variant == self.variant;
                let positions =
                    corpus.positions.values().filter(of_variant).map(|(_, entry)| entry.id.as_str());
                let cases = corpus.of_variant(self.variant).map(|(_, case)| case.id.as_str());
                let hint = did_you_mean(id, positions.chain(cases));
                Err(CliError::Usage(format!("no position and no case has the id `{id}`{hint}")))
            }
        }
    }
}
