//! The meaning of the word next to a value: the header of a column, a key, or the label in front of a count.
//!
//! Invariant: this is the only list of words of the reader. A word that is not in it labels nothing.

use std::fmt;
use vperft::inner::game::classes::LeafClass;

/// The words for a position.
const POSITIONS: [&str; 7] = ["fen", "epd", "vfen", "sfen", "position", "pos", "board"];
/// The words for a depth.
const DEPTHS: [&str; 5] = ["depths", "depth", "plies", "ply", "d"];
/// The words for a count; a label may have several, such as `expected_nodes`.
const COUNTS: [&str; 16] = [
    "expected",
    "expect",
    "exp",
    "want",
    "perft",
    "leaves",
    "leaf",
    "nodes",
    "node",
    "counts",
    "count",
    "results",
    "result",
    "total",
    "positions",
    "searched",
];
/// The words between others in a label, such as `nodes_per_depth`.
const BETWEEN: [&str; 3] = ["per", "by", "at"];
/// The words for the name of a position.
const IDS: [&str; 7] = ["id", "name", "title", "case", "test", "label", "description"];
/// The words for the classes of moves, as published tables have them, perhaps with an `s` behind.
const CLASSES: [(&str, Class); 14] = [
    ("capture", Class::Of(LeafClass::Capture)),
    ("enpassant", Class::Of(LeafClass::EnPassant)),
    ("enpassantcapture", Class::Of(LeafClass::EnPassant)),
    ("ep", Class::Of(LeafClass::EnPassant)),
    ("castle", Class::Of(LeafClass::Castle)),
    ("castling", Class::Of(LeafClass::Castle)),
    ("promotion", Class::Of(LeafClass::Promotion)),
    ("check", Class::Of(LeafClass::Check)),
    ("checkmate", Class::Of(LeafClass::Checkmate)),
    ("mate", Class::Of(LeafClass::Checkmate)),
    ("stalemate", Class::Of(LeafClass::Stalemate)),
    ("doublecheck", Class::DoubleCheck),
    ("discoverycheck", Class::DiscoveredCheck),
    ("discoveredcheck", Class::DiscoveredCheck),
];

/// The words for a start, for what has a position, for making one, and others, in names of the start position.
const STARTS: [&str; 6] = ["starting", "start", "initial", "default", "standard", "startup"];
const THINGS: [&str; 9] = ["positions", "position", "pos", "board", "game", "chess", "state", "fens", "fen"];
const MAKERS: [&str; 5] = ["new", "init", "create", "make", "setup"];
const OTHERS: [&str; 7] = ["get", "set", "load", "from", "to", "string", "str"];
/// The words with which the names of assertions begin.
const ASSERTIONS: [&str; 5] = ["assert", "expect", "require", "ensure", "verify"];
/// The words in names of assertions that compare by another relation than equality, such as `assertGreaterThan` and `EXPECT_NE`.
const RELATIONS: [&str; 15] = [
    "greater", "less", "more", "most", "least", "above", "below", "not", "gt", "ge", "gte", "lt", "le",
    "lte", "ne",
];

/// A class of moves that a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// One that `vperft perft --classes` has too.
    Of(LeafClass),
    /// Checks by two pieces, which no backend reports.
    DoubleCheck,
    /// Checks by a piece that did not move, which no backend reports.
    DiscoveredCheck,
}

/// The name in checks.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Of(class) => class.name(),
            Self::DoubleCheck => "double-checks",
            Self::DiscoveredCheck => "discovered-checks",
        })
    }
}

/// The meaning of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// A position.
    Position,
    /// A depth, or a list of depths.
    Depth,
    /// A count whose depth is elsewhere, or a list of counts.
    Count,
    /// The count of this depth.
    CountOf(u32),
    /// A class of moves.
    Class(Class),
    /// The name of the position.
    Id,
    /// The variant.
    Variant,
    /// The counts below the moves, at this depth if the label names it.
    Divide(Option<u32>),
    /// The number of legal moves, or their list.
    Moves,
    /// Nothing that is known.
    Other,
}

/// What a name such as `START_FEN`, `newGame` or `ChessBoard` says, if it has no other words.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StartName {
    has_start: bool,
    has_thing: bool,
    has_maker: bool,
    is_capital: bool,
    is_text: bool,
}

impl StartName {
    /// Reads a name in any case, with or without `_` between its words.
    pub fn parse(name: &str) -> Self {
        let letters: String = name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect();
        if !is_made_of(&letters, &[&STARTS[..], &THINGS, &MAKERS, &OTHERS].concat()) {
            return Self::default();
        }
        let has = |words: &[&str]| words.iter().any(|word| letters.contains(word));
        Self {
            has_start: has(&STARTS),
            has_thing: has(&THINGS),
            has_maker: has(&MAKERS),
            is_capital: name.starts_with(char::is_uppercase),
            is_text: letters.contains("fen"),
        }
    }

    /// Whether it names the start position.
    pub const fn is_start(self) -> bool {
        self.has_start && self.has_thing
    }

    /// Whether it names what makes a position, such as `new_board`.
    pub const fn is_made(self) -> bool {
        self.has_thing && self.has_maker
    }

    /// Whether it names what a position is made by if it is called without arguments: a type, or a function such as `new_board`.
    pub const fn is_type(self) -> bool {
        self.is_made() || self.is_capital && self.has_thing && !self.has_start && !self.is_text
    }
}

