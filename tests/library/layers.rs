//! No layer of `src/` uses a higher one. The layers and their order are those of the table in `docs/architecture.md`, which
//! names no file that is not there.
//!
//! A layer is a module of `src/lib.rs`. What counts as use is a path that starts at the root of the crate, `crate::X` or as many
//! `super::` as lead there, wherever it stands in code. Comments are exempt, and so is code under `#[cfg(test)]`, because a
//! test may well take its positions or backends from above. `src/main.rs` is above all layers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Files that use a higher layer all the same: the file, the layer, and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[(
    "src/backend/uci/probe.rs",
    "suite",
    "the positions by which the pieces of an engine are tried are cases of the corpus, and only `suite::Source` knows where \
     the files of the corpus are; it reads them as plain JSON and knows nothing of cases",
)];

/// The folders whose files the page names by their paths.
const FOLDERS: &[&str] = &["src", "build", "suites", "positions", "tests", "benches", "examples", "ci"];

/// A layer that a file uses, and the line.
type Use = (String, usize);

/// The layers in the order of the table, lowest first.
fn layers() -> Vec<String> {
    let page = read(&Path::new(ROOT).join("docs/architecture.md"));
    let table =
        page.split("\n## The layers\n").nth(1).expect("docs/architecture.md has a section `The layers`");
    let table = table.split("\n## ").next().expect("a split has a first part");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    rows.map(|(name, _)| name.to_owned()).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every Rust file of a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code of a file line by line, with comments and what is compiled for tests only left empty; and the names of the
/// modules that are compiled for tests only and have files of their own. Relies on the layout of rustfmt.
fn code(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut lines, mut tests) = (Vec::new(), Vec::new());
    let mut rest = text.lines();
    while let Some(line) = rest.next() {
        let bare = line.trim_start();
        let is_test = bare.starts_with("#[cfg(test)]") || bare.starts_with("#[cfg(all(test");
        lines.push(if is_test || bare.starts_with("//") { "" } else { line });
        if !is_test {
            continue;
        }
        let end = format!("{}}}", &line[..line.len() - bare.len()]);
        for item in rest.by_ref() {
            lines.push("");
            let bare = item.trim_start();
            if let Some(name) = bare.strip_prefix("mod ").and_then(|name| name.strip_suffix(';')) {
                tests.push(name);
            }
            // An item ends where its brace is closed, or on the first line if it has no block.
            if item.starts_with(&end) || bare.ends_with(';') && item.len() - bare.len() == end.len() - 1 {
                break;
            }
        }
    }
    (lines, tests)
}

