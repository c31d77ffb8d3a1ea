//! Texts of any form, line by line: EPD, blocks of `id`, `epd` and `perft`, scripts, tables below a header, divide tables, and source text.
//! Forms may be mixed, as they are in files that people keep.

use super::counts::MAX_BARE_DEPTH;
use super::entry::{Collector, Entry, PLAYED, Place, Refusal, Row, depth_of, quoted};
use super::source::{self, Found};
use super::table::Header;
use super::vocabulary::Label;
use super::{call, divide, epd, fen, number};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// The position to which the next lines belong.
#[derive(Clone, Copy)]
struct At {
    entry: usize,
    /// The first line that does not belong to it.
    end: usize,
    /// The last line of the comment that it is in. Behind it, the position ends at a blank line.
    comment: Option<usize>,
    /// Whether the lines are code, in which only counts with a label are read.
    is_code: bool,
    /// The level of the heading of Markdown above it; 0 if there is none.
    level: usize,
}

struct Reader<'r, 'o, 't> {
    collector: &'r mut Collector<'o>,
    lines: &'r [&'t str],
    /// The last line of the comment that a line is in.
    comments: HashMap<usize, usize>,
    at: Option<At>,
    /// The level of the last heading of Markdown; 0 if there was none.
    level: usize,
    id: Option<String>,
    variant: Option<String>,
    table: Option<Header>,
    /// The lines of a table of moves, and its depth.
    rows: Vec<(usize, &'t str)>,
    depth: Option<u32>,
    /// Numbers alone on the lines above, with the line of the first.
    list: Vec<(usize, u128)>,
    /// The lists of such numbers below the position.
    lists: Vec<Row>,
    /// The word alone on the line above.
    word: Option<&'t str>,
    /// Lines with several numbers below the position.
    wide: Vec<(usize, Vec<u128>)>,
    /// The depth on a line of its own.
    depth_above: Option<u32>,
    /// Lines of cells that are numbers but for the first, with the number of these.
    nameless: Vec<(usize, usize)>,
    /// The entries of positions that commands set.
    commands: HashMap<&'t str, usize>,
    /// Whether there was a position, and whether a labelled count stands right above the first one, so that counts may belong to the position
    /// below them.
    has_position: bool,
    has_count_first: bool,
}

/// What a line is before it is known where it is.
enum Kind<'t> {
    /// A position, with the text in front of it and behind it.
    Position { before: &'t str, text: &'t str },
    /// `position fen FEN` or `position startpos`.
    Command(&'t str),
    /// A call in a script.
    Call,
    /// A position within strings, or none.
    Other,
}

/// Reads a text.
pub(super) fn read_text(text: &str, collector: &mut Collector<'_>) {
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let lines = text.lines().map(|line| line.trim_end_matches(is_blank));
    let lines = without_delimiters(with_examples(lines));
    let kinds: Vec<_> = lines.iter().map(|line| kind(line)).collect();
    let is_other = |kind: &Kind<'_>| matches!(kind, Kind::Other);
    let masked: Vec<_> =
        lines.iter().zip(&kinds).map(|(line, kind)| if is_other(kind) { *line } else { "" }).collect();
    let joined = join_literals(&masked);
    let joined: Vec<_> = joined.iter().map(|line| &**line).collect();
    let found = source::read_source(&joined, collector);
    let mut reader = Reader {
        collector,
        lines: &lines,
        comments: comments(&lines),
        at: None,
        level: 0,
        id: None,
        variant: None,
        table: None,
        rows: Vec::new(),
        depth: None,
        list: Vec::new(),
        lists: Vec::new(),
        word: None,
        wide: Vec::new(),
        depth_above: None,
        nameless: Vec::new(),
        commands: HashMap::new(),
        has_position: false,
        has_count_first: false,
    };
    for (index, kind) in kinds.iter().enumerate() {
        reader.line(index + 1, kind, &found);
    }
    reader.end_position();
    reader.end_nameless(&kinds);
}

