//! `vperft` checks the rules code of chess variants against a corpus of positions. The command is in the package `vperft-cli`.
//!
//! **Check a type.** Implement [`Rules`](rules::Rules), and one line makes every case of the corpus a test of `cargo test`. It is a
//! file of `tests/` that `Cargo.toml` lists as a `[[test]]` with `harness = false`:
//!
//! ```no_run
//! # use vperft::{reference::{Reference, Ryugi}, variant::Standard};
//! # struct MyRules;
//! # impl MyRules { fn new() -> Reference<Ryugi<Standard>> { Reference(Ryugi { book: Standard }) } }
//! vperft::conformance!(MyRules::new(), variants = ["ryugi"]);
//! ```
//!
//! **Ask a question.** A backend answers about positions in text, whether it is a type, a built-in or a program:
//!
//! ```
//! use vperft::backend::{Backend as _, Options, Registry};
//! use vperft::variant::{Variant, VariantId};
//!
//! let mut registry = Registry::default();
//! vperft::reference::register(&mut registry);
//! let mut backend = registry.open("reference", &Options::default())?;
//!
//! let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
//! assert_eq!(backend.of(VariantId::RYUGI)?.perft(start.into(), 2)?, 1155);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Run the corpus.** With `vperft-cli`, a `main` of one line is the whole command with your rules as a backend:
//! `vperft_cli::main(|registry| registry.add("mine", MyRules::new))`.
//!
//! `docs/architecture.md` describes the packages and their source, and `docs/write-a-backend.md` leads to a first verdict.

#![deny(missing_docs)]

pub mod backend;
mod corpus;
mod game;
mod generators;
mod support;

pub use backend::serve;
#[doc(hidden)]
pub use corpus::bench;
pub use corpus::conformance;
#[doc(hidden)]
pub use generators::{Alteration, oracle};

/// Squares and boards.
///
/// ```
/// use vperft::board::{Labels, Shape, Square, SquareSet, Step};
///
/// let (board, labels) = (Shape::new(8, 8), Labels::new("abcdefgh".into(), 1));
/// let corner: Square = labels.parse(board, "a1").expect("a square of the board");
/// let leaps = [Step::new(1, 2), Step::new(2, 1), Step::new(-1, 2)];
/// let reached: SquareSet = leaps.into_iter().filter_map(|leap| board.step(corner, leap)).collect();
/// assert_eq!(reached.len(), 2);
/// ```
pub mod board {
    pub use crate::game::board::{Labels, Shape, Square, SquareSet, Step};
}

/// Moves by class, as tables of perft count them: captures, promotions, checks.
///
/// ```
/// use vperft::backend::Backend as _;
/// use vperft::classes::{ClassCounts, ClassError, ClassSet, ClassTable, LeafClass};
/// use vperft::perft::Resources;
/// use vperft::variant::{Standard, VariantId};
///
/// let mut backend = vperft::data::all(&Standard);
/// let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w * - 0 1";
/// let view = backend.of(VariantId::CHESS)?;
/// let table: ClassTable = view.classes(position.into(), 1, &Resources::default(), &())?;
/// let last: &ClassCounts = table.rows.last().expect("a row for each depth");
/// assert_eq!((last.nodes(), last.get(LeafClass::Capture), last.get(LeafClass::Castle)), (48, 8, 2));
/// assert!(!table.unreported.contains(LeafClass::Capture) && ClassSet::EMPTY.is_empty());
///
/// // What rules say that cannot tell the class of a move.
/// let error = ClassError::new("e2e4", &"no piece is there");
/// assert!(error.to_string().contains("no piece is there"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
pub mod classes {
    pub use crate::game::classes::{ClassCounts, ClassError, ClassSet, ClassTable, LeafClass};
}

