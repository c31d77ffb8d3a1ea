//! An engine as a backend.

use super::client::Client;
use super::count::{Counts, Notation};
use super::identity::identity;
use super::learn::{DEPTH, Dialect, Form};
use super::legality::{Legality, PROBE};
use super::place::{Placed, SetPosition, sets_chess960};
use super::protocol::Protocol;
use crate::RestartPolicy;
use crate::move_without_node;
use std::collections::BTreeMap;
use vperft::inner::backend::engine_text::notation::coordinates;
use vperft::inner::backend::engine_text::notation::squares::unsupported_move;
use vperft::inner::backend::{
    Answer, Backend, BackendError, CountPlan, Limits, MemoryBudget, PositionPath, ProbeSource, Question,
    VariantBackend, derive_answer,
};
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Standard, Variant, VariantId};

/// The name of the setting that names the command that counts. It is not an option of the engine.
pub const PERFT_COMMAND: &str = "perft-command";
/// The name of the setting by which an engine is only asked about what follows from the start. It is not an option of the engine.
pub const FROM_START: &str = "from-start";

/// An engine. It is started again when it ends, hangs or breaks the protocol.
pub struct Engine {
    words: Vec<String>,
    pub(super) protocol: &'static dyn Protocol,
    limits: Limits,
    pub(super) settings: Vec<(String, String)>,
    identity: String,
    clients: RestartPolicy<Client>,
    /// The command that counts, if the user names it.
    command: Option<Form>,
    /// How the engine counts, once that is known.
    pub(super) dialect: Option<Dialect>,
    /// The position that the engine is set to.
    pub(super) placed: Option<Placed>,
    /// The variant that the engine plays.
    pub(super) playing: Option<VariantId>,
    /// Whether the engine castles from any file now.
    pub(super) castles_from_any_file: bool,
    /// Whether the engine plays each variant, judged by its start position.
    known: BTreeMap<VariantId, Result<(), BackendError>>,
    /// Whether it shows who is in check.
    pub(super) shows_checks: bool,
    /// Whether it shows an en passant square after a double step that no capture answers.
    pub(super) shows_every_passed_square: bool,
    pub(super) probes: ProbeSource,
    /// Which probe of each variant the engine failed, if any, once it has answered them.
    probed: BTreeMap<VariantId, Option<String>>,
    /// The variant of the questions.
    pub(super) asked: VariantId,
    /// Whether the engine is asked which moves are legal, because it does not count.
    pub(super) legality: Legality,
    /// Whether the engine is only asked about what follows from the start.
    pub(super) is_from_start: bool,
}

impl Engine {
    /// Starts an engine, sets its options and finds out which variants it plays.
    ///
    /// # Errors
    /// If the program cannot be started, does not speak the protocol, or lacks an option.
    pub(super) fn open(
        words: &[String],
        protocol: &'static dyn Protocol,
        limits: &Limits,
        settings: &[(String, String)],
        probes: ProbeSource,
    ) -> Result<Self, BackendError> {
        let (own, settings): (Vec<_>, Vec<_>) = settings
            .iter()
            .cloned()
            .partition(|(name, _)| [PERFT_COMMAND, PROBE, FROM_START].contains(&name.as_str()));
        let [is_asked, is_from_start] =
            [PROBE, FROM_START].map(|flag| own.iter().any(|(name, _)| name == flag));
        let commands = own.into_iter().filter(|(name, _)| name == PERFT_COMMAND);
        let command = commands.into_iter().next_back().map(|(_, command)| Form(command));
        if let Some(Form(command)) = command.as_ref().filter(|command| !command.0.contains(DEPTH)) {
            let reason =
                format!("the command `{command}` has no place for the depth; expected `{DEPTH}` in it");
            return Err(BackendError::Unsupported(reason));
        }
        let client = Client::start(words, protocol, limits, &settings)?;
        let mut engine = Self {
            words: words.to_vec(),
            protocol,
            limits: *limits,
            settings,
            identity: identity(&client.about.name),
            clients: RestartPolicy::new(client, *limits),
            command,
            dialect: None,
            placed: None,
            playing: None,
            castles_from_any_file: false,
            known: BTreeMap::new(),
            shows_checks: false,
            shows_every_passed_square: false,
            probes,
            probed: BTreeMap::new(),
            asked: VariantId::CHESS,
            legality: Legality { is_asked, ..Legality::default() },
            is_from_start,
        };
        engine.castles_from_any_file = sets_chess960(&engine.settings);
        for variant in VariantId::all() {
            let answer = engine.recognise(variant);
            engine.known.insert(variant, answer);
        }
        Ok(engine)
    }

