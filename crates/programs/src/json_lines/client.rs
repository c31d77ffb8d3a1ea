//! A program as a backend.

use super::hello::Hello;
use super::message::{self, Request};
use super::program::Program;
use super::spelled::{self, Which};
use super::{derive, results};
use std::sync::Arc;
use vperft::inner::backend::{
    Answer, Backend, BackendError, Child, CountPlan, MemoryBudget, Options, PositionPath, Question, Survey,
    VariantBackend, derive_answer,
};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Rulings, VariantId};

/// A program that speaks the JSON-lines protocol.
pub struct Client {
    program: Program,
    /// The variant of the questions, one of those of the program.
    asked: VariantId,
}

impl Client {
    /// Starts a program, given its name and arguments.
    ///
    /// # Errors
    /// If the program cannot be started, breaks the protocol, or does not follow the rules in the options.
    pub fn open(words: &[String], options: &Options) -> Result<Self, String> {
        let program = Program::open(words, options)?;
        let asked = program.hello().variants[0];
        Ok(Self { program, asked })
    }

    /// The answer of the program to `hello`.
    #[must_use]
    pub const fn hello(&self) -> &Hello {
        self.program.hello()
    }

    /// Itself, to ask its own questions.
    fn own(&mut self) -> &mut dyn VariantBackend {
        self
    }

    /// A request about a position.
    fn about(&self, ask: &'static str, vfen: &str) -> Request {
        Request { ask, variant: Some(self.asked.name()), vfen: Some(Arc::from(vfen)), ..Request::default() }
    }

    /// A request about a path, with its moves.
    fn at(&self, ask: &'static str, path: PositionPath<'_>) -> Request {
        Request { moves: Some(path.moves.to_vec()), ..self.about(ask, path.vfen) }
    }

    /// A request about a path. A program that plays no moves before it answers is first asked for the position at the end.
    fn request(&mut self, ask: &'static str, path: PositionPath<'_>) -> Result<Request, BackendError> {
        if path.moves.is_empty() {
            return Ok(self.about(ask, path.vfen));
        }
        if self.hello().native.played {
            let moves = spelled::canonical(self, path, Which::NotCanonical)?;
            return Ok(self.at(ask, PositionPath { moves: &moves, ..path }));
        }
        let vfen = self.own().after(path)?;
        Ok(self.about(ask, &vfen))
    }
}

impl Client {
    /// The moves at the end of a path of canonical moves.
    pub(super) fn listed(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        let request = match path.moves {
            [] => self.about("moves", path.vfen),
            _ if self.hello().native.played => self.at("moves", path),
            _ => {
                let after = self.at("after", path);
                let vfen = results::vfen(&after, &self.program.ask(&after)?)?;
                self.about("moves", &vfen)
            }
        };
        results::move_texts(&request, &self.program.ask(&request)?)
    }
}

impl Backend for Client {
    fn identity(&self) -> String {
        self.program.hello().identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        self.program.hello().variants.clone()
    }

    fn declared(&self) -> Option<Rulings> {
        self.program.hello().rulings.clone()
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        let known = &self.program.hello().variants;
        if !known.contains(&variant) {
            let names: Vec<_> = known.iter().map(|id| id.name()).collect();
            return Err(BackendError::Unsupported(format!("{variant}; it has {}", names.join(", "))));
        }
        self.asked = variant;
        Ok(self)
    }
}

impl Client {
    /// The canonical VFEN at the end of a path.
    fn ask_position(&mut self, path: PositionPath<'_>) -> Result<String, BackendError> {
        spelled::ask_at(self, path, |client, moves| {
            let request = client.at("after", PositionPath { moves, ..path });
            results::vfen(&request, &client.program.ask(&request)?)
        })
    }

    fn ask_moves(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        let request = self.request("moves", path)?;
        results::move_texts(&request, &self.program.ask(&request)?)
    }

