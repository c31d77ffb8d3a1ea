//! Checks that the drawing of `src/` in `docs/architecture.md` matches the tree, and that nothing imports from
//! a line below its own.
//!
//! The drawing lists every room, and every module of a room, lowest first. An import is a path from the root of the crate, `crate::X::Y`,
//! or as many `super::` as lead there. Comments are exempt, and so is code under `#[cfg(test)]`, because a test may take its
//! positions or backends from above. `src/lib.rs` and `src/main.rs` are above all rooms.

use pretty_assertions::assert_eq;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The folders whose files the page names by their paths.
const FOLDERS: &[&str] =
    &["src", "build", "suites", "positions", "tests", "benches", "examples", "ci", "docs"];

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn page() -> String {
    read(&Path::new(ROOT).join("docs/architecture.md"))
}

/// The rooms and their modules in the order of the drawing: `game`, `game/board`, and so on.
fn drawing() -> Vec<String> {
    let page = page();
    let block = page.split("```text\nsrc/\n").nth(1).expect("the page has a drawing that begins with `src/`");
    let block = block.split("```").next().expect("a split has a first part");
    let (mut room, mut lines) = ("", Vec::new());
    for line in block.lines().filter(|line| !line.trim().is_empty()) {
        let name = line.split_whitespace().next().expect("the line is not empty").trim_end_matches('/');
        match line.len() - line.trim_start().len() {
            2 => {
                room = name;
                lines.push(name.to_owned());
            }
            4 => lines.push(format!("{room}/{name}")),
            indent => panic!("`{line}` is indented by {indent}, expected 2 for a room and 4 for a module"),
        }
    }
    lines
}

/// The entries of a folder with their names as modules, sorted.
fn entries(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut named: Vec<_> = paths
        .filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == "rs"))
        .map(|path| (path.file_stem().expect("it has a name").to_string_lossy().into_owned(), path))
        .filter(|(name, _)| !matches!(name.as_str(), "mod" | "lib" | "main"))
        .collect();
    named.sort();
    named
}

/// Every Rust file below a path that is not compiled for tests only.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let module = path.join("mod.rs");
    let text = read(&module);
    let only_tests = code(&text).1;
    let inner = entries(path).into_iter().filter(|(name, _)| !only_tests.contains(&name.as_str()));
    std::iter::once(module.clone()).chain(inner.flat_map(|(_, path)| files(&path))).collect()
}

/// The code of a file line by line, with comments and test-only code left empty, and the names of its test-only modules
/// that have files of their own. Relies on the layout of rustfmt.
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
            // An item ends where its brace closes, or on its first line if it has no block.
            if item.starts_with(&end) || bare.ends_with(';') && item.len() - bare.len() == end.len() - 1 {
                break;
            }
        }
    }
    (lines, tests)
}

