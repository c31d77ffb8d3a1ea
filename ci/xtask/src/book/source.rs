//! The source of the book: the Markdown files of the repository, what they show, and the table of contents.

use super::clauses::Page;
use super::corpus::Corpus;
use super::links::{link_ids, resolve, rewrite};
use crate::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The endings of the files that pages show or link to.
const SHOWN: [&str; 2] = ["svg", "json"];
/// The page of likely causes that `vperft bugs --format html` makes.
pub const CAUSES: &str = "causes.html";
/// Folders that the book leaves out.
const LEFT_OUT: [&str; 2] = ["tests", ".github"];

/// The folder of the source.
pub struct Source {
    folder: PathBuf,
    /// The pages by path, with their titles.
    titles: BTreeMap<PathBuf, String>,
}

impl Source {
    /// Writes the pages of the repository.
    pub fn begin(folder: &Path, corpus: &Corpus) -> Result<Self> {
        let folder = folder.join("src");
        if folder.is_dir() {
            fs::remove_dir_all(&folder)?;
        }
        let files = files()?;
        let is_page = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "md");
        let pages: BTreeSet<_> = files.iter().filter(is_page).cloned().collect();
        let mut source = Self { folder, titles: BTreeMap::new() };
        let mut shown = BTreeSet::new();
        for page in &pages {
            let text = fs::read_to_string(page)?;
            let text = rewrite(&text, |link| {
                let path = resolve(page, link.split('#').next().unwrap_or_default());
                let is_elsewhere =
                    link.contains("://") || link.starts_with('#') || link.starts_with("mailto:");
                (is_elsewhere || pages.contains(&path) || is_shown(&files, &path)).then(|| link.to_owned())
            });
            let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            let paths = links.map(|link| resolve(page, link.split('#').next().unwrap_or_default()));
            shown.extend(paths.filter(|path| is_shown(&files, path)));
            source.write(page, &adapted(page, text, corpus))?;
        }
        for path in shown {
            source.copy_as(&path, &path.display().to_string())?;
        }
        Ok(source)
    }

    /// Writes a page, whose first line is its title.
    pub fn write(&mut self, path: &Path, text: &str) -> Result<()> {
        let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Untitled");
        self.titles.insert(path.to_owned(), title.to_owned());
        self.put(path, text.as_bytes())
    }

    /// Writes a file that is not a page.
    pub fn put(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().ok_or("a file has no folder")?)?;
        Ok(fs::write(path, bytes)?)
    }

    /// Copies a file.
    pub fn copy_as(&self, from: &Path, to: &str) -> Result<()> {
        let bytes = fs::read(from).map_err(|error| format!("{}: {error}", from.display()))?;
        self.put(Path::new(to), &bytes)
    }

    /// Copies the files of a folder.
    pub fn copy_folder(&self, from: &Path, to: &str) -> Result<()> {
        for entry in fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let to = format!("{to}/{name}");
            if path.is_dir() { self.copy_folder(&path, &to)? } else { self.copy_as(&path, &to)? }
        }
        Ok(())
    }

    /// The number of pages.
    pub fn count(&self) -> usize {
        self.titles.len()
    }

    /// Writes the table of contents: the documentation in the order of its own page, the rules, and all other pages.
    pub fn write_summary(&mut self, corpus: &Corpus, clauses: &[Page]) -> Result<()> {
        let mut left: BTreeSet<_> = self.titles.keys().cloned().collect();
        let mut summary = String::from("# Summary\n\n");
        let line = |path: &Path, title: &str, depth: usize, left: &mut BTreeSet<PathBuf>| {
            left.remove(path);
            match depth {
                0 => format!("[{title}]({})\n", path.display()),
                depth => format!("{}- [{title}]({})\n", "  ".repeat(depth - 1), path.display()),
            }
        };
        summary += &line(Path::new("README.md"), "vperft", 0, &mut left);
        summary += &line(Path::new("docs/README.md"), "All pages", 0, &mut left);
        let contents = fs::read_to_string("docs/README.md")?;
        for text in contents.lines() {
            if let Some(title) = text.strip_prefix("## ").filter(|title| !title.starts_with("Shell")) {
                summary += &format!("\n# {title}\n\n");
            }
            let names = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            for path in names.map(|name| Path::new("docs").join(name)).collect::<Vec<_>>() {
                if let Some(title) = self.titles.get(&path).filter(|_| left.contains(&path)) {
                    summary += &line(&path, title, 1, &mut left);
                }
            }
        }
        summary += "\n# The rules\n\n";
        let shared = std::iter::once((None, "The rules that all variants share"));
        let variants = corpus.variants.iter().map(|one| (Some(one.variant.as_str()), one.title.as_str()));
        for (variant, title) in shared.chain(variants) {
            let folder = variant.map_or_else(|| "suites".into(), |name| format!("suites/{name}"));
            summary += &line(&Path::new(&folder).join("RULES.md"), title, 1, &mut left);
            let causes = Path::new(&folder).join("BUGS.md");
            if left.contains(&causes) {
                summary += &line(&causes, "Likely causes", 2, &mut left);
            }
            for page in clauses.iter().filter(|page| page.variant.as_deref() == variant) {
                summary += &line(&page.path, &page.id, 2, &mut left);
            }
        }
        summary += "\n# The project\n\n";
        for path in left.clone() {
            summary += &line(&path, &self.titles[&path], 1, &mut left);
        }
        self.put(Path::new("SUMMARY.md"), summary.as_bytes())
    }
}