/// The signs between the name of a position and the position.
const BETWEEN: [char; 7] = [',', ';', '|', '\t', ':', '=', '('];

/// Whether a line is a comment, and no attribute of Rust.
fn is_comment(line: &str) -> bool {
    line.starts_with("//") || line.starts_with('%') || line.starts_with('#') && !line.starts_with("#[")
}

/// The last line of the comment in brackets that a line is in, by the line.
fn comments(lines: &[&str]) -> HashMap<usize, usize> {
    let mut last = HashMap::new();
    for (open, close) in [("/*", "*/"), ("(*", "*)")] {
        let mut first = None;
        for (line, text) in (1..).zip(lines) {
            first = first.or_else(|| text.contains(open).then_some(line));
            if let Some(first) = first.take_if(|_| text.contains(close)) {
                (first..=line).for_each(|inner| {
                    last.entry(inner).and_modify(|last| *last = line.min(*last)).or_insert(line);
                });
            }
        }
    }
    last
}

/// The lines with the code that comments of documentation have between fences, without its comment signs.
fn with_examples<'t>(lines: impl Iterator<Item = &'t str>) -> impl Iterator<Item = &'t str> {
    let mut is_code = false;
    lines.map(move |line| {
        let text = line.trim_start();
        let Some(inner) = text.strip_prefix("///").or_else(|| text.strip_prefix("//!")) else {
            is_code = false;
            return line;
        };
        let is_fence = inner.trim_start().starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence { inner.strip_prefix(' ').unwrap_or(inner) } else { line }
    })
}

/// The lines without the code around a string of several lines whose first or last line has a position: `let all = r#"FEN ;D1 20`.
fn without_delimiters<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    const DELIMITERS: [(&str, &str); 6] =
        [("R\"(", ")\""), ("r#\"", "\"#"), ("r\"", "\""), ("\"\"\"", "\"\"\""), ("'''", "'''"), ("`", "`")];
    let opened = |line: &'t str| {
        DELIMITERS.into_iter().find_map(|(open, close)| {
            let (before, rest) = line.split_once(open)?;
            let is_value = before.trim_end().ends_with(['=', '(', '[', '{', ',', ':']);
            (is_value && !rest.contains(close)).then_some((rest, close))
        })
    };
    let mut closing = None;
    let cut = |line: &'t str| {
        let (inner, is_position) = match closing.take() {
            None => {
                let Some((rest, close)) = opened(line) else { return line };
                closing = Some(close);
                (rest, fen::starts(rest.trim()))
            }
            Some(close) => match line.split_once(close) {
                Some((inner, _)) => (inner, fen::find(inner).is_some()),
                None => {
                    closing = Some(close);
                    return line;
                }
            },
        };
        if is_position { inner } else { line }
    };
    lines.map(cut).collect()
}

/// Joins a string with a position and the string behind it, as compilers do, also if it is on the next line.
fn join_literals<'t>(lines: &[&'t str]) -> Vec<Cow<'t, str>> {
    let mut joined: Vec<_> = lines.iter().map(|line| Cow::Borrowed(*line)).collect();
    for at in 0..joined.len() {
        while fen::find(&joined[at]).is_some() {
            let line = &joined[at];
            let apart = line.match_indices('"').find_map(|(end, _)| {
                let rest = line[end + 1..].trim_start();
                let start = line.len() - rest.len();
                (rest.starts_with('"') && start > end + 1 && line[..end].matches('"').count() % 2 == 1)
                    .then_some((end, start))
            });
            if let Some((end, start)) = apart {
                joined[at] = format!("{}{}", &line[..end], &line[start + 1..]).into();
                continue;
            }
            let next = (at + 1..joined.len()).find(|next| !joined[*next].trim().is_empty());
            let (Some(next), Some(open)) = (next, line.trim_end().strip_suffix('"')) else { break };
            let Some(rest) = joined[next].trim().strip_prefix('"') else { break };
            if open.matches('"').count() % 2 == 0 {
                break;
            }
            let line = format!("{open}{rest}");
            joined[next] = Cow::Borrowed("");
            joined[at] = line.into();
        }
    }
    joined
}

