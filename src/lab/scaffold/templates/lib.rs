//! A backend of vperft for @VARIANT@. It answers about positions with the pieces in `MOVES` and nothing else, and says that the rest is
//! unsupported. Add the rest, one clause of the rules at a time.

use vperft::backend::{Answer, Backend, BackendError, CountPlan, PositionPath, Question, VariantBackend};
use vperft::board::{Square, Step};
use vperft::position::{self, MAX_COUNTER, Position};
use vperft::variant::{Color, Piece, Rulings, Standard, Variant, VariantId};

/// The label of each piece, and its steps (files, ranks forward), each with how often it may be repeated.
const MOVES: &[(&str, &[(usize, &[[i8; 2]])])] = &[
@MOVES@];
const KING: &str = "@KING@";
/// With these pieces alone, and after so many plies without capture or Pawn move, the game may be a draw.
const DRAWN: &[&str] = &[@DRAWN@];
const LIMIT: u32 = @LIMIT@;

/// The rules of one variant.
pub struct Mine(pub VariantId);

impl Mine {
    /// The backend for `vperft::cli::main`. The variant is known then, also if `--variant DIR` loads it.
    pub fn open() -> Result<Box<dyn Backend>, String> {
        let variant = "@VARIANT@".parse().map_err(|error| format!("{error}"))?;
        Ok(Box::new(Self(variant)))
    }

    fn table(&self) -> &'static Variant {
        Variant::get(self.0)
    }

    fn moves_of(&self, piece: Piece) -> Option<&'static [(usize, &'static [[i8; 2]])]> {
        let label = &self.table().entry(piece.kind)?.label;
        MOVES.iter().find(|(known, _)| known == label).map(|(_, moves)| *moves)
    }

    /// Reads a position, in which the side not to move must not be in check.
    fn set_up(&self, vfen: &str) -> Result<Position, BackendError> {
        let position = position::parse(vfen, self.table(), &Standard)?;
        let is_known = |square: Square| position.piece(square).is_none_or(|piece| self.moves_of(piece).is_some());
        if !position.shape.squares().all(is_known) || position.unmoved.len() > 0 || position.en_passant.is_some() {
            return Err(BackendError::Unsupported("only the pieces in MOVES yet, without rights".into()));
        }
        match self.is_attacked(&position, !position.turn) {
            true => Err(BackendError::RefusedPosition { reason: None, message: "the King could be captured".into() }),
            false => Ok(position),
        }
    }

    /// Where the pieces of a side go, whatever becomes of its King.
    fn reach(&self, position: &Position, color: Color) -> Vec<(Square, Square)> {
        let mut reach = Vec::new();
        for (from, kind) in position.pieces(color) {
            for (most, steps) in self.moves_of(Piece::new(color, kind)).unwrap_or_default() {
                for [files, ranks] in *steps {
                    let step = Step::new(*files, *ranks * color.forward());
                    let mut at = from;
                    for _ in 0..*most {
                        let Some(next) = position.shape.step(at, step) else { break };
                        if !position.is_of(color, next) {
                            reach.push((from, next));
                        }
                        if !position.is_empty(next) {
                            break;
                        }
                        at = next;
                    }
                }
            }
        }
        reach.sort();
        reach.dedup();
        reach
    }

    /// Whether the King of a side could be captured.
    fn is_attacked(&self, position: &Position, color: Color) -> bool {
        let is_king = |piece: Piece| self.table().entry(piece.kind).is_some_and(|entry| entry.label == KING);
        self.reach(position, !color).iter().any(|(_, to)| position.piece(*to).is_some_and(is_king))
    }

    /// The legal moves, each with the position after it.
    fn legal(&self, position: &Position) -> Result<Vec<(String, Position)>, BackendError> {
        let label = |square| position.piece(square).and_then(|piece| self.table().entry(piece.kind)).map(|entry| &*entry.label);
        let mut labels = position.shape.squares().filter_map(label);
        if position.halfmove >= LIMIT || labels.all(|label| label == KING || DRAWN.contains(&label)) {
            return Err(BackendError::Unsupported("no draws yet".into()));
        }
        let mut moves = Vec::new();
        for (from, to) in self.reach(position, position.turn) {
            let mut child = position.clone();
            let (Some(piece), victim) = (child.take(from), child.take(to)) else { continue };
            child.put(to, piece);
            child.halfmove = if victim.is_some() { 0 } else { position.halfmove + 1 };
            child.fullmove = MAX_COUNTER.min(child.fullmove + u32::from(position.turn == Color::Black));
            child.turn = !position.turn;
            if !self.is_attacked(&child, position.turn) {
                let name = |square| self.table().labels.square(square);
                moves.push((format!("{} {}-{}", self.table().label(piece), name(from), name(to)), child));
            }
        }
        Ok(moves)
    }

    fn leaves(&self, position: &Position, depth: u32) -> Result<u128, BackendError> {
        if depth == 0 {
            return Ok(1);
        }
        self.legal(position)?.iter().try_fold(0, |sum, (_, child)| Ok(sum + self.leaves(child, depth - 1)?))
    }
}

impl Backend for Mine {
    fn identity(&self) -> String {
        concat!(env!("CARGO_PKG_NAME"), "@", env!("CARGO_PKG_VERSION")).into()
    }

    fn variants(&self) -> Vec<VariantId> {
        vec![self.0]
    }

    fn of(&mut self, _: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        Ok(self)
    }
}

impl VariantBackend for Mine {
    fn variant(&self) -> VariantId {
        self.0
    }

    fn ask(&mut self, path: PositionPath<'_>, question: &Question, plan: &CountPlan<'_>) -> Result<Answer, BackendError> {
        let mut position = self.set_up(path.vfen)?;
        for text in path.moves {
            let legal = self.legal(&position)?;
            let found = legal.into_iter().find(|(known, _)| known == text);
            position = found.ok_or_else(|| BackendError::RefusedMove(format!("`{text}` is not legal")))?.1;
        }
        match question {
            Question::Read => Ok(Answer::Vfen(position::print(&position, &Rulings::DEFAULT))),
            Question::Moves => Ok(Answer::Moves(self.legal(&position)?.into_iter().map(|(text, _)| text).collect())),
            Question::Perft { depth } => Ok(Answer::Count(self.leaves(&position, *depth)?)),
            // What cannot be derived from these is unsupported.
            question => self.derive(path, question, plan),
        }
    }
}
