mod uci_loop;

use chess::{Board, MoveGen};
use std::str::FromStr;

fn children(board: &Board) -> Vec<(String, Board)> {
    MoveGen::new_legal(board).map(|mv| (mv.to_string(), board.make_move_new(mv))).collect()
}

fn main() -> std::io::Result<()> {
    let read = |fen: &str| Board::from_str(fen).expect("a FEN that the crate accepts");
    // The crate has neither a clock nor a move number.
    uci_loop::serve(read, children, |_| None)
}
