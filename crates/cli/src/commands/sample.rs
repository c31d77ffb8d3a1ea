//! `vperft sample`: prints positions from random games.

use crate::args::backend;
use crate::args::backend::BackendArgs;
use crate::args::value::number;
use crate::exit::{CliError, Exit};
use crate::output;
use vperft::inner::backend::Registry;
use vperft::inner::game::variant::{Variant, VariantId};
use vperft::inner::support::plural::plural;
use vperft_lab::differences::fuzz;

/// Print positions from random games
///
/// The same seed and ply give the same position.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant
    #[arg(value_parser = crate::args::variant::named())]
    variant: VariantId,
    /// The seed of the first game; later games have the next seeds
    #[arg(long, value_parser = number::<u64>(0, u64::MAX))]
    seed: u64,
    /// Play this many plies
    ///
    /// A game that ends sooner gives its last position with a legal move.
    #[arg(long, value_parser = number::<u32>(0, u32::MAX.into()))]
    ply: u32,
    /// Print the positions of N games
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(0, u64::MAX))]
    count: u64,
    #[command(flatten)]
    backend: BackendArgs,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let selected = args.backend.select(registry, &[args.variant], None)?;
    let start = &Variant::get(args.variant).start(&selected.options.rulings).vfen;
    let mut backend = selected.open_noting()?;
    if args.seed.checked_add(args.count.saturating_sub(1)).is_none() {
        let problem = format!(
            "{} from seed {} on: the last seed is {}",
            plural(args.count, "game"),
            args.seed,
            u64::MAX
        );
        return Err(CliError::Usage(problem));
    }
    let view =
        backend::view(backend.as_mut(), args.variant).map_err(|error| CliError::answer(error, start))?;
    for seed in (0..args.count).map(|game| args.seed + game) {
        let position = fuzz::random_position(view, start, seed, args.ply);
        output::line(position.map_err(|(error, vfen)| CliError::answer(error, &vfen))?)?;
    }
    Ok(Exit::Success)
}
