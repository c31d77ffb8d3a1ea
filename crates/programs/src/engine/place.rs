//! Positions of an engine: setting them, playing moves, castling from any file, and what the engine shows.

use super::backend::Engine;
use super::client::Client;
use super::count::Notation;
use super::played;
use super::recognise::{start_fen, unread};
use vperft::inner::backend::engine_text::notation::fen;
use vperft::inner::backend::{BackendError, PositionPath};
use vperft::inner::game::notation;
use vperft::inner::game::position;
use vperft::inner::game::position::{Position, VfenError};
use vperft::inner::game::variant::{Piece, Standard, Variant, VariantId};

/// The option that changes how castling is written.
pub(crate) const CHESS960: &str = "UCI_Chess960";

/// The commands that set an engine to a position.
#[derive(Clone)]
pub(super) struct Placed {
    pub(super) variant: VariantId,
    /// The FEN, in the names of the variant.
    pub(super) fen: String,
    /// Whether it is the start position, by its own command.
    is_start: bool,
    /// The moves played from there, in coordinates.
    pub(super) moves: Vec<String>,
    /// Whether castling is that from any file.
    castles_from_any_file: bool,
}

/// A position that the engine was set to.
pub(super) struct SetPosition {
    pub position: Position,
    pub fen: String,
    /// Whether the engine shows that the King of the side that has moved cannot be captured.
    pub is_checked: bool,
}

impl Engine {
    /// Sets the engine to the start position of a variant, which has this FEN.
    pub(super) fn put_start(&mut self, variant: VariantId, fen: &str) -> Result<(), BackendError> {
        let (castles_from_any_file, moves) = (self.castles_from_any_file, Vec::new());
        self.place(Placed { variant, fen: fen.to_owned(), is_start: true, moves, castles_from_any_file })
    }

    /// Sets the engine to a position, and plays moves in coordinates.
    pub(super) fn put(
        &mut self,
        variant: VariantId,
        fen: &str,
        moves: Vec<String>,
    ) -> Result<(), BackendError> {
        let castles_from_any_file = self.castles_from_any_file;
        self.place(Placed { variant, fen: fen.to_owned(), is_start: false, moves, castles_from_any_file })
    }

    fn place(&mut self, placed: Placed) -> Result<(), BackendError> {
        self.play(placed.variant)?;
        self.write_castling(placed.castles_from_any_file)?;
        let Notation { variant, squares } = self.notation(placed.variant);
        squares.check_passing_square(&placed.fen).map_err(BackendError::Unsupported)?;
        let fen = placed.fen.clone();
        let moves: Vec<_> = placed.moves.iter().map(|text| squares.write_move(variant, text)).collect();
        let mut is_start = placed.is_start;
        let sets_positions = self.sets_positions()?;
        if !is_start && !sets_positions {
            is_start = fen == start_fen(placed.variant)?;
            if !is_start {
                let reason = "the engine is asked about positions after moves from the start alone";
                return Err(BackendError::Unsupported(reason.into()));
            }
        }
        self.placed = Some(placed);
        self.exchange(|client| {
            let commands = client.placing(is_start, &fen, &moves)?;
            client.set_position(&fen, &commands)
        })
    }

    /// Whether the engine can be set to positions other than the start.
    fn sets_positions(&mut self) -> Result<bool, BackendError> {
        let protocol = self.protocol;
        Ok(!self.is_from_start && protocol.sets_positions(&self.client()?.about))
    }

    /// Sets a restarted engine to the position where it was.
    pub(super) fn restore(&mut self) -> Result<(), BackendError> {
        self.placed.clone().map_or(Ok(()), |placed| self.place(placed))
    }