/// A line without the marks of lists and of emphasis in front.
fn unmarked(line: &str) -> &str {
    line.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '(')
}

/// The cell of a line that is `startpos`, perhaps with `position` in front, if it is the only one or numbers are behind it.
fn start_cell(text: &str) -> Option<Range<usize>> {
    let cell = text.split([',', ';', '|', '\t']).find(|cell| {
        let cell = cell.trim();
        cell == fen::START || cell.strip_prefix("position ").is_some_and(|cell| cell.trim() == fen::START)
    })?;
    let end = cell.as_ptr() as usize - text.as_ptr() as usize + cell.trim_end().len();
    let is_all = text == fen::START || text[end..].contains(|c: char| c.is_ascii_digit());
    is_all.then_some(end - fen::START.len()..end)
}

/// The text in front of a position without the words of its command.
fn without_command(before: &str) -> &str {
    let before = before.trim_end_matches(' ');
    let before = before.strip_suffix("fen").unwrap_or(before).trim_end_matches(' ');
    before.strip_suffix("position").unwrap_or(before)
}

fn kind(line: &str) -> Kind<'_> {
    let text = line.trim();
    // Each line of a multi-line string in Zig begins with two backslashes.
    let text = text.strip_prefix(r"\\").unwrap_or(text);
    if is_comment(text) {
        return Kind::Other;
    }
    let command = text.trim_start_matches(['>', '$', ' ']);
    if let Some(position) = command.strip_prefix("position ") {
        let position = position.trim();
        if position.starts_with(fen::START)
            || position.strip_prefix("fen ").is_some_and(|rest| fen::starts(rest.trim()))
        {
            return Kind::Command(position.strip_prefix("fen ").unwrap_or(position).trim());
        }
    }
    if let Some(at) = fen::find(text).or_else(|| start_cell(text)) {
        let before = &text[..at.start];
        let name = before.strip_suffix(" (").unwrap_or(before);
        let is_row = text.starts_with("| ") && text.ends_with('|');
        let is_in_code = !is_row && (name.contains(['(', '[', '{', '<']) || before.ends_with(['"', '\'']));
        let is_call = before.contains('"') && !before.contains(['(', '[', '{', ',']) && before.len() > 1;
        if is_call && call::is_call(text) {
            return Kind::Call;
        }
        if !is_in_code {
            let is_aside = name.len() < before.len() && text[at.end..].trim_end_matches(':') == ")";
            return Kind::Position { before, text: if is_aside { &text[at] } else { &text[at.start..] } };
        }
        return Kind::Other;
    }
    if text.contains(fen::START) && call::is_call(text) { Kind::Call } else { Kind::Other }
}

/// The text after one of these words and a blank, a colon or an equals sign.
fn keyword<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    let end = text.find(|c: char| c.is_whitespace() || c == ':' || c == '=')?;
    let (word, rest) = text.split_at(end);
    let rest = rest.trim_start_matches([':', '=', ' ', '\t']).trim();
    words.iter().any(|known| word.eq_ignore_ascii_case(known)).then_some(rest)
}

/// Whether a text contains "perft", in any case.
fn names_perft(text: &str) -> bool {
    text.to_ascii_lowercase().contains("perft")
}

/// Whether a count of perft is anywhere in a text but in a string, as in `startpos has perft(1) = 20` and `perft(1) from there = 20`.
fn has_count(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut parts = text.split("perft");
    let before = parts.next().unwrap_or_default();
    !before.contains(['"', '\''])
        && parts.any(|rest| {
            let depth = rest.trim_start_matches([' ', '(']);
            let behind = depth.trim_start_matches(is_digit);
            let count = behind.find(is_digit).map_or("", |at| &behind[..at]).trim_end();
            depth.len() > behind.len() && count.ends_with(['=', ':']) && !count.contains('(')
        })
}