    /// The running engine, restarted if necessary.
    pub(super) fn client(&mut self) -> Result<&mut Client, BackendError> {
        let Self { words, protocol, limits, settings, clients, playing, castles_from_any_file, .. } = self;
        clients.running(|| {
            *playing = None;
            *castles_from_any_file = sets_chess960(settings);
            Client::start(words, *protocol, limits, settings)
        })
    }

    /// Talks to the engine, and ends it after an error that leaves it in an unknown state.
    pub(super) fn exchange<T>(
        &mut self,
        question: impl FnOnce(&mut Client) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        question(self.client()?).map_err(|error| match error {
            BackendError::Crash(_) | BackendError::Timeout { .. } | BackendError::Protocol(_) => {
                self.clients.end(error)
            }
            error => error,
        })
    }

    /// Whether the protocol can ask the engine whether it is ready.
    pub(super) fn can_be_asked(&mut self) -> bool {
        self.client().is_ok_and(|client| client.can_be_asked())
    }

    /// The commands that may count.
    pub(super) fn forms(&self) -> Vec<Form> {
        match &self.command {
            Some(command) => vec![command.clone()],
            None => self.protocol.forms().iter().map(|form| Form((*form).to_owned())).collect(),
        }
    }

    /// How the engine writes the moves of a variant.
    pub(super) fn notation(&self, variant: VariantId) -> Notation {
        let variant = Variant::get(variant);
        Notation { variant, squares: self.protocol.squares(variant) }
    }

    /// How the engine writes the moves of the variant that it plays now.
    fn notation_here(&self) -> Notation {
        self.notation(self.playing.unwrap_or(self.asked))
    }

    /// Counts at the current position, in the words of the engine.
    pub(super) fn counts(&mut self, depth: u32) -> Result<Counts, BackendError> {
        if self.legality.is_asked {
            return self.legal_moves(depth);
        }
        let notation = self.notation_here();
        let dialect = self.dialect(notation)?;
        self.exchange(|client| client.perft(&dialect, depth, notation))
    }

