//! Parses the fields of a VFEN after the board.

use super::error::{Field, VfenError, VfenErrorKind as Kind};
use super::parse::{Part, Reader};
use super::{Position, rights, validity};
use crate::game::board::{Square, Step};
use crate::game::variant::{Color, Covered, Piece, Rulebook};

/// The side to move.
pub(super) fn side(reader: &Reader<'_>, field: Part<'_>) -> Result<Color, VfenError> {
    match field.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        other => {
            let problem = format!("`{other}`; expected w or b");
            Err(reader.error(Kind::Side, Field::Side, field, "", problem))
        }
    }
}

/// A number from `least` on, without leading zeros and with at most nine digits.
pub(super) fn number(
    reader: &Reader<'_>,
    name: Field,
    field: Part<'_>,
    least: u32,
) -> Result<u32, VfenError> {
    let text = field.text;
    let is_number = text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = is_number && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|&number| is_number && number >= least).ok_or_else(|| {
        let problem = format!(
            "`{text}`; expected a number from {least}, of at most nine digits, without leading zeros"
        );
        reader.error(Kind::Clock, name, field, "", problem)
    })
}

/// The pieces that still hold an initial right.
pub(super) fn unmoved(
    reader: &Reader<'_>,
    field: Part<'_>,
    position: &mut Position,
    rulebook: &impl Rulebook,
) -> Result<(), VfenError> {
    match field.text {
        "-" => return Ok(()),
        "*" => {
            position.unmoved = rights::starred(position, reader.variant, rulebook.rulings());
            return Ok(());
        }
        _ => {}
    }
    for part in field.split(',') {
        let error = |place: String, problem: &str| {
            Err(reader.error(Kind::Unmoved, Field::Unmoved, part, place, problem))
        };
        let Some(square) = reader.variant.labels.parse(position.shape, part.text) else {
            return error(
                format!("`{}`", part.text),
                "is not a square; expected squares separated by commas, `*` or `-`",
            );
        };
        let place = || format!("square {}", part.text);
        if position.unmoved.contains(square) {
            return error(place(), "is listed twice");
        }
        let held = rights::may_hold(position, reader.variant, rulebook.rulings(), square);
        if !held && reader.variant.demands(Covered::InitialRights, rulebook) {
            return error(place(), "holds no piece with an initial right that starts there");
        }
        position.unmoved.insert(square);
    }
    super::drop_unusable(position, reader.variant);
    Ok(())
}

/// The square that the last move passed over by a double step.
pub(super) fn en_passant(
    reader: &Reader<'_>,
    field: Part<'_>,
    position: &mut Position,
    rulebook: &impl Rulebook,
) -> Result<(), VfenError> {
    if field.text == "-" {
        return Ok(());
    }
    let error = |problem: String| {
        let place = format!("`{}`", field.text);
        Err(reader.error(Kind::EnPassant, Field::EnPassant, field, place, problem))
    };
    let passing = reader.variant.en_passant.as_ref();
    let Some(passing) =
        passing.filter(|passing| !passing.unless.as_ref().is_some_and(|id| rulebook.applies_by_id(id)))
    else {
        return error(format!("{} has no en passant; expected -", reader.variant.title));
    };
    let Some(square) = reader.variant.labels.parse(position.shape, field.text) else {
        return error("is not a square of the board; expected a square or -".into());
    };
    let passer = !position.turn;
    let pawn = Piece::new(passer, passing.piece);
    let start = reader.variant.start_of_height(position.shape.ranks(), rulebook.rulings());
    let ahead = |ranks: i8| position.shape.step(square, Step::new(0, ranks * passer.forward()));
    let (Some(origin), Some(beyond), Some(start)) = (ahead(-1), ahead(1), start) else {
        return error("is too close to the edge for a double step".into());
    };
    let name = |square: Square| reader.name(square);
    if !position.is_empty(square) {
        return error("is not empty".into());
    }
    if position.piece(beyond) != Some(pawn) {
        return error(format!("there is no {} Pawn beyond it, on {}", passer.name(), name(beyond)));
    }
    if !reader.variant.may_double_step(start, pawn, origin) {
        return error(format!("no {} Pawn double-steps from {}", passer.name(), name(origin)));
    }
    if position.piece(origin).is_some() {
        return error(format!("the Pawn's origin {} is occupied; expected it to be empty", name(origin)));
    }
    position.en_passant = Some(square);
    Ok(())
}

/// The fields after the sixth.
pub(super) fn extra(
    reader: &Reader<'_>,
    fields: &[Part<'_>],
    position: &mut Position,
    rulebook: &impl Rulebook,
) -> Result<(), VfenError> {
    for &field in fields {
        let place = format!("`{}`", field.text);
        let error =
            |problem: &str| Err(reader.error(Kind::ExtraField, Field::Extra, field, place.clone(), problem));
        match field.text.split_once('=') {
            Some(("ban", _)) if reader.variant.ban.is_some() => {
                if position.ban.is_some() {
                    return error("occurs twice");
                }
                let value = Part { text: &field.text[4..], offset: field.offset + 4 };
                position.ban = parse_ban(reader, value, position, rulebook)?;
            }
            Some(_) => return error(&format!("{} has no such field", reader.variant.title)),
            None => return error("expected name=value"),
        }
    }
    Ok(())
}

/// The two squares of a `ban` field. `None` if the variant has no such field.
fn parse_ban(
    reader: &Reader<'_>,
    value: Part<'_>,
    position: &Position,
    rulebook: &impl Rulebook,
) -> Result<Option<(Square, Square)>, VfenError> {
    let Some(ban) = &reader.variant.ban else { return Ok(None) };
    let error = |problem: &str| {
        let place = format!("`ban={}`", value.text);
        Err(reader.error(Kind::Ban, Field::Extra, value, place, problem))
    };
    let square = |text| reader.variant.labels.parse(position.shape, text);
    let squares =
        value.text.split_once('+').and_then(|(first, second)| Some((square(first)?, square(second)?)));
    match squares {
        None => error("expected two squares, such as ban=d4+d7"),
        Some((first, second)) if first >= second => error("expected two squares, by file, then by rank"),
        Some(pair)
            if rulebook.applies_by_id(&ban.clause) && !validity::can_be_banned(position, ban, pair) =>
        {
            let name = |kind| reader.variant.entry(kind).map_or("", |entry| entry.name.as_str());
            let with: Vec<_> = ban.with.iter().map(|&kind| name(kind)).collect();
            error(&format!(
                "expected two squares on one Queen line that hold a {} and an enemy {}",
                name(ban.of),
                with.join(" or ")
            ))
        }
        Some(pair) => Ok(Some(pair)),
    }
}
