//! Changes of the rulebook: a clause switched off, or another reading of a ruling.

use std::fmt;
use vperft::inner::backend::Backend;
use vperft::inner::game::variant::{Clause, ClauseSet, ModifiedRulebook, Ruling, Rulings, VariantId};
use vperft::inner::generators;

/// A change to the rulebook.
#[derive(Clone, Copy, Debug)]
pub enum RulebookMutant {
    /// A clause is switched off.
    Off(Clause),
    /// A ruling has this reading.
    Reading(&'static Ruling, &'static str),
}

impl RulebookMutant {
    /// The mutants of a variant: its clauses and the shared ones, then the non-default readings.
    #[must_use]
    pub fn all(variant: VariantId) -> Vec<Self> {
        let clauses = Clause::all().filter(|clause| clause.governs(variant)).map(Self::Off);
        let rulings = Ruling::of_variant(variant);
        let readings = rulings.flat_map(|ruling| {
            ruling.readings.iter().skip(1).map(move |reading| Self::Reading(ruling, reading))
        });
        clauses.chain(readings).collect()
    }

    /// The rules with this mutant.
    #[must_use]
    pub fn backend(&self) -> Box<dyn Backend> {
        let (mut rulings, mut off) = (Rulings::default(), ClauseSet::default());
        self.enter(&mut rulings, &mut off);
        Box::new(generators::oracle(&ModifiedRulebook::new(rulings, off)))
    }

    /// Applies the mutant to rulings and switched-off clauses.
    pub fn enter(&self, rulings: &mut Rulings, off: &mut ClauseSet) {
        match self {
            Self::Off(clause) => off.insert(*clause),
            Self::Reading(ruling, reading) => {
                rulings.set(ruling.name, reading).expect("the table of rulings names its own readings");
            }
        }
    }

    /// Whether these rulings already have the reading.
    #[must_use]
    pub fn is_in(&self, rulings: &Rulings) -> bool {
        matches!(self, Self::Reading(ruling, reading) if rulings.get(ruling.name) == Some(reading))
    }
}

impl fmt::Display for RulebookMutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off(clause) => write!(f, "without {}", clause.id()),
            Self::Reading(ruling, reading) => write!(f, "{} = {reading}", ruling.name),
        }
    }
}
