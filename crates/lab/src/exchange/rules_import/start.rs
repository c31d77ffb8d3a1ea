//! The start position of a section, as VFEN.

use super::kinds::Slot;
use super::region::{Place, file_letter};
use super::settings::{Settings, Sides};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The start position.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub vfen: String,
    /// The pieces: the side, 0 for White, and the kind.
    pub pieces: BTreeMap<Place, (usize, Slot)>,
    /// The castling rights.
    pub rights: Vec<Right>,
}

/// A castling right.
#[derive(Clone, Debug)]
pub(super) struct Right {
    pub letter: char,
    pub king: Place,
    pub rook: Place,
}

impl Start {
    /// Reads the start position of the settings.
    ///
    /// # Errors
    /// If it is malformed, or has pieces in hand, walls, promoted pieces or an en passant square.
    pub fn from_settings(settings: &Settings) -> Result<Self, String> {
        let fields: Vec<&str> = settings.start.split_whitespace().collect();
        let board = fields.first().copied().unwrap_or_default();
        if let Some(letter) = board.chars().find(|letter| "[]*+~".contains(*letter)) {
            let what = match letter {
                '*' => "walls",
                '+' | '~' => "promoted pieces",
                _ => "pieces in hand",
            };
            return Err(what.into());
        }
        let pieces = read_board(settings, board)?;
        let turn = match fields.get(1) {
            None | Some(&"w") => "w",
            Some(&"b") => "b",
            Some(other) => return Err(format!("a side to move `{other}`; expected w or b")),
        };
        // Without castling and en passant, the counters may follow at once.
        let rest = fields.get(2..).unwrap_or_default();
        let (rights, counters) = match rest {
            [first, ..] if first.starts_with(|first: char| first.is_ascii_digit()) => ("-", rest),
            [_, passed, ..] if passed.starts_with(|first: char| first.is_ascii_alphabetic()) => {
                return Err("an en passant square".into());
            }
            [rights, _, counters @ ..] => (*rights, counters),
            [rights] => (*rights, &[][..]),
            [] => ("-", &[][..]),
        };
        // Counters of a VFEN have at most nine digits.
        let counter = |index: usize, least: u32| {
            let number: Option<u32> = counters.get(index).and_then(|text| text.parse().ok());
            number.unwrap_or(least).clamp(least, vperft::inner::game::position::MAX_COUNTER)
        };
        let rights = if settings.castling { read_rights(settings, &pieces, rights) } else { Vec::new() };
        let vfen = format!(
            "{} {turn} {} - {} {}",
            board_text(settings, &pieces),
            rights_text(&pieces, &rights),
            counter(0, 0),
            counter(1, 1)
        );
        Ok(Self { vfen, pieces, rights })
    }

    /// The number of such pieces of a side.
    pub fn count(&self, side: usize, slot: Slot) -> usize {
        self.pieces.values().filter(|piece| **piece == (side, slot)).count()
    }
}

fn read_board(settings: &Settings, board: &str) -> Result<BTreeMap<Place, (usize, Slot)>, String> {
    let rows: Vec<&str> = board.split('/').collect();
    let (files, ranks) = (usize::from(settings.files), usize::from(settings.ranks));
    if rows.len() != ranks {
        return Err(format!("a start position of {} ranks on a board of {ranks}", rows.len()));
    }
    let mut pieces = BTreeMap::new();
    for (row, text) in rows.iter().enumerate() {
        let rank = (ranks - row) as u8;
        let (mut file, mut empty) = (0, 0_usize);
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(digit) => empty = (empty * 10 + digit as usize).min(99),
                None => {
                    file += empty + 1;
                    empty = 0;
                    let side = usize::from(letter.is_ascii_lowercase());
                    let slot = settings.with_letter(letter);
                    let slot =
                        slot.ok_or_else(|| format!("a piece `{letter}` that the variant does not have"))?;
                    pieces.insert((file.min(99) as u8, rank), (side, slot));
                }
            }
        }
        if file + empty != files {
            return Err(format!("a start position with {} squares on rank {rank} of {files}", file + empty));
        }
    }
    Ok(pieces)
}

