//! The pages that compare implementations: one table of all, a page of each, its badge, and the whole as JSON.
//!
//! Invariants: the pages load nothing from elsewhere and need no script to be read; texts of documents never become markup.

use super::badge::Badge;
use crate::report::page;
use crate::report::run::conform::{ClauseResults, Conformance, FoundMistake, Sums, VariantResults};
use crate::report::svg::{Picture, Pieces};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::game::position;
use vperft::inner::game::variant::{Rulings, Unvalidated, Variant, VariantId};
use vperft::inner::support::plural::plural;

/// The templates.
const INDEX: &str = include_str!("../../web/matrix.html");
const ONE: &str = include_str!("../../web/implementation.html");
/// The script, which folds groups.
const SCRIPT: &str = include_str!("../../web/matrix.js");
/// The style of these pages, after that of every page.
const STYLE: &str = concat!(include_str!("../../web/page.css"), include_str!("../../web/matrix.css"));

/// The kinds of checks, as pages name them.
const KINDS: [(&str, &str); 9] = [
    ("perft", "Counts"),
    ("divide", "Counts of each move"),
    ("classes", "Counts by class"),
    ("moves", "Lists of moves"),
    ("moves_of", "Moves of a piece"),
    ("illegal", "Illegal moves"),
    ("after", "Positions after moves"),
    ("position", "Positions after lines"),
    ("status", "Statuses"),
];

/// The most characters of the name of a file, without its ending.
const MAX_STEM: usize = 60;

/// A file of the pages.
pub struct Page {
    /// Its name in their folder.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Why documents cannot be on one page.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Clash {
    /// Two implementations have the same file names.
    #[error("two documents about `{0}`; expected one, or another name by `vperft run --name`")]
    Name(String),
    /// The cases of a variant differ.
    #[error(
        "`{one}` and `{other}` were asked different cases of {variant}; make both with the same vperft and corpus, or pass --mixed"
    )]
    Cases {
        /// The variant.
        variant: String,
        /// The first implementation.
        one: String,
        /// One with other cases.
        other: String,
    },
}

/// The pages about some implementations, in the order of their names.
///
/// # Errors
/// If two have the same name, or, unless `is_mixed`, were asked different cases of a variant.
pub fn pages(mut documents: Vec<Conformance>, is_mixed: bool) -> Result<Vec<Page>, Clash> {
    documents.sort_by_cached_key(|document| {
        let Conformance { implementation, .. } = document;
        (implementation.name.to_lowercase(), implementation.version.clone())
    });
    let mut names = BTreeSet::new();
    for document in &documents {
        if !names.insert(stem(document)) {
            return Err(Clash::Name(document.implementation.name.clone()));
        }
    }
    if !is_mixed {
        same_cases(&documents)?;
    }
    let file = |name: String, text: String| Page { name, text };
    let mut pages = vec![
        file("index.html".into(), index(&documents)),
        file("matrix.json".into(), json!({ "format": 1, "implementations": documents }).to_string() + "\n"),
    ];
    for document in &documents {
        let (stem, badge) = (stem(document), Badge::new(document));
        pages.push(file(format!("{stem}.html"), one(document)));
        pages.push(file(format!("{stem}.svg"), badge.svg()));
        pages.push(file(format!("{stem}.json"), badge.json().to_string() + "\n"));
    }
    Ok(pages)
}

/// The name of the files about an implementation, without their endings.
fn stem(document: &Conformance) -> String {
    let name = document.implementation.name.to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let stem: String = words.collect::<Vec<_>>().join("-").chars().take(MAX_STEM).collect();
    // Names of the pages about all.
    if ["", "index", "matrix"].contains(&&*stem) { format!("implementation-{stem}") } else { stem }
}

/// Checks that all were asked the same cases of each variant.
fn same_cases(documents: &[Conformance]) -> Result<(), Clash> {
    let mut first = BTreeMap::<&str, (&str, &str)>::new();
    for document in documents {
        let name = document.implementation.name.as_str();
        for VariantResults { variant, digest, .. } in &document.variants {
            let (known, one) = *first.entry(variant).or_insert((digest, name));
            if known != digest {
                let [variant, one, other] = [variant, one, name].map(str::to_owned);
                return Err(Clash::Cases { variant, one, other });
            }
        }
    }
    Ok(())
}

/// The page of all.
fn index(documents: &[Conformance]) -> String {
    let variants: BTreeSet<_> = documents
        .iter()
        .flat_map(|document| &document.variants)
        .map(|results| (results.variant.as_str(), results.title.as_str()))
        .collect();
    let tables: Vec<_> = variants.into_iter().map(|(name, title)| table(name, title, documents)).collect();
    page::render(
        INDEX,
        minijinja::context! {
            policy => page::policy(SCRIPT, STYLE), style => STYLE, script => SCRIPT, version => env!("CARGO_PKG_VERSION"),
            tables, count => plural(documents.len(), "implementation"),
        },
    )
}

