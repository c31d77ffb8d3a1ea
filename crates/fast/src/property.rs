//! Property tests that the unit tests of this backend share.
//!
//! A failure prints the smallest failing input that shrinking found, and its position. Nothing is written to a file of regressions. The
//! time for shrinking is limited.

use super::{Fast, Game};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::ops::Range;
use vperft::inner::game::rules::Rules as _;
use vperft::inner::game::variant::Variant;

/// Whether a property holds for one input.
pub type Outcome = Result<(), TestCaseError>;

/// The time limit for shrinking, in milliseconds.
const SHRINK_LIMIT_MS: u32 = 5_000;

/// Tests a property with a number of random inputs.
#[track_caller]
pub fn holds<S: Strategy>(inputs: u32, strategy: &S, property: impl Fn(S::Value) -> Outcome) {
    let config = Config {
        cases: inputs,
        failure_persistence: None,
        max_shrink_time: SHRINK_LIMIT_MS,
        ..Config::default()
    };
    if let Err(error) = TestRunner::new(config).run(strategy, property) {
        panic!("{error}");
    }
}

/// Up to `most` squares of a board, possibly with duplicates.
pub fn squares(board: Range<usize>, most: usize) -> impl Strategy<Value = Vec<usize>> {
    vec(board, 0..=most)
}

/// Tests every board of random games: that the game is consistent, and a property of the variant about the board after the moves and the
/// board of its VFEN. Games have at most `longest` plies and start from the start position or one of `others`.
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
    // A choice is a fraction of the number of moves, so that shrinking prefers earlier moves.
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

/// Tests that the game is consistent at one position.
#[track_caller]
pub fn consistent_at<G: Game + Default>(vfen: &str) {
    let (game, rules) = (G::default(), Fast::new(G::default()));
    let board = rules.parse(vfen).expect("a valid position");
    if let Err(error) = consistent(&game, &rules, &board, &|_, _| Ok(())) {
        panic!("at `{vfen}`: {error}");
    }
}

/// Tests that a board counts as many moves as it lists, and that it equals the board of its VFEN. Returns the moves.
fn consistent<G: Game>(
    game: &G,
    rules: &Fast<G>,
    board: &G::Board,
    own: &impl Fn(&G::Board, &G::Board) -> Outcome,
) -> Result<Vec<G::PackedMove>, TestCaseError> {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    prop_assert_eq!(game.count(board), moves.len() as u64, "number of moves: counted and listed");
    let together = game.count_two(board, &mut Vec::new());
    prop_assert_eq!(
        together,
        moves.iter().map(|&packed| game.count(&game.play(board, packed))).sum::<u64>(),
        "number of replies: counted together and one by one"
    );
    let read = rules.parse(&rules.print(board)).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(game.write(&read), game.write(board), "the position: parsed and played");
    prop_assert_eq!(game.key(&read), game.key(board), "the key: parsed and played");
    own(board, &read)?;
    Ok(moves)
}
