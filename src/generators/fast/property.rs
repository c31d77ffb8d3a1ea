//! What the unit tests of this layer share: properties that are tried on random input, which is made smaller where they fail.
//!
//! A failure names the smallest input that was found, and the position where there is one; nothing is written to a
//! file of regressions. The time for making an input smaller is limited.

use super::{Fast, Game};
use crate::game::rules::Rules as _;
use crate::game::variant::Variant;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::ops::Range;

/// What a property says of one input.
pub type Outcome = Result<(), TestCaseError>;

/// The longest time in which an input that fails is made smaller, in milliseconds.
const SHRINKING: u32 = 5_000;

/// Tries a property on so many inputs.
#[track_caller]
pub fn holds<S: Strategy>(inputs: u32, strategy: &S, property: impl Fn(S::Value) -> Outcome) {
    let config =
        Config { cases: inputs, failure_persistence: None, max_shrink_time: SHRINKING, ..Config::default() };
    if let Err(error) = TestRunner::new(config).run(strategy, property) {
        panic!("{error}");
    }
}

/// Some of the squares of a board, from none to `most`; a square may be named more than once.
pub fn squares(board: Range<usize>, most: usize) -> impl Strategy<Value = Vec<usize>> {
    vec(board, 0..=most)
}

/// Tries on every board along so many random games, each of at most `longest` plies and from the start position
/// or one of these, that the game agrees with itself, and a property of the variant's own: of the board that was
/// played, and of the same one read from its position.
#[track_caller]
pub fn along_games<G: Game + Default>(
    games: u32,
    longest: usize,
    others: &'static [&'static str],
    own: impl Fn(&G::Board, &G::Board) -> Outcome,
) {
    let (game, rules) = (G::default(), Fast::new(G::default()));
    let starts = Variant::get(G::VARIANT).starts.iter().map(|start| start.vfen.as_str());
    let starts: Vec<&'static str> = starts.take(1).chain(others.iter().copied()).collect();
    // Which of the moves, as a fraction of their number: so an earlier move is a smaller input.
    let choices = vec(any::<u16>(), 1..=longest);
    holds(games, &(prop::sample::select(starts), choices), |(start, choices)| {
        let mut board = rules.parse(start).expect("games start from valid positions");
        for choice in choices {
            let vfen = rules.print(&board);
            let moves = consistent(&game, &rules, &board, &own)
                .map_err(|error| TestCaseError::fail(format!("at `{vfen}`: {error}")))?;
            let Some(&step) = moves.get((usize::from(choice) * moves.len()) >> 16) else { break };
            board = game.play(&board, step);
        }
        Ok(())
    });
}

/// Demands of the board of one position what [`along_games`] demands of every board.
#[track_caller]
pub fn consistent_at<G: Game + Default>(vfen: &str) {
    let (game, rules) = (G::default(), Fast::new(G::default()));
    let board = rules.parse(vfen).expect("a valid position");
    if let Err(error) = consistent(&game, &rules, &board, &|_, _| Ok(())) {
        panic!("at `{vfen}`: {error}");
    }
}

/// Demands that a board counts what it lists and that what was played is what is read, and returns the moves.
fn consistent<G: Game>(
    game: &G,
    rules: &Fast<G>,
    board: &G::Board,
    own: &impl Fn(&G::Board, &G::Board) -> Outcome,
) -> Result<Vec<G::PackedMove>, TestCaseError> {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    prop_assert_eq!(game.count(board), moves.len() as u64, "moves counted, and listed");
    let together = game.count_two(board, &mut Vec::new());
    prop_assert_eq!(
        together,
        moves.iter().map(|&packed| game.count(&game.play(board, packed))).sum::<u64>(),
        "replies counted together, and apart"
    );
    let read = rules.parse(&rules.print(board)).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(game.write(&read), game.write(board), "the position that is read, and played");
    prop_assert_eq!(game.key(&read), game.key(board), "the key of what is read, and played");
    own(board, &read)?;
    Ok(moves)
}