/// Whether a text is the total below a table of moves, as Stockfish prints it.
fn is_total(text: &str) -> bool {
    let label = text.split_once(':').filter(|(label, _)| label.trim().eq_ignore_ascii_case("nodes searched"));
    label.and_then(|(_, count)| number::number(count.trim())).is_some()
}

/// Whether a text has a number that is greater than a depth.
fn has_large_number(text: &str) -> bool {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
    numbers.any(|number: u128| number > MAX_BARE_DEPTH)
}

/// The depth of a command such as `go perft 3`.
fn depth_of_command(text: &str) -> Option<u32> {
    let text = text.trim_start_matches(['>', '$', ' ']);
    let rest = text.strip_prefix("go ").unwrap_or(text);
    let rest =
        ["perft", "divide", "perftdiv"].iter().find_map(|word| rest.strip_prefix(word)?.strip_prefix(' '))?;
    depth_of(rest.trim())
}

impl<'t> Reader<'_, '_, 't> {
    fn line(&mut self, line: usize, kind: &Kind<'t>, found: &Found) {
        let text = self.lines[line - 1].trim();
        let is_below = |at: At| at.comment.is_some_and(|last| line > last && text.is_empty());
        if self.at.is_some_and(|at| line >= at.end || is_below(at)) {
            self.end_position();
        }
        if let Some(scope) = found.scopes.get(&line) {
            self.end_position();
            self.at = Some(At { end: scope.end, is_code: true, ..self.at_entry(scope.entry) });
        }
        if found.lines.contains(&line) {
            self.comment(line, text);
            return self.end_part();
        }
        if let Some(mut table) = self.table.take()
            && let Some(cells) = table.cells(text)
        {
            if !cells.is_empty() {
                let position = (!table.names_positions()).then(|| self.entry(line));
                table.row(self.collector, &Place::line(line), &cells, position);
            }
            self.table = Some(table);
            return;
        }
        if text.is_empty() {
            return;
        }
        let place = Place::line(line);
        match kind {
            Kind::Position { before, text } => return self.position(line, before, text),
            Kind::Command(position) => return self.command(line, position),
            Kind::Call => {
                self.end_part();
                call::read_call(self.collector, &place, text);
                return;
            }
            Kind::Other => {}
        }
        if let Some(header) = Header::parse(text) {
            self.end_part();
            self.table = Some(header);
            return;
        }
        if is_comment(text) {
            self.comment(line, text);
            self.heading(text);
            return;
        }
        let played = text.trim_start_matches(['>', '$', ' ']).strip_prefix("moves ");
        let is_move = |word: &str| (self.collector.options.is_move)(word);
        if !self.is_code() && played.is_some_and(|moves| moves.split_whitespace().all(is_move)) {
            // What follows is about another position.
            self.end_position();
            return self.collector.refuse(&place, text, PLAYED);
        }
        let is_foreign = self.is_code() && found.foreign.contains(&line);
        if is_foreign || !self.named(line, text) && !self.counted(line, text) {
            match found.others.get(&line) {
                Some(read) => self.unplaced(&place, text, read.as_ref()),
                None => self.other(line, text),
            }
        }
    }

    /// Ends the position above a heading that begins another part: one with counts, or one below a heading of the same level, or of a lower
    /// one. A single `#` may be that of a comment.
    fn heading(&mut self, text: &str) {
        let level = text.bytes().take_while(|byte| *byte == b'#').count();
        let ends = |at: At| {
            let is_next = level > 1 && level <= at.level && !at.is_code;
            is_next || self.collector.suite.entries[at.entry].has_checks()
        };
        if level > 0 && self.at.is_some_and(ends) {
            self.end_position();
        }
        if level > 1 && text[level..].starts_with(' ') {
            self.level = level;
        }
    }