/// The rights of the field, without those that no pieces hold.
fn read_rights(settings: &Settings, pieces: &BTreeMap<Place, (usize, Slot)>, field: &str) -> Vec<Right> {
    let mut rights = Vec::new();
    for letter in field.chars().filter(char::is_ascii_alphabetic) {
        let side = usize::from(letter.is_ascii_lowercase());
        let rank = if side == 0 {
            settings.castling_rank
        } else {
            (settings.ranks + 1).saturating_sub(settings.castling_rank)
        };
        let is_rook = |file: &u8| {
            let piece = pieces.get(&(*file, rank));
            piece.is_some_and(|(of, slot)| *of == side && settings.castling_rooks[side].has(*slot))
        };
        let (high, low) = settings.castling_rook_files;
        let rook = match letter.to_ascii_uppercase() {
            'K' => (1..=high.min(settings.files)).rev().find(is_rook),
            'Q' => (low..=settings.files).find(is_rook),
            file => Some(file as u8 - b'A' + 1).filter(is_rook),
        };
        let kings = pieces.iter().filter(|((_, on), (of, slot))| {
            *on == rank && *of == side && settings.castling_king[side].has(*slot)
        });
        let kings: Vec<u8> = kings.map(|((file, _), _)| *file).collect();
        let king = match kings[..] {
            [king] => Some(king),
            _ => kings.into_iter().find(|file| *file == settings.castling_king_file),
        };
        let (Some(king), Some(rook)) = (king, rook) else { continue };
        // A Rook that is found on the other side of the King is that of the other right.
        let of_side = match (letter.to_ascii_uppercase(), rook > king) {
            ('K' | 'Q', true) => 'K',
            ('K' | 'Q', false) => 'Q',
            (file, _) => file,
        };
        let letter = if side == 0 { of_side } else { of_side.to_ascii_lowercase() };
        if rights.iter().all(|right: &Right| right.letter != letter) {
            rights.push(Right { letter, king: (king, rank), rook: (rook, rank) });
        }
    }
    rights
}

fn board_text(settings: &Settings, pieces: &BTreeMap<Place, (usize, Slot)>) -> String {
    let mut rows = Vec::new();
    for rank in (1..=settings.ranks).rev() {
        let (mut row, mut empty) = (String::new(), 0);
        for file in 1..=settings.files + 1 {
            let piece = pieces.get(&(file, rank));
            if piece.is_none() && file <= settings.files {
                empty += 1;
                continue;
            }
            if empty > 0 {
                let _ = write!(row, "{empty}");
                empty = 0;
            }
            if let Some((side, slot)) = piece {
                let letter = settings.pieces[slot].letter;
                row.push(if *side == 0 { letter } else { letter.to_ascii_lowercase() });
            }
        }
        rows.push(row);
    }
    rows.join("/")
}

/// The squares of the pieces with a right: `*` if these are all that could have one.
fn rights_text(pieces: &BTreeMap<Place, (usize, Slot)>, rights: &[Right]) -> String {
    let squares: BTreeSet<Place> = rights.iter().flat_map(|right| [right.king, right.rook]).collect();
    let kinds = |place: fn(&Right) -> Place| -> BTreeSet<Slot> {
        rights.iter().map(|right| pieces[&place(right)].1).collect()
    };
    let (kings, rooks) = (kinds(|right| right.king), kinds(|right| right.rook));
    let could: BTreeSet<Place> = [0, 1]
        .into_iter()
        .flat_map(|side| {
            let of = |kinds: &BTreeSet<Slot>| -> BTreeSet<Place> {
                let all = pieces.iter().filter(|(_, (of, slot))| *of == side && kinds.contains(slot));
                all.map(|(place, _)| *place).collect()
            };
            let (kings, rooks) = (of(&kings), of(&rooks));
            if kings.is_empty() || rooks.is_empty() { BTreeSet::new() } else { &kings | &rooks }
        })
        .collect();
    if squares.is_empty() {
        return "-".into();
    }
    if squares == could {
        return "*".into();
    }
    let names: Vec<_> = squares.iter().map(|&(file, rank)| format!("{}{rank}", file_letter(file))).collect();
    names.join(",")
}

/// Which kinds castle: the King and the Rook.
pub(super) fn castling_kinds(start: &Start) -> Sides<BTreeSet<Slot>> {
    let kinds =
        |place: fn(&Right) -> Place| start.rights.iter().map(|right| start.pieces[&place(right)].1).collect();
    [kinds(|right| right.king), kinds(|right| right.rook)]
}
