//! How pieces move, as pictures show it: `diagram` asks a backend about a kind of piece, `program_drawing` a path program.

pub mod diagram;
pub mod program_drawing;