    /// A position to which the lines below it belong.
    const fn at_entry(&self, entry: usize) -> At {
        At { entry, end: usize::MAX, comment: None, is_code: false, level: self.level }
    }

    /// Notes a comment that holds a position, or numbers of perft.
    fn comment(&mut self, line: usize, text: &str) {
        let is_of_perft = || names_perft(text) && has_large_number(text);
        if is_comment(text) && (fen::find(text).is_some() || is_of_perft()) {
            self.collector.suite.comments.push(line);
        }
    }

    /// Reads counts of source text at no position: those of the one that the caller names.
    fn unplaced(&mut self, place: &Place, text: &str, read: Option<&Result<Entry, Refusal>>) {
        match read {
            None => {}
            Some(Err(refusal)) => self.collector.suite.refusals.push(refusal.clone()),
            Some(Ok(entry)) => {
                self.collector.add_unplaced(Entry { place: place.clone(), ..entry.clone() }, text)
            }
        }
    }

    /// Reads a line with a name, a variant or the depth of a table.
    fn named(&mut self, line: usize, text: &'t str) -> bool {
        let bare = text.trim_matches('"');
        let is_of_engine = |rest: &str| rest.starts_with("name ") || rest.starts_with("author ");
        if let Some(name) = keyword(bare, &["id"]).filter(|rest| !is_of_engine(rest)) {
            self.end_position();
            self.id = Some(name.trim_matches('"').to_owned());
        } else if let Some(name) = keyword(bare, &["variant"]).filter(|_| !self.is_code()) {
            self.end_part();
            self.variant = Some(name.trim_matches('"').to_owned());
        } else if let Some(depth) = depth_of_command(text) {
            self.end_part();
            self.depth = Some(depth);
            self.rows.push((line, ""));
        } else {
            return false;
        }
        true
    }

    fn is_code(&self) -> bool {
        self.at.is_some_and(|at| at.is_code)
    }

    /// Reads a line with a position: `FEN ...`, `NAME: FEN`, cells in front of it, or a depth and a count.
    fn position(&mut self, line: usize, before: &'t str, text: &'t str) {
        self.has_position = true;
        let (place, written) = (Place::line(line), before);
        let before = without_command(before);
        let word = self.word.take();
        self.end_position();
        let cells: Vec<_> = before
            .split(|c| c == ' ' || BETWEEN.contains(&c))
            .map(|cell| cell.trim_matches(['`', '"', '*', ' ']))
            .filter(|cell| !cell.is_empty() && !["-", "+", ">"].contains(cell))
            .collect();
        let numbers: Option<Vec<_>> =
            cells.iter().map(|cell| number::number(cell.trim_end_matches(['.', ')']))).collect();
        let trimmed = before.trim_end_matches(['`', '"', ' ', '*']);
        let is_label = trimmed.is_empty() || trimmed.ends_with(BETWEEN);
        let is_keyword = cells.len() == 1 && matches!(Label::parse(cells[0]), Label::Position);
        let (mut id, mut variant, mut row) = (None, None, None);
        match numbers.as_deref() {
            Some([] | [_]) => {}
            // Those of a log, such as its times.
            Some(_) if before.len() < written.trim_end().len() => {}
            Some(pair @ [_, _]) => row = Some(pair.to_vec()),
            Some(_) => {
                return self.collector.refuse(
                    &place,
                    before,
                    "numbers in front of a position; expected a depth and its count",
                );
            }
            None if is_keyword => {}
            None if is_label && cells.len() <= 6 => {
                let name = before.split(BETWEEN).map(str::trim).find(|cell| !cell.is_empty());
                let name = name.map(|name| unmarked(name).trim_matches(['"', '`', '*']).to_owned());
                let is_variant =
                    name.as_deref().is_some_and(|name| (self.collector.options.is_variant)(name));
                if is_variant {
                    variant = name
                } else {
                    id = name.filter(|name| Label::parse(name) != Label::Position)
                }
            }
            None => {
                let reason = source::unread(before);
                return self.collector.refuse(
                    &place,
                    before,
                    format!("{reason}; expected the position first"),
                );
            }
        }
        let index = epd::read_epd(self.collector, &place, text);
        let entry = &mut self.collector.suite.entries[index];
        let above = self.id.take().or(word.map(str::to_owned));
        entry.id = entry.id.take().or(above).or(id);
        entry.variant = entry.variant.take().or(variant).or(self.variant.clone());
        if let Some(numbers) = row {
            if entry.bare.is_empty() {
                entry.bare.push(Row::new(place, numbers));
            } else {
                self.collector.refuse(&place, before, "numbers in front of a position and behind it");
            }
        }
        let comment = self.comments.get(&line).copied();
        self.at = Some(At { comment, ..self.at_entry(index) });
    }