/// The table of a variant: a row for each group and clause, and for each kind of check.
fn table(name: &str, title: &str, documents: &[Conformance]) -> Value {
    let of = |document: &'_ Conformance| document.variants.iter().position(|own| own.variant == name);
    let own: Vec<_> =
        documents.iter().filter_map(|document| Some((document, &document.variants[of(document)?]))).collect();
    let heads: Vec<_> = own
        .iter()
        .map(|(document, _)| {
            json!({ "name": document.implementation.name, "version": document.implementation.version, "page": format!("{}.html", stem(document)) })
        })
        .collect();
    let row = |title: &str, note: &str, sums: &dyn Fn(&VariantResults) -> Sums| {
        let cells: Vec<_> = own.iter().map(|(_, results)| cell(sums(results))).collect();
        json!({ "title": title, "note": note, "cells": cells })
    };
    let clauses = || own.iter().flat_map(|(_, results)| &results.clauses);
    let groups: BTreeSet<_> = clauses().map(|clause| clause.group).collect();
    let groups = groups.into_iter().map(|group| {
        let mut ids = Vec::<&ClauseResults>::new();
        for clause in clauses().filter(|clause| clause.group == group) {
            if !ids.iter().any(|known| known.clause == clause.clause) {
                ids.push(clause);
            }
        }
        let of_clause = |id: &str, results: &VariantResults| {
            let found = results.clauses.iter().filter(|clause| clause.clause == id);
            Sums::total(found.map(|clause| clause.checks))
        };
        let of_group = |results: &VariantResults| results.groups.get(&group).copied().unwrap_or_default();
        let rows: Vec<_> = ids
            .iter()
            .map(|one| row(&one.clause, &one.words, &|results| of_clause(&one.clause, results)))
            .collect();
        let mut all = row(group.title(), "", &of_group);
        all["rows"] = rows.into();
        all
    });
    let groups: Vec<_> = groups.collect();
    let names: BTreeSet<_> = own.iter().flat_map(|(_, results)| results.kinds.keys()).collect();
    let kinds: Vec<_> = names
        .into_iter()
        .map(|kind| {
            let of_kind = |results: &VariantResults| results.kinds.get(kind).copied().unwrap_or_default();
            row(kind_title(kind), "", &of_kind)
        })
        .collect();
    let all = row("All checks", "", &|results| results.checks);
    json!({ "id": name, "title": title, "heads": heads, "all": all, "groups": groups, "kinds": kinds })
}

fn kind_title(kind: &str) -> &str {
    KINDS.iter().find(|(name, _)| *name == kind).map_or(kind, |(_, title)| title)
}

/// What a page shows of some checks: a sign, its class, and the words for it.
fn cell(sums: Sums) -> Value {
    let (all, wrong) = (sums.all(), sums.failed + sums.known);
    let kept = sums.passed + sums.other_reason;
    let mut parts = Vec::new();
    let mut part = |count: usize, what: &str| parts.extend((count > 0).then(|| format!("{count} {what}")));
    part(sums.passed, "passed");
    part(sums.failed, "failed");
    part(sums.known, "known to fail");
    part(sums.other_reason, "refused for another reason");
    part(sums.unsupported, "unsupported");
    part(sums.not_asked, "not asked");
    let (class, sign) = match (kept, wrong) {
        _ if all == 0 => ("none", String::new()),
        (_, 1..) => ("failed", format!("✗ {wrong}")),
        (0, 0) if sums.unsupported > 0 => ("none", "unsupported".to_owned()),
        (0, 0) => ("none", "not asked".to_owned()),
        _ if kept == all => ("passed", "✓".to_owned()),
        _ => ("partly", format!("✓ {kept} of {all}")),
    };
    json!({ "class": class, "sign": sign, "words": parts.join(", ") })
}

/// The page of one implementation.
fn one(document: &Conformance) -> String {
    let variants: Vec<_> = document.variants.iter().map(section).collect();
    let Conformance { implementation, vperft, command, suite_version, complete, .. } = document;
    let homepage = implementation.homepage.as_ref().filter(|page| is_address(page));
    let issue = |address: &String| json!({ "name": address.rsplit('/').next(), "text": address, "is_link": is_link(address) });
    let issues: Vec<_> = implementation.issues.iter().map(issue).collect();
    let badge = Badge::new(document).svg();
    page::render(
        ONE,
        minijinja::context! {
            policy => page::policy("", STYLE), style => STYLE, version => env!("CARGO_PKG_VERSION"),
            implementation, homepage, issues, badge => data_address(&badge), command, vperft, suite_version, complete, variants,
        },
    )
}

/// Whether a text is an address, or a path below the pages.
fn is_link(text: &str) -> bool {
    is_address(text) || !text.contains(':') && !text.starts_with('/')
}

/// Whether a text may be the target of a link.
fn is_address(text: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme))
}

/// A picture as an address that a page may show.
fn data_address(svg: &str) -> String {
    format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg))
}

