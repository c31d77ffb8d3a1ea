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

use crate::upkeep::scaffold::NewFile;
use file::{Section, above_sections, sections};
use settings::Settings;
use std::fmt;
use vperft::inner::support::suggest::did_you_mean;

/// The variants that Fairy-Stockfish has built in, as far as vperft describes them.
const BUILT_IN: &str = include_str!("built_in.ini");

/// Whether a name is that of a variant that Fairy-Stockfish has built in, whether vperft knows its rules or not.
pub(crate) fn is_built_in(name: &str) -> bool {
    let names = BUILT_IN.lines().filter_map(|line| line.strip_prefix('[')?.split([':', ']']).next());
    names.into_iter().any(|known| known == name)
}

/// The variant of Fairy-Stockfish on which its others build.
const CHESS: &str = "chess";

/// The key of a built-in variant that is only a name: what `built_in.ini` leaves out. No section may build on it.
const UNDESCRIBED: &str = "undescribed";

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
    /// The key. Empty if the section is a built-in variant that is not described.
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

impl Reason {
    fn as_fault(&self) -> Fault {
        let line = (self.line > 0).then_some(self.line);
        let problem = match line {
            Some(_) => format!("`{}` asks for {}", self.key, self.what),
            None => self.to_string(),
        };
        Fault { line, problem }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.key.is_empty() {
            return write!(
                f,
                "vperft does not describe the built-in variant `{}`: {}",
                self.section, self.what
            );
        }
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
    /// The lines of the file with keys of no section.
    above: Vec<usize>,
}

impl VariantsIni {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is malformed.
    pub fn parse(text: &str) -> Result<Self, Refused> {
        Ok(Self { own: sections(text)?, built_in: sections(BUILT_IN)?, above: above_sections(text) })
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
        let Self { own, built_in, above } = self;
        if !own.iter().any(|one| one.name == section) {
            return Err(Refused::whole(missing(own, built_in, section)));
        }
        let mut faults = Vec::new();
        let settings = resolve(own, built_in, section, &mut faults);
        if !faults.is_empty() {
            faults.extend(settings.refused.iter().map(Reason::as_fault));
            faults.sort_by_key(|fault| fault.line);
            return Err(Refused::Malformed(faults));
        }
        let draft = table::Draft::new(settings, section, name, prefix)?;
        let ignored =
            |line| format!("line {line} is above the first section, where Fairy-Stockfish ignores it");
        let notes = above.iter().map(ignored).chain(draft.settings.notes.iter().cloned()).collect();
        Ok(Imported {
            vfen: draft.start.vfen.clone(),
            files: vec![
                NewFile::new("variant.json", draft.text()),
                NewFile::new("RULES.md", prose::text(&draft)),
                crate::upkeep::scaffold::positions(name, &draft.start.vfen),
            ],
            clauses: draft.main_clauses(),
            notes,
        })
    }
}

/// The settings of a variant: those of a section of the file, or of a variant that is built in. What is wrong with the sections is added
/// to `faults`, all of it.
fn resolve(own: &[Section], built_in: &[Section], name: &str, faults: &mut Vec<Fault>) -> Settings {
    let find = |all: &[Section]| all.iter().find(|section| section.name == name).cloned();
    // Fairy-Stockfish reads the first section of a name, and none whose name is taken.
    let is_taken = find(built_in).is_some() || name == CHESS;
    let same = own.iter().filter(|section| section.name == name);
    faults.extend(same.skip(usize::from(!is_taken)).map(|section| section.ignored(is_taken)));
    let (section, is_own) = match (find(own), find(built_in)) {
        (Some(section), _) => (section, true),
        (None, Some(section)) => (section, false),
        (None, None) if name == CHESS => return Settings::chess(),
        (None, None) => return wrong(faults, None, unknown_parent(own, built_in, name)),
    };
    if !is_own && let Some((what, _)) = section.keys.get(UNDESCRIBED) {
        let mut settings = Settings::of_unknown();
        let (key, what) = (String::new(), what.clone());
        settings.refused.push(Reason { section: name.to_owned(), key, line: 0, what });
        return settings;
    }
    let mut settings = match &section.parent {
        None => Settings::bare(),
        Some(parent) if is_own && comes_later(own, parent, section.line) => wrong(
            faults,
            Some(section.line),
            format!(
                "`[{name}:{parent}]` is above `[{parent}]`, so that Fairy-Stockfish ignores it; move it below"
            ),
        ),
        Some(parent) => {
            let mut inherited = resolve(if is_own { own } else { &[] }, built_in, parent, faults);
            if is_own {
                inherited.conclude();
            }
            inherited
        }
    };
    faults.extend(settings.apply(&section));
    if !is_own {
        let reasons = settings.refused.iter_mut().map(|reason| (&reason.section, &mut reason.line));
        let values = settings.lines.values_mut().map(|(section, line)| (&*section, line));
        for (_, line) in reasons.chain(values).filter(|(section, _)| *section == name) {
            *line = 0;
        }
    }
    settings
}

/// Whether a section of this name does not end above a line.
fn comes_later(own: &[Section], name: &str, line: usize) -> bool {
    own.iter().find(|section| section.name == name).is_some_and(|section| section.line >= line)
}

/// Adds a fault, and returns settings with which the others are found.
fn wrong(faults: &mut Vec<Fault>, line: Option<usize>, problem: String) -> Settings {
    faults.push(Fault { line, problem });
    Settings::of_unknown()
}

impl Section {
    /// The fault of a section that Fairy-Stockfish does not read. `is_built_in` says whether its name is that of a variant there.
    fn ignored(&self, is_built_in: bool) -> Fault {
        let name = &self.name;
        let why = match is_built_in {
            true => "has the name of a variant that Fairy-Stockfish has built in",
            false => "is there twice",
        };
        let problem = format!("`[{name}]` {why}, so that Fairy-Stockfish ignores it; rename the section");
        Fault { line: Some(self.line), problem }
    }
}

/// The error about a section that the file does not have.
fn missing(own: &[Section], built_in: &[Section], name: &str) -> String {
    if built_in.iter().any(|section| section.name == name) {
        return format!(
            "no section `[{name}]`, which is a variant that Fairy-Stockfish has built in; a section such as \
             `[my-{name}:{name}]` imports it"
        );
    }
    let names = own.iter().map(|section| section.name.as_str());
    format!("no section `[{name}]`{}", did_you_mean(name, names))
}

/// The error about a parent that is neither a section nor known.
fn unknown_parent(own: &[Section], built_in: &[Section], name: &str) -> String {
    let described = built_in.iter().filter(|section| !section.keys.contains_key(UNDESCRIBED));
    let names = own.iter().chain(described).map(|section| section.name.as_str()).chain([CHESS]);
    format!(
        "the parent `{name}` is neither a section nor a built-in variant of Fairy-Stockfish that vperft knows{}",
        did_you_mean(name, names)
    )
}