    fn command(&mut self, line: usize, position: &'t str) {
        self.has_position = true;
        let place = Place::line(line);
        self.end_position();
        if let Some((fen, moves)) = position.split_once(" moves ") {
            let reason = format!(
                "moves after {}: {}; expected the FEN of the position itself",
                quoted(fen),
                quoted(moves)
            );
            return self.collector.refuse(&place, position, reason);
        }
        // A session may ask about a position again.
        let entry = *self.commands.entry(position).or_insert_with(|| {
            self.collector.add(Entry {
                id: self.id.take(),
                variant: self.variant.clone(),
                ..Entry::new(place, position)
            })
        });
        self.at = Some(self.at_entry(entry));
    }

    /// Whether there is a position for unlabelled numbers.
    const fn is_placed(&self) -> bool {
        self.at.is_some() || self.collector.options.hints.fen.is_some()
    }

    /// The entry of counts on a line: that of the position above, or one that has none.
    fn entry(&mut self, line: usize) -> usize {
        if let Some(at) = self.at {
            return at.entry;
        }
        let entry = self.collector.unplaced(Place::line(line), self.lines[line - 1]);
        if self.is_placed() {
            self.at = Some(self.at_entry(entry));
        }
        entry
    }

    /// Reads a line below a position: counts with their depths, or a number of a list.
    fn counted(&mut self, line: usize, text: &'t str) -> bool {
        if self.depth.is_some() {
            self.rows.push((line, text));
            return true;
        }
        let place = Place::line(line);
        let is_list = self.is_placed() && !self.is_code();
        let bare = unmarked(text).trim_end_matches([',', ';']);
        let numbers = number::numbers(bare).filter(|_| is_list);
        match numbers.as_deref() {
            Some([number]) => {
                self.list.push((line, *number));
                return true;
            }
            Some(_) => {
                self.end_list();
                self.entry(line);
                self.wide.push((line, numbers.unwrap_or_default()));
                return true;
            }
            None => {}
        }
        if is_list && self.vertical(line, bare) {
            return true;
        }
        let has_word = bare.contains(char::is_alphabetic);
        if let Some(counts) = epd::labelled(bare).filter(|_| has_word || is_list) {
            if self.is_of_either(line) {
                let reason = "it may belong to the position above or to the one below, since the first count of the text is above its \
                              position; expected counts below or behind their positions";
                self.collector.refuse(&place, text, reason);
                return true;
            }
            let entry = self.entry(line);
            self.end_part();
            for (depth, count) in counts {
                self.collector.count(entry, &place, text, depth, count);
            }
            return true;
        }
        if self.is_code() {
            return false;
        }
        let first = bare.split([' ', ':', '=', '\t']).next().unwrap_or_default();
        if is_list
            && (self.collector.options.is_move)(first)
            && bare[first.len()..].contains(|c: char| c.is_ascii_digit())
        {
            self.rows.push((line, text));
            return true;
        }
        let is_depth = first == "perft" || Label::parse(first) == Label::Depth;
        let has_number = |text: &str| {
            text.trim_start_matches([' ', ':', '=', '(']).starts_with(|c: char| c.is_ascii_digit())
        };
        let is_count =
            matches!(Label::parse(first), Label::CountOf(_)) && first.contains(char::is_alphabetic);
        let is_label = is_count || is_depth && has_number(&bare[first.len()..]);
        let has_others =
            || bare.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).count() > 1;
        if is_label && (self.at.is_some() || has_others()) {
            self.collector.refuse(&place, text, "expected a depth and its count, such as `D1 20`");
            return true;
        }
        false
    }

    /// Whether a labelled count may belong to the position above or to the one below: the first count of the text is above all positions.
    fn is_of_either(&mut self, line: usize) -> bool {
        let is_first = !self.is_placed() && !self.has_position;
        self.has_count_first |=
            is_first && self.lines.get(line).is_some_and(|below| fen::starts(below.trim()));
        self.has_count_first && self.at.is_some()
    }

    /// Reads a value on a line of its own: a depth, and below it counts of leaves and of classes.
    fn vertical(&mut self, line: usize, text: &str) -> bool {
        let Some(start) = text.find(|c: char| c.is_ascii_digit()) else { return false };
        let label = text[..start].trim_matches([' ', ':', '=', '\t', '*']);
        let mut words = text[start..].split_whitespace().map(|word| word.trim_matches([':', ',', '*']));
        let value = words.next().and_then(number::number);
        let (Some(value), false) = (value, words.any(|word| number::number(word).is_some())) else {
            return false;
        };
        let place = Place::line(line);
        match (Label::parse(label), self.depth_above) {
            (Label::Depth, _) => self.depth_above = u32::try_from(value).ok(),
            (Label::Count, Some(depth)) => {
                let entry = self.entry(line);
                self.collector.count(entry, &place, text, depth, value);
            }
            (Label::Class(class), Some(depth)) => {
                let entry = self.entry(line);
                self.collector.class(entry, &place, text, depth, (class, value));
            }
            _ => return false,
        }
        true
    }

    /// Ends the lines that belong to a position.
    fn end_position(&mut self) {
        self.end_part();
        self.end_rows();
        self.at = None;
    }

    /// Adds a line of counts below a position, or refuses several, which are rows of a table without a header.
    fn end_rows(&mut self) {
        self.depth_above = None;
        let (rows, lists) = (std::mem::take(&mut self.wide), std::mem::take(&mut self.lists));
        // Depths that follow each other are labels.
        let is_run = rows.iter().all(|(_, row)| row.len() == 2)
            && rows.first().is_some_and(|(_, row)| row[0] <= 2)
            && rows.windows(2).all(|pair| pair[0].1[0] + 1 == pair[1].1[0]);
        if !rows.is_empty() && !lists.is_empty() {
            let reason =
                "one number on some lines below a position, several on others; expected the same on all";
            let are_clear = rows.len() > 1 && is_run;
            let wide = rows.iter().filter(|_| !are_clear).map(|(line, _)| *line);
            for line in lists.iter().map(|list| list.place.line).chain(wide) {
                self.collector.refuse(&Place::line(line), self.lines[line - 1], reason);
            }
            if !are_clear {
                return;
            }
        } else if let Some(at) = self.at {
            self.collector.suite.entries[at.entry].bare.extend(lists);
        }
        match (&rows[..], self.at) {
            ([], _) => {}
            ([(line, numbers)], Some(at)) => {
                let row = Row::new(Place::line(*line), numbers.clone());
                self.collector.suite.entries[at.entry].bare.push(row);
            }
            (rows, Some(at)) if rows.iter().all(|(_, row)| row.len() == 2) => {
                for (line, numbers) in rows {
                    let place = Place::line(*line);
                    if is_run {
                        self.collector.count(at.entry, &place, self.lines[*line - 1], numbers[0], numbers[1]);
                    } else {
                        let row = Row::new(place, numbers.clone());
                        self.collector.suite.entries[at.entry].bare.push(row);
                    }
                }
            }
            (rows, _) => {
                for (line, _) in rows {
                    let reason = "several numbers below no header; expected `depth nodes` above them, or one count a line";
                    self.collector.refuse(&Place::line(*line), self.lines[*line - 1], reason);
                }
            }
        }
    }

    /// A line that holds no documented form.
    fn other(&mut self, line: usize, text: &'t str) {
        if !self.rows.is_empty() {
            self.rows.push((line, text));
            return;
        }
        if fen::find(text).is_some() {
            return self.collector.refuse(&Place::line(line), text, source::unread(text));
        }
        if has_count(text) {
            let reason = "a count of perft among other words; expected its FEN in front, as in `FEN ;D1 20`";
            return self.collector.refuse(&Place::line(line), text, reason);
        }
        if is_total(text) {
            let reason = "a total at no position; expected `position fen FEN` and `go perft DEPTH` above it";
            return self.collector.refuse(&Place::line(line), text, reason);
        }
        if let Some((name, Some(numbers))) =
            text.split_once([',', ';', '|', '\t']).map(|(name, rest)| (name, number::numbers(rest)))
            && name.trim().chars().all(char::is_alphanumeric)
        {
            self.nameless.push((line, numbers.len()));
        }
        let is_word = !text.contains(char::is_whitespace) && number::number(text).is_none();
        self.word = Some(text).filter(|_| is_word && !self.is_code());
        self.collector.suite.skipped += 1;
        let has_number = text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 1);
        if has_number && (self.at.is_some() || names_perft(text)) {
            self.collector.suite.skipped_numbers.push(line);
        }
    }

    /// Refuses the lines that have a word in the place where others have a position before as many numbers.
    fn end_nameless(&mut self, kinds: &[Kind<'t>]) {
        let rows = self.collector.suite.entries.iter().flat_map(|entry| &entry.bare);
        let is_of_position = |row: &&Row| {
            let index = row.place.line.saturating_sub(1);
            matches!(kinds.get(index), Some(Kind::Position { .. }))
                || self.lines.get(index).is_some_and(|line| line.trim_start().starts_with(['"', '\'']))
        };
        let known: BTreeSet<_> = rows.filter(is_of_position).map(|row| row.numbers.len()).collect();
        for (line, numbers) in std::mem::take(&mut self.nameless) {
            if numbers > 1 && known.contains(&numbers) {
                let reason = "a row without a position; expected a FEN or `startpos` in front";
                self.collector.refuse(&Place::line(line), self.lines[line - 1], reason);
            }
        }
    }

    /// Adds the numbers that were alone on their lines.
    fn end_list(&mut self) {
        let list = std::mem::take(&mut self.list);
        if let Some((line, _)) = list.first() {
            self.entry(*line);
            let numbers = list.iter().map(|(_, number)| *number).collect();
            self.lists.push(Row::new(Place::line(*line), numbers));
        }
    }

    /// Ends lists and tables.
    fn end_part(&mut self) {
        self.end_list();
        self.table = None;
        self.word = None;
        let rows = std::mem::take(&mut self.rows);
        let depth = self.depth.take();
        let is_command = rows.first().is_some_and(|(_, text)| text.is_empty());
        let rows: Vec<_> = rows.into_iter().filter(|(_, text)| !text.is_empty()).collect();
        let Some((line, _)) = rows.first().copied() else { return };
        if self.is_placed() || is_command || rows.len() > 1 {
            let entry = self.entry(line);
            let texts: Vec<_> = rows.iter().map(|(_, text)| *text).collect();
            divide::read_divide(self.collector, entry, line, &texts, depth);
        }
    }
}
