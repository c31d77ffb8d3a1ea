//! Finds out whether an engine plays a variant.
//!
//! An engine that does not know a variant silently goes on playing chess, so its start position is compared.

use super::backend::{Engine, translate};
use super::client::{Client, Display};
use super::played;
use super::protocol::VARIANT;
use vperft::inner::backend::BackendError;
use vperft::inner::backend::engine_text::notation::coordinates::print;
use vperft::inner::backend::engine_text::notation::fen;
use vperft::inner::backend::engine_text::shorten;
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::position::fen::FenError;
use vperft::inner::game::variant::{Standard, Variant, VariantId};

/// The option that names a file with definitions of variants.
const DEFINITIONS: &str = "VariantPath";

impl Engine {
    /// Whether the engine plays the variant. An engine that does not know the variant silently goes on playing chess.
    pub(super) fn recognise(&mut self, variant: VariantId) -> Result<(), BackendError> {
        fen::translates(variant)?;
        let name = self.name(variant);
        let protocol = self.protocol;
        match self.client()?.variants() {
            None if protocol.is_default(Variant::get(variant)) => {}
            None => {
                let chooser = protocol.chooser();
                let reason = format!("{variant}: the engine has no {chooser}, so it plays one variant only");
                return Err(BackendError::Unsupported(reason));
            }
            Some(names) if names.contains(&name) => {}
            Some(_) => {
                let chooser = protocol.chooser();
                let reason = format!("{variant}: the engine offers no `{name}` in its {chooser}");
                return Err(BackendError::Unsupported(reason));
            }
        }
        let start = start(variant)?;
        let given = start_fen(variant)?;
        for is_start in [true, false] {
            let seen = match is_start {
                true => self.put_start(variant, &given),
                false => self.put(variant, &given, Vec::new()),
            };
            let seen = seen.and_then(|()| self.exchange(Client::display));
            let Some(Display { fen: seen, in_check }) = seen.map_err(|error| self.blame(variant, error))?
            else {
                continue;
            };
            self.shows_checks |= in_check.is_some();
            let read = match fen::read_fen(Variant::get(variant), &seen) {
                Err(error @ FenError::Unsupported(_)) => return Err(unread(&seen, &error)),
                read => read,
            };
            if !read.is_ok_and(|mut read| {
                read.unmoved = start.unmoved;
                read.turn == start.turn && print(&read) == print(&start)
            }) {
                let command = if is_start { "startpos".to_owned() } else { format!("fen {given}") };
                let problem = format!(
                    "it does not play {variant}: after `position {command}`, it shows `{}`; the start \
                     position is `{}`",
                    shorten(&seen),
                    print(&start)
                );
                return Err(BackendError::Protocol(problem));
            }
        }
        // An engine that shows no position is judged by its moves, or by their number if it does not list them.
        let mut moves_of = |is_start: bool| {
            match is_start {
                true => self.put_start(variant, &given)?,
                false => self.put(variant, &given, Vec::new())?,
            }
            let counts = self.counts(1).map_err(|error| self.blame(variant, error))?;
            let mut moves: Vec<_> = counts.moves.into_iter().map(|(coordinates, _)| coordinates).collect();
            moves.sort();
            Ok::<_, BackendError>((moves, counts.total))
        };
        let (own, given_moves) = (moves_of(true)?, moves_of(false)?);
        if own == given_moves {
            return self.look_at_passed_square(variant, &given, own.0);
        }
        let problem = format!("it does not play {variant}: its own start position has other moves");
        Err(BackendError::Protocol(problem))
    }

    /// Looks whether the engine shows an en passant square after a double step from the start, which no capture answers.
    fn look_at_passed_square(
        &mut self,
        variant: VariantId,
        start: &str,
        moves: Vec<String>,
    ) -> Result<(), BackendError> {
        let given = position::parse(&Variant::get(variant).starts[0].vfen, Variant::get(variant), &Standard)?;
        let passes = |label: &String| {
            let text = translate(&given, label.clone()).ok().map(|(_, text)| text);
            text.and_then(|text| played::after(&given, &text).ok())
                .is_some_and(|after| after.en_passant.is_some())
        };
        let double_step =
            moves.into_iter().find(passes).filter(|_| self.client().is_ok_and(|client| client.may_show()));
        let Some(double_step) = double_step else { return Ok(()) };
        self.put(variant, start, vec![double_step])?;
        let seen = self.exchange(Client::display)?;
        let seen = seen.and_then(|seen| fen::read_fen(Variant::get(variant), &seen.fen).ok());
        self.shows_every_passed_square |= seen.is_some_and(|seen| seen.en_passant.is_some());
        Ok(())
    }

    /// The error of an engine about its start position. If it ends there and a file defines its variants, the definition
    /// is the likely reason.
    fn blame(&self, variant: VariantId, error: BackendError) -> BackendError {
        let set = self.settings.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case(DEFINITIONS));
        match (error, set) {
            (BackendError::Crash(problem), Some((name, path))) => BackendError::Crash(format!(
                "{problem}; the likely reason is the definition of `{}` in `{path}` (--option {name}), such as a missing \
                 parent variant",
                self.name(variant)
            )),
            (error, _) => error,
        }
    }

    /// The name of the variant in the engine.
    fn name(&self, variant: VariantId) -> String {
        let set = self.settings.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
        let name = || self.protocol.name(Variant::get(variant));
        set.map_or_else(name, |(_, value)| value.clone())
    }

    /// Sets the engine to the variant.
    pub(super) fn play(&mut self, variant: VariantId) -> Result<(), BackendError> {
        // A new process has no variant yet.
        self.client()?;
        if self.playing != Some(variant) {
            let name = self.name(variant);
            self.exchange(|client| client.choose(&name))?;
            self.playing = Some(variant);
        }
        Ok(())
    }
}

/// The error of a position that the engine shows and that cannot be read.
pub(super) fn unread(seen: &str, error: &FenError) -> BackendError {
    let (seen, problem) = (shorten(seen), shorten(&error.to_string()));
    match error {
        FenError::Unsupported(_) => {
            BackendError::Unsupported(format!("{problem}; the engine shows `{seen}`"))
        }
        _ => BackendError::Protocol(format!("it shows `{seen}`, which is not a position: {problem}")),
    }
}

/// The FEN of the start position, as engines are given it.
pub(super) fn start_fen(variant: VariantId) -> Result<String, BackendError> {
    fen::write(&start(variant)?)
}

/// The start position, without the rights that the engine cannot express.
fn start(variant: VariantId) -> Result<Position, BackendError> {
    let mut start = position::parse(&Variant::get(variant).starts[0].vfen, Variant::get(variant), &Standard)?;
    if Variant::get(variant).uci.rights.is_empty() {
        start.unmoved = vperft::inner::game::board::SquareSet::EMPTY;
    }
    Ok(start)
}
