//! Parses the clauses and rulings in the prose of a `RULES.md`.
//!
//! A clause is a bold id (`**RYU-EP**`) and the text up to the next bold id or the end of its paragraph. A ruling is a name and its default
//! reading in backquotes (`` `archer-slide = both` ``), followed by the other readings in backquotes up to the next colon or closing
//! parenthesis. A line that is a picture belongs to no clause. The build script includes this file for the built-in variants, and the
//! program uses it for variants that it loads. It must therefore not use the rest of the crate.

/// A clause of the prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProseClause {
    /// The id, such as `RYU-CASTLE-1`.
    pub id: String,
    /// The text, with single spaces.
    pub text: String,
}

/// A ruling of the prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProseRuling {
    /// The name, such as `archer-slide`.
    pub name: String,
    /// The readings, the default first.
    pub readings: Vec<String>,
}

/// The clauses of one rules text, in its order.
pub(crate) fn clauses(prose: &str) -> Vec<ProseClause> {
    let prose = without_pictures(prose);
    let mut clauses: Vec<ProseClause> = Vec::new();
    for paragraph in prose.split("\n\n").flat_map(|block| block.split("\n- ")) {
        let mut is_open = false;
        for (index, part) in paragraph.split("**").enumerate() {
            if index % 2 == 1 && is_clause_id(part) {
                clauses.push(ProseClause { id: part.to_owned(), text: String::new() });
                is_open = true;
            } else if is_open && let Some(clause) = clauses.last_mut() {
                clause.text.push_str(part);
            }
        }
    }
    for clause in &mut clauses {
        clause.text = clause.text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    clauses
}

/// The text without the lines that are pictures, `![...](...)`.
#[doc(hidden)]
pub fn without_pictures(prose: &str) -> String {
    let is_picture = |line: &str| line.trim_start().starts_with("![") && line.trim_end().ends_with(')');
    prose.split_inclusive('\n').filter(|line| !is_picture(line)).collect()
}

/// The rulings of one rules text, in the order in which it first names them.
pub(crate) fn rulings(prose: &str) -> Vec<ProseRuling> {
    let prose = prose.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts: Vec<&str> = prose.split('`').collect();
    let mut rulings: Vec<ProseRuling> = Vec::new();
    for (index, quoted) in parts.iter().enumerate().skip(1).step_by(2) {
        let Some((name, default)) = quoted.split_once(" = ") else { continue };
        if !is_word(name) || !is_word(default) || rulings.iter().any(|ruling| ruling.name == name) {
            continue;
        }
        let mut readings = vec![default.to_owned()];
        // Prose and quotes alternate. The list ends if the prose before a quote contains an ending character.
        for pair in parts[index + 1..].chunks(2) {
            let [between, reading] = pair else { break };
            if between.contains([')', ':']) || !is_word(reading) {
                break;
            }
            readings.push((*reading).to_owned());
        }
        rulings.push(ProseRuling { name: name.to_owned(), readings });
    }
    rulings
}

/// Whether a bold text is a clause id: three letters, a dash, capitals, digits and dashes.
pub(crate) fn is_clause_id(text: &str) -> bool {
    text.len() > 4
        && text.as_bytes()[3] == b'-'
        && text[..3].bytes().all(|byte| byte.is_ascii_uppercase())
        && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-')
        && !text.ends_with('-')
}

/// Whether a quoted text is the name of a ruling or of a reading.
fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}