impl Label {
    /// Reads a label such as `nodes`, `d3`, `perft_3`, `Depth 3`, `expectedNodes` or `E.p.`.
    pub fn parse(text: &str) -> Self {
        let is_of_label = |c: char| c.is_ascii_alphanumeric() || " _-.()*/#:\t".contains(c);
        let runs = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).count();
        // `-1` is a number, and no label.
        if !text.chars().all(is_of_label)
            || text.trim_start().starts_with('-')
            || runs > 1
            || text.matches('(').count() != text.matches(')').count()
        {
            return Self::Other;
        }
        let letters: String =
            text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        // `expectedCaptures` too.
        let singular = letters.strip_suffix('s').unwrap_or(&letters);
        let mut words = COUNTS.iter().filter_map(|word| singular.strip_prefix(word)).chain([singular]);
        if let Some((_, class)) = words.find_map(|word| CLASSES.iter().find(|(class, _)| *class == word)) {
            return Self::Class(*class);
        }
        match letters.as_str() {
            "" => Self::Other,
            "variant" => Self::Variant,
            "moves" | "legalmoves" | "legal" | "movecount" => Self::Moves,
            "divide" => Self::Divide(None),
            word if word.starts_with("divided") && word.len() > 7 => {
                word[7..].parse().map_or(Self::Other, |depth| Self::Divide(Some(depth)))
            }
            word if DEPTHS.contains(&word) => Self::Depth,
            word if POSITIONS.contains(&word) || word.ends_with("fen") || word == "startpos" => {
                Self::Position
            }
            word if IDS.contains(&word) => Self::Id,
            word => Self::of_count(word),
        }
    }

    /// Whether a label is about a depth and does not say which counts have it, such as `start_depth`.
    pub fn is_other_depth(text: &str) -> bool {
        let letters = text.to_ascii_lowercase();
        Self::parse(text) == Self::Other && DEPTHS[..4].iter().any(|word| letters.contains(word))
    }

    /// The meaning of letters and digits that are words for a count, with a depth or without.
    fn of_count(word: &str) -> Self {
        let is_digit = |c: char| c.is_ascii_digit();
        let Some(start) = word.find(is_digit) else {
            let is_of_depth = is_made_of(word, &[&COUNTS[..], &DEPTHS[..4], &BETWEEN].concat());
            let has_count = COUNTS.iter().any(|known| word.starts_with(known));
            return if is_of_depth && has_count { Self::Count } else { Self::Other };
        };
        let rest = &word[start..];
        let end = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
        let words = [&COUNTS[..], &DEPTHS, &BETWEEN].concat();
        let is_word = |text: &str| text.is_empty() || is_made_of(text, &words);
        match rest[..end].parse() {
            Ok(depth) if is_word(&word[..start]) && is_word(&rest[end..]) => Self::CountOf(depth),
            _ => Self::Other,
        }
    }
}

/// Whether a name is one of a list of counts. Besides words for counts, which end it, it may say of which position, also by a number:
/// `nodes1`, `startPosPerftResults`, `pos_2_expected`.
pub(super) fn names_list(name: &str) -> bool {
    let is_letter = |c: &char| c.is_ascii_alphabetic();
    let letters: String = name.chars().filter(is_letter).map(|c| c.to_ascii_lowercase()).collect();
    let words = [&COUNTS[..], &DEPTHS[..4], &BETWEEN, &POSITIONS, &STARTS, &THINGS, &IDS].concat();
    let is_of_position = || COUNTS.iter().any(|word| letters.ends_with(word)) && is_made_of(&letters, &words);
    Label::parse(name) == Label::Count || is_of_position()
}

/// Whether a name is that of an assertion, which fails unless what it says is true.
pub(super) fn is_assertion(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ASSERTIONS.iter().any(|word| name.starts_with(word))
}

/// Whether the name of an assertion says another relation than equality.
pub(super) fn is_other_relation(name: &str) -> bool {
    words_of(name).iter().any(|word| RELATIONS.contains(&word.as_str()))
}

/// The label that ends a name with other words in front, such as `KNOWN_NODES_DEPTH_5`; that of counts, if a word for them is elsewhere.
pub(super) fn label_among(name: &str) -> Label {
    let words = words_of(name);
    let ends = (0..words.len()).map(|from| Label::parse(&words[from..].join("_")));
    let is_known = |label: &Label| matches!(label, Label::Depth | Label::Count | Label::CountOf(_));
    let is_count = |word: &String| Label::parse(word) == Label::Count;
    let elsewhere = if words.iter().any(is_count) { Label::Count } else { Label::Other };
    ends.into_iter().find(is_known).unwrap_or(elsewhere)
}

/// The words of a name, in small letters: those of `testNodesKnown` and `TEST_NODES_KNOWN`.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if c == '_' || c.is_uppercase() && was_lower {
            words.push(String::new());
        }
        words.last_mut().expect("there is a word").extend(c.to_lowercase().filter(|c| *c != '_'));
        was_lower = c.is_lowercase();
    }
    words
}

/// Whether a text is made of these words.
fn is_made_of(text: &str, words: &[&str]) -> bool {
    words
        .iter()
        .any(|word| text.strip_prefix(word).is_some_and(|rest| rest.is_empty() || is_made_of(rest, words)))
}

/// The opcodes of EPD that say nothing about counts; `c0` to `c9` and `v0` to `v9` are others.
pub(super) fn is_other_opcode(word: &str) -> bool {
    const OPCODES: &str = "acs am bm ce dm draw_accept draw_claim draw_offer draw_reject eco fmvn hmvc nic noop pm pv rc resign sm \
                           tcgs tcri tcsi comment eval";
    OPCODES.split(' ').any(|opcode| opcode == word)
        || matches!(word.as_bytes(), [b'c' | b'v', digit] if digit.is_ascii_digit())
}
