mod uci_loop;

use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen, uci::UciMove};

fn read(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("a position that the crate accepts")
}

fn children(position: &Chess) -> Vec<(String, Chess)> {
    let child = |mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        (UciMove::from_standard(mv).to_string(), child)
    };
    position.legal_moves().into_iter().map(child).collect()
}

fn main() -> std::io::Result<()> {
    let print = |position: &Chess| Fen::from_position(position, EnPassantMode::Legal).to_string();
    uci_loop::serve(read, children, |position| Some(print(position)))
}
