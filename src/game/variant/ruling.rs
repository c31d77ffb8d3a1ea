//! Rulings: questions that the published rules leave open, each with its readings and the default among them.

use super::VariantId;
use super::grown::Grown;
use super::prose;
use std::collections::BTreeMap;
use std::fmt;

include!(concat!(env!("OUT_DIR"), "/rulings.rs"));

/// The rulings of loaded variants.
static LOADED: Grown<Ruling> = Grown::new();

/// A ruling of a rules text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The name, as on the command line.
    pub name: &'static str,
    /// The variant of the rules text.
    pub variant: VariantId,
    /// The readings, the default first.
    pub readings: &'static [&'static str],
}

impl Ruling {
    /// All rulings, in the order of the rules texts.
    #[must_use]
    pub fn all() -> Vec<&'static Self> {
        BUILT_IN.iter().chain(LOADED.all()).collect()
    }

    /// The rulings of a variant.
    pub fn of_variant(variant: VariantId) -> impl Iterator<Item = &'static Self> {
        Self::all().into_iter().filter(move |ruling| ruling.variant == variant)
    }

    /// The ruling with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().into_iter().find(|ruling| ruling.name == name)
    }

    /// Adds the rulings of a loaded variant's rules text.
    pub(super) fn load(variant: VariantId, rulings: Vec<prose::ProseRuling>) {
        let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        for prose::ProseRuling { name, readings } in rulings {
            let readings: Vec<_> = readings.into_iter().map(leak).collect();
            let ruling = Self { name: leak(name), variant, readings: Vec::leak(readings) };
            let Ok(_) = LOADED.push(|_, _| Ok::<_, std::convert::Infallible>(ruling));
        }
    }
}

impl Rulings {
    /// Sets the reading of a ruling.
    ///
    /// # Errors
    /// If there is no ruling with this name, or it has no such reading. The error lists the known ones.
    pub fn set(&mut self, name: &str, reading: &str) -> Result<(), UnknownRuling> {
        let ruling = Ruling::named(name).ok_or_else(|| UnknownRuling::name(name))?;
        let known = ruling.readings.iter().position(|known| *known == reading);
        let Some(index) = known else { return Err(UnknownRuling::reading(name, reading, ruling.readings)) };
        if self.set_built_in(name, reading).is_none() {
            // Only readings other than the default are stored, so that equal readings compare as equal.
            self.loaded.remove(ruling.name);
            if index > 0 {
                self.loaded.insert(ruling.name, ruling.readings[index]);
            }
        }
        Ok(())
    }

    /// The reading of the ruling with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static str> {
        self.get_built_in(name).or_else(|| {
            let ruling = Ruling::named(name)?;
            Some(self.loaded.get(name).copied().unwrap_or(ruling.readings[0]))
        })
    }
}

/// There is no such ruling, or no such reading of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownRuling(String);

impl UnknownRuling {
    fn name(name: &str) -> Self {
        let known: Vec<_> = Ruling::all().into_iter().map(|ruling| ruling.name).collect();
        Self(format!("unknown ruling `{name}`; known are {}", known.join(", ")))
    }

    fn reading(name: &str, value: &str, known: &[&str]) -> Self {
        Self(format!("ruling `{name}` has no reading `{value}`; it has {}", known.join(", ")))
    }
}

impl fmt::Display for Ruling {
    /// The ruling as in the rules text: `archer-slide = both`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.readings[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_are_set_and_got_by_name() {
        for ruling in Ruling::all() {
            for reading in ruling.readings {
                let mut rulings = Rulings::default();
                rulings.set(ruling.name, reading).unwrap();
                assert_eq!(rulings.get(ruling.name), Some(*reading));
            }
            let error = Rulings::default().set(ruling.name, "nonsense").unwrap_err();
            assert!(error.to_string().contains(ruling.readings[0]), "{error}");
        }
        assert_eq!(Rulings::default(), Rulings::DEFAULT);
    }
}
