//! The format of `variant.json`, which `suites/variant.schema.json` describes as a JSON Schema.

use super::ends::{Extinction, Goal, Results};
use super::mechanics::{Dead, Distances, Promotion, Royalty, RuleName};
use super::{Color, PieceType, Status};
use crate::game::betza::Dialect;
use crate::game::paths::{Areas, Program};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_with::rust::maps_duplicate_key_is_error as each_key_once;
use std::collections::BTreeMap;

/// The version of the format that this program reads.
pub(super) const FORMAT: u32 = 1;

/// A `variant.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub format: u32,
    /// The sort key of a built-in variant in reports. Only the build script reads it.
    #[serde(default, rename = "order")]
    _order: Option<IgnoredAny>,
    pub title: String,
    pub files: String,
    pub first_rank: u8,
    pub pieces: Vec<PieceEntry>,
    #[serde(default)]
    pub castling: Option<Castling>,
    #[serde(default)]
    pub en_passant: Option<EnPassant>,
    #[serde(default)]
    pub closing: Option<ClosingFile>,
    #[serde(default)]
    pub ban: Option<Ban>,
    /// Whether the squares of the rim are edge squares.
    #[serde(default)]
    pub edge: bool,
    #[serde(default = "yes")]
    pub check: bool,
    #[serde(default)]
    pub validity: Option<Validity>,
    #[serde(default)]
    pub counter_limit: Option<u32>,
    pub statuses: Vec<Status>,
    #[serde(default)]
    pub symmetries: Vec<Symmetry>,
    #[serde(default)]
    pub uci: Uci,
    #[serde(default)]
    pub dialect: Dialect,
    #[serde(default)]
    pub regions: BTreeMap<String, Areas>,
    #[serde(default)]
    pub promotion: Vec<Promotion>,
    #[serde(default)]
    pub royalty: Royalty,
    #[serde(default)]
    pub dead: Vec<Dead>,
    #[serde(default)]
    pub goals: Vec<Goal>,
    #[serde(default)]
    pub extinction: Vec<Extinction>,
    #[serde(default)]
    pub results: Results,
    /// Whether a side that can capture must.
    #[serde(default)]
    pub must_capture: bool,
    /// Whether a move may give check.
    #[serde(default = "yes")]
    pub may_check: bool,
    #[serde(default, deserialize_with = "each_key_once::deserialize")]
    pub clauses: BTreeMap<RuleName, String>,
    #[serde(default)]
    pub explained: BTreeMap<String, String>,
    pub starts: Vec<StartFile>,
}

const fn yes() -> bool {
    true
}

/// A start position in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartFile {
    pub ruling: Option<(String, String)>,
    pub vfen: String,
}

/// The closing squares in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClosingFile {
    pub clause: String,
    pub squares: Vec<String>,
}

/// A piece type of a variant: its names and its roles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PieceEntry {
    /// The type.
    pub kind: PieceType,
    /// The label of a white piece. That of a black piece is the same in lower case.
    pub label: String,
    #[serde(skip)]
    pub(super) lower: String,
    /// The name in prose.
    pub name: String,
    /// Whether the type is royal. In a variant with check, an attack on it is check.
    #[serde(default)]
    pub royal: bool,
    /// The most such pieces of a side with which they are royal. `None` if there is no limit.
    #[serde(default)]
    pub royal_up_to: Option<usize>,
    /// The fewest pieces of this type that each side has.
    #[serde(default)]
    pub least: Least,
    /// The most pieces of this type that a side has. `None` if there is no limit.
    #[serde(default)]
    pub most: Option<u8>,
    /// The type that this type succeeds once a side has lost it. A side therefore never has this type alone.
    #[serde(default)]
    pub succeeds: Option<PieceType>,
    /// Whether a piece holds an initial right until it moves.
    #[serde(default)]
    pub initial_right: bool,
    /// The properties of a Pawn type, whose moves reset the halfmove clock (GEN-CLOCK). `None` for other types.
    #[serde(default)]
    pub pawn: Option<PawnEntry>,
    /// Whether it moves differently forward and backward.
    #[serde(default)]
    pub directed: bool,
    /// Whether it may reach a square in several ways, which count as one move (GEN-MOVE).
    #[serde(default)]
    pub several_ways: bool,
    /// How its path bends, if it does.
    #[serde(default)]
    pub bend: Option<Bend>,
    /// Whether it captures each enemy as that enemy captures.
    #[serde(default)]
    pub mimic: bool,
    /// Whether it sends friends on its lines away, as their moves.
    #[serde(default)]
    pub relocates: bool,
    /// Whether `fuzz` keeps it when it removes pieces to make a constructed position valid.
    #[serde(default)]
    pub keep: bool,
    /// Its moves as the file has them.
    #[serde(default, deserialize_with = "crate::support::distinct_keys::deserialize")]
    pub(super) moves: Value,
    /// Whether it never moves, so that it has no `moves`.
    #[serde(default)]
    pub immobile: bool,
    /// The clause that data cannot say, so that no data move this kind. `None` if there is none.
    #[serde(default)]
    pub code: Option<String>,
    /// Its moves as a program. Empty if the file has none.
    #[serde(skip)]
    pub program: Program,
    /// The place of each leg of the program in the file, such as `moves[1]`.
    #[serde(skip)]
    pub(super) places: Vec<String>,
}

