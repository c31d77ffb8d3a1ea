//! `vperft man`: writes a manual page for each command.

use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::file;
use clap::Command;
use clap_mangen::Man;
use std::io;
use std::path::{Path, PathBuf};
use vperft::inner::support::plural::plural;

/// Write the manual pages of all commands
///
/// Writes DIR/vperft.1, and a page such as DIR/vperft-run.1 for each command. To read one, run `man DIR/vperft-run.1`; to install
/// them, write them to a folder of the manual path, such as ~/.local/share/man/man1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the pages
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub fn run(args: &Args, root: Command) -> Result<Exit, CliError> {
    file::check_out_folder(&args.out)?;
    // `vperft help` prints the texts of the other pages.
    let mut root = with_long_help(root.disable_help_subcommand(true));
    root.build();
    let count = write(&root, root.get_version().unwrap_or_default(), &args.out)?;
    output::note(plural(count, "page"));
    Ok(Exit::Success)
}

/// The command with a long help of every argument: pages have no other help of an argument that the short help hides.
fn with_long_help(command: Command) -> Command {
    let command = command.mut_args(|argument| match argument.get_help().cloned() {
        Some(help) if argument.get_long_help().is_none() => argument.long_help(help),
        _ => argument,
    });
    command.mut_subcommands(with_long_help)
}

/// Writes the page of a command and those of its subcommands. Returns the number of pages.
fn write(command: &Command, version: &str, folder: &Path) -> io::Result<usize> {
    let page = Man::new(command.clone()).source(format!("vperft {version}")).manual("vperft");
    let name = page.get_filename();
    // An empty date, which `clap_mangen` would leave out.
    let page = page.title(command.get_display_name().unwrap_or("vperft").to_uppercase()).date("\"\"");
    let mut text = Vec::new();
    page.render(&mut text)?;
    file::put(&folder.join(name), &text)?;
    command.get_subcommands().try_fold(1, |count, command| Ok(count + write(command, version, folder)?))
}
