//! Puts known mistakes into `reference` and measures how well `shrink`, `descend` and `diagnose` find them.
//!
//! The mistakes are the clauses of the rules, each switched off, and the other readings of the rulings.

mod descend;
mod diagnose;
mod first;
mod shrink;

use crate::vperft::Vperft;
use crate::{Result, number_from, relay};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::process::Command;

pub fn run(arguments: &[&str]) -> Result<bool> {
    match arguments {
        ["descend"] => descend::run(&Vperft::locate()?),
        ["shrink", variants @ ..] => shrink::run(&Lab::open(variants)?),
        ["first", variants @ ..] => first::run(&Lab::open(variants)?),
        ["diagnose", variants @ ..] => diagnose::each_is_named_first(&Lab::open(variants)?),
        ["three", variants @ ..] => diagnose::three_are_named(&Lab::open(variants)?),
        ["mutants"] => mutants(),
        _ => Err("expected shrink, descend, first, diagnose, three or mutants".into()),
    }
}

/// Runs the unit test that names the generated mistakes of the audit. No program can make such mistakes, so it runs in process.
fn mutants() -> Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args([
        "test",
        "--release",
        "--quiet",
        "--lib",
        "generated_mistakes_are_named",
        "--",
        "--nocapture",
    ]);
    Ok(command.env("STEP", number_from("SAMPLE", 97)?.to_string()).status()?.success())
}

/// The program, the variants to try, and which of their mistakes.
struct Lab {
    vperft: Vperft,
    variants: Vec<String>,
    /// Only every N-th mistake is tried.
    step: usize,
}

impl Lab {
    /// All variants if none is given.
    fn open(variants: &[&str]) -> Result<Self> {
        let vperft = Vperft::locate()?;
        let variants = match variants {
            [] => vperft.variants()?,
            some => some.iter().map(|name| (*name).to_owned()).collect(),
        };
        Ok(Self { vperft, variants, step: number_from("SAMPLE", 1)?.max(1) })
    }

    /// The sampled mistakes of all variants, each with its variant.
    fn mistakes(&self) -> Result<Vec<(&str, Mistake)>> {
        let mut all = Vec::new();
        for variant in &self.variants {
            all.extend(
                mistakes(&self.vperft, variant)?.into_iter().map(|mistake| (variant.as_str(), mistake)),
            );
        }
        Ok(all.into_iter().step_by(self.step).collect())
    }

    /// A program with these mistakes. It hides its readings, because `vperft` would adopt them.
    fn program(&self, variant: &str, mistakes: &[&Mistake]) -> Result<String> {
        let path = self.vperft.path().to_str().ok_or("the path of vperft is not UTF-8")?;
        let arguments: Vec<String> = mistakes.iter().flat_map(|mistake| mistake.arguments()).collect();
        let mut command = vec![path, "serve", variant, "--backend", "reference"];
        command.extend(arguments.iter().map(String::as_str));
        relay::backend(relay::HIDE_RULINGS, &command)
    }
}

/// A known mistake, displayed as `diagnose` names it.
#[derive(Clone)]
enum Mistake {
    Without(String),
    Reading { ruling: String, reading: String },
}

impl Mistake {
    /// The arguments with which `vperft serve` makes the mistake.
    fn arguments(&self) -> [String; 2] {
        match self {
            Self::Without(clause) => ["--without".into(), clause.clone()],
            Self::Reading { ruling, reading } => ["--ruling".into(), format!("{ruling}={reading}")],
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Without(clause) => write!(f, "without {clause}"),
            Self::Reading { ruling, reading } => write!(f, "{ruling} = {reading}"),
        }
    }
}

fn mistakes(vperft: &Vperft, variant: &str) -> Result<Vec<Mistake>> {
    let mut all: Vec<Mistake> = clauses(variant)?.into_iter().map(Mistake::Without).collect();
    for (ruling, readings) in vperft.variant(variant)?.rulings {
        let readings: Vec<String> = serde_json::from_value(readings)?;
        let others = readings.into_iter().skip(1);
        all.extend(others.map(|reading| Mistake::Reading { ruling: ruling.clone(), reading }));
    }
    Ok(all)
}

/// The ids of the clauses that govern a variant.
fn clauses(variant: &str) -> Result<BTreeSet<String>> {
    let rules =
        fs::read_to_string("suites/RULES.md")? + &fs::read_to_string(format!("suites/{variant}/RULES.md"))?;
    // The ids are set in bold.
    Ok(rules.split("**").filter(|text| is_clause(text)).map(str::to_owned).collect())
}

fn is_clause(text: &str) -> bool {
    text.split_once('-').is_some_and(|(group, rest)| {
        let is_upper = |letter: char| letter.is_ascii_uppercase();
        let is_id = |letter: char| is_upper(letter) || letter.is_ascii_digit() || letter == '-';
        !group.is_empty() && group.chars().all(is_upper) && !rest.is_empty() && rest.chars().all(is_id)
    })
}

/// A position in which a mistake may show, and the depth to search.
struct TestPosition {
    /// The id in the corpus; the start position if `None`.
    id: Option<String>,
    depth: u32,
}

impl TestPosition {
    /// The start position and middlegames of the corpus. The depth lets `reference` count to the end within two seconds.
    fn all(variant: &str) -> Result<Vec<Self>> {
        #[derive(Deserialize)]
        struct Positions {
            positions: Vec<Position>,
        }
        #[derive(Deserialize)]
        struct Position {
            id: String,
        }
        let text = fs::read_to_string(format!("positions/{variant}/random.json"))?;
        let Positions { positions } = serde_json::from_str(&text)?;
        let depth = if variant == "vanguard" { 2 } else { 3 };
        let mut all = vec![Self { id: None, depth }];
        for index in [2, 3, 9, 12, 20, 35, 43] {
            let position =
                positions.get(index).ok_or_else(|| format!("{variant} has {} positions", positions.len()))?;
            all.push(Self { id: Some(position.id.clone()), depth });
        }
        Ok(all)
    }

    fn arguments(&self) -> Vec<&str> {
        self.id.as_deref().map_or_else(Vec::new, |id| vec!["--id", id])
    }
}

impl fmt::Display for TestPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.id.as_deref().and_then(|id| id.rsplit('/').next());
        f.write_str(name.unwrap_or("start"))
    }
}

/// Prints lines under a title to standard error, if there are any.
fn report_list(title: &str, lines: &[String]) {
    if !lines.is_empty() {
        eprintln!("{title}:");
        lines.iter().for_each(|line| eprintln!("  {line}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_recognised() {
        assert!(is_clause("GEN-MOVE"));
        assert!(is_clause("ROC-PAWN-2"));
        assert!(!is_clause("Pawn-2"));
        assert!(!is_clause("GEN-"));
        assert!(!is_clause("GEN"));
    }
}
