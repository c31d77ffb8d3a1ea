//! What a `variant.json` holds; `suites/variant.schema.json` says the same in another language.

use super::{PieceType, Status};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// The version of the format this program reads.
pub(super) const FORMAT: u32 = 1;

/// The table of a variant as its file holds it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub format: u32,
    /// Read by the build script alone: the place of a built-in variant in reports.
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
    /// Whether the rim of the board is made of edge squares.
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
    pub explained: BTreeMap<String, String>,
    pub starts: Vec<StartFile>,
}

const fn yes() -> bool {
    true
}

/// A start position as the file holds it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartFile {
    pub ruling: Option<(String, String)>,
    pub vfen: String,
}

/// Squares that close as the file holds them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClosingFile {
    pub clause: String,
    pub squares: Vec<String>,
}

/// A piece type of a variant: its names and the roles it has.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PieceEntry {
    /// The type.
    pub kind: PieceType,
    /// Its label for White; Black's is the same in lower case.
    pub label: String,
    #[serde(skip)]
    pub(super) lower: String,
    /// Its name in prose.
    pub name: String,
    /// Whether the game is about it: check is an attack on it where there is check.
    #[serde(default)]
    pub royal: bool,
    /// How many of them a side has at least.
    #[serde(default)]
    pub least: u8,
    /// How many of them a side has at most; none if there is no limit.
    #[serde(default)]
    pub most: Option<u8>,
    /// The type whose place it takes when that is lost, so that it never stands without one.
    #[serde(default)]
    pub succeeds: Option<PieceType>,
    /// Whether it holds an initial right until it moves.
    #[serde(default)]
    pub initial_right: bool,
    /// What makes it a Pawn type, one whose moves reset the halfmove clock (GEN-CLOCK); none if it is no such type.
    #[serde(default)]
    pub pawn: Option<PawnEntry>,
    /// Whether it moves otherwise forward than backward.
    #[serde(default)]
    pub directed: bool,
    /// Whether it may reach a square in several ways, which are one move (GEN-MOVE).
    #[serde(default)]
    pub several_ways: bool,
    /// How its way bends, if it does.
    #[serde(default)]
    pub bend: Option<Bend>,
    /// Whether it captures as its victims do.
    #[serde(default)]
    pub mimic: bool,
    /// Whether constructed positions keep it when pieces are taken off to make one valid.
    #[serde(default)]
    pub keep: bool,
}

/// A Pawn type.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PawnEntry {
    /// The ranks on which it never stands, as its own side counts them.
    #[serde(default)]
    pub absent: Vec<RankName>,
}

/// A rank as one side counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RankName {
    /// The side's own first rank.
    First,
    /// The farthest rank.
    Last,
}

/// How the way of a piece bends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Bend {
    /// A single step past one of two corners, the straight or the diagonal one.
    Step,
    /// Two equally long legs, one straight and one diagonal, in either order.
    Legs,
}

/// Which pieces castle: their initial rights are of use only together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Castling {
    /// The piece that castles.
    pub king: PieceType,
    /// The piece that it castles with.
    pub rook: PieceType,
}

/// Which pieces are captured en passant: those that have just gone two squares forward from where they start.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnPassant {
    /// The type.
    pub piece: PieceType,
    /// The id of the clause that does away with it; none if there is en passant.
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

/// Two pieces that exchanged places and may not exchange back, which a position holds as `ban=SQUARE+SQUARE`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// The id of the clause.
    pub clause: String,
    /// The type one of the two has.
    pub of: PieceType,
    /// The types the other may have.
    pub with: Vec<PieceType>,
}

/// The clause that says which positions are valid, and what it covers; what it does not cover holds always.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Validity {
    /// The id of the clause.
    pub clause: String,
    /// What is valid without the clause.
    pub covers: Vec<Covered>,
    /// The ruling and the reading under which Pawn types may stand on every rank.
    #[serde(default)]
    pub pawns_anywhere: Option<(String, String)>,
}

/// What a clause on valid positions may cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Covered {
    /// How many pieces of a type there are.
    Counts,
    /// That an heir stands beside the piece it would succeed.
    Succession,
    /// The ranks on which Pawn types stand.
    PawnRanks,
    /// The squares on which pieces hold initial rights.
    InitialRights,
}

/// What may be done to a position without changing its moves but for their names. Initial rights, ban and start
/// squares apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Symmetry {
    /// Left and right are exchanged.
    Files,
    /// White and Black are exchanged, and the board is turned over between them.
    Colors,
}

/// What UCI engines are told of the variant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Uci {
    /// What engines call it, if not by its own name.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether engines without the option `UCI_Variant` play it.
    #[serde(default)]
    pub default: bool,
    /// The letters of its castling rights; without any, positions with such rights have no FEN.
    #[serde(default)]
    pub rights: Vec<UciRight>,
    /// Why engines cannot be asked about it, if they cannot.
    #[serde(default)]
    pub unsupported: Option<String>,
}

/// A castling right of a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UciRight {
    /// Its letter, such as `K`.
    pub letter: char,
    /// Where the King stands.
    pub king: String,
    /// Where the Rook stands.
    pub rook: String,
}
