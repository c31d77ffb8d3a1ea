//! The rules that the page follows, and the backends that are compared with them.

use super::error::Refusal;
use super::place::At;
use vperft::inner::backend::{Backend, BackendError, Options, VariantBackend};
use vperft::inner::game::variant::{ClauseSet, ModifiedRulebook, Rulings, Standard, VariantId};
use vperft::inner::generators::{self, data};
use vperft_fast as fast;

/// Opens built-in rules; `None` if they do not support the options.
pub type Open = Box<dyn Fn(&Options) -> Option<Box<dyn Backend>>>;

/// Opens a backend under some readings; the error is a message.
pub type OpenNamed = Box<dyn Fn(&Rulings) -> Result<Box<dyn Backend>, String>>;

/// The built-in rules.
pub struct Rules {
    /// The rules that know every reading and can switch off every clause.
    pub judge: Open,
    /// Rules that count fast, for counts under the default rules.
    pub counter: Open,
}

impl Rules {
    /// The built-in rules of every variant: from data, for a variant that has no others.
    #[must_use]
    pub fn built_in() -> Self {
        let judge = |options: &Options| -> Option<Box<dyn Backend>> {
            let book = ModifiedRulebook::new(options.rulings.clone(), options.off);
            Some(Box::new(generators::oracle(&book)))
        };
        let counter = |options: &Options| -> Option<Box<dyn Backend>> {
            options.is_standard().then(|| Box::new(data::fill(fast::all(), &Standard)) as _)
        };
        Self { judge: Box::new(judge), counter: Box::new(counter) }
    }
}

/// A backend that the user named.
pub struct NamedBackend {
    /// Its name on the command line.
    pub name: String,
    /// Whether it is a program, which cannot be instructed to follow other readings.
    pub is_program: bool,
    /// Opens it under these readings.
    pub open: OpenNamed,
}

/// A named backend and its open instance.
struct Named {
    backend: NamedBackend,
    opened: Option<(Rulings, Box<dyn Backend>)>,
}

/// The rules and the named backends.
pub(super) struct Sides {
    rules: Rules,
    named: Vec<Named>,
}

impl Sides {
    pub fn new(rules: Rules, named: Vec<NamedBackend>) -> Self {
        let named = named.into_iter().map(|backend| Named { backend, opened: None }).collect();
        Self { rules, named }
    }

    /// The built-in rules under these options. `None` if they do not have the variant.
    pub fn judge(&self, variant: VariantId, options: &Options) -> Option<Box<dyn Backend>> {
        (self.rules.judge)(options).filter(|backend| backend.variants().contains(&variant))
    }

    /// The number of named backends.
    pub fn len(&self) -> usize {
        self.named.len()
    }

    /// The name of a named backend.
    pub fn name(&self, index: usize) -> &str {
        &self.named[index].backend.name
    }

    /// The number of the named backend whose answers are believed, because no built-in rules have the variant.
    fn believed(&mut self, at: &At) -> Option<usize> {
        (0..self.len()).find(|&index| self.named[index].has(at.variant, &at.rulings))
    }

    /// Whether there are rules of a variant.
    pub fn has(&mut self, variant: VariantId) -> bool {
        let rulings = Rulings::default();
        self.judge(variant, &Options::default()).is_some()
            || self.named.iter_mut().any(|named| named.has(variant, &rulings))
    }

    /// The number of the backends that is not compared, because its answers are believed.
    pub fn not_compared(&mut self, at: &At) -> Option<usize> {
        if self.judge(at.variant, &Options::default()).is_some() { None } else { self.believed(at) }
    }

    /// Asks a named backend. It is opened again for the next question if it died.
    pub fn ask<T>(
        &mut self,
        index: usize,
        at: &At,
        question: impl FnOnce(&mut dyn VariantBackend) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        let answer = self.named[index].open(&at.rulings)?.of(at.variant).and_then(question);
        if let Err(BackendError::Crash(_) | BackendError::NotStarted(_) | BackendError::NotAsked(_)) = answer
        {
            self.named[index].opened = None;
        }
        answer
    }

    /// A fresh instance of a named backend.
    ///
    /// # Errors
    /// If it cannot be opened; the error is a message.
    pub fn fresh(&self, index: usize, rulings: &Rulings) -> Result<Box<dyn Backend>, String> {
        (self.named[index].backend.open)(rulings)
    }

    /// Asks the rules that the page follows.
    pub fn believe<T>(
        &mut self,
        at: &At,
        question: impl FnOnce(&mut dyn VariantBackend) -> Result<T, BackendError>,
    ) -> Result<T, Refusal> {
        let refused = |error: BackendError| Refusal::answer(&error, &at.root);
        if let Some(mut judge) = self.judge(at.variant, &at.options()) {
            return judge.of(at.variant).and_then(question).map_err(refused);
        }
        let Some(index) = self.believed(at) else {
            let problem =
                format!("no backend has rules of {}; expected --backend with one that has", at.variant);
            return Err(Refusal::new(problem));
        };
        if at.off != ClauseSet::default() {
            return Err(Refusal::new(format!("`{}` cannot switch off a clause", self.name(index))));
        }
        self.ask(index, at, question).map_err(refused)
    }

    /// The rules to count by: fast ones under the default rules, else those that the page follows.
    pub fn counter(&self, at: &At) -> Option<Box<dyn Backend>> {
        let options = at.options();
        let fast = options.is_standard().then(|| (self.rules.counter)(&options)).flatten();
        fast.filter(|backend| backend.variants().contains(&at.variant))
            .or_else(|| self.judge(at.variant, &options))
    }
}

impl Named {
    /// Whether the backend has rules of a variant.
    fn has(&mut self, variant: VariantId, rulings: &Rulings) -> bool {
        self.open(rulings).is_ok_and(|backend| backend.variants().contains(&variant))
    }

    /// The open instance. A program is opened once; other backends again for other readings.
    fn open(&mut self, rulings: &Rulings) -> Result<&mut dyn Backend, BackendError> {
        let Self { backend, opened } = self;
        let is_program = backend.is_program;
        let opened = match opened.take().filter(|(known, _)| is_program || known == rulings) {
            Some(known) => opened.insert(known),
            None => {
                opened.insert((rulings.clone(), (backend.open)(rulings).map_err(BackendError::NotAsked)?))
            }
        };
        Ok(opened.1.as_mut())
    }
}
