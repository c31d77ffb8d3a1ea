//! A bug file as text and Markdown, and the result of reproducing it.

use crate::report::markdown;
use vperft::inner::corpus::failure::indented;
use vperft::inner::corpus::question::{Failure, compare_moves};
use vperft::inner::game::drawing::{draw_unvalidated, words};
use vperft::inner::game::variant::{Clause, Ruling, Rulings, Variant};
use vperft::inner::support::list;
use vperft::inner::support::sanitise::{sanitise, sanitise_within};
use vperft_lab::differences::bug::{Answered, Bug, Outcome, Reproduction};
use vperft_lab::differences::reason::Reason;

/// The longest report in characters: trackers accept 65,536, some of which their own templates use.
const MAX_REPORT_CHARS: usize = 60_000;
/// The longest line.
const MAX_LINE_CHARS: usize = 2000;
/// The most moves to the position that are shown.
const MAX_MOVES: usize = 400;

/// The result of reproducing a bug.
#[must_use]
pub fn reproduction(bug: &Bug, result: &Reproduction, identity: &str, colour: bool) -> String {
    let word = match result.outcome {
        Outcome::Gone => "gone",
        Outcome::Same => "the same failure",
        Outcome::Other => "another failure",
        Outcome::Inconclusive => "inconclusive",
    };
    let mut text = format!("{word}: {}, {}\n", bug.variant, sanitise(&bug.question.to_string()));
    let mut line = |line: &str| text.push_str(&indented(&shortened(line)));
    line(&format!("a        {}: {}", bug.a.identity, gist(result.a.as_ref().unwrap_or(&bug.a.answer))));
    line(&format!("b then   {}: {}", bug.b.identity, gist(&bug.b.answer)));
    if let Some(now) = &result.b {
        let times = if result.asked > 1 { format!(", asked {} times", result.asked) } else { String::new() };
        line(&format!("b now    {identity}: {}{times}", gist(now)));
    }
    if let Some(note) = &result.note {
        line(&format!("note     {note}"));
    }
    line(&format!("position {}", bug.vfen));
    text.push_str(&indented(&draw_unvalidated(bug.variant, &bug.vfen, colour)));
    let wrong = result.b.as_ref().filter(|_| result.outcome != Outcome::Gone).unwrap_or(&bug.b.answer);
    let mut line = |line: &str| text.push_str(&indented(&shortened(line)));
    if result.outcome == Outcome::Gone {
        line("what differed:");
    }
    differences(&bug.a.answer, wrong).iter().for_each(|words| line(words));
    text
}

/// A report for a bug tracker: the wrong answer, both backends, the position with its board, and how to reproduce it.
/// `reason` says what the rules say about it. `file` is the text of the bug file, which is appended if it is not too long.
#[must_use]
pub fn bug_in_markdown(bug: &Bug, reason: Option<&Reason>, file: &str, command: &str) -> String {
    let variant = Variant::get(bug.variant);
    let mut text = format!("## {}: {}\n\n", inline(&variant.title), inline(&bug.question.to_string()));
    text.push_str(&format!("`{}`: {}.\n\n", bug.kind, bug.kind.meaning()));
    let mut item = |words: String| text.push_str(&format!("* {words}\n"));
    let suite = bug.suite.as_ref().map_or_else(String::new, |suite| format!(", suite {}", code(suite)));
    item(format!("variant {}, vperft {}{suite}", code(bug.variant.name()), code(&bug.vperft)));
    let readings: Vec<_> =
        Ruling::of_variant(bug.variant).filter_map(|ruling| other_reading(bug, ruling)).collect();
    let readings = if readings.is_empty() { "the defaults".to_owned() } else { readings.join(", ") };
    item(format!("readings: {readings}"));
    for (name, side) in [("trusted", &bug.a), ("tested", &bug.b)] {
        let backend =
            side.backend.as_ref().map_or_else(String::new, |name| format!(", opened by {}", code(name)));
        let without: String =
            side.without.iter().map(|clause| format!(", without {}", code(clause))).collect();
        let options =
            side.options.iter().map(|(name, value)| format!(", {}", code(&format!("{name}={value}"))));
        item(format!("{name}: {}{backend}{without}{}", code(&side.identity), options.collect::<String>()));
    }
    if let Some(record) = &bug.record {
        item(format!("record of both backends' answers: {}", code(record)));
    }
    let mut lines = vec![format!("position {}", bug.vfen)];
    if !bug.moves.is_empty() {
        lines.push(format!("from     {}", bug.root));
        lines.extend(
            bug.moves
                .iter()
                .take(MAX_MOVES)
                .enumerate()
                .map(|(index, text)| format!("{} {text}", if index == 0 { "moves   " } else { "        " })),
        );
        if let Some(more) = bug.moves.len().checked_sub(MAX_MOVES).filter(|more| *more > 0) {
            lines.push(format!("         and {more} more"));
        }
    }
    let board = draw_unvalidated(bug.variant, &bug.vfen, false);
    let board = if board.is_empty() { board } else { format!("\n{board}") };
    text.push('\n');
    text.push_str(&markdown::fenced("text", &format!("{}{board}", block(&lines))));
    text.push_str(&format!("\nAsked for {}:\n\n", inline(&bug.question.to_string())));
    text.push_str(&markdown::fenced("text", &block(&differences(&bug.a.answer, &bug.b.answer))));
    text.push_str(&rules(bug, reason));
    text.push_str("\nTo reproduce it with the bug file below:\n\n");
    text.push_str(&markdown::fenced("console", &format!("$ {}\n", sanitise(command))));
    let whole = format!(
        "\n<details><summary>The bug file</summary>\n\n{}\n</details>\n",
        markdown::fenced("json", file)
    );
    if text.chars().count() + whole.chars().count() <= MAX_REPORT_CHARS {
        text.push_str(&whole);
    } else {
        text.push_str("\nThe bug file is too long to be quoted here: attach it.\n");
    }
    text
}