    /// The legal moves of the current position, which is this one: coordinates, canonical text, count.
    pub(super) fn listed(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<Vec<(String, String, u128)>, BackendError> {
        let counts = self.counts(depth)?;
        self.check_lists()?;
        if let Some(problem) = move_without_node(depth, &counts.moves) {
            return Err(BackendError::Protocol(format!("counted to depth 1 with {problem}")));
        }
        let text = |(label, count): (String, u128)| {
            let (coordinates, text) = translate(position, label)?;
            Ok((coordinates, text, count))
        };
        counts.moves.into_iter().map(text).collect()
    }

    /// Whether the engine prints the moves of a count.
    fn lists(&mut self) -> Result<bool, BackendError> {
        let notation = self.notation_here();
        Ok(self.legality.is_asked || self.dialect(notation)?.lists)
    }

    /// Whether the engine is known to print totals only.
    pub(super) fn counts_totals_only(&self) -> bool {
        self.dialect.as_ref().is_some_and(|dialect| !dialect.lists)
    }

    /// Fails if the engine prints totals only.
    fn check_lists(&self) -> Result<(), BackendError> {
        if self.counts_totals_only() {
            let reason = "the engine prints totals only, and no moves";
            return Err(BackendError::Unsupported(reason.into()));
        }
        Ok(())
    }

    /// The canonical VFEN of the current position, which is this one.
    fn canonical(&mut self, position: Position) -> Result<String, BackendError> {
        coordinates::canonical(position, |position| self.texts(position))
    }

    /// The canonical texts of the legal moves of the current position, which is this one.
    fn texts(&mut self, position: &Position) -> Result<Vec<String>, BackendError> {
        Ok(self.listed(position, 1)?.into_iter().map(|(_, text, _)| text).collect())
    }

    /// Fails if the pieces of the engine do not move as those of the variant. Those of the variant for which the protocol was made are
    /// the engine's own, and wrong totals are a finding.
    fn trust(&mut self, variant: VariantId) -> Result<(), BackendError> {
        if self.protocol.is_default(Variant::get(variant)) {
            return Ok(());
        }
        let problem = match self.probed.get(&variant) {
            Some(problem) => problem.clone(),
            None => {
                // A crash or a timeout says nothing about the pieces, so the next count probes again.
                let problem = self.probe(variant)?;
                self.probed.insert(variant, problem.clone());
                problem
            }
        };
        problem.map_or(Ok(()), |problem| Err(BackendError::Protocol(problem)))
    }

    /// Asks the probes, and returns what is wrong with the first that fails.
    fn probe(&mut self, variant: VariantId) -> Result<Option<String>, BackendError> {
        for probe in (self.probes)(variant) {
            self.set_position(variant, &probe.vfen)?;
            let count = self.counts(1)?.total;
            if count != probe.count {
                let problem = format!(
                    "its totals in {variant} are not used: it counts {count} moves in `{}`; expected {} ({})",
                    probe.vfen, probe.count, probe.title
                );
                return Ok(Some(problem));
            }
        }
        Ok(None)
    }
}

/// The plain coordinates and the canonical text of a move that the engine lists.
pub(super) fn translate(position: &Position, label: String) -> Result<(String, String), BackendError> {
    if let Some(reason) = unsupported_move(&label) {
        return Err(BackendError::Unsupported(reason));
    }
    let plain = coordinates::plain(Variant::get(position.variant), &label).unwrap_or(label);
    let text = coordinates::text(position, &plain).map_err(BackendError::Protocol)?;
    Ok((plain, text))
}

/// The answer of an engine that shows positions, but no checks.
fn no_checkers() -> BackendError {
    BackendError::Unsupported("the engine does not show who gives check (`d`)".into())
}

impl Backend for Engine {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        let known = self.known.iter().filter(|(_, answer)| answer.is_ok());
        known.map(|(variant, _)| *variant).collect()
    }

    fn translated(&self) -> Option<String> {
        self.shows_every_passed_square.then(|| {
            "shows an en passant square after every double step; it is dropped where no capture is legal"
                .into()
        })
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        if let Some(Err(error)) = self.known.get(&variant) {
            return Err(error.clone());
        }
        self.asked = variant;
        Ok(self)
    }
}

impl Engine {
    /// The canonical VFEN of a root.
    fn canonical_root(&mut self, vfen: &str) -> Result<String, BackendError> {
        // An error that the harness finds is not an answer of the engine.
        if position::parse(vfen, Variant::get(self.asked), &Standard).is_err() {
            let reason = "an engine is not asked about a VFEN that cannot be read";
            return Err(BackendError::Unsupported(reason.into()));
        }
        if !self.client()?.may_show() {
            let reason = "the engine has no command that shows whether a position is valid";
            return Err(BackendError::Unsupported(reason.into()));
        }
        let set = self.set_position(self.asked, vfen)?;
        if !set.is_checked {
            return Err(no_checkers());
        }
        self.canonical(set.position)
    }

