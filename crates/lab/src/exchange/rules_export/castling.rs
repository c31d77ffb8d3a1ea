//! Castling by files, as other programs describe it.

use super::refusals::Refusals;
use vperft::inner::game::board::Square;
use vperft::inner::game::variant::{self, Color, PieceType, Start, Variant};

/// Castling by files from 0. Each value is for White, then for Black.
pub struct Castling {
    /// The kind that castles.
    pub king: PieceType,
    /// The kind that it castles with.
    pub rook: PieceType,
    /// The rank, as each side counts, from 0.
    pub rank: u8,
    /// The file of the King that castles.
    pub kings: [Option<u8>; 2],
    /// Castling to lower files.
    pub lower: [Option<Side>; 2],
    /// Castling to higher files.
    pub higher: [Option<Side>; 2],
}

/// Castling to one side, by files from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Where the King ends.
    pub king_to: u8,
    /// Where the Rook starts.
    pub rook_from: u8,
}

/// Castling that is the same for both sides.
pub struct Mirrored {
    pub king: PieceType,
    rank: u8,
    king_file: u8,
    lower: Option<Side>,
    higher: Option<Side>,
}

impl Castling {
    /// The castling of a variant. `None` if it has none or if it is refused.
    pub fn from_variant(variant: &Variant, start: &Start, refusals: &mut Refusals) -> Option<Self> {
        let rules = variant.castling.as_ref()?;
        match Self::from_rules(variant, rules, start) {
            Ok(castling) => castling,
            Err(problem) => {
                refusals.field("castling", problem);
                None
            }
        }
    }

    fn from_rules(
        variant: &Variant,
        rules: &variant::Castling,
        start: &Start,
    ) -> Result<Option<Self>, String> {
        let rights = start.vfen.split(' ').nth(2).unwrap_or_default();
        let holds = |square: Square| {
            let name = variant.labels.square(square);
            rights == "*" || rights.split(',').any(|right| right == name)
        };
        let holders = |color, kind| {
            let of = start
                .holders
                .iter()
                .filter(move |(square, piece)| piece.color == color && piece.kind == kind && holds(*square));
            of.map(|(square, _)| *square).collect::<Vec<Square>>()
        };
        let mut all = Self {
            king: rules.king,
            rook: rules.rook,
            rank: 0,
            kings: [None; 2],
            lower: [None; 2],
            higher: [None; 2],
        };
        let mut ranks = Vec::new();
        for color in Color::BOTH {
            let mut rooks = holders(color, rules.rook);
            let kings = holders(color, rules.king);
            rooks.retain(|rook| kings.iter().any(|king| king.rank() == rook.rank()));
            if rooks.is_empty() {
                continue;
            }
            let [king] = kings[..] else {
                return Err("a side does not start with exactly one King that castles".into());
            };
            let side = |is_higher: bool| {
                let files = rooks.iter().map(|rook| rook.file());
                let own: Vec<u8> = files.filter(|file| (*file > king.file()) == is_higher).collect();
                match own[..] {
                    [] => Ok(None),
                    [rook_from] => ends(variant, rules, king.file(), rook_from),
                    _ => Err("several Rooks on one side of the King".to_owned()),
                }
            };
            let index = color as usize;
            (all.lower[index], all.higher[index]) = (side(false)?, side(true)?);
            if all.lower[index].or(all.higher[index]).is_some() {
                all.kings[index] = Some(king.file());
                ranks.push(color.rank_on(start.shape, king.rank()));
            }
        }
        match ranks[..] {
            [] => Ok(None),
            [rank] => Ok(Some(Self { rank, ..all })),
            [rank, other] if rank == other => Ok(Some(Self { rank, ..all })),
            _ => Err("the two sides castle on different ranks, as each counts them".into()),
        }
    }

    /// The rights of a FEN.
    pub fn letters(&self) -> String {
        let [white, black] = [0, 1].map(|index| {
            let kept = [(self.higher[index], 'K'), (self.lower[index], 'Q')];
            kept.into_iter().filter_map(|(side, letter)| side.map(|_| letter)).collect::<String>()
        });
        white + &black.to_lowercase()
    }

    /// The castling of either side.
    ///
    /// # Errors
    /// If the two sides castle in different ways.
    pub fn mirrored(&self) -> Result<Mirrored, String> {
        let Self { king, rank, kings, lower, higher, .. } = *self;
        match kings[0] {
            Some(king_file) if kings[0] == kings[1] && lower[0] == lower[1] && higher[0] == higher[1] => {
                Ok(Mirrored { king, rank, king_file, lower: lower[0], higher: higher[0] })
            }
            _ => Err("the Kings and Rooks of the two sides do not mirror each other".into()),
        }
    }
}

impl Mirrored {
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
    let possible: Vec<i8> = distances.unwrap_or_default().iter().filter(|distance| *distance < gap).collect();
    match possible[..] {
        [] => Ok(None),
        [distance] => {
            let king_to = king.checked_add_signed(if is_higher { distance } else { -distance });
            king_to.map(|king_to| Some(Side { king_to, rook_from })).ok_or_else(|| "off the board".into())
        }
        _ => Err("several numbers of squares that the King may go (`distances`)".into()),
    }
}