/// The rules of any variant that `variant.json` describes.
///
/// ```
/// use vperft::{data::Data, rules::Rules as _};
/// use vperft::variant::{Rulings, Standard, Variant, VariantId};
///
/// let rules = Data::new(VariantId::CHESS, Standard);
/// let start = rules.parse(&Variant::get(VariantId::CHESS).start(&Rulings::DEFAULT).vfen)?;
/// assert_eq!(rules.perft(&start, 3, &mut Vec::new()), 8902);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod data {
    pub use crate::generators::data::{Data, all, has_rules, register};
}

/// Moves and their texts.
///
/// ```
/// use vperft::notation::{self, Move, NotationError, Travel};
/// use vperft::variant::{Variant, VariantId};
///
/// let chess = Variant::get(VariantId::CHESS);
/// let square = |name: &str| chess.labels.parse(chess.starts[0].shape, name).expect("a square");
/// let [king, rook] = ["K", "R"].map(|label| chess.piece(label).expect("a piece"));
/// let travel = Travel { piece: rook, from: square("h1"), to: square("f1") };
/// let castling = Move::new(king, square("e1"), square("g1")).with_travel(travel);
/// let text = notation::text(chess, &castling);
/// assert_eq!(notation::resolve(chess, &text, &["K e1-f1", &text]), Ok(1));
/// let refused = notation::resolve(chess, "K e1-e3", &["K e1-f1", &text]);
/// assert!(matches!(refused, Err(NotationError::Illegal(_))));
/// ```
pub mod notation {
    pub use crate::game::notation::{
        Move, NotationError, Travel, is_canonical, resolve, squares, starts_on, text,
    };
}

/// Counts of move sequences.
///
/// ```
/// # #[cfg(feature = "threads")] {
/// use vperft::perft::{self, Count, CountError, Observer, ProgressUpdate, Resources, Tally};
/// use vperft::reference::{Reference, Ryugi};
/// use vperft::rules::Rules as _;
/// use vperft::variant::{Standard, Variant, VariantId};
///
/// /// Prints how far a count is.
/// struct Progress;
///
/// impl Observer<ProgressUpdate> for Progress {
///     fn event(&self, update: &ProgressUpdate) {
///         eprintln!("{} positions", update.nodes);
///     }
/// }
///
/// let rules = Reference(Ryugi { book: Standard });
/// let start = rules.parse(&Variant::get(VariantId::RYUGI).starts[0].vfen).expect("it is valid");
/// let counted: Result<Tally<_>, CountError> =
///     perft::parallel::count(&rules, &start, 2, &Resources::default(), &Progress);
/// // A JSON number above 2^53 loses digits in many readers, so a count can be a string.
/// let total = counted.map(|tally| Count(tally.total));
/// assert_eq!(total.map(|count| count.to_string()).ok(), Some("1155".to_owned()));
/// # }
/// ```
pub mod perft {
    pub use crate::game::perft::{
        Count, CountError, Observer, ProgressUpdate, Resources, Tally, deserialize_count, serialize_count,
        total,
    };

    /// Counts with threads and a hash table.
    #[cfg(feature = "threads")]
    pub mod parallel {
        pub use crate::game::perft::parallel::{classes, count};
    }
}

/// Positions and their texts.
///
/// ```
/// use vperft::position::{self, Field, Position, VfenError, VfenErrorKind};
/// use vperft::variant::{Rulings, Standard, Variant, VariantId};
///
/// let chess = Variant::get(VariantId::CHESS);
/// let read: Result<Position, VfenError> = position::parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1", chess, &Standard);
/// assert_eq!(position::print(&read?, &Rulings::DEFAULT), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
///
/// let error = position::parse("4k3/9/8/8/8/8/8/4K3 w - - 0 1", chess, &Standard).unwrap_err();
/// assert_eq!((error.field, error.kind), (Field::Board, VfenErrorKind::BoardShape));
/// # Ok::<(), VfenError>(())
/// ```
pub mod position {
    pub use crate::game::position::{
        Field, MAX_COUNTER, Position, VfenError, VfenErrorKind, parse, pass, print, without_counters,
    };
}

