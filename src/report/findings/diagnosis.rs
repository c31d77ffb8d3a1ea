//! The known mistakes that explain a backend's answers.

use crate::backend::Question;
use crate::corpus::failure::indented;
use crate::game::drawing::Style;
use crate::game::drawing::draw_unvalidated;
use crate::game::drawing::wrap;
use crate::game::variant::VariantId;
use crate::lab::diagnose::{DiagnosedCause, Diagnosis, Difference, Witness};
use crate::support::list;
use crate::support::plural::plural;
use crate::support::sanitise::sanitise;

/// The most unexplained positions that are shown.
const MAX_SHOWN: usize = 5;

/// How many questions were asked, and how many answers differ.
#[must_use]
pub fn diagnosis(variant: VariantId, identity: &str, diagnosed: &Diagnosis) -> String {
    let mut text = format!("{variant}  {}\n", sanitise(identity));
    let mut line = |line: &str| text.push_str(&indented(&sanitise(line)));
    line(&format!(
        "{} positions and inputs asked, {} answered differently from the rules",
        diagnosed.asked, diagnosed.differing
    ));
    if let (count @ 1.., Some(error)) = &diagnosed.unanswered {
        line(&format!("{count} without an answer; first error: {error}"));
    }
    if diagnosed.differing > 0 {
        let found = match diagnosed.causes.len() {
            0 => "no known mistake explains them".to_owned(),
            found => {
                let explained = diagnosed.differing.saturating_sub(diagnosed.unexplained.len());
                format!(
                    "{}, which exactly explain its answers at {} of {}",
                    plural(found, "mistake"),
                    explained,
                    diagnosed.differing
                )
            }
        };
        line(&found);
    }
    text.push('\n');
    text
}

/// A mistake: its title, how much it explains, and the simplest position that shows it.
#[must_use]
pub fn mistake(
    variant: VariantId,
    number: usize,
    found: &DiagnosedCause,
    differing: usize,
    replay: &str,
    style: Style,
) -> String {
    let mut text = format!("{number}. {}\n", sanitise(&found.suspect.title));
    let mut words = |words: &str| {
        wrap(words, style.indented()).iter().for_each(|line| text.push_str(&indented(&sanitise(line))));
    };
    if let Some(clause) = found.suspect.clause() {
        words(&format!("rule     {}: {}", clause.id(), clause.text()));
    }
    if let Some((first, others)) = found.alike.split_first() {
        let more = if others.is_empty() { String::new() } else { format!(", and {} more", others.len()) };
        words(&format!("or       {first}{more}: no position distinguishes them"));
    }
    words(&format!(
        "explains {} of {} exactly, {} in part",
        found.exactly,
        plural(differing, "position"),
        found.partly - found.exactly
    ));
    let witness = &found.witness;
    words(&format!("case     {}", witness.probe.case));
    text.push_str(&place(witness));
    text.push_str(&indented(&draw_unvalidated(variant, &witness.vfen, style.colour)));
    text.push_str(&indented(&sanitise(&format!("replay   {replay}"))));
    text
}

/// The mistakes, one per line, and the command that shows them; empty if there are none.
#[must_use]
pub fn mistakes(variant: VariantId, diagnosed: &Diagnosis, command: &str, style: Style) -> String {
    if diagnosed.causes.is_empty() {
        return String::new();
    }
    let mut text = format!("\nknown mistakes of {variant} that explain it\n");
    let mut words = |words: &str| {
        wrap(words, style.indented()).iter().for_each(|line| text.push_str(&indented(&sanitise(line))));
    };
    for found in &diagnosed.causes {
        let (title, exactly) = (&found.suspect.title, found.exactly);
        words(&format!("{title}: {exactly} of {} exactly", plural(diagnosed.differing, "position")));
    }
    text + &indented(&sanitise(command))
}

/// The positions whose answers the mistakes together do not explain.
#[must_use]
pub fn unexplained(witnesses: &[Witness], replay: &dyn Fn(&Witness) -> String) -> String {
    if witnesses.is_empty() {
        return String::new();
    }
    let mut text = format!("Unexplained: {}\n", plural(witnesses.len(), "position"));
    for witness in witnesses.iter().take(MAX_SHOWN) {
        text.push_str(&indented(&sanitise(&witness.probe.case)));
        text.push_str(&indented(&place(witness)));
        text.push_str(&indented(&indented(&sanitise(&format!("replay   {}", replay(witness))))));
    }
    if witnesses.len() > MAX_SHOWN {
        text.push_str(&indented(&format!("and {} more", witnesses.len() - MAX_SHOWN)));
    }
    text
}

/// A position, the moves played from it, and the differences.
fn place(witness: &Witness) -> String {
    let probe = &witness.probe;
    let mut lines = vec![format!("position {}", sanitise(&probe.vfen))];
    if !probe.moves.is_empty() {
        lines.push(format!("moves    {}", sanitise(&probe.moves.join(" | "))));
    }
    if let Question::After { text } = &probe.question {
        lines.push(format!("asked    {}", sanitise(text)));
    }
    lines.extend(differences(&witness.differences));
    indented(&lines.join("\n"))
}

/// The differences, one line per kind.
fn differences(all: &[Difference]) -> Vec<String> {
    let of = |pick: &dyn Fn(&Difference) -> Option<String>| all.iter().filter_map(pick).collect::<Vec<_>>();
    let lists = [
        (
            "missing",
            of(&|one| if let Difference::Missing { text } = one { Some(text.clone()) } else { None }),
        ),
        ("extra", of(&|one| if let Difference::Extra { text } = one { Some(text.clone()) } else { None })),
        (
            "twice",
            of(&|one| if let Difference::Duplicate { text } = one { Some(text.clone()) } else { None }),
        ),
        (
            "after",
            of(&|one| {
                if let Difference::Child { text, vfen } = one {
                    Some(format!("{text}: {vfen}"))
                } else {
                    None
                }
            }),
        ),
        (
            "status",
            of(&|one| if let Difference::Status { status } = one { Some(status.clone()) } else { None }),
        ),
        ("refused", of(&|one| (*one == Difference::Refused).then(|| "although it is valid".to_owned()))),
        ("accepted", of(&|one| (*one == Difference::Accepted).then(|| "although it is invalid".to_owned()))),
    ];
    if all.is_empty() {
        return vec!["correct, although the mistakes would change it".into()];
    }
    lists.iter().flat_map(|(name, texts)| list::lines(name, texts)).collect()
}
