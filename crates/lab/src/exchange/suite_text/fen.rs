//! Finds positions in a text.

use std::ops::Range;

/// The word for the start position.
pub(super) const START: &str = "startpos";

/// The files of a rank: its letters, and its numbers of empty squares.
fn width(rank: &str) -> u32 {
    let letters = rank.chars().filter(char::is_ascii_alphabetic).count() as u32;
    let numbers = rank.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<u32>().ok());
    letters.saturating_add(numbers.fold(0, u32::saturating_add))
}

/// Whether a word is the board of a FEN. Without a side to move behind it, a board needs six ranks of the same width, so that paths of
/// files are none.
fn is_board(word: &str, next: Option<&str>) -> bool {
    let is_of_board = |c: char| c.is_ascii_alphanumeric() || "/{}[]+~*_-'".contains(c);
    let ranks = word.split('/').filter(|rank| !rank.is_empty()).count();
    let has_side = next.is_some_and(|side| ["w", "b"].contains(&side.trim_end_matches([',', ';'])));
    let is_even = || {
        let mut widths = word.split('/').map(width);
        let first = widths.next();
        widths.all(|width| Some(width) == first)
    };
    ranks >= 3
        && (has_side || ranks >= 6 && is_even())
        && ranks == word.matches('/').count() + 1
        && word.starts_with(|c: char| c.is_ascii_alphanumeric() || "{*+_-".contains(c))
        && word.chars().all(is_of_board)
}

/// Whether a text begins with a position.
pub(super) fn starts(text: &str) -> bool {
    let mut words = text.split([' ', '\t', ';', '|', ',']).filter(|word| !word.is_empty());
    words.next().is_some_and(|board| is_board(board, words.next()))
}

/// Whether a text is a position and nothing else.
pub(super) fn is_whole(text: &str) -> bool {
    let text = text.trim();
    text == START || starts(text) && end(text) == text.len()
}

/// The first position of a line: from its board to the end of the fields of the FEN.
pub(super) fn find(line: &str) -> Option<Range<usize>> {
    const QUOTES: [char; 3] = ['"', '\'', '`'];
    let is_between = |c: char| c.is_whitespace() || QUOTES.contains(&c) || "(),;|=*:#".contains(c);
    let mut at = 0;
    for word in line.split(is_between) {
        if word.contains('/') && starts(&line[at..]) {
            let rest = &line[at..];
            // An apostrophe is part of the notation of some boards.
            let quoted = rest.find(['"', '`', '\t', ')']).unwrap_or(rest.len());
            return Some(at..at + end(&rest[..quoted]));
        }
        at += word.len() + line[at + word.len()..].chars().next().map_or(0, char::len_utf8);
    }
    None
}

/// The end of the fields of the FEN that begins a text: a semicolon, a bar or a comma, or a word that is none of its fields.
pub(super) fn end(text: &str) -> usize {
    let (mut end, mut numbers) = (0, 0);
    let separator = text.find([';', '|', '\t', '"', '`']).unwrap_or(text.len());
    for (index, word) in text[..separator].split(' ').filter(|word| !word.is_empty()).enumerate() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        // Commas stand between the squares of unmoved pieces, and may end the last field of a FEN in a row of cells.
        let bare =
            if index == 2 { word.trim_end_matches(',') } else { word.split(',').next().unwrap_or(word) };
        let is_field = match index {
            0 => true,
            1 => ["w", "b"].contains(&bare),
            2 => is_rights(bare),
            // A FEN of a whole text may lack the square.
            3 => bare == "-" || is_square(bare) || is_counter(bare) && are_last(&text[start..separator]),
            _ => bare == "-" || is_counter(bare) || is_effect(bare),
        };
        numbers += usize::from(!bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit()));
        if !is_field || numbers > 2 {
            break;
        }
        end = start + bare.len();
        if bare.len() < word.len() {
            break;
        }
    }
    end
}

/// Whether a text is one or two numbers.
fn are_last(text: &str) -> bool {
    let words: Vec<_> = text.split_whitespace().collect();
    words.len() <= 2 && words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a word may be the castling rights of a FEN or the unmoved pieces of a VFEN.
fn is_rights(word: &str) -> bool {
    const LETTERS: usize = 8;
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    word == "-"
        || word == "*"
        || !is_number
            && !is_label(word)
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b',')
            && (word.len() <= LETTERS || word.contains(','))
}

/// Whether a word is a counter of a FEN: a number, perhaps one of checks such as `3+3` or `+0+0`.
fn is_counter(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
        && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+')
}

/// Whether a word is a last field of a VFEN, such as `ban=x3+x6`.
fn is_effect(word: &str) -> bool {
    word.starts_with("ban=")
}

/// Whether a word is the label of a count or an opcode, such as `D1` or `acd`, and no field of a FEN.
fn is_label(word: &str) -> bool {
    let is_depth = word.strip_prefix(['D', 'd']).is_some_and(|rest| {
        let digits = rest.trim_end_matches([':', '=']);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_depth || ["acd", "acn", "id", "bm"].contains(&word) || word.starts_with("perft")
}

/// Whether a word is a square or several, such as `d3`, which looks like the label of a depth.
fn is_square(word: &str) -> bool {
    word.len() >= 2
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.ends_with(|c: char| c.is_ascii_digit())
        && !word.starts_with("perft")
}