/// The rules of the five variants, written to be read next to their texts.
///
/// ```
/// use vperft::reference::{Cetran3, Reference, Rococo, Ryugi, Sandbox, Vanguard};
/// use vperft::rules::Rules;
/// use vperft::variant::{Standard, Variant};
///
/// fn moves<R: Rules>(rules: &R) -> usize {
///     let start = rules.parse(&Variant::get(rules.variant()).starts[0].vfen).expect("it is valid");
///     let mut moves = Vec::new();
///     rules.legal_moves(&start, &mut moves);
///     moves.len()
/// }
///
/// let book = Standard;
/// assert_eq!(moves(&Reference(Ryugi { book })), 34);
/// assert!(moves(&Reference(Vanguard { book })) > moves(&Reference(Cetran3 { book })));
/// assert!(moves(&Reference(Rococo { book })) > 0 && moves(&Reference(Sandbox { book })) > 0);
/// ```
pub mod reference {
    pub use crate::generators::reference::{
        Cetran3, Reference, Rococo, Ryugi, Sandbox, Vanguard, all, has_rules, register,
    };
    #[doc(hidden)]
    pub use crate::generators::reference::{Game, Mover};
}

/// The trait that rules implement.
pub mod rules {
    pub use crate::game::rules::{MoveGenerator, Rules, Status};
}

/// Variants, their clauses, and the readings of clauses that allow several.
///
/// ```
/// use vperft::variant::{
///     Clause, ClauseSet, Color, LoadError, ModifiedRulebook, Piece, PieceType, Rulebook, Ruling, Rulings, Start,
///     UnknownClause, UnknownRuling, UnknownVariant, Variant, VariantId, load,
/// };
///
/// let vanguard: Result<VariantId, UnknownVariant> = "vanguard".parse();
/// let table = Variant::get(vanguard?);
/// let king: PieceType = table.king().expect("it has Kings");
/// let start: &Start = table.start(&Rulings::DEFAULT);
/// assert_eq!(start.squares_of(Piece::new(Color::White, king)).len(), 1);
///
/// // Another reading of a ruling, and rules without a clause.
/// let ruling: &Ruling = Ruling::of_variant(table.id).next().expect("its text allows several readings");
/// let mut rulings = Rulings::default();
/// let chosen: Result<(), UnknownRuling> = rulings.set(ruling.name, ruling.readings[1]);
/// chosen?;
/// let unknown: Result<Clause, UnknownClause> = "VAN-KONG".parse();
/// assert!(unknown.is_err());
/// let clause: Clause = "VAN-KING".parse()?;
/// let mut off = ClauseSet::default();
/// off.insert(clause);
/// let book = ModifiedRulebook::new(rulings, off);
/// assert!(!book.applies(clause) && vperft::reference::all(&book).variants().contains(&table.id));
///
/// // A variant of your own: a folder with its `variant.json` and `RULES.md`.
/// let loaded: Result<VariantId, LoadError> = load("no-such-folder".as_ref());
/// assert!(loaded.is_err());
/// # use vperft::backend::Backend as _;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod variant {
    pub use crate::game::variant::{
        Clause, ClauseSet, Color, LoadError, ModifiedRulebook, Piece, PieceType, Rulebook, Ruling, Rulings,
        Standard, Start, UnknownClause, UnknownRuling, UnknownVariant, Variant, VariantId, load,
    };
}

/// What the other packages of this project use: not an interface, and free to change with any version.
#[doc(hidden)]
pub mod inner {
    pub use crate::backend;
    pub mod corpus {
        pub use crate::corpus::*;
    }
    pub mod game {
        pub use crate::game::*;
    }
    pub mod generators {
        pub use crate::generators::*;
    }
    pub mod support {
        pub use crate::support::*;
    }
}
