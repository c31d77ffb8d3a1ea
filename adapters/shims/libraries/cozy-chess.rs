mod uci_loop;

use cozy_chess::{Board, util::display_uci_move};

fn children(board: &Board) -> Vec<(String, Board)> {
    let mut children = Vec::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            children.push((display_uci_move(board, mv).to_string(), child));
        }
        false
    });
    children
}

fn main() -> std::io::Result<()> {
    let read = |fen: &str| fen.parse().expect("a FEN that the crate accepts");
    uci_loop::serve(read, children, |board| Some(board.to_string()))
}