/// The first names of a path, each with the rest of its path. A group has several: those of `{a::b, c}` are `a`
/// and `c`.
fn heads(path: &str) -> Vec<(String, &str)> {
    let head = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let split = |path| {
        let path: &str = str::trim_start(path);
        let name = head(path);
        let rest = path[name.len()..].strip_prefix("::").unwrap_or_default();
        (name, rest)
    };
    let Some(group) = path.strip_prefix('{') else { return vec![split(path)] };
    let (mut found, mut depth, mut start) = (Vec::new(), 1, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || depth == 1 && c == ',' {
            found.push(split(&group[start..at]));
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    found.retain(|(name, _)| !name.is_empty());
    found
}

/// The lines of the drawing that code may import, `room` or `room/module`, each with the number of its line of code. `depth` is how many
/// `super::` lead to the root of the crate.
fn imports(lines: &[&str], depth: usize) -> Vec<(String, usize)> {
    let code = lines.join("\n");
    let mut found = Vec::new();
    for root in ["crate::".to_owned(), "super::".repeat(depth)] {
        for (at, _) in code.match_indices(&root) {
            let is_word = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            // With one more `super::` in front, the path leads out of a module within the file.
            if is_word || code[..at].ends_with("super::") {
                continue;
            }
            let line = code[..at].matches('\n').count() + 1;
            for (room, rest) in heads(&code[at + root.len()..]) {
                let inner = heads(rest).into_iter().filter(|(name, _)| !name.is_empty());
                found.extend(inner.map(|(module, _)| (format!("{room}/{module}"), line)));
                found.push((room, line));
            }
        }
    }
    found
}

#[test]
fn the_drawing_is_the_tree() {
    let mut tree = BTreeSet::new();
    for (room, path) in entries(&Path::new(ROOT).join("src")) {
        let text = read(&path.join("mod.rs"));
        let only_tests = code(&text).1;
        let modules = entries(&path).into_iter().filter(|(name, _)| !only_tests.contains(&name.as_str()));
        tree.extend(modules.map(|(name, _)| format!("{room}/{name}")));
        tree.insert(room);
    }
    let drawing = drawing();
    assert_eq!(drawing.iter().cloned().collect::<BTreeSet<_>>(), tree);
    assert_eq!(drawing.len(), tree.len(), "a line is in the drawing twice");
}

#[test]
fn nothing_imports_from_a_line_below_its_own() {
    let drawing = drawing();
    let height: BTreeMap<_, _> =
        drawing.iter().enumerate().map(|(height, name)| (name.as_str(), height)).collect();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for line in drawing.iter().filter(|line| line.contains('/')) {
        let path = Path::new(ROOT).join("src").join(line);
        let path = if path.is_dir() { path } else { path.with_extension("rs") };
        for file in files(&path) {
            let inner =
                file.strip_prefix(Path::new(ROOT).join("src")).expect("it is below src").with_extension("");
            let depth = inner.iter().filter(|part| *part != "mod").count();
            let text = read(&file);
            for (used, number) in imports(&code(&text).0, depth) {
                // Only modules of the same room are compared by their lines in it. Any other room counts as a whole.
                let is_own = used.split('/').next() == line.split('/').next();
                let known =
                    if is_own { used.contains('/').then_some(used.as_str()) } else { used.split('/').next() };
                let Some(other) = known.and_then(|name| height.get(name)) else { continue };
                count += 1;
                if *other > height[line.as_str()] {
                    wrong.push(format!(
                        "src/{}.rs:{number}: `{line}` uses `{used}`, which is below it",
                        inner.display()
                    ));
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(count > 1000, "only {count} imports were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What reads texts of users must not know what the right counts and the legal moves are, or it could choose among numbers.
#[test]
fn what_reads_texts_knows_no_rules() {
    const READERS: [&str; 2] = ["lab/suite_text", "backend/engine_text"];
    const KNOWN: [&str; 8] = [
        "backend/engine_text",
        "backend/Question",
        "corpus/question",
        "game/board",
        "game/classes",
        "game/notation",
        "game/position",
        "game/variant",
    ];
    let root = Path::new(ROOT).join("src");
    let (mut wrong, mut count) = (Vec::new(), 0);
    for file in READERS.iter().flat_map(|reader| files(&root.join(reader))) {
        let inner = file.strip_prefix(&root).expect("it is below src").with_extension("");
        let depth = inner.iter().filter(|part| *part != "mod").count();
        let text = read(&file);
        for (used, line) in imports(&code(&text).0, depth).into_iter().filter(|(used, _)| used.contains('/'))
        {
            count += 1;
            let is_known = KNOWN.contains(&used.as_str())
                || used.starts_with("support/")
                || used.starts_with("lab/suite_text");
            if !is_known {
                wrong.push(format!("{}:{line}: `{used}`", file.display()));
            }
        }
    }
    assert!(count > 10, "only {count} imports were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `ci/source-mutants` compiles a copy of `reference` in a package of its own.
#[test]
fn the_package_of_the_source_mutants_has_what_reference_imports() {
    let package = read(&Path::new(ROOT).join("ci/mutants/package/src/main.rs"));
    let list = package
        .split("mod game {")
        .nth(1)
        .and_then(|text| text.split('{').nth(1))
        .expect("a list of modules");
    let list = list.split('}').next().expect("a split has a first part");
    let there: BTreeSet<_> = list.split(',').map(str::trim).chain(["variant"]).collect();
    let root = Path::new(ROOT).join("src");
    let mut imported = BTreeSet::new();
    for file in files(&root.join("generators/reference")) {
        let depth = file.strip_prefix(&root).expect("it is below src").with_extension("");
        let depth = depth.iter().filter(|part| *part != "mod").count();
        let names = imports(&code(&read(&file)).0, depth).into_iter().map(|(name, _)| name);
        imported.extend(names.filter_map(|name| name.strip_prefix("game/").map(str::to_owned)));
    }
    assert!(imported.len() > 4, "{imported:?}");
    let missing: Vec<_> = imported.iter().filter(|name| !there.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "ci/mutants/package/src/main.rs lacks {missing:?} in its `game`");
}

#[test]
fn every_file_the_page_names_exists() {
    let root = Path::new(ROOT);
    let page = page();
    let is_path = |text: &str| text.split_once('/').is_some_and(|(folder, _)| FOLDERS.contains(&folder));
    // `NAME` is a placeholder for a file that is still to be written.
    let is_file = |text: &str| !text.contains(['*', ' ']) && !text.contains("NAME");
    let named: BTreeSet<_> =
        page.split('`').skip(1).step_by(2).filter(|text| is_path(text) && is_file(text)).collect();
    let missing: Vec<_> = named.iter().filter(|name| !root.join(name).exists()).collect();
    assert!(missing.is_empty(), "docs/architecture.md names files that do not exist: {missing:?}");
    assert!(named.len() > 30, "{} files found", named.len());
}

#[test]
fn paths_from_the_root_of_the_crate_are_imports() {
    let cases: &[(&str, usize, &[&str])] = &[
        ("use crate::board::Square;", 2, &["board/Square", "board"]),
        ("use crate::{board::{Set, Step}, suite};", 2, &["board/Set", "board/Step", "board", "suite"]),
        ("let text = crate::report::board(1);", 3, &["report/board", "report"]),
        ("// crate::report\n/// [`X`](crate::cli)\n//! crate::audit", 1, &[]),
        ("use super::report::board;", 1, &["report/board", "report"]),
        ("use super::report::board;", 2, &[]),
        ("use super::super::report::board;", 2, &["report/board", "report"]),
        ("#[cfg(test)]\nmod tests {\n    use crate::cli;\n}\nuse crate::board;", 1, &["board"]),
        ("#[cfg(test)]\nuse crate::cli;\nuse crate::board;", 1, &["board"]),
        ("#[cfg(all(test, unix))]\nmod tests;\nuse crate::board;", 1, &["board"]),
        ("#[cfg(feature = \"fast\")]\nuse crate::fast::all;", 1, &["fast/all", "fast"]),
    ];
    for (text, depth, expected) in cases {
        let found: Vec<_> = imports(&code(text).0, *depth).into_iter().map(|(name, _)| name).collect();
        assert_eq!(found, *expected, "{text}");
    }
}
