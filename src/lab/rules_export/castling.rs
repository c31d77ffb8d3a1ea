//! Castling by files, as other programs describe it.

use super::refusals::Refusals;
use crate::game::board::Square;
use crate::game::variant::{self, Color, PieceType, Start, Variant};

/// Castling, the same for both sides.
pub struct Castling {
    /// The kind that castles.
    pub king: PieceType,
    /// The kind that it castles with.
    pub rook: PieceType,
    /// The rank, as each side counts, from 0.
    pub rank: u8,
    /// The file of the King, from 0.
    pub king_file: u8,
    /// Castling to lower files.
    pub lower: Option<Side>,
    /// Castling to higher files.
    pub higher: Option<Side>,
}

/// Castling to one side, by files from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Where the King ends.
    pub king_to: u8,
    /// Where the Rook starts.
    pub rook_from: u8,
}

impl Castling {
    /// The castling of a variant. `None` if it has none or if it is refused.
    pub fn read(variant: &Variant, start: &Start, refusals: &mut Refusals) -> Option<Self> {
        let rules = variant.castling.as_ref()?;
        // Without initial rights in the start position there is never a castling move.
        if start.vfen.split(' ').nth(2) == Some("-") {
            return None;
        }
        match Self::of(variant, rules, start) {
            Ok(castling) => castling,
            Err(problem) => {
                refusals.field("castling", problem);
                None
            }
        }
    }

    fn of(variant: &Variant, rules: &variant::Castling, start: &Start) -> Result<Option<Self>, String> {
        let holders = |color, kind| {
            let of =
                start.holders.iter().filter(move |(_, piece)| piece.color == color && piece.kind == kind);
            of.map(|(square, _)| *square).collect::<Vec<Square>>()
        };
        let [king] = holders(Color::White, rules.king)[..] else {
            return Err("a side does not start with exactly one King that castles".into());
        };
        let mirrored = |square: Square| Square::new(square.file(), start.shape.ranks() - 1 - square.rank());
        let rooks = |color, rank| {
            let all = holders(color, rules.rook).into_iter();
            all.filter(move |square| square.rank() == rank).map(Square::file).collect::<Vec<_>>()
        };
        let black = mirrored(king).rank();
        let files = rooks(Color::White, king.rank());
        if holders(Color::Black, rules.king) != [mirrored(king)] || rooks(Color::Black, black) != files {
            return Err("the Kings and Rooks of the two sides do not mirror each other".into());
        }
        let side = |is_higher: bool| {
            let own: Vec<u8> =
                files.iter().copied().filter(|file| (*file > king.file()) == is_higher).collect();
            match own[..] {
                [] => Ok(None),
                [rook_from] => ends(variant, rules, king.file(), rook_from),
                _ => Err("several Rooks on one side of the King".to_owned()),
            }
        };
        let (lower, higher) = (side(false)?, side(true)?);
        Ok((lower.is_some() || higher.is_some()).then_some(Self {
            king: rules.king,
            rook: rules.rook,
            rank: king.rank(),
            king_file: king.file(),
            lower,
            higher,
        }))
    }

    /// The rights of a FEN.
    pub fn letters(&self) -> String {
        let sides = |higher, lower| {
            let kept = [(self.higher, higher), (self.lower, lower)];
            kept.into_iter().filter_map(|(side, letter)| side.map(|_| letter)).collect::<String>()
        };
        sides('K', 'Q') + &sides('k', 'q')
    }

    /// How far the King goes to each side, the lower one first, if the Rooks start in the corners of the board and land next to the
    /// King: what `O2` says in notation.
    ///
    /// # Errors
    /// If they do not.
    pub fn notation(&self, files: u8) -> Result<String, String> {
        let distance = |side: Option<Side>, corner: u8| match side {
            None => Ok(None),
            Some(side) if side.rook_from != corner => {
                Err("a Rook that does not start in a corner".to_owned())
            }
            Some(side) => match side.king_to.abs_diff(self.king_file) {
                distance @ 2..=7 => Ok(Some(distance)),
                distance => Err(format!("a King that goes {distance} squares")),
            },
        };
        if self.rank != 0 {
            return Err("castling beyond the first rank".into());
        }
        let is_toward = |side: Option<Side>, higher: bool| {
            side.is_none_or(|side| (side.king_to > self.king_file) == higher)
        };
        if !is_toward(self.lower, false) || !is_toward(self.higher, true) {
            return Err("a King that goes away from its Rook".into());
        }
        Ok(match (distance(self.lower, 0)?, distance(self.higher, files - 1)?) {
            (Some(one), Some(other)) if one == other => format!("isO{one}"),
            (lower, higher) => {
                let side =
                    |letter, distance: Option<u8>| distance.map(|squares| format!("i{letter}O{squares}"));
                side('l', lower).into_iter().chain(side('r', higher)).collect()
            }
        })
    }
}

/// The squares where the King ends and the Rook begins, if it can castle with this Rook.
fn ends(
    variant: &Variant,
    rules: &variant::Castling,
    king: u8,
    rook_from: u8,
) -> Result<Option<Side>, String> {
    // Without `..`: a new property must be refused or exported.
    let variant::Castling { king: _, rook: _, any_file, files, distances } = rules;
    let is_higher = rook_from > king;
    if let Some(files) = any_file.as_ref().or(files.as_ref()) {
        let [king_file, rook_file] = if is_higher { files.higher } else { files.lower };
        let named =
            |name| variant.labels.file_named(name).ok_or_else(|| format!("there is no file `{name}`"));
        let (king_to, rook_to) = (named(king_file)?, named(rook_file)?);
        let beside = if is_higher { king_to.checked_sub(1) } else { king_to.checked_add(1) };
        if beside != Some(rook_to) {
            return Err("a Rook that does not end next to the King, on the side that it came from".into());
        }
        return Ok(Some(Side { king_to, rook_from }));
    }
    let gap = rook_from.abs_diff(king) as i8;
    let possible: Vec<i8> = distances.iter().filter(|distance| *distance < gap).collect();
    match possible[..] {
        [] => Ok(None),
        [distance] => {
            let king_to = king.checked_add_signed(if is_higher { distance } else { -distance });
            king_to.map(|king_to| Some(Side { king_to, rook_from })).ok_or_else(|| "off the board".into())
        }
        _ => Err("several numbers of squares that the King may go (`distances`)".into()),
    }
}
