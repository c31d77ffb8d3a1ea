//! The mistakes that explain a backend's answers.

use crate::report::run::{differences, headline};
use vperft::inner::backend::Question;
use vperft::inner::corpus::failure::indented;
use vperft::inner::game::drawing::{Style, draw_unvalidated, words, wrap};
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::list::shortened;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::mistakes::diagnose::{CountFailure, DiagnosedCause, Diagnosis, Witness};

/// The most lines of a report, unless the user asks for all.
const MAX_LINES: usize = 60;
/// The most unexplained positions that are shown.
const MAX_UNEXPLAINED: usize = 3;

/// A number of positions in which most mistakes do not show.
const FEW: usize = 10;

/// A diagnosis, to be printed.
pub struct DiagnosisReport<'d> {
    /// The variant.
    pub variant: VariantId,
    /// The name and version of the backend.
    pub identity: &'d str,
    /// The diagnosis.
    pub diagnosed: &'d Diagnosis,
    /// The command that repeats a question.
    pub replay: &'d dyn Fn(&Witness) -> String,
    /// The command that walks down a wrong count.
    pub descend: &'d dyn Fn(&CountFailure) -> String,
    /// The style of the text.
    pub style: Style,
    /// Whether all examples, boards and unexplained positions are shown.
    pub is_all: bool,
}