/// The fewest pieces of a type: a number for both sides, or one for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Least([u8; 2]);

impl Least {
    /// The number of a side.
    #[must_use]
    pub const fn for_color(self, color: Color) -> u8 {
        self.0[color as usize]
    }

    /// Whether a side may have none.
    #[must_use]
    pub fn may_be_none(self) -> bool {
        self.0.contains(&0)
    }
}

impl<'de> Deserialize<'de> for Least {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Sides {
            white: u8,
            black: u8,
        }
        let value = Value::deserialize(deserializer)?;
        let sides = match value.is_object() {
            true => Sides::deserialize(value).map(|sides| [sides.white, sides.black]),
            false => u8::deserialize(value).map(|both| [both; 2]),
        };
        sides.map(Self).map_err(serde::de::Error::custom)
    }
}

/// A Pawn type.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PawnEntry {
    /// The ranks on which it never is, as its side counts them.
    #[serde(default)]
    pub absent: Vec<RankName>,
}

/// A rank as a side counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RankName {
    /// The side's own first rank.
    First,
    /// The side's last rank.
    Last,
}

/// How the path of a piece bends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Bend {
    /// One leap, past either of two squares: the orthogonal or the diagonal neighbour.
    Step,
    /// Two equally long legs, one orthogonal and one diagonal, in either order.
    Legs,
}

/// The pieces that castle. Their initial rights can be used only together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Castling {
    /// The type that castles.
    pub king: PieceType,
    /// The type that it castles with.
    pub rook: PieceType,
    /// Where they end if they may castle from any file of their first rank, as in Chess960; `None` if only from where they start.
    #[serde(default)]
    pub any_file: Option<CastlingFiles>,
    /// Where they end if the King does not go the same number of squares to both sides.
    #[serde(default)]
    pub files: Option<CastlingFiles>,
    /// How many squares the King goes if its files are not given. Two if `None`.
    #[serde(default)]
    pub distances: Option<Distances>,
}

/// The files where the King and its Rook end after castling, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastlingFiles {
    /// With a Rook on a lower file than the King.
    pub lower: [char; 2],
    /// With a Rook on a higher file than the King.
    pub higher: [char; 2],
}

/// The pieces that are captured en passant: those that have just gone two squares forward from a start square.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnPassant {
    /// The type.
    pub piece: PieceType,
    /// The id of the clause that abolishes en passant. `None` if the variant has en passant.
    #[serde(default)]
    pub unless: Option<String>,
}

/// Squares that close for good once they are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// The id of the clause that closes them.
    pub clause: String,
    /// The squares, in the order of the file.
    pub squares: Vec<crate::game::board::Square>,
}

/// Two pieces that have exchanged places and may not exchange back: the field `ban=SQUARE+SQUARE` of a VFEN.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// The id of the clause.
    pub clause: String,
    /// The type of one of the two.
    pub of: PieceType,
    /// The possible types of the other.
    pub with: Vec<PieceType>,
}

/// The clause about valid positions, and the demands that it covers. The other demands always hold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Validity {
    /// The id of the clause.
    pub clause: String,
    /// The demands that do not hold if the clause is switched off.
    pub covers: Vec<Covered>,
    /// The ruling and the reading under which Pawn types may be on every rank.
    #[serde(default)]
    pub pawns_anywhere: Option<(String, String)>,
}

/// A demand that the clause about valid positions may cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Covered {
    /// The numbers of pieces of each type.
    Counts,
    /// A piece that can succeed another is not on the board without it.
    Succession,
    /// The ranks of Pawn types.
    PawnRanks,
    /// The squares of pieces with initial rights.
    InitialRights,
}

/// A transformation of positions that changes only the names of the moves. It does not take initial rights, bans and start squares into
/// account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Symmetry {
    /// Left and right are exchanged.
    Files,
    /// White and Black are exchanged, and the board is turned over between them.
    Colors,
}

/// How UCI engines know the variant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Uci {
    /// The name that engines use, if it differs.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether engines without the option `UCI_Variant` play this variant.
    #[serde(default)]
    pub default: bool,
    /// The castling rights and their letters. Without any, positions with such rights have no FEN.
    #[serde(default)]
    pub rights: Vec<UciRight>,
    /// Why engines cannot play it, if they cannot.
    #[serde(default)]
    pub unsupported: Option<String>,
}

/// A castling right of a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UciRight {
    /// The letter, such as `K`.
    pub letter: char,
    /// The square of the King.
    pub king: String,
    /// The square of the Rook.
    pub rook: String,
}