    /// Sets the engine to a position, if that is valid.
    pub(super) fn set_position(
        &mut self,
        variant: VariantId,
        vfen: &str,
    ) -> Result<SetPosition, BackendError> {
        let position = position::parse(vfen, Variant::get(variant), &Standard)?;
        let fen = fen::write(&position)?;
        self.play(variant)?;
        self.write_castling(fen::castles_from_any_file(&position))?;
        let mut is_checked = false;
        // The behaviour of engines is undefined if the King of the side that has moved can be captured. An engine that shows no checks
        // would not say so, and may rightly refuse the position with the other side to move.
        if self.shows_checks {
            let flipped = fen::write(&fen::flipped(&position))?;
            let seen = match self.put(variant, &flipped, Vec::new()) {
                Err(error) if error.refuses_position() => None,
                set => set.and_then(|()| self.exchange(Client::display))?,
            };
            let in_check = seen.and_then(|seen| seen.in_check);
            is_checked = in_check.is_some();
            if in_check == Some(true) {
                let king = Variant::get(variant).king().map(|kind| Piece::new(!position.turn, kind));
                let square = king.and_then(|king| position.squares_of(king).next());
                let square = square.ok_or_else(|| BackendError::Protocol("check without a King".into()))?;
                let table = Variant::get(variant);
                return Err(VfenError::king_capturable(vfen, &position, table, square).into());
            }
        }
        self.put(variant, &fen, Vec::new())?;
        Ok(SetPosition { position, fen, is_checked })
    }

    /// Lets the engine castle from any file, as in Chess960, or only from where King and Rook start.
    fn write_castling(&mut self, is_any_file: bool) -> Result<(), BackendError> {
        if self.castles_from_any_file == is_any_file {
            return Ok(());
        }
        if self.client()?.about.offer(CHESS960).is_none() {
            let reason =
                format!("the engine has no option `{CHESS960}`, so it does not castle from any file");
            return Err(BackendError::Unsupported(reason));
        }
        self.exchange(|client| client.set(CHESS960, if is_any_file { "true" } else { "false" }))?;
        self.castles_from_any_file = is_any_file;
        Ok(())
    }

    /// The current position of the engine. Its en passant square may not be canonical.
    pub(super) fn seen(&mut self, variant: VariantId) -> Result<Position, BackendError> {
        let seen = self.exchange(Client::display)?;
        let seen = seen.ok_or_else(unshown)?;
        let Notation { variant, squares } = self.notation(variant);
        squares.check_passing_square(&seen.fen).map_err(BackendError::Unsupported)?;
        fen::read_shown(variant, &seen.fen).map_err(|error| unread(&seen.fen, &error))
    }

    /// Sets the engine to the end of a path, by playing its moves.
    pub(super) fn reach(
        &mut self,
        PositionPath { vfen, moves }: PositionPath<'_>,
    ) -> Result<Position, BackendError> {
        let variant = self.asked;
        let SetPosition { mut position, fen, .. } = self.set_position(variant, vfen)?;
        let mut played = Vec::new();
        for text in moves {
            let (coordinates, text) = match self.listed(&position, 1) {
                Ok(mut legal) => {
                    let texts: Vec<_> = legal.iter().map(|(_, text, _)| text.as_str()).collect();
                    let index = notation::resolve(Variant::get(variant), text, &texts)?;
                    let (coordinates, text, _) = legal.swap_remove(index);
                    (coordinates, text)
                }
                // It is given the move as it is.
                Err(_) if self.counts_totals_only() => played::written(&position, text)?,
                Err(error) => return Err(error),
            };
            played.push(coordinates);
            self.put(variant, &fen, played.clone())?;
            position = match self.client()?.may_show() {
                true => self.seen(variant)?,
                false => played::after(&position, &text)?,
            };
        }
        Ok(position)
    }

    /// The same, and the position is the one that the engine shows there. A root is as it is written.
    pub(super) fn reach_shown(&mut self, path: PositionPath<'_>) -> Result<Position, BackendError> {
        let is_shown = path.moves.is_empty() || self.client()?.may_show();
        if !is_shown && self.counts_totals_only() {
            return Err(unshown());
        }
        // A move that the engine does not list is refused before.
        let position = self.reach(path)?;
        if is_shown { Ok(position) } else { Err(unshown()) }
    }
}

/// The answer of an engine that shows no position.
fn unshown() -> BackendError {
    BackendError::Unsupported("the engine shows no position (`d`)".into())
}

/// Whether the settings switch Chess960 on.
pub(crate) fn sets_chess960(settings: &[(String, String)]) -> bool {
    settings.iter().any(|(name, value)| name.eq_ignore_ascii_case(CHESS960) && value == "true")
}