    /// A count; `None` if it has to be derived from other answers and exceeds `limit`.
    fn ask_perft(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        limit: u128,
    ) -> Result<Option<u128>, BackendError> {
        let request = self.request("perft", path)?;
        if !self.program.hello().native.perft {
            return derive::perft(&mut self.program, &request, depth, limit);
        }
        let request = Request { depth: Some(depth), ..request };
        message::count(&request, &self.program.ask(&request)?).map(Some)
    }

    fn ask_divide(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        plan: &CountPlan<'_>,
    ) -> Result<Vec<(String, Option<u128>)>, BackendError> {
        let (request, is_native) = (self.request("divide", path)?, self.hello().native.divide);
        // Stopping the count kills the program, so ask for its moves first.
        let may_stop = depth > 1 && plan.observer.is_some();
        let moves = if is_native && !may_stop { Vec::new() } else { self.own().moves(path)? };
        if !is_native {
            return derive::divide_until(&mut self.program, &request, depth, moves, &|| plan.is_stopped());
        }
        match derive::native_divide(&mut self.program, &request, depth) {
            Err(_) if may_stop && plan.is_stopped() => {
                Ok(moves.into_iter().map(|text| (text, None)).collect())
            }
            rows => Ok(rows?.into_iter().map(|(text, count)| (text, Some(count))).collect()),
        }
    }

    fn ask_status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError> {
        if !self.hello().native.status {
            return Err(BackendError::Unsupported("it does not answer `status`".into()));
        }
        spelled::ask_at(self, path, |client, moves| {
            let request = client.at("status", PositionPath { moves, ..path });
            results::status(&request, &client.program.ask(&request)?)
        })
    }

    fn ask_survey(&mut self, text: &str) -> Result<Survey, BackendError> {
        let has_status = self.hello().native.status;
        let own = self.own();
        let canonical = own.read(text)?;
        let moves = own.moves(text.into())?;
        let status = if has_status { Some(own.status(text.into())?) } else { None };
        let count = own.perft(text.into(), 1)?;
        let mut requests = Vec::new();
        for mv in &moves {
            let moves = Some(vec![mv.clone()]);
            let about = |ask| Request { moves: moves.clone(), ..self.about(ask, text) };
            requests.push((about("after"), ()));
            if has_status {
                requests.push((about("status"), ()));
            }
        }
        let (mut vfens, mut words, mut budget) = (Vec::new(), Vec::new(), MemoryBudget::default());
        self.program.ask_ahead(requests, &mut |request, (), reply, _| {
            let json = reply.map_err(|error| message::about(error, request))?;
            match request.ask {
                "after" => {
                    let vfen = results::vfen(request, &json)?;
                    budget.add(MemoryBudget::size([vfen.as_str()]))?;
                    vfens.push(vfen);
                }
                _ => words.push(Some(results::status(request, &json)?)),
            }
            Ok(())
        })?;
        words.resize(moves.len(), None);
        let rows = moves.into_iter().zip(vfens).zip(words);
        let children = rows.map(|((text, vfen), status)| Child { text, vfen, status }).collect();
        Ok(Survey { vfen: canonical, status, children, count })
    }
}

impl VariantBackend for Client {
    fn variant(&self) -> VariantId {
        self.asked
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        Ok(match *question {
            Question::Read => Answer::Vfen(self.ask_position(path)?),
            Question::Moves => Answer::Moves(self.ask_moves(path)?),
            // A program that counts itself is asked for the count that is printed.
            Question::Perft { depth: depth @ 1.. }
                if plan.resources.is_some() && !self.hello().native.perft =>
            {
                Answer::rows(self.ask_divide(path, depth, plan)?)
            }
            Question::Perft { depth } => {
                let limit = plan.limit.unwrap_or(u128::MAX);
                self.ask_perft(path, depth, limit)?.map_or(Answer::MoreThan(limit), Answer::Count)
            }
            Question::Divide { depth } => Answer::rows(self.ask_divide(path, depth, plan)?),
            Question::Status => Answer::Status(self.ask_status(path)?),
            Question::Survey if path.moves.is_empty() => Answer::Survey(self.ask_survey(path.vfen)?),
            _ => return derive_answer(self, path, question, plan),
        })
    }
}
