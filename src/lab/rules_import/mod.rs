//! Variants of Fairy-Stockfish's `variants.ini`, as folders whose rules are data.
//!
//! A section changes the settings of its parent, which is another section or a variant that Fairy-Stockfish has built in; `built_in.ini`
//! lists those, in the same format. What the format of `variant.json` cannot say is refused with the key that asks for it.
//!
//! Invariants: no key is skipped in silence: each is a rule that is imported, has no effect on rules, or is an error. Nothing here reads
//! or writes a file, and no move is generated.

mod castling;
mod ends;
mod file;
mod keys;
mod kinds;
mod moves;
mod promotion;
mod prose;
mod region;
mod settings;
mod start;
mod table;
#[cfg(test)]
mod tests;
mod values;

use crate::lab::scaffold::NewFile;
use file::{Section, sections};
use settings::Settings;
use std::collections::BTreeSet;
use std::fmt;

/// The variants that Fairy-Stockfish has built in, as far as sections of files build on them.
const BUILT_IN: &str = include_str!("built_in.ini");

/// The variant of Fairy-Stockfish on which its others build.
const CHESS: &str = "chess";

/// Why a file or a section cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The file is malformed, or has no such section.
    Malformed(Vec<Fault>),
    /// The section asks for what `variant.json` cannot say.
    Rules(Vec<Reason>),
}

/// A fault of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, counted from 1. `None` for the whole file or for a built-in variant.
    pub line: Option<usize>,
    /// What is wrong, and what was expected.
    pub problem: String,
}

/// A key that asks for what `variant.json` cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The section with the key: the variant, or one of its parents.
    pub section: String,
    /// The key.
    pub key: String,
    /// Its line. 0 in a built-in variant, or if it is a default.
    pub line: usize,
    /// What it asks for.
    pub what: String,
}

impl Refused {
    fn line(line: usize, problem: String) -> Self {
        Self::Malformed(vec![Fault { line: Some(line), problem }])
    }

    fn whole(problem: String) -> Self {
        Self::Malformed(vec![Fault { line: None, problem }])
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = match self {
            Self::Malformed(faults) => faults.iter().map(ToString::to_string).collect(),
            Self::Rules(reasons) => reasons.iter().map(ToString::to_string).collect(),
        };
        f.write_str(&all.join("; "))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.problem),
            None => f.write_str(&self.problem),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.key)?;
        match self.line {
            0 => write!(f, " of [{}]", self.section)?,
            line => write!(f, " in line {line}")?,
        }
        write!(f, " asks for {}", self.what)
    }
}

/// A variant of a file, ready to be written.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The start position.
    pub vfen: String,
    /// `variant.json`, `RULES.md` and the start position.
    pub files: Vec<NewFile>,
    /// The clauses that the first case of the start position is about.
    pub clauses: Vec<String>,
    /// Settings that are probably not meant.
    pub notes: Vec<String>,
}

/// A file, and the variants that are built in.
pub struct VariantsIni {
    own: Vec<Section>,
    built_in: Vec<Section>,
}

impl VariantsIni {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is malformed.
    pub fn parse(text: &str) -> Result<Self, Refused> {
        Ok(Self { own: sections(text)?, built_in: sections(BUILT_IN)? })
    }

    /// The names of its sections, in its order.
    ///
    /// # Errors
    /// If it has none.
    pub fn names(&self) -> Result<Vec<&str>, Refused> {
        if self.own.is_empty() {
            return Err(Refused::whole("no section such as `[name:chess]`; expected a variants.ini".into()));
        }
        Ok(self.own.iter().map(|section| section.name.as_str()).collect())
    }

    /// Imports a section as a variant of this name. `prefix` is the beginning of its clauses, three capital letters.
    ///
    /// # Errors
    /// If there is no such section, it is malformed, or it asks for what `variant.json` cannot say.
    pub fn import(&self, section: &str, name: &str, prefix: Option<&str>) -> Result<Imported, Refused> {
        let Self { own, built_in } = self;
        if !own.iter().any(|one| one.name == section) && built_in.iter().any(|one| one.name == section) {
            return Err(Refused::whole(format!(
                "no section `[{section}]`, which is a variant that Fairy-Stockfish has built in; a section such as \
                 `[my-{section}:{section}]` imports it"
            )));
        }
        let settings = resolve(own, built_in, section, &mut BTreeSet::new())?;
        let draft = table::Draft::new(settings, section, name, prefix)?;
        Ok(Imported {
            vfen: draft.start.vfen.clone(),
            files: vec![
                NewFile::new("variant.json", draft.text()),
                NewFile::new("RULES.md", prose::text(&draft)),
                crate::lab::scaffold::positions(name, &draft.start.vfen),
            ],
            clauses: draft.main_clauses(),
            notes: draft.settings.notes,
        })
    }
}

/// The settings of a variant: those of a section of the file, or of a variant that is built in.
fn resolve(
    own: &[Section],
    built_in: &[Section],
    name: &str,
    open: &mut BTreeSet<String>,
) -> Result<Settings, Refused> {
    let find = |all: &[Section]| all.iter().rfind(|section| section.name == name).cloned();
    let (section, is_own) = match (find(own), find(built_in)) {
        (Some(section), _) => (section, true),
        (None, Some(section)) => (section, false),
        (None, None) if name == CHESS => return Ok(Settings::chess()),
        (None, None) => return Err(Refused::whole(unknown(own, built_in, name, open.is_empty()))),
    };
    if !open.insert(format!("{is_own} {name}")) {
        return Err(Refused::whole(format!("`[{name}]` is among its own parents")));
    }
    let mut settings = match &section.parent {
        None => Settings::bare(),
        // A section may have the name of the built-in variant on which it builds.
        Some(parent) if *parent == name => resolve(&[], built_in, parent, open)?,
        Some(parent) => resolve(own, built_in, parent, open)?,
    };
    let applied = settings.apply(&section);
    if let Err(error) = applied {
        // What is refused of a parent may be why a piece or a letter is not known.
        return Err(match settings.refused.is_empty() {
            true => error,
            false => Refused::Rules(settings.refused),
        });
    }
    if !is_own {
        for reason in &mut settings.refused {
            if reason.section == name {
                reason.line = 0;
            }
        }
    }
    Ok(settings)
}

/// The error about a variant that is neither a section nor known.
fn unknown(own: &[Section], built_in: &[Section], name: &str, is_asked: bool) -> String {
    let names = |all: &[Section]| all.iter().map(|section| section.name.clone()).collect::<Vec<_>>();
    let hint = crate::support::suggest::did_you_mean(name, names(own).iter().map(String::as_str));
    if is_asked {
        format!("no section `[{name}]`{hint}")
    } else {
        format!(
            "the parent `{name}` is neither a section nor a built-in variant of Fairy-Stockfish that vperft knows{}",
            crate::support::suggest::did_you_mean(
                name,
                names(own).iter().chain(&names(built_in)).map(String::as_str).chain([CHESS])
            )
        )
    }
}