impl DiagnosisReport<'_> {
    /// The text. Boards are drawn for the first mistakes as far as there is room.
    #[must_use]
    pub fn text(&self) -> String {
        let diagnosed = self.diagnosed;
        let mut text = self.head();
        let causes = diagnosed.causes.iter().enumerate();
        let causes: Vec<_> = causes.map(|(index, cause)| self.cause(index + 1, cause)).collect();
        let (changing, unexplained) = (&diagnosed.changing, &diagnosed.unexplained);
        let rest = self.witnesses("The answers of the backend change when it is asked again", changing)
            + &self.witnesses("Unexplained", unexplained)
            + &self.counts_only();
        let lines = |text: &str| text.lines().count();
        let mut room = if self.is_all { usize::MAX } else { MAX_LINES };
        room = room.saturating_sub(lines(&text) + lines(&rest));
        let mut left: usize = causes.iter().map(|(before, _, after)| lines(before) + lines(after) + 1).sum();
        for (number, (before, board, after)) in causes.iter().enumerate() {
            let own = lines(before) + lines(after) + 1;
            if own > room {
                let more = plural(causes.len() - number, "more mistake");
                text.push_str(&format!("and {more}; `--all` shows every one\n"));
                break;
            }
            text.push_str(before);
            if left + lines(board) <= room {
                text.push_str(board);
                room -= lines(board);
            }
            text.push_str(after);
            text.push('\n');
            room -= own;
            left -= own;
        }
        text + &rest
    }

    /// How many questions were asked, how many answers differ, and how many of these are explained.
    fn head(&self) -> String {
        let diagnosed = self.diagnosed;
        let mut text = format!("{}  {}\n", self.variant, sanitise(self.identity));
        let mut line = |line: &str| text.push_str(&indented(&sanitise(line)));
        line(&format!(
            "{} positions and inputs asked, {} answered differently from the rules",
            diagnosed.asked, diagnosed.differing
        ));
        if !diagnosed.counts_only.is_empty() {
            line(&format!(
                "{} with a wrong count and no wrong list of moves",
                plural(diagnosed.counts_only.len(), "case")
            ));
        }
        if let (count @ 1.., Some(error)) = &diagnosed.unanswered {
            line(&format!("{count} without an answer; first error: {}", shortened(&error.to_string())));
        }
        if diagnosed.differing > 0 {
            line(&headline(diagnosed));
        } else if diagnosed.asked < FEW && !self.variant.is_built_in() {
            line(&format!(
                "too few to find mistakes; `vperft suite propose {} --write` adds cases that show more",
                self.variant
            ));
        }
        text.push('\n');
        text
    }

    /// A mistake: the lines before the board of its simplest example, the board, and the lines after it.
    fn cause(&self, number: usize, cause: &DiagnosedCause) -> (String, String, String) {
        let count = format!("{} of {}", cause.explained, plural(self.diagnosed.differing, "wrong answer"));
        let mut before = format!("{number}. {}: {count}\n", sanitise(&cause.words));
        let mut add = |text: &str, most: usize| {
            let mut lines = wrap(text, self.style.indented());
            if lines.len() > most && !self.is_all {
                lines.truncate(most);
                lines.last_mut().into_iter().for_each(|last| last.push_str(" ..."));
            }
            lines.iter().for_each(|line| before.push_str(&indented(&sanitise(line))));
        };
        if let Some(clause) = cause.clause {
            add(&format!("rule     {}: {}", clause.id(), words(clause)), 2);
        }
        if let Some((first, others)) = cause.alike.split_first() {
            let more = if others.is_empty() { String::new() } else { format!(", and {} more", others.len()) };
            add(&format!("or       {first}{more}: no position distinguishes them"), 2);
        }
        let shown = if self.is_all { cause.examples.len() } else { 1 };
        let mut examples = cause.examples.iter().take(shown);
        let Some(first) = examples.next() else { return (before, String::new(), String::new()) };
        before.push_str(&case(first));
        before.push_str(&place(first));
        let board = indented(&draw_unvalidated(self.variant, &first.vfen, self.style.colour));
        let replay = |witness: &Witness| indented(&sanitise(&format!("replay   {}", (self.replay)(witness))));
        let mut after = replay(first);
        for example in examples {
            after.push_str(&case(example));
            after.push_str(&place(example));
            after.push_str(&replay(example));
        }
        (before, board, after)
    }

    /// The cases in which nothing but counts is wrong.
    fn counts_only(&self) -> String {
        let shown = if self.is_all { usize::MAX } else { MAX_UNEXPLAINED };
        let mut text = String::new();
        for failure in self.diagnosed.counts_only.iter().take(shown) {
            let how = failure.how.as_ref().map_or_else(String::new, |how| format!(": {how}"));
            let wrong = format!("{}: the count of depth {} is wrong{how}", failure.case, failure.depth);
            text.push_str(&format!("{}\n", sanitise(&wrong)));
            text.push_str(&indented(&sanitise(&format!("replay   {}", (self.descend)(failure)))));
        }
        text
    }

    /// The first of some positions whose answers no mistake explains, under a title.
    fn witnesses(&self, title: &str, witnesses: &[Witness]) -> String {
        let mut text = String::new();
        if !witnesses.is_empty() {
            text = format!("{title}: {}\n", plural(witnesses.len(), "wrong answer"));
        }
        let shown = if self.is_all { usize::MAX } else { MAX_UNEXPLAINED };
        for witness in witnesses.iter().take(shown) {
            text.push_str(&indented(&sanitise(&witness.probe.case)));
            text.push_str(&indented(&place(witness)));
            text.push_str(&indented(&indented(&sanitise(&format!("replay   {}", (self.replay)(witness))))));
        }
        if witnesses.len() > shown {
            text.push_str(&indented(&format!("and {} more", witnesses.len() - shown)));
        }
        text
    }
}

/// The command that finds the move behind a wrong count, without the words about the backend.
#[must_use]
pub fn descent_words(variant: VariantId, failure: &CountFailure) -> Vec<String> {
    let depth = failure.depth.to_string();
    let mut words = ["vperft", "descend", variant.name(), "--depth", &depth, "--vfen", &failure.vfen]
        .map(String::from)
        .to_vec();
    words.extend(failure.moves.iter().flat_map(|text| ["--move".to_owned(), text.clone()]));
    words
}

/// The case of an example.
fn case(witness: &Witness) -> String {
    let smaller = if witness.is_shrunk { ", made as small as it gets" } else { "" };
    indented(&sanitise(&format!("case     {}{smaller}", witness.probe.case)))
}

/// A position, the moves played from it, and the differences.
fn place(witness: &Witness) -> String {
    let probe = &witness.probe;
    let mut lines = vec![format!("position {}", sanitise(&shortened(&probe.vfen)))];
    if !probe.moves.is_empty() {
        lines.push(format!("moves    {}", sanitise(&probe.moves.join(" | "))));
    }
    if let Question::After { text } = &probe.question {
        lines.push(format!("asked    {}", sanitise(text)));
    }
    lines.extend(differences(&witness.differences));
    indented(&lines.join("\n"))
}
