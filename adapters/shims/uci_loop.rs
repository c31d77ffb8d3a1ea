//! A UCI engine made of a crate: `vperft run chess --backend uci:PROGRAM`. README.md says what a program contains.

use std::io::{self, BufRead, Write};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Serves until `quit`. `read` reads a FEN; `children` lists the legal moves, such as `e2e4` and `b7b8q`, each with the position after
/// it; `print` is the FEN of a position, if the crate prints a whole one.
pub fn serve<P>(
    read: impl Fn(&str) -> P,
    children: impl Fn(&P) -> Vec<(String, P)>,
    print: impl Fn(&P) -> Option<String>,
) -> io::Result<()> {
    let mut position = read(START);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut out = io::stdout().lock();
        match line.split_once(' ').unwrap_or((&line, "")) {
            ("uci", _) => writeln!(out, "uciok")?,
            ("isready", _) => writeln!(out, "readyok")?,
            ("position", given) => {
                let (start, played) = given.split_once(" moves ").unwrap_or((given, ""));
                position = read(start.strip_prefix("fen ").unwrap_or(START));
                for played in played.split_whitespace() {
                    let legal = children(&position).into_iter().find(|(text, _)| text == played);
                    position = legal.expect("the moves are legal").1;
                }
            }
            ("go", what) => {
                let depth: u32 =
                    what.strip_prefix("perft ").expect("only `go perft`").parse().expect("a depth");
                let mut sum = 0;
                for (text, child) in children(&position) {
                    let count = count(&children, &child, depth - 1);
                    writeln!(out, "{text}: {count}")?;
                    sum += count;
                }
                writeln!(out, "Nodes searched: {sum}")?;
            }
            ("d", _) => {
                if let Some(fen) = print(&position) {
                    writeln!(out, "Fen: {fen}")?;
                }
            }
            ("quit", _) => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

fn count<P>(children: &impl Fn(&P) -> Vec<(String, P)>, position: &P, depth: u32) -> u64 {
    if depth == 0 {
        1
    } else {
        children(position).iter().map(|(_, child)| count(children, child, depth - 1)).sum()
    }
}
