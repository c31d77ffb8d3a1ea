//! Random games.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};

/// The choices of a random game: every legal move, in bytewise order, is equally likely.
#[derive(Clone, Debug)]
pub struct RandomGame(ChaCha8Rng);

impl RandomGame {
    /// The game of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The index of the move to play among `moves` sorted moves, of which there is at least one.
    pub fn choose(&mut self, moves: usize) -> usize {
        (self.0.next_u64() % moves as u64) as usize
    }
}

/// The position after `plies` random plies. If the game ends sooner, the last position with a legal move.
///
/// # Errors
/// If the backend fails: its error, and the position it was asked about.
pub fn random_position(
    view: &mut dyn VariantBackend,
    start: &str,
    seed: u64,
    plies: u32,
) -> Result<String, (BackendError, String)> {
    let mut game = RandomGame::new(seed);
    let mut vfen = start.to_owned();
    let mut moves = view.moves((&vfen).into()).map_err(|error| (error, vfen.clone()))?;
    for _ in 0..plies {
        if moves.is_empty() {
            break;
        }
        moves.sort();
        let text = moves.swap_remove(game.choose(moves.len()));
        let child = view
            .after(PositionPath { vfen: &vfen, moves: &[text] })
            .map_err(|error| (error, vfen.clone()))?;
        moves = view.moves((&child).into()).map_err(|error| (error, child.clone()))?;
        if moves.is_empty() {
            break;
        }
        vfen = child;
    }
    Ok(vfen)
}
