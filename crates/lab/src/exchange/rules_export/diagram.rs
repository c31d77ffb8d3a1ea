//! The definition of an Interactive Diagram of the Chess Variant Pages.
//!
//! Source: the article "Interactive diagrams" of these pages, and comments of its author about `promoChoice`, `maxPromote` and
//! `stalemate`. `docs/variant-files.md` names them.

use super::Exported;
use super::game::Game;
use super::plain::Plain;
use super::promotion::Promotion;
use super::refusals::Refusals;
use super::xbetza::texts;
use vperft::inner::game::board::Square;
use vperft::inner::game::variant::{Color, Piece, PieceEntry, Status};

/// Writes the definition. `name` is that of the diagram on its page.
pub fn write(plain: &Plain, name: &str, refusals: &mut Refusals) -> Exported {
    let game = plain.game;
    let shape = game.shape();
    mirrored(game, refusals);
    let mut lines = vec![
        format!("satellite={name}"),
        format!("files={}", shape.files()),
        format!("ranks={}", shape.ranks()),
        "symmetry=mirror".into(),
    ];
    if let Some(promotion) = &plain.promotion {
        lines.extend(promotes(game, promotion, refusals));
    } else {
        lines.push("maxPromote=0".into());
    }
    lines.push(format!("stalemate={}", if game.can_be(Status::Stalemate) { "draw" } else { "win" }));
    let mut pieces = texts(plain, |_| true, refusals);
    // The kinds that promote come first: the definition gives only their number.
    let promotes = |entry: &PieceEntry| {
        plain.promotion.as_ref().is_some_and(|promotion| promotion.kinds.contains(&entry.kind))
    };
    pieces.sort_by_key(|(entry, _)| !promotes(entry));
    let royal = pieces.iter().position(|(entry, _)| entry.royal);
    lines.extend(royal.map(|index| format!("royal={}", index + 1)));
    for (entry, moves) in &pieces {
        if entry.name.contains(|c: char| c == ':' || c == '=' || c == '<' || c.is_control()) {
            refusals.kind(entry, "has a name that no definition can have");
        }
        let squares = squares(game, entry);
        lines.push(format!("{}:{}:{moves}::{squares}", entry.name, entry.label));
    }
    Exported { text: lines.join("\n") + "\n", notes: game.unsaid_draws().into_iter().collect() }
}

/// Refuses start positions of which Black's is not the mirror image of White's.
fn mirrored(game: &Game, refusals: &mut Refusals) {
    let is_mirrored = game.shape().squares().all(|square| {
        let piece = |square| game.start.piece(square);
        piece(square) == piece(game.shape().flipped(square)).map(|piece| Piece::new(!piece.color, piece.kind))
    });
    if !is_mirrored || game.start.vfen.split(' ').nth(1) != Some("w") {
        refusals.field("starts", "a start position that is not symmetric, or with Black to move");
    }
}

/// The lines about promotion.
fn promotes(game: &Game, promotion: &Promotion, refusals: &mut Refusals) -> Vec<String> {
    let shape = game.shape();
    let zone = promotion.last_ranks(shape.ranks(), shape.files());
    if zone.is_none() {
        refusals.field("promotion", "on other squares than the last ranks");
    }
    if promotion.rule.stock {
        refusals.field("promotion", "to as many pieces as at the start (`stock`)");
    }
    let mut choice = game.letters(&promotion.rule.to);
    if !promotion.rule.forced {
        // The own letter among the choices means that the piece may stay what it is.
        match promotion.kinds[..] {
            [kind] => choice.push_str(game.letter(kind)),
            _ => refusals.field("promotion", "that is optional for several kinds"),
        }
    }
    vec![
        format!("promoZone={}", zone.unwrap_or(1)),
        format!("maxPromote={}", promotion.kinds.len()),
        format!("promoChoice={choice}"),
    ]
}

/// The squares where the white pieces of a kind start, and `a2-h2` for several in a row.
fn squares(game: &Game, entry: &PieceEntry) -> String {
    let mut all: Vec<Square> =
        game.start.squares_of(Piece::new(Color::White, entry.kind)).into_iter().collect();
    all.sort_by_key(|square| (square.rank(), square.file()));
    let rows = all.chunk_by(|one, other| one.rank() == other.rank() && one.file() + 1 == other.file());
    let name = |square: &Square| game.variant.labels.square(*square);
    let words = rows.flat_map(|row| match row {
        [first, _, .., last] => vec![format!("{}-{}", name(first), name(last))],
        short => short.iter().map(name).collect(),
    });
    words.collect::<Vec<_>>().join(",")
}
