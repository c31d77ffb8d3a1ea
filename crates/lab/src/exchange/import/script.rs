//! Extracts the moves from a text.

use super::meant::without_number;
use super::words::{has_move, is_effect_word, is_result, of_line, plain};
use serde::Serialize;
use vperft::inner::support::plural::{plural, verb};
use vperft::inner::support::sanitise::shorten;

/// The maximum number of characters of a text that a note quotes.
const MAX_QUOTED: usize = 160;

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
    /// A move that a comment after the last move calls illegal, with the line number of the comment.
    pub claim: Option<(usize, String)>,
    /// A comment or a variation that does not end, with the line number of its begin.
    pub open: Option<(usize, &'static str)>,
}

impl Script {
    /// Reads a text and detects its format.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        if text.lines().any(|line| position(line).is_some()) {
            return log(text);
        }
        if let Some(inner) = shortcode(text) {
            return pgn(&inner);
        }
        match text.lines().position(|line| tag(line.trim()).is_some()) {
            // The first game may have no tags.
            Some(at) if !text.lines().take(at).any(has_move) => pgn(text),
            _ => list(text),
        }
    }

    /// Whether the game may be one of Chess960: unless the text names another variant.
    #[must_use]
    pub fn is_of_chess960(&self) -> bool {
        let names = |name: &String| ["960", "fischer"].iter().any(|word| name.to_lowercase().contains(word));
        self.variant.as_ref().is_none_or(names)
    }

    const fn new(form: Form) -> Self {
        Self {
            form,
            root: None,
            variant: None,
            lines: Vec::new(),
            notes: Vec::new(),
            claim: None,
            open: None,
        }
    }
}

/// The text between `[pgn]` and `[/pgn]`, as forums write it, on the lines where it is.
fn shortcode(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let open = lower.match_indices("[pgn").map(|(at, _)| at);
    let open = open.into_iter().find(|at| lower[at + 4..].starts_with([' ', ']']))?;
    let begin = open + lower[open..].find(']')? + 1;
    let end = lower[begin..].find("[/pgn]").map_or(text.len(), |length| begin + length);
    let before = "\n".repeat(text[..begin].matches('\n').count());
    Some(before + &text[begin..end])
}

/// The text before and after a command in a log line: `position fen ...` or `moves ...`.
fn command<'l>(line: &'l str, names: &[&str]) -> Option<(&'l str, &'l str)> {
    let at = names.iter().find_map(|name| line.find(name))?;
    Some((line[..at].trim(), line[at..].split_once(' ')?.1.trim()))
}

fn position(line: &str) -> Option<(&str, &str)> {
    command(line, &["position fen ", "position startpos", "position sfen "])
}

fn log(text: &str) -> Script {
    // The positions with their line numbers and what is before `position`.
    let mut games: Vec<(usize, &str, Script)> = Vec::new();
    let add_moves = |script: &mut Script, number, moves: &str| {
        let words: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
        script.lines.extend((!words.is_empty()).then_some((number, words)));
    };
    for (number, line) in (1..).zip(text.lines()) {
        if let Some((before, set)) = position(line) {
            let (root, moves) = set.split_once(" moves").unwrap_or((set, ""));
            let mut script = Script::new(Form::Log);
            script.root = root.strip_prefix("fen ").map(|fen| (number, fen.trim().to_owned()));
            add_moves(&mut script, number, moves);
            games.push((number, before, script));
        } else if let Some((_, prefix, script)) = games.last_mut()
            && let Some((before, moves)) = command(line, &["moves "])
            && before.split_whitespace().last() == prefix.split_whitespace().last()
        {
            add_moves(script, number, moves);
        }
    }
    let count = games.len();
    // A new game may have been set up without a move.
    let chosen = games.iter().rposition(|(.., script)| !script.lines.is_empty()).or(count.checked_sub(1));
    let Some((number, _, mut script)) = chosen.map(|index| games.swap_remove(index)) else {
        return Script::new(Form::Log);
    };
    if count > 1 {
        let which = format!("line {number}, the last with moves, is imported");
        script.notes.push(format!("{count} lines set a position; {which}"));
    }
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
    let mut script = Script::new(Form::Pgn);
    let first = text.lines().position(|line| tag(line.trim()).is_some()).unwrap_or_default();
    let (mut comment, mut depth) = (None::<String>, 0_u32);
    let mut is_over = false;
    for (number, line) in (1..).zip(text.lines()).skip(first) {
        if comment.is_none()
            && let Some((name, value)) = tag(line.trim())
        {
            // Tags of the next game.
            if !script.lines.is_empty() {
                script.notes.push(another_game(number));
                break;
            }
            match &*name.to_ascii_lowercase() {
                "fen" => {
                    if script.root.is_some() {
                        script.notes.push(format!("line {number}: the tag `FEN` replaces the one above"));
                    }
                    script.root = Some((number, value));
                }
                "variant" => script.variant = Some(value),
                _ => {}
            }
            continue;
        }
        if line.starts_with('%') {
            continue;
        }
        let mut plain = String::new();
        let mut remarks = Vec::new();
        for c in line.chars() {
            match (c, &mut comment) {
                ('}', Some(_)) => remarks.extend(comment.take()),
                (c, Some(text)) => text.push(c),
                ('{', None) => {
                    comment = Some(String::new());
                    script.open = (depth == 0).then_some((number, "comment")).or(script.open);
                }
                (';', None) => break,
                ('(', None) => {
                    script.open = (depth == 0).then_some((number, "variation")).or(script.open);
                    depth += 1;
                }
                (')', None) => depth = depth.saturating_sub(1),
                (c, None) if depth == 0 => plain.push(c),
                _ => {}
            }
            if !plain.is_empty() && (comment.is_some() || depth > 0) && !plain.ends_with(' ') {
                plain.push(' ');
            }
        }
        comment.iter_mut().for_each(|text| text.push(' '));
        // `Nf3$1` has an annotation, and `exd6 e.p.` says how.
        let words = plain.split_whitespace().map(|word| word.split('$').next().unwrap_or_default());
        let words: Vec<_> = words.filter(|word| !["", "e.p."].contains(word)).collect();
        if add_up_to_result(&mut script, number, &words, &mut is_over) {
            break;
        }
        remarks.iter().for_each(|remark| note_illegal(&mut script, number, remark));
    }
    script.open = script.open.filter(|_| comment.is_some() || depth > 0);
    script
}