/// The files of the repository that the book may hold.
fn files() -> Result<BTreeSet<PathBuf>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .output()?;
    let names = String::from_utf8(output.stdout)?;
    let is_left_out = |name: &&str| LEFT_OUT.iter().any(|folder| name.starts_with(&format!("{folder}/")));
    let names = names.split('\0').filter(|name| !name.is_empty() && !is_left_out(name));
    Ok(names.map(PathBuf::from).filter(|path| path.is_file()).collect())
}

/// Whether a file that is not a page is part of the book if a page links to it.
fn is_shown(files: &BTreeSet<PathBuf>, path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    SHOWN.contains(&ending) && files.contains(path)
}

/// A page with addresses for clauses and exit codes.
fn adapted(page: &Path, text: String, corpus: &Corpus) -> String {
    let ids = corpus.ids();
    let name = page.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if page.starts_with("suites") && matches!(name, "RULES.md" | "BUGS.md") {
        let depth = page.components().count() - 1;
        let text = link_ids(&text, &ids, |id| to_clause(corpus, id, depth));
        return if name == "BUGS.md" { with_causes(&text, page, depth) } else { text };
    }
    if page == Path::new("docs/exit-codes.md") {
        let mut seen = BTreeSet::new();
        let row = |line: &str| {
            let code = line.strip_prefix("| ").and_then(|rest| rest.split(' ').next()).unwrap_or_default();
            match code.parse::<u8>().is_ok() && seen.insert(code.to_owned()) {
                true => {
                    line.replacen(&format!("| {code} "), &format!("| <a id=\"exit-{code}\"></a>{code} "), 1)
                }
                false => line.to_owned(),
            }
        };
        return text.split_inclusive('\n').map(row).collect();
    }
    text
}

/// A list of bugs with a link to their page with boards, below its title.
fn with_causes(text: &str, page: &Path, depth: usize) -> String {
    let variant = page.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let link = format!("[The same bugs on boards, with a search]({}{CAUSES}#{variant})", "../".repeat(depth));
    match text.split_once("\n\n") {
        Some((title, rest)) => format!("{title}\n\n{link}\n\n{rest}"),
        None => text.to_owned(),
    }
}

/// The link to the page of a clause from a page so many folders deep.
pub fn to_clause(corpus: &Corpus, id: &str, depth: usize) -> String {
    let clause = corpus.clauses.iter().find(|clause| clause.id == id);
    let path = clause.map(super::corpus::Clause::path).unwrap_or_default();
    format!("{}{path}.md", "../".repeat(depth))
}
