//! Checks that every link and every anchor of the built pages leads somewhere.

use super::links::resolve;
use crate::Result;
use html_escape::decode_html_entities;
use percent_encoding::percent_decode_str;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A page whose anchors are made by its script.
const FREE: &str = "explore.html";

/// Prints the links that lead nowhere. Whether there is none.
pub fn check(folder: &Path) -> Result<bool> {
    let mut files = BTreeSet::new();
    list(folder, Path::new(""), &mut files)?;
    let mut pages = BTreeMap::new();
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "html")) {
        pages.insert(path.clone(), fs::read_to_string(folder.join(path))?);
    }
    let anchors: BTreeMap<_, BTreeSet<_>> =
        pages.iter().map(|(path, text)| (path, attributes(text, "id").collect())).collect();
    let (mut links, mut broken) = (0, 0);
    for (page, text) in pages.iter().filter(|(page, _)| **page != Path::new(FREE)) {
        for link in ["href", "src"].into_iter().flat_map(|name| attributes(text, name)) {
            let is_elsewhere =
                ["http:", "https:", "mailto:", "data:"].iter().any(|scheme| link.starts_with(scheme));
            if is_elsewhere || link.is_empty() {
                continue;
            }
            links += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { page.clone() } else { resolve(page, path) };
            let is_known =
                || anchor.is_empty() || anchors.get(&target).is_some_and(|known| known.contains(anchor));
            if !files.contains(&target) || (target != Path::new(FREE) && !is_known()) {
                println!("{}: `{link}` leads nowhere", page.display());
                broken += 1;
            }
        }
    }
    println!("{} pages, {links} links, {broken} of them broken", pages.len());
    Ok(broken == 0 && links > 0)
}

/// The files below a folder, relative to the root.
fn list(root: &Path, folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list(root, &path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

/// The values of an attribute in a page.
fn attributes<'t>(text: &'t str, name: &str) -> impl Iterator<Item = String> + 't {
    let start = format!(" {name}=\"");
    let values: Vec<_> =
        text.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).map(decoded).collect();
    values.into_iter()
}

/// A value without its escapes.
fn decoded(text: &str) -> String {
    percent_decode_str(&decode_html_entities(text)).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read() {
        let page = r#"<a href="a%20b&#x2f;c.html?x&amp;y#d">x</a><h2 id="d">"#;
        assert_eq!(attributes(page, "href").collect::<Vec<_>>(), ["a b/c.html?x&y#d"]);
        assert_eq!(attributes(page, "id").collect::<Vec<_>>(), ["d"]);
    }
}