/// The names that follow `crate::`, with those in braces behind it.
fn names(path: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let (mut found, mut depth) = (vec![name(group.trim_start())], 1);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => found.push(name(group[at + 1..].trim_start())),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

/// The modules at the root of the crate that code uses. `depth` is how many `super::` lead there.
fn uses(lines: &[&str], depth: usize) -> Vec<Use> {
    let code = lines.join("\n");
    let roots = ["crate::".to_owned(), "super::".repeat(depth)];
    let mut found = Vec::new();
    for root in roots {
        for (at, _) in code.match_indices(&root) {
            let is_word = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            // With one `super::` more before it, it leads out of a module within the file.
            if is_word || code[..at].ends_with("super::") {
                continue;
            }
            let line = code[..at].matches('\n').count() + 1;
            found.extend(names(&code[at + root.len()..]).into_iter().map(|name| (name, line)));
        }
    }
    found
}

/// Every file below `src/` that belongs to a layer, with the layer and what it uses.
fn sources() -> Vec<(String, String, Vec<Use>)> {
    let src = Path::new(ROOT).join("src");
    let (mut found, mut tests) = (Vec::new(), BTreeSet::new());
    for path in files(&src) {
        let inner = path.strip_prefix(&src).expect("it is below src");
        let mut modules: Vec<_> =
            inner.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if modules.last().is_some_and(|last| last == "mod") {
            modules.pop();
        }
        if matches!(modules.join("/").as_str(), "lib" | "main") {
            continue;
        }
        let text = read(&path);
        let (lines, only_tests) = code(&text);
        tests.extend(only_tests.into_iter().map(|name| format!("{}/{name}", modules.join("/"))));
        let name =
            format!("src/{}", inner.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/"));
        found.push((name, modules.clone(), uses(&lines, modules.len())));
    }
    found.retain(|(_, modules, _)| !tests.contains(&modules.join("/")));
    found.into_iter().map(|(name, modules, uses)| (name, modules[0].clone(), uses)).collect()
}

#[test]
fn the_layers_of_the_page_are_the_modules_of_the_crate() {
    let root = read(&Path::new(ROOT).join("src/lib.rs"));
    let declared: BTreeSet<_> = root
        .lines()
        .filter_map(|line| line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    let layers = layers();
    assert_eq!(layers.iter().map(String::as_str).collect::<BTreeSet<_>>(), declared);
    assert_eq!(layers.len(), declared.len(), "a layer stands twice in the table");
    // The documentation of the crate lists most of them, in the same order.
    let place = |name: &str| layers.iter().position(|layer| layer == name);
    let listed = root.lines().filter_map(|line| line.strip_prefix("//! * ")?.split('`').nth(1));
    let places: Vec<_> =
        listed.map(|name| place(name).unwrap_or_else(|| panic!("no layer `{name}`"))).collect();
    assert!(places.len() >= 20, "src/lib.rs lists {} layers", places.len());
    assert!(places.is_sorted(), "src/lib.rs lists the layers in another order: {places:?}");
}

#[test]
fn no_layer_uses_a_higher_one() {
    let layers = layers();
    let height: BTreeMap<_, _> =
        layers.iter().enumerate().map(|(height, name)| (name.as_str(), height)).collect();
    let (mut wrong, mut count, mut excused) = (Vec::new(), 0, BTreeSet::new());
    for (file, layer, uses) in sources() {
        let own = height.get(layer.as_str());
        let own = own.unwrap_or_else(|| panic!("{file}: docs/architecture.md has no layer `{layer}`"));
        for (used, line) in uses {
            // Whatever else stands at the root of the crate, such as a macro, is no layer.
            let Some(higher) = height.get(used.as_str()) else { continue };
            count += 1;
            if higher <= own {
                continue;
            }
            match EXCEPTIONS.iter().find(|(known, name, _)| *known == file && *name == used) {
                Some((known, name, _)) => drop(excused.insert((*known, *name))),
                None => wrong.push(format!("{file}:{line}: `{layer}` uses the higher layer `{used}`")),
            }
        }
    }
    assert!(count > 500, "only {count} uses of a layer were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let idle: Vec<_> =
        EXCEPTIONS.iter().filter(|(file, name, _)| !excused.contains(&(*file, *name))).collect();
    assert!(idle.is_empty(), "exceptions that are none: {idle:?}");
}

#[test]
fn every_file_the_page_names_exists() {
    let root = Path::new(ROOT);
    let page = read(&root.join("docs/architecture.md"));
    let is_path = |text: &str| text.split_once('/').is_some_and(|(folder, _)| FOLDERS.contains(&folder));
    // `NAME` stands for what is still to be written.
    let is_file = |text: &str| !text.contains(['*', ' ']) && !text.contains("NAME");
    let named: BTreeSet<_> =
        page.split('`').skip(1).step_by(2).filter(|text| is_path(text) && is_file(text)).collect();
    let missing: Vec<_> = named.iter().filter(|name| !root.join(name).exists()).collect();
    assert!(missing.is_empty(), "docs/architecture.md names what is not there: {missing:?}");
    assert!(named.len() > 50, "{} files found", named.len());
}

#[test]
fn what_counts_as_use() {
    let cases: &[(&str, usize, &[&str])] = &[
        ("use crate::board::Square;", 2, &["board"]),
        ("use crate::{board::{Set, Step}, suite, variant::Piece};", 2, &["board", "suite", "variant"]),
        ("let text = crate::report::board(1);", 3, &["report"]),
        ("// crate::report\n/// [`X`](crate::cli)\n//! crate::audit", 1, &[]),
        ("use super::report::board;", 1, &["report"]),
        ("use super::report::board;", 2, &[]),
        ("use super::super::report::board;", 2, &["report"]),
        ("#[cfg(test)]\nmod tests {\n    use crate::cli;\n}\nuse crate::board;", 1, &["board"]),
        ("#[cfg(test)]\nuse crate::cli;\nuse crate::board;", 1, &["board"]),
        ("#[cfg(all(test, unix))]\nmod tests;\nuse crate::board;", 1, &["board"]),
        ("#[cfg(feature = \"fast\")]\nuse crate::fast::all;", 1, &["fast"]),
        ("$crate::conformance::main(crate_name::x);", 1, &["conformance"]),
    ];
    for (text, depth, expected) in cases {
        let found: Vec<_> = uses(&code(text).0, *depth).into_iter().map(|(name, _)| name).collect();
        assert_eq!(found, *expected, "{text}");
    }
}
