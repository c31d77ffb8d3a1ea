//! The reading of a ruling that a backend follows.

use vperft::inner::game::drawing::draw_unvalidated;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::list;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::mistakes::identify::{
    Aspect, Decision, DecisionOutcome, DistinguishingQuestion, JointCheck, JointMismatch,
};

/// The ruling with its reading, the position that decides it, the question, and the answers of all readings and of the
/// backend.
#[must_use]
pub fn finding(finding: &Decision, declared: Option<&str>, colour: bool) -> String {
    let ruling = finding.ruling;
    let word = match &finding.outcome {
        DecisionOutcome::Reading { reading, .. } if *reading == ruling.readings[0] => {
            format!("{reading}, the default")
        }
        DecisionOutcome::Reading { reading, .. } => format!("{reading}, not {}", ruling.readings[0]),
        DecisionOutcome::Undecided { left, .. } => format!("undecided: {}", left.join(" or ")),
        DecisionOutcome::Neither { .. } => "none of the readings".into(),
    };
    let mut text = format!("{}: {word}\n", ruling.name);
    if let Some(declared) = declared {
        text.push_str(&format!("  declared {declared}\n"));
    }
    match &finding.outcome {
        DecisionOutcome::Undecided { why, .. } => text.push_str(&format!("  because  {}\n", sanitise(why))),
        DecisionOutcome::Reading { by, answer, .. } | DecisionOutcome::Neither { by, answer } => {
            asked(&mut text, ruling.variant, by, colour);
            for (reading, own) in ruling.readings.iter().zip(&by.answers) {
                let own = own.as_deref().map_or("none, since the position is not valid".into(), listed);
                text.push_str(&format!("    {reading}: {own}\n"));
            }
            text.push_str(&format!("  backend  {}\n", listed(answer)));
        }
    }
    text
}

/// The position and the question.
fn asked(text: &mut String, variant: VariantId, question: &DistinguishingQuestion, colour: bool) {
    text.push_str(&format!("  position {}\n", sanitise(&question.vfen)));
    if let Some(id) = &question.position {
        text.push_str(&format!("  id       {}\n", sanitise(id)));
    }
    draw_unvalidated(variant, &question.vfen, colour)
        .lines()
        .for_each(|line| text.push_str(&format!("  {line}\n")));
    text.push_str(&format!("  asked    {}\n", words(&question.aspect)));
}

/// The question in words.
fn words(aspect: &Aspect) -> String {
    match aspect {
        Aspect::Valid => "whether the position is valid".into(),
        Aspect::Moves(texts) if texts.is_empty() => "which moves are legal".into(),
        Aspect::Moves(texts) => format!("which of these moves are legal: {}", listed(texts)),
        Aspect::After(text) => format!("where {} leads", sanitise(text)),
        Aspect::Status => "the status".into(),
        Aspect::Form => "the position in canonical form".into(),
    }
}

fn listed(texts: &[String]) -> String {
    if texts.is_empty() { "none of them".into() } else { list::line(texts) }
}

/// Whether the backend's answers fit all readings together, and the first that does not.
#[must_use]
pub fn joint(joint: &JointCheck, replay: &dyn Fn(&JointMismatch) -> String) -> String {
    if joint.answers == 0 {
        return "nothing is known: there is no answer\n".into();
    }
    let Some(first) = joint.mismatches.first() else {
        return format!("fits: {} answers follow from these readings together\n", joint.answers);
    };
    let mut text = format!(
        "does not fit: {} of {} answers do not follow from these readings together; the first:\n",
        joint.mismatches.len(),
        joint.answers
    );
    text.push_str(&format!("  position {}\n  asked    {}\n", sanitise(&first.vfen), words(&first.aspect)));
    for (name, texts) in [("missing", &first.missing), ("extra", &first.extra)] {
        list::lines(name, texts).iter().for_each(|line| text.push_str(&format!("  {line}\n")));
    }
    text.push_str(&format!("  replay   {}\n", replay(first)));
    text
}
