//! Extracts the moves from a text.

use super::meant::without_number;
use crate::game::variant::Variant;
use serde::Serialize;

/// The format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A move list, as Game Courier and users write it.
    Moves,
    /// An engine log. The last `position` command with moves is imported.
    Log,
    /// PGN. The first game is imported.
    Pgn,
}

/// The words of a text that may be moves. They are not validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The format.
    pub form: Form,
    /// The start position with its line number; `None` for the variant's start position.
    pub root: Option<(usize, String)>,
    /// The variant that the text names.
    pub variant: Option<String>,
    /// The lines with moves: the line number, from 1, and the words.
    pub lines: Vec<(usize, Vec<String>)>,
    /// Notes about skipped parts of the text.
    pub notes: Vec<String>,
}

/// Words that end a game.
const END_WORDS: [&str; 5] = ["resign", "resigns", "resigned", "draw", "timeout"];

impl Script {
    /// Reads a text and detects its format.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let is_position = |line: &&str| position(line).is_some();
        if text.lines().any(|line| is_position(&line)) {
            return log(text);
        }
        let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        if tag(first).is_some() { pgn(text) } else { list(text) }
    }

    /// The VFENs that the start position may mean: unchanged, with missing fields added, and with castling rights
    /// converted from FEN.
    pub(super) fn roots(&self, variant: &Variant) -> Vec<String> {
        let Some((_, text)) = &self.root else { return Vec::new() };
        let words: Vec<_> = text.split_whitespace().collect();
        let mut roots = vec![words.join(" ")];
        let mut fields = words.clone();
        for default in ["w", "-", "-", "0", "1"].iter().skip(fields.len().saturating_sub(1)) {
            fields.push(default);
        }
        roots.push(fields.join(" "));
        if let Some(rights) = fields.get(2).and_then(|letters| rights(variant, letters)) {
            let mut fields = fields.clone();
            fields[2] = &rights;
            roots.push(fields.join(" "));
        }
        roots.dedup();
        roots
    }
}

/// Converts castling rights from FEN to the squares of the pieces that hold them, or to `*` for all initial rights.
fn rights(variant: &Variant, letters: &str) -> Option<String> {
    let known = &variant.uci.rights;
    if known.is_empty() || known.iter().all(|right| letters.contains(right.letter)) {
        return Some("*".into());
    }
    let mut squares: Vec<&str> = Vec::new();
    for letter in letters.chars() {
        let right = known.iter().find(|right| right.letter == letter)?;
        for square in [&right.king, &right.rook] {
            if !squares.contains(&square.as_str()) {
                squares.push(square);
            }
        }
    }
    Some(squares.join(","))
}

/// The text after `position` in a log line, without any prefix.
fn position(line: &str) -> Option<&str> {
    let at =
        ["position fen ", "position startpos", "position sfen "].iter().find_map(|words| line.find(words))?;
    Some(line[at..].strip_prefix("position ")?.trim())
}

fn log(text: &str) -> Script {
    let positions: Vec<_> =
        (1..).zip(text.lines()).filter_map(|(number, line)| Some((number, position(line)?))).collect();
    let mut script =
        Script { form: Form::Log, root: None, variant: None, lines: Vec::new(), notes: Vec::new() };
    // A new game may have been set up without a move.
    let with_moves = positions.iter().rfind(|(_, position)| position.contains(" moves"));
    let Some(&(number, last)) = with_moves.or(positions.last()) else { return script };
    if positions.len() > 1 {
        script.notes.push(format!(
            "{} lines set a position; line {number}, the last with moves, is imported",
            positions.len()
        ));
    }
    let (root, moves) = last.split_once(" moves").unwrap_or((last, ""));
    script.root = root.strip_prefix("fen ").map(|fen| (number, fen.trim().to_owned()));
    let words: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
    script.lines.extend((!words.is_empty()).then_some((number, words)));
    script
}

/// The name and value of a PGN tag `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, rest) =
        line.strip_prefix('[')?.trim_end().strip_suffix(']')?.split_once(char::is_whitespace)?;
    let value = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| (name, value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

fn pgn(text: &str) -> Script {
    let mut script =
        Script { form: Form::Pgn, root: None, variant: None, lines: Vec::new(), notes: Vec::new() };
    let (mut comment, mut depth) = (false, 0_u32);
    for (number, line) in (1..).zip(text.lines()) {
        if !comment && let Some((name, value)) = tag(line.trim()) {
            // Tags of the next game.
            if !script.lines.is_empty() {
                script
                    .notes
                    .push(format!("another game begins on line {number}; only the first is imported"));
                break;
            }
            match name {
                "FEN" => script.root = Some((number, value)),
                "Variant" => script.variant = Some(value),
                _ => {}
            }
            continue;
        }
        if line.starts_with('%') {
            continue;
        }
        let mut plain = String::new();
        for c in line.chars() {
            match c {
                '}' if comment => comment = false,
                _ if comment => {}
                '{' => comment = true,
                ';' => break,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                c if depth == 0 => plain.push(c),
                _ => {}
            }
            if !plain.is_empty() && (comment || depth > 0) && !plain.ends_with(' ') {
                plain.push(' ');
            }
        }
        add(&mut script, number, plain.split_whitespace().filter(|word| !word.starts_with('$')));
    }
    script
}

fn list(text: &str) -> Script {
    let mut script =
        Script { form: Form::Moves, root: None, variant: None, lines: Vec::new(), notes: Vec::new() };
    let mut is_open = false;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split("//").next().unwrap_or_default().replace(';', "; ");
        let words: Vec<_> = line.split_whitespace().collect();
        // A semicolon at the end of a line continues the move on the next line.
        match script.lines.last_mut().filter(|_| is_open) {
            Some((_, last)) => last.extend(words.iter().map(|word| (*word).to_owned())),
            None => add(&mut script, number, words.iter().copied()),
        }
        is_open = words.last().map_or(is_open, |word| word.ends_with(';'));
    }
    script
}

/// Adds the words of a line that may be moves.
fn add<'w>(script: &mut Script, number: usize, words: impl Iterator<Item = &'w str>) {
    let is_end = |word: &str| END_WORDS.contains(&word.trim_end_matches(['.', '!']).to_lowercase().as_str());
    let words = words.filter_map(without_number).take_while(|word| !is_end(word));
    let words: Vec<_> = words.map(str::to_owned).collect();
    if !words.is_empty() {
        script.lines.push((number, words));
    }
}
