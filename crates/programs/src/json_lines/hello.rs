//! The `hello` of a program.

use super::message::{self, PROTOCOL, Request};
use serde::Deserialize;
use std::collections::BTreeMap;
use vperft::inner::backend::engine_text::shorten;
use vperft::inner::backend::{BackendError, Options};
use vperft::inner::game::variant::{Clause, Ruling, Rulings, VariantId};
use vperft::inner::support::sanitise::is_printable;

/// The optional requests that a program answers itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Native {
    /// `perft`.
    pub perft: bool,
    /// `divide`.
    pub divide: bool,
    /// `status`.
    pub status: bool,
    /// Moves before `moves`, `perft` and `divide`.
    pub played: bool,
}

/// The answer to `hello`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// The name and version of the program: `my-engine@1.2`.
    pub identity: String,
    /// The known variants that the program has rules of, in their order.
    pub variants: Vec<VariantId>,
    /// The readings that the program declares, if any.
    pub rulings: Option<Rulings>,
    /// The optional requests that the program answers itself.
    pub native: Native,
}

impl Hello {
    /// The `hello` request.
    pub(crate) fn request() -> Request {
        Request { ask: "hello", protocol: Some(PROTOCOL), ..Request::default() }
    }

    /// Reads the answer.
    pub(super) fn parse(json: &str) -> Result<Self, BackendError> {
        #[derive(Deserialize)]
        struct Raw {
            protocol: u32,
            name: String,
            version: String,
            variants: Vec<String>,
            rulings: Option<BTreeMap<String, String>>,
            native: Option<Vec<String>>,
        }
        let shown = || format!("answered `hello` with the result `{}`", shorten(json));
        let broken = |problem: String| BackendError::Protocol(format!("{}: {problem}", shown()));
        let raw: Raw = serde_json::from_str(json).map_err(|error| {
            let expected = "expected an object with `protocol` (a number), `name`, `version` (strings) and `variants` \
                            (an array of strings), and perhaps `rulings` (an object of strings) and `native` (an \
                            array of strings)";
            broken(format!("{error}; {expected}"))
        })?;
        if raw.protocol != PROTOCOL {
            let problem = format!("it speaks version {} of the protocol; expected {PROTOCOL}", raw.protocol);
            return Err(broken(problem));
        }
        for (field, text) in [("name", &raw.name), ("version", &raw.version)] {
            if text.is_empty() || text.contains('@') || !text.chars().all(is_printable) {
                return Err(broken(format!("`{field}` is `{}`; expected a word without `@`", shorten(text))));
            }
        }
        let has = |id: &VariantId| raw.variants.iter().any(|name| name == id.name());
        let rulings = raw.rulings.map(|readings| -> Result<Rulings, BackendError> {
            let mut rulings = Rulings::default();
            for (name, value) in &readings {
                rulings.set(name, value).map_err(|error| broken(error.to_string()))?;
            }
            Ok(rulings)
        });
        let answers = |ask: &str| raw.native.iter().flatten().any(|name| name == ask);
        Ok(Self {
            identity: format!("{}@{}", raw.name, raw.version),
            variants: VariantId::all().into_iter().filter(has).collect(),
            rulings: rulings.transpose()?,
            native: Native {
                perft: answers("perft"),
                divide: answers("divide"),
                status: answers("status"),
                played: answers("played"),
            },
        })
    }

    /// Reads the reply to the request.
    pub(super) fn accept(reply: message::Reply) -> Result<Self, BackendError> {
        match reply {
            Ok(json) => Self::parse(&json),
            Err(error) => Err(BackendError::Protocol(format!("did not answer `hello`: it {error}"))),
        }
    }

    /// Why the program does not fit the options, if it does not. Under readings other than the default ones, the program has to
    /// declare the same readings.
    pub(super) fn refuse(&self, options: &Options) -> Option<String> {
        if self.variants.is_empty() {
            let known = VariantId::all().into_iter().map(VariantId::name).collect::<Vec<_>>().join(", ");
            return Some(format!("has no variant that vperft knows: {known}"));
        }
        if let Some(clause) = Clause::all().find(|&clause| options.off.contains(clause)) {
            return Some(format!("is a program, which cannot switch off clause {}", clause.id()));
        }
        let followed = self.rulings.clone().unwrap_or_default();
        let differs = |ruling: &&Ruling| {
            self.variants.contains(&ruling.variant)
                && options.rulings.get(ruling.name) != followed.get(ruling.name)
        };
        // The default options accept any readings.
        if options.rulings == Rulings::default() {
            return None;
        }
        Ruling::all().into_iter().find(differs).map(|ruling| {
            let [asked, follows] = [&options.rulings, &followed].map(|rulings| rulings.get(ruling.name));
            let says = if self.rulings.is_some() { "declares" } else { "declares no rulings, which means" };
            let (name, asked, follows) =
                (ruling.name, asked.unwrap_or_default(), follows.unwrap_or_default());
            format!("{says} {name}={follows}, not {name}={asked}")
        })
    }
}
