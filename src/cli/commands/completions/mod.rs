//! `vperft completions`, and the answers to what a shell asks while a line is typed.
//!
//! The script that is printed knows nothing but how to ask: it calls this program with [`ASKED`] set to the name of the shell
//! and the words of the line behind `--`. So all shells complete the same, and a script does not grow old.

mod bash;
mod candidates;

use crate::backend::{AddError, Registry};
use crate::cli::args::variant;
use crate::cli::exit::{CliError, Exit};
use crate::cli::{Cli, output};
use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_complete::engine;
use clap_complete::env::{EnvCompleter, Shells};
use std::ffi::OsString;
use std::path::{MAIN_SEPARATOR, Path};
use std::{env, io};

/// The environment variable by which a shell asks.
const ASKED: &str = "VPERFT_COMPLETE";

/// The environment variable by which most shells say which word is typed; if they do not, it is the last.
const INDEX: &str = "_CLAP_COMPLETE_INDEX";

/// Print a completion script for a shell
///
/// One line in the file that the shell reads when it starts loads it: for bash, `source <(vperft completions bash)` in ~/.bashrc;
/// for zsh, the same with zsh below compinit in ~/.zshrc; for fish, `vperft completions fish | source` in
/// ~/.config/fish/config.fish.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let called = env::args().next().unwrap_or_default();
    let path = Path::new(&called);
    let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
    // What was called by its name is found by it again, and the rest wherever the shell may go meanwhile.
    let program = match env::current_dir() {
        Ok(folder) if called.contains(MAIN_SEPARATOR) => folder.join(path).display().to_string(),
        _ => called.clone(),
    };
    let identifier: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let mut script = Vec::new();
    let shell = args.shell.to_string();
    match builtin(&shell) {
        Some(shell) => shell
            .write_registration(ASKED, &identifier, &name, &program, &mut script)
            .map_err(CliError::Output)?,
        None => script.extend(bash::script(ASKED, &identifier, &name, &program).into_bytes()),
    }
    output::fields(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}

/// How a shell asks, and how it is answered; none for bash, which has a way of its own here.
fn builtin(name: &str) -> Option<&'static dyn EnvCompleter> {
    const SHELLS: Shells<'static> = Shells::builtins();
    SHELLS.0.iter().copied().find(|shell| shell.is(name)).filter(|shell| shell.name() != bash::NAME)
}

/// Whether a shell asks, and the words are not a line to carry out.
pub(crate) fn is_asked() -> bool {
    env::var_os(ASKED).is_some_and(|shell| !shell.is_empty())
}

/// Answers a shell that asks how a line may go on: a name to each line of stdout, or as it wants them.
///
/// It is never told of an error: what is typed is not finished, and whoever types it would read the error in the midst of it.
pub(crate) fn answer(
    words: &[OsString],
    registry: impl FnOnce() -> Result<Registry, AddError>,
) -> Result<Exit, CliError> {
    let shell = env::var(ASKED).unwrap_or_default();
    let behind = words.iter().position(|word| word == "--").map_or(words.len(), |place| place + 1);
    let answer = answer_to(&shell, &words[behind..], registry).unwrap_or_default();
    output::fields(&String::from_utf8_lossy(&answer))?;
    Ok(Exit::Success)
}

/// The answer to a shell about these words.
fn answer_to(
    shell: &str,
    words: &[OsString],
    registry: impl FnOnce() -> Result<Registry, AddError>,
) -> io::Result<Vec<u8>> {
    let folder = env::current_dir().ok();
    let mut answer = Vec::new();
    match builtin(shell) {
        Some(shell) => {
            let last = words.len().saturating_sub(1);
            let typed = env::var(INDEX).ok().and_then(|index| index.parse().ok()).unwrap_or(last);
            let mut command = command(words, typed, registry)?;
            shell.write_complete(&mut command, words.to_vec(), folder.as_deref(), &mut answer)?;
        }
        None if shell == bash::NAME => {
            let line = bash::Line::read(words);
            let mut command = command(&line.words, line.words.len() - 1, registry)?;
            let found =
                engine::complete(&mut command, line.words.clone(), line.words.len() - 1, folder.as_deref())?;
            answer = line.answer(&found).into_bytes();
        }
        None => {}
    }
    Ok(answer)
}

/// The command with the names there are wherever the one that is typed may be one of them, given the words around it.
fn command(
    words: &[OsString],
    typed: usize,
    registry: impl FnOnce() -> Result<Registry, AddError>,
) -> io::Result<clap::Command> {
    let mut others = words.to_vec();
    if typed < others.len() {
        others.remove(typed);
    }
    // A folder that is no variant is told when the line is carried out.
    let _ = variant::load(&others);
    let registry = registry().map_err(io::Error::other)?;
    Ok(candidates::add(Cli::command(), &others, &registry))
}
