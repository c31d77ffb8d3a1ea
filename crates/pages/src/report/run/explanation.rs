//! Explanations of the failures of a run, as its reports show them.

use serde_json::{Value, json};
use vperft::inner::game::drawing::{Style, words, wrap};
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::plural::{plural, verb};
use vperft::inner::support::sanitise::{sanitise, sanitise_within};
use vperft_lab::mistakes::diagnose::{DiagnosedCause, Diagnosis};

/// The mistakes that explain the failures of a variant, and the commands that show more.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The variant.
    pub variant: VariantId,
    /// The diagnosis; `None` if there was none.
    pub diagnosis: Option<Diagnosis>,
    /// The command that diagnoses the backend.
    pub command: String,
    /// The command that finds the move behind a wrong count, if only counts are wrong somewhere.
    pub descend: Option<String>,
}

/// The longest title of a mistake in a report.
const MAX_TITLE: usize = 200;

/// How many wrong answers are explained, by how many mistakes, and how many are not.
#[must_use]
pub fn headline(diagnosed: &Diagnosis) -> String {
    let (all, explained) = (diagnosed.differing, diagnosed.explained());
    let changing = diagnosed.changing.len();
    let unexplained = diagnosed.unexplained_answers();
    let found = diagnosed.causes.len();
    let early = if diagnosed.is_stopped { " (stopped early)" } else { "" };
    let changes = match changing {
        0 => String::new(),
        _ => format!("; {changing} of them {} when asked again", verb(changing, "changes", "change")),
    };
    if found == 0 {
        return format!("no mistake found that explains {}{changes}{early}", plural(all, "wrong answer"));
    }
    let rest = if unexplained == 0 { String::new() } else { format!("; {unexplained} unexplained") };
    let explains = verb(found, "explains", "explain");
    let found = plural(found, "mistake");
    format!("{found} {explains} {explained} of {}{rest}{changes}{early}", plural(all, "wrong answer"))
}

impl Explanation {
    /// The lines of the report for people.
    #[must_use]
    pub fn lines(&self, style: Style) -> Vec<String> {
        let mut lines = Vec::new();
        let diagnosed = self.diagnosis.as_ref();
        let counts = diagnosed.map_or(0, |diagnosed| diagnosed.counts_only.len());
        if let Some(diagnosed) = diagnosed.filter(|diagnosed| diagnosed.differing > 0) {
            lines.push(format!("{}: {}", self.variant, headline(diagnosed)));
            for cause in &diagnosed.causes {
                let text = format!("{:>4}  {}", cause.explained, title(cause));
                let wrapped = wrap(&text, style.width).into_iter().enumerate();
                lines.extend(
                    wrapped.map(|(index, line)| if index == 0 { line } else { format!("    {line}") }),
                );
            }
            if counts > 0 {
                lines.push(format!("  in {} nothing but counts is wrong", plural(counts, "more case")));
            }
        } else if counts > 0 {
            let cases = plural(counts, "case");
            lines.push(format!("{}: nothing but counts is wrong, in {cases}", self.variant));
            lines.extend(self.descend.iter().map(|descend| format!("  {}", sanitise(descend))));
        }
        if lines.is_empty() && diagnosed.is_some_and(|diagnosed| diagnosed.is_stopped) {
            lines.push(format!("{}: no time to compare the wrong answers with known mistakes", self.variant));
        }
        lines.push(format!("  {}", sanitise(&self.command)));
        lines
    }

    /// The explanation in one line, without the commands; `None` if nothing is known.
    #[must_use]
    pub fn line(&self) -> Option<String> {
        let diagnosed = self.diagnosis.as_ref().filter(|diagnosed| diagnosed.differing > 0)?;
        let causes = diagnosed.causes.iter().map(|cause| format!("{} {}", summary(cause), cause.explained));
        let causes: Vec<_> = causes.collect();
        let named = if causes.is_empty() { String::new() } else { format!(": {}", causes.join(", ")) };
        Some(format!("{}{named}", headline(diagnosed)))
    }

    /// The explanation as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let diagnosed = self.diagnosis.as_ref();
        let causes = diagnosed.into_iter().flat_map(|diagnosed| &diagnosed.causes);
        let causes: Vec<_> = causes
            .map(|cause| {
                json!({
                    "mistake": cause.words,
                    "known": cause.mistake.as_ref().map(|suspect| &suspect.title),
                    "clause": cause.clause.map(|clause| clause.id()),
                    "explained": cause.explained,
                    "cases": cause.examples.iter().map(|one| &one.probe.case).collect::<Vec<_>>(),
                })
            })
            .collect();
        let differing = diagnosed.map_or(0, |diagnosed| diagnosed.differing);
        let explained = diagnosed.map_or(0, Diagnosis::explained);
        json!({
            "variant": self.variant, "wrong": differing, "explained": explained, "mistakes": causes,
            "only_counts": diagnosed.map_or(0, |diagnosed| diagnosed.counts_only.len()),
            "stopped": diagnosed.is_some_and(|diagnosed| diagnosed.is_stopped),
            "descend": self.descend, "diagnose": self.command,
        })
    }
}

/// The mistake and its clause, in a few words.
#[must_use]
pub fn summary(cause: &DiagnosedCause) -> String {
    sanitise_within(&cause.summary(), MAX_TITLE)
}

/// The mistake; for a clause that is switched off, the beginning of its text.
fn title(cause: &DiagnosedCause) -> String {
    // Of several rules that explain as much, the text of one would say too much.
    let alone = cause.mistake.as_ref().filter(|mistake| cause.words.ends_with(&mistake.title));
    match alone.and_then(|mistake| mistake.clause()) {
        Some(clause) => {
            const MAX_WORDS: usize = 60;
            let text = words(clause);
            let start: String = text.chars().take(MAX_WORDS).collect();
            let dots = if start.len() < text.len() { "..." } else { "" };
            let start = start.trim_end().to_owned();
            format!("{}: {start}{dots}", cause.words)
        }
        None => summary(cause),
    }
}
