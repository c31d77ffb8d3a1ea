//! The book: the documentation and the rules of every variant as one set of pages, for `ci/book`.
//!
//! `make DIR [EXPLORE [IMPLEMENTATIONS]]` writes the source of the book to `DIR/src` and its settings to `DIR/book.toml`. The pages are the Markdown files of
//! the repository at their own paths, so that links between them stay as they are. It adds a page for each clause, with its words, the
//! diagrams of its pieces, and cases as boards. With EXPLORE, the page of the explorer as one file, boards are links that open there. With
//! IMPLEMENTATIONS, the folder of the pages of `vperft matrix`, the book has them.
//! `check DIR` fails if a link or an anchor of the built pages leads nowhere.

mod check;
mod clauses;
mod corpus;
mod links;
mod source;

use crate::Result;
use crate::vperft::Vperft;
use corpus::Corpus;
use source::Source;
use std::path::Path;

/// The settings of mdBook. Its preprocessors would rename pages and read what looks like their commands.
const SETTINGS: &str = "\
[book]
title = \"vperft\"
language = \"en\"

[build]
build-dir = \"html\"
create-missing = false
use-default-preprocessors = false

[output.html]
input-404 = \"\"
no-section-label = true

[output.html.print]
enable = false

[output.html.fold]
enable = true

[output.html.search]
limit-results = 20
use-boolean-and = true
";

/// Runs the command of these words.
pub fn run(words: &[&str]) -> Result<bool> {
    match *words {
        ["make", folder, ref more @ ..] if more.len() <= 2 => {
            make(Path::new(folder), more.first().map(Path::new), more.get(1).map(Path::new))
        }
        ["check", folder] => check::check(Path::new(folder)),
        _ => Err("expected `make DIR [EXPLORE [IMPLEMENTATIONS]]` or `check DIR`".into()),
    }
}

/// Writes the source of the book.
fn make(folder: &Path, explore: Option<&Path>, implementations: Option<&Path>) -> Result<bool> {
    let vperft = Vperft::locate()?;
    let corpus = Corpus::read(&vperft)?;
    let mut source = Source::begin(folder, &corpus)?;
    let pages = clauses::pages(&vperft, &corpus, &mut source, explore.is_some())?;
    if let Some(folder) = implementations {
        source.copy_folder(folder, "implementations")?;
        let page = "# Implementations\n\nThe corpus is run with public libraries and engines: \
                    [which implementation keeps which rule](implementations/index.html).\n";
        source.write(Path::new("implementations.md"), page)?;
    }
    source.write_summary(&corpus, &pages)?;
    let causes = vperft.run(&["bugs", "--format", "html"])?.expect(&[0], "vperft bugs")?;
    source.put(Path::new(source::CAUSES), causes.stdout.as_bytes())?;
    if let Some(page) = explore {
        source.copy_as(page, "explore.html")?;
    }
    std::fs::write(folder.join("book.toml"), SETTINGS)?;
    println!("{} pages, {} of them of clauses, in {}", source.count(), pages.len(), folder.display());
    Ok(true)
}
