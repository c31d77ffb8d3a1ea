//! The lines that an engine sends to XBoard for a variant of its own: `setup` and `piece`.
//!
//! Source: `engine-intf.html` of XBoard, sections 8 and 9, and its `moves.c` for the notation. The parent is `fairy`.

use super::Exported;
use super::plain::Plain;
use super::refusals::Refusals;
use super::xbetza::texts;
use vperft::inner::game::variant::{PieceType, Status};

/// The largest board: the program keeps other data on the last rows of its own.
const MAX_RANKS: u8 = 15;

/// The limits of a text: in all, and before an atom.
const MAX_TEXT: usize = 400;
const MAX_LETTERS: usize = 75;

/// The places of the pieces in a `setup` line, before that of the King.
const PLACES: usize = 40;

/// The place of the piece that promotes.
const PAWN: usize = 0;

/// Places with rules of their own: the Lance promotes too, and the Lion may move twice.
const SPECIAL: [usize; 2] = [18, 20];

/// The places of pieces that have a picture of their own.
const PICTURES: [(&str, usize); 13] = [
    ("knight", 1),
    ("bishop", 2),
    ("rook", 3),
    ("queen", 4),
    ("ferz", 5),
    ("alfil", 6),
    ("archbishop", 7),
    ("marshall", 8),
    ("chancellor", 8),
    ("wazir", 9),
    ("cannon", 11),
    ("nightrider", 12),
    ("grasshopper", 15),
];

/// Writes the lines.
pub fn write(plain: &Plain, refusals: &mut Refusals) -> Exported {
    let game = plain.game;
    let shape = game.shape();
    if shape.ranks() > MAX_RANKS {
        let problem = format!("{} ranks; the program has at most {MAX_RANKS}", shape.ranks());
        refusals.field("board", problem);
    }
    if !game.can_be(Status::Stalemate) {
        refusals.field("statuses", "stalemate loses; the program calls it a draw");
    }
    let pawn = promoting(plain, refusals);
    let white = table(plain, pawn);
    let (files, ranks, fen) = (shape.files(), shape.ranks(), game.fen());
    let black = white.to_lowercase();
    let mut text = format!("setup ({white}{black}) {files}x{ranks}+0_fairy {fen}\n");
    for (entry, moves) in texts(plain, accepts, refusals) {
        text.push_str(&format!("piece {}& {moves}\n", entry.label));
    }
    Exported { text, notes: game.unsaid_draws().into_iter().collect() }
}

/// Whether XBoard reads a text as the dialect says. It has no brackets, no doubled letters, and neither `u`, `z`, `q` nor `U`; it reads J
/// and L the other way round, and tests one square of the way of `nH` and `nG`. It has room for 79 letters before an atom, and for lines of
/// 511 characters.
fn accepts(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let is_doubled = letters.windows(2).any(|pair| pair[0].is_ascii_uppercase() && pair[0] == pair[1]);
    let longest = text.split(|c: char| c.is_ascii_uppercase()).map(str::len).max().unwrap_or(0);
    let is_short = longest < MAX_LETTERS && text.len() < MAX_TEXT;
    is_short
        && !text.contains(['[', ']', 'u', 'z', 'q', 'U', 'X', 'Y', 'J', 'L', 'O'])
        && !is_doubled
        && !["nH", "nG"].iter().any(|lame| text.contains(lame))
}

/// The kind that promotes, if its promotion is that of XBoard: on the last rank, to every other kind but the royal one.
fn promoting(plain: &Plain, refusals: &mut Refusals) -> Option<PieceType> {
    let game = plain.game;
    let passing = game.variant.en_passant.as_ref().map(|passing| passing.piece);
    let Some(promotion) = &plain.promotion else {
        if let Some(kind) = passing {
            let name = kind.name();
            refusals.field(
                "en_passant",
                format_args!("`{name}` does not promote, as every piece captured en passant"),
            );
        }
        return None;
    };
    let [kind] = promotion.kinds[..] else {
        refusals.field("promotion", "of several kinds; the program promotes one");
        return None;
    };
    if passing.is_some_and(|passing| passing != kind) {
        refusals.field("en_passant", "of another kind than the one that promotes");
    }
    let shape = game.shape();
    if promotion.last_ranks(shape.ranks(), shape.files()) != Some(1) {
        refusals.field("promotion", "on other squares than the last rank");
    }
    if !promotion.rule.forced || promotion.rule.stock {
        refusals
            .field("promotion", "that is optional, or to as many pieces as at the start (`forced`, `stock`)");
    }
    let others = game.variant.pieces.iter().map(|entry| entry.kind);
    let missing: Vec<_> = others
        .filter(|other| *other != kind && *other != plain.royal && !promotion.rule.to.contains(other))
        .map(|other| format!("`{}`", other.name()))
        .collect();
    if !missing.is_empty() || promotion.rule.to.contains(&kind) {
        let list = if missing.is_empty() { "itself".into() } else { missing.join(", ") };
        let problem =
            format!("the program lets a piece promote to every other kind, which is wrong for {list}");
        refusals.field("promotion", problem);
    }
    Some(kind)
}

/// The letters of the white pieces, each in its place.
fn table(plain: &Plain, pawn: Option<PieceType>) -> String {
    let game = plain.game;
    let mut places = vec!['.'; PLACES];
    let letter = |kind| game.letter(kind).chars().next().unwrap_or('.');
    if let Some(pawn) = pawn {
        places[PAWN] = letter(pawn);
    }
    let others: Vec<_> =
        game.variant.pieces.iter().filter(|entry| Some(entry.kind) != pawn && !entry.royal).collect();
    let picture = |name: &str| PICTURES.iter().find(|(known, _)| *known == name).map(|(_, place)| *place);
    let (known, rest): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|entry| picture(entry.kind.name()).is_some());
    for entry in known.into_iter().chain(rest) {
        let own = picture(entry.kind.name()).filter(|place| places[*place] == '.');
        let free = || (1..PLACES).find(|place| !SPECIAL.contains(place) && places[*place] == '.');
        if let Some(place) = own.or_else(free) {
            places[place] = letter(entry.kind);
        }
    }
    while places.last() == Some(&'.') {
        places.pop();
    }
    places.into_iter().chain([letter(plain.royal)]).collect()
}
