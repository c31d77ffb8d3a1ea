//! Random games with the reference rules, and queries about their positions.

use proptest::prelude::*;
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Rules;
use vperft::inner::game::variant::{Castling, Variant, VariantId};
use vperft::inner::generators::reference::{self, Reference};

/// Maximum lengths of games, in plies. Most are short: late positions have few pieces, early ones have rights.
const LONG_GAME: usize = 150;
const MEDIUM_GAME: usize = 50;
const SHORT_GAME: usize = 10;

/// A variant with its rules and the positions from which its games start.
pub struct Game {
    pub variant: &'static Variant,
    pub rules: Box<dyn Rules<Position = Position, Move = Move>>,
    roots: Vec<Position>,
}

/// A game: its root, and the choice among the legal moves at every ply, both as fractions of the number of options.
#[derive(Clone, Debug)]
pub struct Line {
    root: u16,
    choices: Vec<u16>,
}

/// Random games. Shrinking shortens them and chooses earlier moves.
pub fn lines() -> impl Strategy<Value = Line> {
    let choices = |longest| prop::collection::vec(any::<u16>(), 0..=longest);
    let choices = prop_oneof![4 => choices(SHORT_GAME), 3 => choices(MEDIUM_GAME), 1 => choices(LONG_GAME)];
    (any::<u16>(), choices).prop_map(|(root, choices)| Line { root, choices })
}

/// Boxes the reference rules of a variant.
struct Boxed;

impl reference::Visitor for Boxed {
    type Output = Box<dyn Rules<Position = Position, Move = Move>>;

    fn visit<G: reference::Game + 'static>(self, rules: Reference<G>) -> Self::Output {
        Box::new(rules)
    }
}

impl Game {
    /// The reference rules of a variant.
    pub fn new(id: VariantId) -> Self {
        let rules =
            reference::visit(id, Boxed).unwrap_or_else(|| panic!("the reference has no rules of {id}"));
        let variant = Variant::get(id);
        let starts = variant.starts.iter().map(|start| start.vfen.as_str());
        let roots = starts.chain(late(id).iter().copied()).map(|vfen| {
            rules.parse(vfen).unwrap_or_else(|error| panic!("{id}: {error}\n{}", error.pointer(vfen)))
        });
        Self { variant, roots: roots.collect(), rules }
    }

    /// The positions of a game, from its root to its end. It ends early if no move is legal.
    pub fn positions(&self, line: &Line) -> Vec<Position> {
        let mut positions = vec![pick(&self.roots, line.root).clone()];
        for &choice in &line.choices {
            let position = &positions[positions.len() - 1];
            let moves = self.moves(position);
            if moves.is_empty() {
                break;
            }
            let child = self.rules.play(position, pick(&moves, choice));
            positions.push(child);
        }
        positions
    }

    /// The legal moves.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        moves
    }

    /// The canonical texts of the legal moves.
    pub fn texts(&self, position: &Position) -> Vec<String> {
        self.moves(position).iter().map(|mv| self.rules.move_text(position, mv)).collect()
    }

    /// The positions after every legal move.
    pub fn children(&self, position: &Position) -> Vec<Position> {
        self.moves(position).iter().map(|mv| self.rules.play(position, mv)).collect()
    }

    /// The VFEN with every unmoved piece listed instead of `*`, which means other squares on a mirrored board.
    pub fn vfen_without_star(&self, position: &Position) -> String {
        let vfen = self.rules.print(position);
        let names: Vec<_> =
            position.unmoved.into_iter().map(|square| self.variant.labels.square(square)).collect();
        vfen.replace(" * ", &format!(" {} ", names.join(",")))
    }

    /// The position without castling rights, which make every start array asymmetric.
    pub fn without_castling(&self, mut position: Position) -> Position {
        for square in position.unmoved {
            let kind = position.piece(square).map(|piece| piece.kind);
            let castles = |castling: &Castling| kind == Some(castling.king) || kind == Some(castling.rook);
            if self.variant.castling.as_ref().is_some_and(castles) {
                position.unmoved.remove(square);
            }
        }
        position
    }
}

/// The entry at this fraction of the list.
fn pick<T>(list: &[T], fraction: u16) -> &T {
    &list[(usize::from(fraction) * list.len()) >> 16]
}

/// Further roots: random play from the start array rarely reaches promotions, bare Kings and mates.
const fn late(id: VariantId) -> &'static [&'static str] {
    match id {
        VariantId::VANGUARD => &[
            "8k{pr}6/1P4{SL}3{SG}5/16/16/4{br}3q7/5w2{bo}1{pc}5/16/16/16/16/5{BO}2W1{PC}5/4{BR}3Q3h3/16/16/1p4{sl}3{sg}5/8K{PR}6 w - - 0 1",
            "h13kh/16/p13{sl}p/3f4{gn}7/16/16/6a2n6/16/16/6A2L6/16/16/3F4{GN}7/P13{SL}P/16/H12K1H b a1,a3,a14,p3 - 7 30",
            "k15/16/3Q12/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 98 70",
        ],
        VariantId::RYUGI => &[
            "r4k3r/P8p/10/4p5/3P1P4/4p1p3/5P4/10/p8P/R4K3R w * - 0 1",
            "k9/10/3Q6/10/10/10/10/10/10/5K4 w - - 126 70",
            "5k4/10/4m5/10/10/2I7/10/6d3/2p5P1/K9 b - - 0 1",
        ],
        VariantId::CETRAN3 => &[
            "12/12/12/12/6p5/4q7/6k5/2b9/12/2S9/2KP8/12 w - - 0 1",
            "4k7/1P9p/12/5pP5/4P1p5/12/p9P1/4K7 w - - 0 1",
            "k11/12/2Y9/6X5/12/12/12/6K5 w - - 98 60",
        ],
        VariantId::ROCOCO => &[
            "10/2k1P5/4w3i1/1s8/3C2L3/4a5/2S5A1/1I3c4/3p2K3/10 w - - 0 1",
            "5w4/1P7p/10/3s6/3S2l3/10/2c4L2/4C5/1K4k3/10 b - - 0 1",
            "l9/1k8/10/3w6/10/5P4/10/8a1/1i3K4/10 w - - 0 1",
        ],
        VariantId::SANDBOX => &[
            "r4k3r/1P2l4n/1-6-1/3v6/10/4p5/3P4V1/1-6-1/4N3p1/R3QK3R w a1,a10,f1,f10 - 0 1",
            "k9/10/1-6-1/10/2Q7/10/10/1-6-1/10/5K4 w - - 98 70",
            "1k3j4/2P4q2/1-6L1/10/4pP4/10/10/1N6-1/2p6p/4K5 b - - 0 1",
        ],
        _ => &[],
    }
}
