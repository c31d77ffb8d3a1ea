//! The two backends of commands that compare.

use super::backend;
use super::name;
use super::program::ProgramArgs;
use crate::exit::CliError;
use clap::Args;
use std::sync::OnceLock;
use vperft::inner::backend::{BackendError, Options, Pair, Registry};
use vperft::inner::game::variant::VariantId;
use vperft::inner::generators::data;

/// Which two backends to ask.
#[derive(Clone, Debug, Args)]
pub struct PairArgs {
    /// The first backend, which also plays the random games [default: reference, or data if the rules are in variant.json alone]
    #[arg(long, value_name = "NAME")]
    a: Option<String>,
    /// The second backend [default: fast, or data if the rules are in variant.json alone]
    #[arg(long, value_name = "NAME")]
    b: Option<String>,
    /// The backends that the user did not name, once it is known which variants they are for.
    #[arg(skip)]
    chosen: OnceLock<[&'static str; 2]>,
    #[command(flatten)]
    program: ProgramArgs,
}

impl PairArgs {
    /// Compares this backend with itself.
    pub fn set_both(&mut self, name: String) {
        self.a = Some(name.clone());
        self.b = Some(name);
    }

    /// Chooses the backends that the user did not name. Only the first call has an effect.
    pub fn choose(&self, variants: &[VariantId]) {
        self.chosen.get_or_init(|| [backend::oracle_for(variants), backend::default_for(variants)]);
    }

    /// The name of the first backend.
    fn a(&self) -> &str {
        self.a.as_deref().unwrap_or_else(|| self.chosen.get_or_init(Self::of_all)[0])
    }

    /// The name of the second backend.
    fn b(&self) -> &str {
        self.b.as_deref().unwrap_or_else(|| self.chosen.get_or_init(Self::of_all)[1])
    }

    /// The backends for all variants.
    fn of_all() -> [&'static str; 2] {
        [backend::oracle_for(&[]), backend::default_for(&[])]
    }

    /// Adds the arguments about programs to these options.
    pub fn options(&self, options: Options) -> Result<Options, CliError> {
        self.program.options(options, &[self.a(), self.b()])
    }

    /// Opens both, each with its options.
    pub fn open(&self, registry: &Registry, a: &Options, b: &Options) -> Result<Pair, CliError> {
        Ok(Pair { a: backend::open(registry, self.a(), a)?, b: backend::open(registry, self.b(), b)? })
    }

    /// Opens both another time. If that fails, every question to them fails.
    pub fn open_again(&self, registry: &Registry, a: &Options, b: &Options) -> Pair {
        Pair { a: backend::open_again(registry, self.a(), a), b: backend::open_again(registry, self.b(), b) }
    }

    /// The variants to ask about: the named ones, of which both must have rules, or all that both have.
    pub fn variants(&self, pair: &Pair, named: &[VariantId]) -> Result<Vec<VariantId>, CliError> {
        let known = pair.variants();
        match named.iter().find(|variant| !known.contains(variant)) {
            Some(variant) => {
                let sides = [(self.a(), &pair.a), (self.b(), &pair.b)].into_iter();
                // The built-in backends have all built-in variants.
                let lacking =
                    sides.filter(|(name, side)| name.contains(':') && !side.variants().contains(variant));
                let has = lacking.map(|(name, side)| {
                    let names: Vec<_> = side.variants().iter().map(|known| known.name()).collect();
                    format!("; `{name}` has {}", names.join(", "))
                });
                let problem = format!(
                    "no rules of {variant} in both {} and {}{}{}",
                    self.a(),
                    self.b(),
                    has.collect::<String>(),
                    name::other_backend(*variant)
                );
                Err(CliError::Backend(BackendError::Unsupported(problem)))
            }
            None if named.is_empty() => Ok(known),
            None => Ok(named.to_vec()),
        }
    }

    /// The names of both.
    pub fn names(&self) -> [&str; 2] {
        [self.a(), self.b()]
    }

    /// The arguments about programs.
    pub const fn program(&self) -> &ProgramArgs {
        &self.program
    }

    /// Whether the rules are in `variant.json` alone, and the user named no other backend than `data`.
    pub fn is_alone(&self) -> bool {
        self.b.is_none() && self.a() == self.b() && self.a() == data::NAME
    }

    /// Checks that the names differ.
    pub fn distinct(&self) -> Result<(), CliError> {
        if self.a() == self.b() {
            return Err(CliError::Usage(format!(
                "expected two different backends; --a and --b are both `{}`",
                self.a()
            )));
        }
        Ok(())
    }

    /// These arguments as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let names = ["--a", self.a(), "--b", self.b()].map(str::to_owned);
        names.into_iter().chain(self.program.words()).collect()
    }
}
