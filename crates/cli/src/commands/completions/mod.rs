//! `vperft completions`, and the answers to the completion requests of shells.
//!
//! The printed script only forwards a request: it calls this program with [`SHELL`] set to the name of the shell and the words of
//! the line after `--`. All shells therefore complete the same, and an old script completes new options.

mod bash;
mod candidates;

use crate::args::variant;
use crate::exit::{CliError, Exit};
use crate::output;
use clap_complete::Shell;
use clap_complete::engine;
use clap_complete::env::{EnvCompleter, Shells};
use std::ffi::OsString;
use std::path::{MAIN_SEPARATOR, Path};
use std::{env, io};
use vperft::inner::backend::{AddError, Registry};

/// The environment variable that holds the name of the requesting shell.
const SHELL: &str = "VPERFT_COMPLETE";

/// The environment variable with the index of the typed word. Shells that do not set it complete the last word.
const INDEX: &str = "_CLAP_COMPLETE_INDEX";

/// Print a completion script for a shell
///
/// To load it in every shell, add one line to the file that the shell reads when it starts. For bash, add
/// `source <(vperft completions bash)` to ~/.bashrc; for zsh, the same with zsh after compinit in ~/.zshrc; for fish,
/// `vperft completions fish | source` to ~/.config/fish/config.fish.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let called = env::args().next().unwrap_or_default();
    let path = Path::new(&called);
    let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
    // A program that was called by its path must be found from other folders too.
    let program = match env::current_dir() {
        Ok(folder) if called.contains(MAIN_SEPARATOR) => folder.join(path).display().to_string(),
        _ => called.clone(),
    };
    let identifier: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let mut script = Vec::new();
    let shell = args.shell.to_string();
    match builtin(&shell) {
        Some(shell) => shell
            .write_registration(SHELL, &identifier, &name, &program, &mut script)
            .map_err(CliError::Output)?,
        None => script.extend(bash::script(SHELL, &identifier, &name, &program).into_bytes()),
    }
    output::fields(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}

/// The requests and answers of a shell; `None` for bash, which [`bash`] handles.
fn builtin(name: &str) -> Option<&'static dyn EnvCompleter> {
    const SHELLS: Shells<'static> = Shells::builtins();
    SHELLS.0.iter().copied().find(|shell| shell.is(name)).filter(|shell| shell.name() != bash::NAME)
}

/// Whether a shell requests completions.
pub fn is_requested() -> bool {
    env::var_os(SHELL).is_some_and(|shell| !shell.is_empty())
}

/// The arguments whose values are completed by more than clap knows.
#[cfg(test)]
pub fn completed_arguments() -> impl Iterator<Item = &'static str> {
    candidates::argument_ids()
}

/// Answers a completion request on stdout.
///
/// Reports no errors: the line is unfinished, and the error would appear in the middle of it.
pub fn answer(
    root: fn() -> clap::Command,
    words: &[OsString],
    registry: impl FnOnce() -> Result<Registry, AddError>,
) -> Result<Exit, CliError> {
    let shell = env::var(SHELL).unwrap_or_default();
    let start = words.iter().position(|word| word == "--").map_or(words.len(), |index| index + 1);
    let answer = answer_to(root, &shell, &words[start..], registry).unwrap_or_default();
    output::fields(&String::from_utf8_lossy(&answer))?;
    Ok(Exit::Success)
}

/// The answer to a shell about these words.
fn answer_to(
    root: fn() -> clap::Command,
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
            let mut command = command(root, words, typed, registry)?;
            shell.write_complete(&mut command, words.to_vec(), folder.as_deref(), &mut answer)?;
        }
        None if shell == bash::NAME => {
            let line = bash::Line::parse(words);
            let mut command = command(root, &line.words, line.words.len() - 1, registry)?;
            let found =
                engine::complete(&mut command, line.words.clone(), line.words.len() - 1, folder.as_deref())?;
            answer = line.answer(&found).into_bytes();
        }
        None => {}
    }
    Ok(answer)
}

/// The command with candidates for its arguments. They depend on the other words of the line.
fn command(
    root: fn() -> clap::Command,
    words: &[OsString],
    typed: usize,
    registry: impl FnOnce() -> Result<Registry, AddError>,
) -> io::Result<clap::Command> {
    let mut others = words.to_vec();
    if typed < others.len() {
        others.remove(typed);
    }
    // The command itself will report a folder without a variant.
    let _ = variant::load(&others);
    let registry = registry().map_err(io::Error::other)?;
    Ok(candidates::add(root(), &others, &registry))
}
