//! `vperft lint`.
use super::{CliError, Exit};
/// Check the corpus
#[derive(Debug, clap::Args)]
pub(super) struct Args {}
pub(super) fn run(_: &Args) -> Result<Exit, CliError> {
    Ok(Exit::Success)
}
