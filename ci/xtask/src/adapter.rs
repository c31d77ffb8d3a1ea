//! Checks of backends in other languages. They may leave checks out for known reasons, but must not answer wrongly.

use crate::Result;
use crate::vperft::Vperft;
use serde::Deserialize;
use serde_json::Value;
use std::fs;

/// A position of Ryugi in which the long leap of the Kirin matters.
const KIRIN: &str = "rn1qkd1i1r/ppppp1pppp/5n4/5p4/4P5/10/2N5I1/10/PPPP1PPPPP/R1BQKDNB1R w - - 0 1";

pub fn run(arguments: &[&str]) -> Result<bool> {
    let vperft = Vperft::locate()?;
    match arguments {
        ["check", variant, command, reasons, rest @ ..] => check(&vperft, variant, command, reasons, rest),
        ["find-mistake", command] => find_mistake(&vperft, command),
        _ => {
            Err("expected `check VARIANT COMMAND REASONS [ARGUMENTS OF RUN]...` or `find-mistake COMMAND`"
                .into())
        }
    }
}

/// The parts of the JSON of `vperft run` that count here.
#[derive(Deserialize)]
struct Report {
    total: Total,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Total {
    passed: u64,
    failed: u64,
    unsupported: u64,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    checks: Vec<Check>,
}

#[derive(Deserialize)]
struct Check {
    check: String,
    result: Value,
    replay: Option<String>,
}

impl Check {
    /// Whether the check passed, or was left out for one of these reasons.
    fn is_fine(&self, reasons: &[&str]) -> bool {
        let text = |key| self.result.get(key).and_then(Value::as_str).unwrap_or_default();
        match text("verdict") {
            "pass" => true,
            "unsupported" => reasons.iter().any(|reason| text("reason").contains(reason)),
            _ => false,
        }
    }
}

/// Runs a variant. Fails if a check fails, if none passes, or if one is unsupported for a reason that contains none of `reasons`,
/// which are separated by `|`.
fn check(vperft: &Vperft, variant: &str, command: &str, reasons: &str, rest: &[&str]) -> Result<bool> {
    println!("{variant} by {command} {}", rest.join(" "));
    let backend = format!("cmd:{command}");
    let arguments =
        [&["run", variant], rest, &["--timeout", "600", "--backend", &backend, "--format", "json"]].concat();
    let answer = vperft.run(&arguments)?.expect(&[0, 1], &format!("{variant} by {command}"))?;
    let Report { total, cases } = answer.json()?;
    println!("  {} passed, {} failed, {} unsupported", total.passed, total.failed, total.unsupported);
    let reasons: Vec<&str> = reasons.split('|').filter(|reason| !reason.is_empty()).collect();
    let mut passed = true;
    for case in &cases {
        for check in case.checks.iter().filter(|check| !check.is_fine(&reasons)) {
            println!(
                "{} {}: {} {}",
                case.id,
                check.check,
                check.result,
                check.replay.as_deref().unwrap_or_default()
            );
            passed = false;
        }
    }
    if total.passed == 0 {
        return Err(format!("{variant} by {command}: no check passed").into());
    }
    Ok(passed)
}

/// Gives the backend a definition of the Kirin without its leap of two squares. Fails unless `descend`,
/// `shrink` and `diagnose` find the mistake.
fn find_mistake(vperft: &Vperft, command: &str) -> Result<bool> {
    const DEFINITION: &str = "\ncustomPiece2 = i:FD\n";
    let variants = fs::read_to_string("adapters/fairy/variants.ini")?;
    if !variants.contains(DEFINITION) {
        return Err(format!("adapters/fairy/variants.ini does not contain `{}`", DEFINITION.trim()).into());
    }
    let folder = tempfile::tempdir()?;
    let wrong = folder.path().join("wrong.ini");
    fs::write(&wrong, variants.replace(DEFINITION, "\ncustomPiece2 = i:F\n"))?;
    let program = format!("cmd:{command} {}", wrong.display());
    let ask = |arguments: &[&str]| -> Result<Value> {
        vperft.run(&[arguments, &["--format", "json"]].concat())?.expect(&[1], arguments[0])?.json()
    };
    let list = |value: &Value, pointer: &str| {
        value.pointer(pointer).and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let text = |value: &Value, pointer: &str| {
        value.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
    };

    let found = ask(&["descend", "ryugi", "--vfen", KIRIN, "--depth", "2", "--b", &program])?;
    let is_leap = |mv: &Value| mv.as_str().is_some_and(|mv| mv.starts_with("I ") || mv.starts_with("i "));
    let is_cause = |cause: &Value| {
        let missing = list(cause, "/detail/missing");
        text(cause, "/kind") == "set" && !missing.is_empty() && missing.iter().all(is_leap)
    };
    let causes = list(&found, "/found/causes");
    if causes.is_empty() || !causes.iter().all(is_cause) {
        return Err(format!("descend does not find the leap of the Kirin: {found}").into());
    }

    let found = ask(&["shrink", "ryugi", "--vfen", KIRIN, "--depth", "2", "--b", &program])?;
    if found.pointer("/found/0/men").and_then(Value::as_u64).is_none_or(|pieces| pieces > 3) {
        return Err(format!("shrink leaves more than three pieces: {found}").into());
    }
    println!("  a Kirin without its long leap: shrunk to {}", text(&found, "/found/0/vfen"));

    let found = ask(&["diagnose", "ryugi", "--backend", &program, "--count", "60"])?;
    let mistakes = list(&found, "/mistakes");
    // The mistake is a limit of the Kirin's reach, or a class of its moves.
    let is_kirin = |one: &Value| {
        let mistake = text(one, "/mistake");
        mistake.starts_with("I: ") || mistake.contains(": I ")
    };
    if mistakes.is_empty() || !mistakes.iter().all(is_kirin) {
        return Err(format!("diagnose does not name the Kirin: {found}").into());
    }
    for one in &mistakes {
        println!("  {}: explains {} positions", text(one, "/mistake"), one["explained"]);
    }
    Ok(true)
}