/// Adds the words of a line up to the result of the game. Whether another game begins behind it, which is noted.
fn add_up_to_result(script: &mut Script, number: usize, words: &[&str], is_over: &mut bool) -> bool {
    let end = if *is_over { Some(0) } else { words.iter().position(|word| is_result(word)).map(|at| at + 1) };
    let (own, others) = words.split_at(end.unwrap_or(words.len()));
    *is_over |= end.is_some();
    if !own.is_empty() {
        add(script, number, own.iter().copied());
    }
    let begins = others.iter().any(|word| without_number(word).is_some());
    if begins {
        script.notes.push(another_game(number));
    }
    begins
}

fn another_game(number: usize) -> String {
    format!("another game begins on line {number}; only the first is imported")
}

/// Notes a comment that speaks of an illegal move, as a referee program writes it.
fn note_illegal(script: &mut Script, number: usize, comment: &str) {
    let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(at) = comment.to_ascii_lowercase().find("illegal move") else { return };
    let after = comment[at + "illegal move".len()..].trim_start_matches([':', ' ', '`', '\'', '"']);
    let text = after.split([' ', ',', ')', '`', '\'', '"']).next().unwrap_or_default().trim_end_matches('.');
    script.claim = (!text.is_empty()).then(|| (number, text.to_owned()));
    script.notes.push(format!("line {number}: a comment says `{}`", shorten(&comment, MAX_QUOTED)));
}

fn list(text: &str) -> Script {
    let mut script = Script::new(Form::Moves);
    let mut skipped: Vec<(usize, &str)> = Vec::new();
    let (mut is_open, mut is_over) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        if tag(line.trim()).is_some() {
            script.notes.push(another_game(number));
            break;
        }
        let line = line.split("//").next().unwrap_or_default().trim();
        let words = of_line(line);
        if words.is_empty() && line.contains(|c: char| !"[](){},; ".contains(c)) {
            skipped.push((number, line));
        }
        // A semicolon at the end of a line continues the move on the next line.
        match script.lines.last_mut().filter(|_| is_open) {
            Some((_, last)) => last.extend(words.iter().cloned()),
            None => {
                let words: Vec<_> = words.iter().map(String::as_str).collect();
                if add_up_to_result(&mut script, number, &words, &mut is_over) {
                    break;
                }
            }
        }
        is_open = words.last().map_or(is_open, |word| word.ends_with(';'));
    }
    if let [(number, first), others @ ..] = &skipped[..] {
        let first = shorten(first, MAX_QUOTED);
        let more = match others.len() {
            0 => String::new(),
            count => format!(", nor {} {}", verb(count, "has", "have"), plural(count, "other")),
        };
        script.notes.push(format!("line {number} has no move{more}: `{first}`"));
    }
    script
}

/// Adds the words of a line that may be moves.
fn add<'w>(script: &mut Script, number: usize, words: impl Iterator<Item = &'w str>) {
    let mut lists: Vec<Vec<String>> = Vec::new();
    let mut is_numbered = false;
    for word in words {
        let bare = without_number(word);
        is_numbered |= bare != Some(word);
        let Some(bare) = bare else { continue };
        // After a number, `@-c3` is a move and no effect of the one before.
        if lists.is_empty() || is_numbered && (bare.starts_with('@') || is_effect_word(bare)) {
            lists.push(Vec::new());
        }
        lists.last_mut().expect("one was added").push(plain(bare));
        is_numbered = false;
    }
    if !lists.is_empty() {
        script.claim = None;
        script.lines.extend(lists.into_iter().map(|list| (number, list)));
    }
}