/// The clauses that the bug is about with their words, and what they say about it. Empty if none are known.
fn rules(bug: &Bug, reason: Option<&Reason>) -> String {
    let mut clauses: Vec<Clause> = bug.clauses.iter().filter_map(|id| id.parse().ok()).collect();
    if let Some(reason) = reason.filter(|_| clauses.is_empty()) {
        clauses.clone_from(&reason.clauses);
    }
    let mut text = String::new();
    for clause in clauses {
        text.push_str(&format!("* {}: {}\n", code(clause.id()), inline(words(clause))));
    }
    for sentence in reason.iter().flat_map(|reason| &reason.words) {
        text.push_str(&format!("* {}\n", inline(sentence)));
    }
    if text.is_empty() { text } else { format!("\nBy the rules:\n\n{text}") }
}

/// The ruling with its reading, if that is not the default.
fn other_reading(bug: &Bug, ruling: &Ruling) -> Option<String> {
    let reading = bug.rulings.get(ruling.name)?;
    (Rulings::default().get(ruling.name) != Some(reading))
        .then(|| code(&format!("{}={reading}", ruling.name)))
}

/// An answer in a few words.
fn gist(answer: &Answered) -> String {
    match answer {
        Answered::Vfen(vfen) => vfen.clone(),
        Answered::Moves(moves) => vperft::inner::support::plural::plural(moves.len(), "move"),
        Answered::Status(status) => status.to_string(),
        Answered::Count(count) => count.to_string(),
        Answered::Divide(rows) => {
            format!("{} with their counts", vperft::inner::support::plural::plural(rows.len(), "move"))
        }
        Answered::Error { message, .. } => message.clone(),
        Answered::Relation(None) => "consistent answers".to_owned(),
        Answered::Relation(Some(broken)) => format!("relation:{} is broken", broken.relation),
    }
}

/// The differences, one per line.
fn differences(right: &Answered, wrong: &Answered) -> Vec<String> {
    match (right, wrong) {
        (Answered::Moves(right), Answered::Moves(wrong)) => match compare_moves(right, wrong.clone()) {
            Some(Failure::Moves { missing, extra, duplicate, .. }) => {
                let lists = [("missing", missing), ("extra", extra), ("twice", duplicate)];
                lists.iter().flat_map(|(name, texts)| list::lines(name, texts)).collect()
            }
            _ => Vec::new(),
        },
        (Answered::Divide(right), Answered::Divide(wrong)) => {
            let row = |(text, count): &(String, _)| format!("{text}: {count}");
            let only = |one: &[(String, _)], other: &[(String, _)]| {
                one.iter().filter(|entry| !other.contains(entry)).map(row).collect::<Vec<_>>()
            };
            [("a", only(right, wrong)), ("b", only(wrong, right))]
                .iter()
                .flat_map(|(name, texts)| list::lines(name, texts))
                .collect()
        }
        (_, Answered::Relation(Some(broken))) => {
            super::descent::broken(broken.relation, &broken.what, &broken.rows)
        }
        _ => vec![format!("a        {}", gist(right)), format!("b        {}", gist(wrong))],
    }
}

/// A line with limited length.
fn shortened(line: &str) -> String {
    sanitise_within(line, MAX_LINE_CHARS)
}

fn block(lines: &[String]) -> String {
    lines.iter().map(|line| shortened(line) + "\n").collect()
}

/// Escapes a text for Markdown.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for c in shortened(text).chars() {
        if "\\`*_[]<>|#&@".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A code span with limited length.
fn code(text: &str) -> String {
    markdown::code(&shortened(text))
}