    fn divide(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        plan: &CountPlan<'_>,
    ) -> Result<Vec<(String, Option<u128>)>, BackendError> {
        let position = self.reach(path)?;
        if plan.observer.is_none() {
            let listed = self.listed(&position, depth.max(1))?;
            return Ok(listed.into_iter().map(|(_, text, count)| (text, Some(count))).collect());
        }
        let listed = self.listed(&position, 1)?;
        // An engine prints every move as soon as it has counted it.
        let mut counted = Vec::new();
        let notation = self.notation(self.asked);
        let variant = notation.variant;
        let dialect = self.dialect(notation)?;
        match self.exchange(|client| client.perft_into(&dialect, depth.max(1), notation, &mut counted)) {
            Err(_) if plan.is_stopped() => {
                let plain = |label: String| coordinates::plain(variant, &label).unwrap_or(label);
                let counts: BTreeMap<_, _> =
                    counted.into_iter().map(|(label, count)| (plain(label), count)).collect();
                let row = |(coordinates, text, _)| (text, counts.get::<String>(&coordinates).copied());
                Ok(listed.into_iter().map(row).collect())
            }
            answer => {
                answer?;
                let row = |(label, count)| translate(&position, label).map(|(_, text)| (text, Some(count)));
                counted.into_iter().map(row).collect()
            }
        }
    }

    fn game_status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError> {
        self.reach(path)?;
        if self.counts(1)?.total > 0 {
            let reason = "an engine cannot report whether a game that can go on is drawn";
            return Err(BackendError::Unsupported(reason.into()));
        }
        let is_check = self.in_check()?;
        Variant::get(self.asked).status_without_moves(is_check).ok_or_else(|| {
            let reason = "an engine without moves does not say which rule has ended the game";
            BackendError::Unsupported(reason.into())
        })
    }

    /// Whether the side to move of the current position is in check.
    fn in_check(&mut self) -> Result<bool, BackendError> {
        let seen = self.exchange(Client::display)?.and_then(|seen| seen.in_check);
        seen.ok_or_else(no_checkers)
    }

    /// The legal moves of a position, each with the VFEN after it. The engine lists them once.
    fn children(&mut self, vfen: &str) -> Result<Vec<(String, String)>, BackendError> {
        let variant = self.asked;
        let SetPosition { position, fen, .. } = self.set_position(variant, vfen)?;
        let (mut children, mut budget) = (Vec::new(), MemoryBudget::default());
        for (coordinates, text, _) in self.listed(&position, 1)? {
            self.put(variant, &fen, vec![coordinates])?;
            let child = self.seen(variant)?;
            let vfen = self.canonical(child)?;
            budget.add(MemoryBudget::size([vfen.as_str()]))?;
            children.push((text, vfen));
        }
        Ok(children)
    }
}

impl VariantBackend for Engine {
    fn variant(&self) -> VariantId {
        self.asked
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        if question.depth().is_some_and(|depth| depth > 1) {
            self.trust(self.asked)?;
        }
        Ok(match *question {
            Question::Read if path.moves.is_empty() => Answer::Vfen(self.canonical_root(path.vfen)?),
            Question::Read => {
                let position = self.reach_shown(path)?;
                Answer::Vfen(self.canonical(position)?)
            }
            Question::Moves => {
                let position = self.reach(path)?;
                Answer::Moves(self.texts(&position)?)
            }
            Question::Perft { depth } => {
                self.reach(path)?;
                match depth {
                    0 => Answer::Count(1),
                    _ if plan.resources.is_some() && self.lists()? => {
                        Answer::rows(self.divide(path, depth, plan)?)
                    }
                    _ => Answer::Count(self.counts(depth)?.total),
                }
            }
            Question::Divide { depth } => Answer::rows(self.divide(path, depth, plan)?),
            Question::Status => Answer::Status(self.game_status(path)?),
            Question::Children if path.moves.is_empty() => Answer::Children(self.children(path.vfen)?),
            Question::Check => {
                self.reach(path)?;
                Answer::Check(self.in_check()?)
            }
            _ => return derive_answer(self, path, question, plan),
        })
    }
}
