//! Checks that the drawing of the source in `docs/architecture.md` matches the tree, and that within a package nothing imports from a
//! line below its own. Between packages the compiler checks it.
//!
//! The drawing lists every package, its modules, and the modules of a room, lowest first. A package or a room without lines below it is
//! not looked into. An import is a path from the root of the package, `crate::X::Y`, or as many `super::` as lead there. Comments are
//! exempt, and so is code under `#[cfg(test)]`, because a test may take its positions or backends from above. `lib.rs` and `main.rs` are
//! above all modules.

use pretty_assertions::assert_eq;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The folders whose files the page names by their paths.
const FOLDERS: &[&str] =
    &["src", "crates", "build", "suites", "positions", "tests", "benches", "examples", "ci", "docs"];

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn page() -> String {
    read(&Path::new(ROOT).join("docs/architecture.md"))
}

/// A package of the drawing: its folder of source, and its modules in the order of the drawing, `game`, `game/board`, and so on.
struct Package {
    folder: String,
    modules: Vec<String>,
}

impl Package {
    fn path(&self) -> PathBuf {
        Path::new(ROOT).join(&self.folder)
    }

    /// The modules without lines of their own below them.
    fn leaves(&self) -> impl Iterator<Item = &String> {
        self.modules
            .iter()
            .filter(|name| !self.modules.iter().any(|other| other.starts_with(&format!("{name}/"))))
    }
}

fn drawing() -> Vec<Package> {
    let page = page();
    let block = page.split("```text\nsrc/").nth(1).expect("the page has a drawing that begins with `src/`");
    let block = block.split("```").next().expect("a split has a first part");
    let (mut room, mut packages) = (String::new(), Vec::<Package>::new());
    for line in format!("src/{block}").lines().filter(|line| !line.trim().is_empty()) {
        let name = line.split_whitespace().next().expect("the line is not empty").trim_end_matches('/');
        let indent = line.len() - line.trim_start().len();
        if indent == 0 {
            packages.push(Package { folder: name.to_owned(), modules: Vec::new() });
            continue;
        }
        let package = packages.last_mut().expect("the first line is a package");
        match indent {
            2 => package.modules.push(name.to_owned()),
            4 => package.modules.push(format!("{room}/{name}")),
            _ => panic!("`{line}` is indented by {indent}, expected 2 for a module and 4 for one of a room"),
        }
        if indent == 2 {
            name.clone_into(&mut room);
        }
    }
    packages
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

/// The modules that code imports from its own package, `room` or `room/module`, each with the number of its line of code. `depth` is how
/// many `super::` lead to the root of the package.
fn imports(lines: &[&str], depth: usize) -> Vec<(String, usize)> {
    let mut found = paths_after(lines, "crate::");
    found.extend(paths_after(lines, &"super::".repeat(depth)));
    found
}

/// The modules behind the beginning of a path.
fn paths_after(lines: &[&str], root: &str) -> Vec<(String, usize)> {
    let code = lines.join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices(root) {
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
    found
}

/// The modules of a folder that are not for tests only.
fn modules(folder: &Path) -> Vec<(String, PathBuf)> {
    let root = if folder.join("mod.rs").exists() { "mod.rs" } else { "lib.rs" };
    let text = read(&folder.join(root));
    let only_tests = code(&text).1;
    entries(folder).into_iter().filter(|(name, _)| !only_tests.contains(&name.as_str())).collect()
}

#[test]
fn the_drawing_is_the_tree() {
    let packages = drawing();
    let crates = fs::read_dir(Path::new(ROOT).join("crates")).expect("the folder of the packages");
    let folders =
        crates.map(|entry| format!("crates/{}/src", entry.expect("an entry").file_name().display()));
    let folders: BTreeSet<_> = folders.chain(["src".to_owned()]).collect();
    assert_eq!(packages.iter().map(|package| package.folder.clone()).collect::<BTreeSet<_>>(), folders);
    for package in packages.iter().filter(|package| !package.modules.is_empty()) {
        let mut tree = BTreeSet::new();
        for (name, path) in modules(&package.path()) {
            if package.modules.iter().any(|line| line.starts_with(&format!("{name}/"))) {
                tree.extend(modules(&path).into_iter().map(|(inner, _)| format!("{name}/{inner}")));
            }
            tree.insert(name);
        }
        assert_eq!(package.modules.iter().cloned().collect::<BTreeSet<_>>(), tree, "{}", package.folder);
        assert_eq!(package.modules.len(), tree.len(), "{}: a line is in the drawing twice", package.folder);
    }
}

#[test]
fn nothing_imports_from_a_line_below_its_own() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for package in drawing() {
        let height: BTreeMap<_, _> =
            package.modules.iter().enumerate().map(|(height, name)| (name.as_str(), height)).collect();
        for line in package.leaves() {
            let path = package.path().join(line);
            let path = if path.is_dir() { path } else { path.with_extension("rs") };
            for file in files(&path) {
                let text = read(&file);
                for (used, number) in imports(&code(&text).0, depth(&package.path(), &file)) {
                    // Only modules of the same room are compared by their lines in it. Any other room counts as a whole.
                    let room = |name: &str| name.split('/').next().map(str::to_owned);
                    let known = if room(&used) == room(line) { Some(used.clone()) } else { room(&used) };
                    let Some(other) = known.and_then(|name| height.get(name.as_str()).copied()) else {
                        continue;
                    };
                    count += 1;
                    if other > height[line.as_str()] && !line.starts_with(&format!("{used}/")) {
                        wrong.push(format!(
                            "{}:{number}: `{line}` uses `{used}`, which is below it",
                            file.display()
                        ));
                    }
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(count > 1000, "only {count} imports were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How many `super::` lead from a file to the root of its package.
fn depth(root: &Path, file: &Path) -> usize {
    let inner = file.strip_prefix(root).expect("it is below the root").with_extension("");
    inner.iter().filter(|part| *part != "mod").count()
}

/// What reads texts of users must not know what the right counts and the legal moves are, or it could choose among numbers.
#[test]
fn what_reads_texts_knows_no_rules() {
    const READERS: [(&str, &str); 2] =
        [("crates/lab/src", "exchange/suite_text"), ("src", "backend/engine_text")];
    const KNOWN: [&str; 9] = [
        "backend/BackendError",
        "backend/engine_text",
        "backend/Question",
        "corpus/question",
        "game/board",
        "game/classes",
        "game/notation",
        "game/position",
        "game/variant",
    ];
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (package, reader) in READERS {
        let root = Path::new(ROOT).join(package);
        for file in files(&root.join(reader)) {
            let text = read(&file);
            let code = code(&text).0;
            let others = code.iter().zip(1..).filter(|(text, _)| text.contains("vperft_"));
            wrong.extend(others.map(|(text, line)| format!("{}:{line}: `{text}`", file.display())));
            let own = imports(&code, depth(&root, &file));
            let inner = paths_after(&code, "vperft::inner::");
            for (used, line) in own.into_iter().chain(inner).filter(|(used, _)| used.contains('/')) {
                count += 1;
                let is_known = KNOWN.contains(&used.as_str())
                    || used.starts_with("support/")
                    || used.starts_with(reader);
                if !is_known {
                    wrong.push(format!("{}:{line}: `{used}`", file.display()));
                }
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
        let names = imports(&code(&read(&file)).0, depth(&root, &file)).into_iter().map(|(name, _)| name);
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
