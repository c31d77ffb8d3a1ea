//! Where the readers of the notation disagree about a text.

use super::compile::compile_path;
use super::parse::parse;
use super::tree::Part;
use super::{Dialect, compile, fairy};
use crate::game::paths::{Contents, Leg, Program};

/// The disagreements of the readers of the notation about a text, one sentence each. Empty if they agree.
#[must_use]
pub fn differences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Err(error) = compile(text, Dialect::XBetza) {
        found.push(format!("xbetza refuses it in column {}: {}", error.column, error.found));
    }
    let Ok(reading) = fairy::read_betza(text) else { return found };
    let mut hazards = reading.hazards;
    hazards.sort_by_key(|hazard| hazard.column);
    found.extend(
        hazards.iter().map(|hazard| format!("fairy-stockfish, column {}: {}", hazard.column, hazard.found)),
    );
    if hazards.is_empty() {
        found.extend(meanings(text));
    }
    for (index, letter) in text.chars().enumerate() {
        let other = match letter {
            'J' => ("J", "Camel (1,3)"),
            'L' => ("L", "Zebra (2,3)"),
            _ => continue,
        };
        found.push(format!("XBoard, column {}: reads `{}` as {}", index + 1, other.0, other.1));
    }
    found
}

/// The paths that both dialects accept and read differently.
fn meanings(text: &str) -> Vec<String> {
    let Ok(tree) = parse(text) else { return Vec::new() };
    let mut found = Vec::new();
    for part in &tree.parts {
        let Part::Path(path) = part else { continue };
        let written: String = text.chars().skip(path.column - 1).take(path.end - path.column).collect();
        let (Ok(one), Ok(other)) = (compile_path(path), fairy::read_betza(&written)) else { continue };
        let other = other.program;
        if normal(&one) == normal(&other) {
            continue;
        }
        let moves = |program: &Program| program.iter().map(|leg| leg.steps.len()).sum::<usize>();
        let difference = if one.iter().any(|leg| leg.unmoved) {
            "as a move from the double-step region (rank 2), instead of a first move".to_owned()
        } else if moves(&one) == moves(&other) {
            "with other directions".to_owned()
        } else {
            format!("as {} directions instead of {}", moves(&other), moves(&one))
        };
        found.push(format!("fairy-stockfish reads `{written}` {difference}"));
    }
    found
}

/// A program whose equality means the same moves, as far as one leg can say them.
fn normal(program: &Program) -> Vec<(Leg, Vec<(i8, i8)>)> {
    let single = |leg: &Leg| {
        let mut steps: Vec<_> = leg.steps.iter().map(|step| (step.files, step.ranks)).collect();
        steps.sort_unstable();
        // The content of squares between does not matter if there are none.
        let through = if leg.most == Some(1) { Contents::EMPTY } else { leg.through };
        (Leg { steps: Vec::new(), through, ..leg.clone() }, steps)
    };
    program.iter().map(single).collect()
}
