//! The file as text: sections, their parents, and keys with values.

use super::Refused;
use std::collections::BTreeMap;

/// A section.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub name: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// The variant whose settings it changes. `None` if it begins with no pieces.
    pub parent: Option<String>,
    /// The values by key, with their lines, counted from 1. Of a key that occurs twice, the last counts.
    pub keys: BTreeMap<String, (String, usize)>,
    /// The keys that occur again with another value, with the lines that do not count.
    pub overwritten: Vec<(String, usize)>,
}

/// The most bytes of a file.
const MAX_BYTES: usize = 4 << 20;

/// The lines with keys above the first section, which belong to none, counted from 1.
pub(super) fn above_sections(text: &str) -> Vec<usize> {
    let above = text.lines().take_while(|line| !line.starts_with('['));
    let keys = (1..).zip(above).filter(|(_, line)| line.contains('=') && !line.starts_with(['#', ';']));
    keys.map(|(number, _)| number).collect()
}

/// The sections of a text, in its order, without the lines above the first.
///
/// # Errors
/// At the first line of a section that is neither empty, a comment, nor `key = value`.
pub(super) fn sections(text: &str) -> Result<Vec<Section>, Refused> {
    if text.len() > MAX_BYTES {
        return Err(Refused::whole(format!("{} bytes; expected at most {MAX_BYTES}", text.len())));
    }
    if text.starts_with('\u{feff}') {
        let problem =
            "a byte order mark, which hides a section behind it from Fairy-Stockfish; expected none";
        return Err(Refused::line(1, problem.into()));
    }
    let mut sections: Vec<Section> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (whole, line, number) = (line, line.trim(), index + 1);
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let is_header = line.starts_with('[');
        let key = if is_header { "" } else { whole.split('=').next().unwrap_or_default() };
        let has_blank = whole.trim_start() != whole || key.trim_end() != key.trim_end_matches(' ');
        if has_blank && (is_header || !sections.is_empty()) {
            let problem =
                "Fairy-Stockfish takes the blank for a part of the name and ignores the line; expected none";
            return Err(Refused::line(number, format!("`{line}`: {problem}")));
        }
        if let Some(rest) = line.strip_prefix('[') {
            let Some((head, _)) = rest.split_once(']') else {
                return Err(Refused::line(number, format!("`{line}`; expected `[name]` or `[name:parent]`")));
            };
            let (name, parent) = match head.split_once(':') {
                Some((name, parent)) => (name, Some(parent.to_owned())),
                None => (head, None),
            };
            if name.trim() != name || parent.as_ref().is_some_and(|parent| parent.trim() != parent) {
                let problem =
                    "Fairy-Stockfish takes the blanks for parts of the names; expected names without blanks";
                return Err(Refused::line(number, format!("`{line}`: {problem}")));
            }
            sections.push(Section {
                name: name.to_owned(),
                line: number,
                parent,
                keys: BTreeMap::new(),
                overwritten: Vec::new(),
            });
            continue;
        }
        let Some(section) = sections.last_mut() else { continue };
        match line.split_once('=') {
            Some((key, value)) => {
                let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
                let earlier = section.keys.insert(key.clone(), (value.clone(), number));
                let earlier = earlier.filter(|(earlier, _)| *earlier != value);
                section.overwritten.extend(earlier.map(|(_, line)| (key, line)));
            }
            None => return Err(Refused::line(number, format!("`{line}`; expected `key = value`"))),
        }
    }
    Ok(sections)
}