/// The part of a page about a variant.
fn section(results: &VariantResults) -> Value {
    let mistakes: Vec<_> = results.mistakes.iter().map(|mistake| shown(&results.variant, mistake)).collect();
    let failing = results.clauses.iter().filter(|clause| clause.checks.failed + clause.checks.known > 0);
    let failing: Vec<_> = failing
        .map(|clause| {
            json!({ "id": clause.clause, "words": clause.words, "cell": cell(clause.checks), "case": clause.failing })
        })
        .collect();
    let counted = |(reason, count): (&String, &usize)| format!("{}: {reason}", plural(*count, "check"));
    let [known, unsupported] =
        [&results.known, &results.unsupported].map(|all| all.iter().map(counted).collect::<Vec<_>>());
    json!({
        "id": results.variant, "title": results.title, "cell": cell(results.checks), "mistakes": mistakes,
        "unexplained": (results.unexplained > 0).then(|| plural(results.unexplained, "wrong answer")),
        "failing": failing, "known": known, "unsupported": unsupported,
    })
}

/// A mistake with the board of its example.
fn shown(variant: &str, mistake: &FoundMistake) -> Value {
    let clause = mistake.clause.as_ref().filter(|clause| !mistake.mistake.contains(clause.as_str()));
    let board = mistake.example.as_ref().and_then(|example| board(variant, &example.vfen));
    json!({
        "words": mistake.mistake, "clause": clause, "explains": plural(mistake.explains, "wrong answer"),
        "example": mistake.example, "board": board.map(|svg| data_address(&svg)),
    })
}

/// The picture of a position; `None` if it is not one of a variant that this program knows.
fn board(variant: &str, vfen: &str) -> Option<String> {
    let table = Variant::get(variant.parse::<VariantId>().ok()?);
    let position = position::parse(vfen, table, &Unvalidated(&Rulings::DEFAULT)).ok()?;
    let (pieces, overlays) = (Pieces::Symbols, Vec::new());
    let picture = Picture { position: &position, pieces, is_flipped: false, has_legend: false, overlays };
    Some(picture.draw())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn document(name: &str, digest: &str) -> Conformance {
        let text = json!({
            "format": 1, "vperft": "0.1.0", "command": "vperft run", "suite_version": null, "complete": true,
            "implementation": { "name": name, "version": "1", "homepage": "javascript:alert(1)", "language": null, "issues": ["https://example.org/1", "reports/2.txt", "javascript:alert(2)"], "backend": "x" },
            "variants": [{
                "variant": "chess", "title": "Chess", "digest": digest, "kinds": {}, "groups": {}, "clauses": [], "mistakes": [],
                "unexplained": 0, "known": {}, "unsupported": {},
                "checks": { "passed": 2, "failed": 0, "known": 0, "other_reason": 0, "unsupported": 1, "not_asked": 0 },
            }],
        });
        serde_json::from_value(text).expect("a document")
    }

    #[test]
    fn documents_of_other_cases_or_of_one_name_clash() {
        let names = |pages: Vec<Page>| pages.into_iter().map(|page| page.name).collect::<Vec<_>>();
        let both = |one: (&str, &str), other: (&str, &str), is_mixed| {
            pages(vec![document(one.0, one.1), document(other.0, other.1)], is_mixed).map(names)
        };
        let of =
            ["index.html", "matrix.json", "a-b.html", "a-b.svg", "a-b.json", "c.html", "c.svg", "c.json"];
        assert_eq!(both(("C", "1"), ("A.b", "1"), false), Ok(of.map(str::to_owned).to_vec()));
        assert_eq!(both(("a-b", "1"), ("A.b", "1"), true), Err(Clash::Name("A.b".into())));
        let clash = Clash::Cases { variant: "chess".into(), one: "a".into(), other: "b".into() };
        assert_eq!(both(("a", "1"), ("b", "2"), false), Err(clash));
        assert!(both(("a", "1"), ("b", "2"), true).is_ok());
    }

    #[test]
    fn texts_are_no_markup_and_no_scripts() {
        let pages = pages(vec![document("<b>&\"", "1")], false).expect("pages");
        for link in ["https://example.org/1", "reports/2.txt"] {
            let link = format!("href=\"{}\"", link.replace('/', "&#x2f;"));
            assert!(pages.iter().any(|page| page.text.contains(&link)), "{link}");
        }
        for page in pages.iter().filter(|page| !page.name.ends_with(".json")) {
            assert!(!page.text.contains("<b>") && !page.text.contains("href=\"javascript"), "{}", page.name);
        }
    }

    #[test]
    fn cells_say_what_was_asked() {
        let sums = |passed, failed, unsupported, not_asked| Sums {
            passed,
            failed,
            unsupported,
            not_asked,
            ..Sums::default()
        };
        for (sums, sign, words) in [
            (sums(3, 0, 0, 0), "✓", "3 passed"),
            (sums(3, 0, 0, 2), "✓ 3 of 5", "3 passed, 2 not asked"),
            (sums(3, 1, 1, 0), "✗ 1", "3 passed, 1 failed, 1 unsupported"),
            (sums(0, 0, 2, 0), "unsupported", "2 unsupported"),
            (sums(0, 0, 0, 2), "not asked", "2 not asked"),
            (Sums::default(), "", ""),
        ] {
            let cell = cell(sums);
            assert_eq!((cell["sign"].as_str(), cell["words"].as_str()), (Some(sign), Some(words)));
        }
    }
}
