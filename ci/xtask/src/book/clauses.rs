//! A page for each clause: its words, the diagrams of its pieces, cases as boards, and the likely causes that they catch.

use super::corpus::{Case, Clause, Corpus};
use super::links::link_ids;
use super::source::{Source, to_clause};
use crate::Result;
use crate::vperft::Vperft;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The most boards on a page.
const MAX_BOARDS: usize = 3;
/// The most likely causes on a page.
const MAX_CAUSES: usize = 12;

/// A page about a clause.
pub struct Page {
    pub id: String,
    pub variant: Option<String>,
    pub path: PathBuf,
}

/// Writes the pages of all clauses.
pub fn pages(vperft: &Vperft, corpus: &Corpus, source: &mut Source, has_explorer: bool) -> Result<Vec<Page>> {
    let chosen: Vec<_> = corpus.clauses.iter().map(|clause| (clause, choose(corpus, clause))).collect();
    let cases: BTreeMap<_, _> =
        chosen.iter().flat_map(|(_, cases)| cases).map(|case| (&case.id, *case)).collect();
    draw(vperft, &cases.into_values().collect::<Vec<_>>(), source)?;
    let mut pages = Vec::new();
    for (clause, cases) in chosen {
        let path = PathBuf::from(format!("{}.md", clause.path()));
        source.write(&path, &text(corpus, clause, &cases, has_explorer))?;
        pages.push(Page { id: clause.id.clone(), variant: clause.variant.clone(), path });
    }
    Ok(pages)
}

/// The cases that show a clause best: those with lists of moves, few clauses and few pieces, and for a shared clause of different variants.
fn choose<'c>(corpus: &'c Corpus, clause: &'c Clause) -> Vec<&'c Case> {
    let mut cases: Vec<_> = corpus.citing(&clause.id).collect();
    let has_moves = |case: &Case| case.checks.iter().any(|check| check.kind.contains("moves"));
    let pieces =
        |case: &Case| case.vfen.split(' ').next().unwrap_or_default().matches(char::is_alphabetic).count();
    cases.sort_by_key(|case| (!has_moves(case), case.clauses.len() + pieces(case), case.id.clone()));
    let mut seen = BTreeSet::new();
    let (first, rest): (Vec<_>, Vec<_>) =
        cases.into_iter().partition(|case| seen.insert(case.variant.clone()));
    first.into_iter().chain(rest).take(MAX_BOARDS).collect()
}

/// Draws the positions of cases, on two threads.
fn draw(vperft: &Vperft, cases: &[&Case], source: &Source) -> Result<()> {
    let draw = |case: &Case| -> Result<()> {
        let words = ["show", &case.variant, "--id", &case.id, "--svg", "-"];
        let picture = vperft.run_quietly(&words)?.expect(&[0], &format!("vperft {}", words.join(" ")))?;
        source.put(Path::new(&board(case)), picture.stdout.as_bytes())
    };
    let draw_all =
        |cases: &[&Case]| cases.iter().try_for_each(|case| draw(case)).map_err(|error| error.to_string());
    let (one, other) = cases.split_at(cases.len() / 2);
    let (one, other) = std::thread::scope(|scope| {
        let handle = scope.spawn(|| draw_all(one));
        (handle.join(), draw_all(other))
    });
    one.map_err(|_| "a thread that draws boards panicked")??;
    Ok(other?)
}

/// The path of the picture of a case.
fn board(case: &Case) -> String {
    format!("boards/{}.svg", case.id)
}

/// The text of a page.
fn text(corpus: &Corpus, clause: &Clause, cases: &[&Case], has_explorer: bool) -> String {
    let depth = clause.path().matches('/').count();
    let root = "../".repeat(depth);
    let ids = corpus.ids();
    let words = link_ids(&clause.text, &ids, |id| to_clause(corpus, id, depth));
    let mut text =
        format!("# {}\n\n{words}\n\n[The whole rules text](../RULES.md#{})\n", clause.id, clause.id);
    let diagrams: Vec<_> = clause
        .pieces
        .iter()
        .zip(std::iter::repeat(&clause.variant))
        .filter_map(|(kind, variant)| Some(format!("suites/{}/diagrams/{kind}.svg", variant.as_ref()?)))
        .filter(|path| Path::new(path).is_file())
        .collect();
    if !diagrams.is_empty() {
        text += "\n## Diagrams\n";
    }
    for path in diagrams {
        let kind = Path::new(&path).file_stem().map(|name| name.to_string_lossy().replace('-', " "));
        text += &format!("\n![The moves of the {}]({root}{path})\n", kind.unwrap_or_default());
    }
    if !cases.is_empty() {
        text += "\n## Cases\n";
    }
    for case in cases {
        text += &section(case, &root, has_explorer);
    }
    let all: Vec<_> = corpus.citing(&clause.id).collect();
    let variant = clause.variant.as_deref().unwrap_or("VARIANT");
    if all.len() > cases.len() {
        text += &format!(
            "\n{} cases cite this clause: `vperft cases {variant} --clause {}`\n",
            all.len(),
            clause.id
        );
    }
    text + &causes(corpus, clause, &all, &root)
}

/// A case with its board and what opens it.
fn section(case: &Case, root: &str, has_explorer: bool) -> String {
    let Case { id, title, vfen, line, variant, .. } = case;
    // Markdown has no sizes.
    let picture =
        format!("<img src=\"{root}{}\" alt=\"The position of the case\" width=\"400\">", board(case));
    let mut text = format!("\n**{}**\n\n", escaped(title));
    if has_explorer {
        let mut address = format!("{root}explore.html#variant={variant}&root={}", encoded(vfen));
        line.iter().for_each(|one| address += &format!("&move={}", encoded(one)));
        text += &format!(
            "<a href=\"{}\">{picture}</a>\n\n[Open in the explorer]({address})\n",
            address.replace('&', "&amp;")
        );
    } else {
        text += &format!("{picture}\n");
    }
    let moves = if line.is_empty() { String::new() } else { format!("moves    {}\n", line.join(" | ")) };
    text += &format!(
        "\n```text\nposition {vfen}\n{moves}```\n\n```console\n$ vperft run {variant} --filter {id}\n```\n"
    );
    text
}

/// The likely causes that the cases of a clause catch, the commonest first.
fn causes(corpus: &Corpus, clause: &Clause, cases: &[&Case], root: &str) -> String {
    let Some(variant) = &clause.variant else { return String::new() };
    let count = |bug: &str| cases.iter().filter(|case| case.bugs.iter().any(|one| one == bug)).count();
    let of_variant = corpus.bugs.iter().filter(|bug| bug.variant == *variant);
    let mut found: Vec<_> =
        of_variant.map(|bug| (count(&bug.id), bug)).filter(|(count, _)| *count > 0).collect();
    found.sort_by_key(|(count, bug)| (std::cmp::Reverse(*count), &bug.id));
    if found.is_empty() {
        return String::new();
    }
    let line = |(count, bug): &(usize, &super::corpus::Bug)| {
        let cases = if *count == 1 { "1 case".to_owned() } else { format!("{count} cases") };
        format!("- [{}]({root}suites/{variant}/BUGS.md#{variant}-{}), {cases}\n", escaped(&bug.title), bug.id)
    };
    let lines: String = found.iter().take(MAX_CAUSES).map(line).collect();
    format!("\n## Likely causes of failures\n\n{lines}")
}

/// A text of which nothing is markup.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\*_[]<>|`#".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A text as a value in an address.
fn encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}
