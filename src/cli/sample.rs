//! `vperft sample`.

use super::args::BackendArgs;
use super::{CliError, Exit, output};
use crate::backend::Backend;
use crate::variant::{Variant, VariantId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// Print positions from seeded random play: the same seed and ply give the same position again
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The variant: vanguard, ryugi, cetran3, rococo or sandbox
    variant: VariantId,
    /// The seed of the first game; the following games have the following seeds
    #[arg(long)]
    seed: u64,
    /// How many plies to play; a game that ends sooner gives its last position with a legal move
    #[arg(long)]
    ply: u32,
    /// How many games
    #[arg(long, default_value_t = 1)]
    count: u64,
    #[command(flatten)]
    backend: BackendArgs,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let options = args.backend.options(&[args.variant])?;
    let start = &Variant::get(args.variant).start(&options.rulings).vfen;
    let mut backend = args.backend.open(&options)?;
    if args.seed.checked_add(args.count.saturating_sub(1)).is_none() {
        let problem =
            format!("{} games from seed {} on: the last seed is {}", args.count, args.seed, u64::MAX);
        return Err(CliError::Usage(problem));
    }
    for seed in (0..args.count).map(|game| args.seed + game) {
        output::line(random_position(backend.as_mut(), args.variant, start, seed, args.ply)?)?;
    }
    Ok(Exit::Success)
}

/// The position after so many random plies. Every legal move, in bytewise order, is equally likely.
fn random_position(
    backend: &mut dyn Backend,
    variant: VariantId,
    start: &str,
    seed: u64,
    plies: u32,
) -> Result<String, CliError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut vfen = start.to_owned();
    let mut moves = backend.moves(variant, &vfen).map_err(|error| CliError::answer(error, &vfen))?;
    for _ in 0..plies {
        if moves.is_empty() {
            break;
        }
        moves.sort();
        let text = moves.swap_remove((rng.next_u64() % moves.len() as u64) as usize);
        let child = backend.after(variant, &vfen, &[text]).map_err(|error| CliError::answer(error, &vfen))?;
        moves = backend.moves(variant, &child).map_err(|error| CliError::answer(error, &child))?;
        if moves.is_empty() {
            break;
        }
        vfen = child;
    }
    Ok(vfen)
}
