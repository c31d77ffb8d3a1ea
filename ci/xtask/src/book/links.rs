//! Links in Markdown: those that lead out of the book become plain text, and ids of clauses become links.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The parts of a Markdown text: code that stays as it is, and prose.
fn parts(text: &str) -> Vec<(bool, &str)> {
    let (mut parts, mut fence, mut start, mut at) = (Vec::new(), false, 0, 0);
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        if is_fence && !fence {
            parts.push((false, &text[start..at]));
            start = at;
        }
        at += line.len();
        if is_fence && fence {
            parts.push((true, &text[start..at]));
            start = at;
        }
        fence ^= is_fence;
    }
    parts.push((fence, &text[start..]));
    // Code spans within prose.
    let spans = |(is_code, text)| match is_code {
        true => vec![(true, text)],
        false => spans(text),
    };
    parts.into_iter().flat_map(spans).filter(|(_, text)| !text.is_empty()).collect()
}

/// The code spans of prose, and what is between them.
fn spans(text: &str) -> Vec<(bool, &str)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let ticks = rest[start..].bytes().take_while(|byte| *byte == b'`').count();
        let quote = "`".repeat(ticks);
        let Some(end) = rest[start + ticks..].find(&quote) else { break };
        let end = start + ticks + end + ticks;
        parts.extend([(false, &rest[..start]), (true, &rest[start..end])]);
        rest = &rest[end..];
    }
    parts.push((false, rest));
    parts
}

/// Changes the targets of the links of a page. `None` leaves only the text of a link.
pub fn rewrite(text: &str, target: impl Fn(&str) -> Option<String>) -> String {
    // The text of a link may contain code, so links are found in the whole prose between fences.
    let mut out = String::new();
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        if is_code || is_fence {
            out.push_str(line);
        } else {
            out.push_str(&rewrite_line(line, &target));
        }
        is_code ^= is_fence;
    }
    out
}

/// The same in one line: the links of this repository do not go over line ends, but for their texts.
fn rewrite_line(line: &str, target: &impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(middle) = rest.find("](") {
        let Some(length) = rest[middle + 2..].find(')') else { break };
        let link = &rest[middle + 2..middle + 2 + length];
        let (before, after) = (&rest[..middle], &rest[middle + 2 + length + 1..]);
        match target(link) {
            Some(new) => out += &format!("{before}]({new})"),
            None => match before.rfind('[') {
                Some(open) => {
                    let is_picture = before[..open].ends_with('!');
                    out += before[..open].trim_end_matches(if is_picture { '!' } else { '\0' });
                    out += &before[open + 1..];
                }
                None => out += before,
            },
        }
        rest = after;
    }
    out + rest
}

/// Makes ids of clauses in prose into links. A bold id, which begins a clause, gets an anchor too.
pub fn link_ids(text: &str, ids: &BTreeSet<&str>, page: impl Fn(&str) -> String) -> String {
    let is_word = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let mut out = String::new();
    for (is_code, part) in parts(text) {
        let mut rest = part;
        while !is_code && let Some(start) = rest.find(|c: char| c.is_ascii_uppercase()) {
            let word: String = rest[start..].chars().take_while(|c| is_word(*c)).collect();
            let word = word.trim_end_matches('-');
            let (before, after) = (&rest[..start], &rest[start + word.len()..]);
            let is_linked = before.ends_with('[') || after.starts_with(']') || before.ends_with('"');
            out += before;
            match ids.contains(word) && !is_linked {
                true if before.ends_with("**") && after.starts_with("**") => {
                    out.truncate(out.len() - 2);
                    out += &format!("<a id=\"{word}\"></a>**[{word}]({})", page(word));
                }
                true => out += &format!("[{word}]({})", page(word)),
                false => out += word,
            }
            rest = after;
        }
        out += rest;
    }
    out
}

/// The path of a link from a page, both relative to the root: `docs/a.md` and `../b.md` give `b.md`.
pub fn resolve(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_book_become_text() {
        let target = |link: &str| link.ends_with(".md").then(|| link.to_owned());
        for (text, expected) in [
            ("see [the page](a.md).", "see [the page](a.md)."),
            ("see [`src/x.rs`](../src/x.rs) and [b](b.md)", "see `src/x.rs` and [b](b.md)"),
            ("![a picture](a.svg)!", "a picture!"),
            ("```\n[a](b.rs)\n```\n", "```\n[a](b.rs)\n```\n"),
        ] {
            assert_eq!(rewrite(text, target), expected);
        }
    }

    #[test]
    fn ids_of_clauses_become_links() {
        let ids = BTreeSet::from(["RYU-EP", "GEN-CHECK"]);
        let page = |id: &str| format!("clauses/{id}.md");
        for (text, expected) in [
            (
                "- **RYU-EP** a Pawn (GEN-CHECK)",
                "- <a id=\"RYU-EP\"></a>**[RYU-EP](clauses/RYU-EP.md)** a Pawn ([GEN-CHECK](clauses/GEN-CHECK.md))",
            ),
            ("`RYU-EP` and RYU-EPOS", "`RYU-EP` and RYU-EPOS"),
            ("```\nRYU-EP\n```\n", "```\nRYU-EP\n```\n"),
        ] {
            assert_eq!(link_ids(text, &ids, page), expected);
        }
    }

    #[test]
    fn paths_are_resolved() {
        for (page, link, expected) in [
            ("docs/a.md", "../b.md", "b.md"),
            ("a.md", "docs/b.md", "docs/b.md"),
            ("x/y/a.md", "./c", "x/y/c"),
        ] {
            assert_eq!(resolve(Path::new(page), link), Path::new(expected));
        }
    }
}
