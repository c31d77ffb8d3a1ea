//! Builds two versions of the user's repository: the tree as it is, and a commit.
//!
//! Invariant: the checkout of the commit is removed when it is dropped. In the user's own tree, only the build changes files.

use crate::args::value::number;
use crate::exit::CliError;
use crate::{interrupt, output};
use clap::Args;
use process_wrap::std::CommandWrap;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use vperft_programs::{self as programs, words};

/// How often to check whether a build has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The digits of a commit in messages.
const SHORT_COMMIT: usize = 12;

/// The commit to compare with, and how to build it.
#[derive(Debug, Args)]
pub struct BaseArgs {
    /// Compare the tree with this commit of its git repository
    ///
    /// The commit is checked out to a temporary folder, and both are built.
    #[arg(long, value_name = "REV", requires_all = ["build", "program"])]
    base: Option<String>,
    /// The shell command that builds a tree, such as 'make'
    ///
    /// It runs in the top folder of the tree.
    #[arg(long, value_name = "COMMAND", requires = "base")]
    build: Option<String>,
    /// The built program, such as 'cmd:target/release/engine'
    ///
    /// The path is relative to the top folder of the tree.
    #[arg(long, value_name = "SCHEME:PROGRAM", requires = "base")]
    program: Option<String>,
    /// The time a build may take
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = number::<u64>(1, 86_400))]
    build_timeout: u64,
}

/// The names of both built programs as backends.
pub struct Built {
    tree: String,
    base: String,
    /// The full id of the commit.
    commit: String,
    _checkout: Checkout,
}

/// A commit in a temporary folder, which is removed when this is dropped.
struct Checkout {
    top: PathBuf,
    folder: TempDir,
}

impl Checkout {
    fn path(&self) -> PathBuf {
        self.folder.path().join("base")
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        let path = self.path();
        // If git cannot remove the work tree, remove its folder and let git forget it.
        let _ = git(&self.top, &["worktree", "remove", "--force", &path.display().to_string()]);
        let _ = std::fs::remove_dir_all(&path);
        let _ = git(&self.top, &["worktree", "prune"]);
    }
}

impl Built {
    /// The backends: the tree and the commit.
    pub fn names(&self) -> (String, String) {
        (self.tree.clone(), self.base.clone())
    }

    /// The names for people.
    pub fn labels(&self) -> (String, String) {
        ("the tree".to_owned(), format!("commit {}", &self.commit[..SHORT_COMMIT]))
    }
}

impl BaseArgs {
    /// Builds the tree and the commit, if a commit is given.
    pub fn build_both(&self) -> Result<Option<Built>, CliError> {
        let (Some(base), Some(build), Some(program)) = (&self.base, &self.build, &self.program) else {
            return Ok(None);
        };
        // A signal must not leave the work tree behind.
        interrupt::stop_on_signal();
        let top = PathBuf::from(git(Path::new("."), &["rev-parse", "--show-toplevel"])?);
        let revision = format!("{base}^{{commit}}");
        let commit = git(&top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &revision])
            .map_err(|_| CliError::Usage(format!("--base {base}: there is no such commit")))?;
        let checkout = Checkout { folder: tempfile::tempdir()?, top: top.clone() };
        let path = checkout.path();
        git(&top, &["worktree", "add", "--detach", "--quiet", utf8(&path)?, &commit])?;
        let timeout = Duration::from_secs(self.build_timeout);
        let mut names = Vec::new();
        for (folder, what) in [(&top, "the tree"), (&path, &commit[..SHORT_COMMIT])] {
            output::note(format_args!("building {what}: {}", build));
            run_build(build, folder, what, timeout)?;
            names.push(name(program, folder, what)?);
        }
        let [tree, base] = <[String; 2]>::try_from(names).expect("there are two trees");
        Ok(Some(Built { tree, base, commit, _checkout: checkout }))
    }
}

/// The name of the program in a folder as a backend.
fn name(program: &str, folder: &Path, what: &str) -> Result<String, CliError> {
    let Some((scheme, _)) = programs::split_scheme(program) else {
        let problem = format!(
            "--program {program}: expected one of {} before the program",
            programs::SCHEMES.map(|scheme| format!("{scheme}:")).join(", ")
        );
        return Err(CliError::Usage(problem));
    };
    let mut words = words(program, scheme, "PROGRAM").map_err(CliError::Unopened)?;
    // An interpreter of the system has no path in the tree, but its script has.
    let mut exists = false;
    for word in &mut words {
        let path = folder.join(&word);
        if path.is_file() {
            *word = utf8(&path)?.to_owned();
            exists = true;
        }
    }
    if !exists {
        let problem = format!("--program {program}: the build of {what} did not create this file");
        return Err(CliError::Input(problem));
    }
    let words = shlex::try_join(words.iter().map(String::as_str));
    Ok(format!("{scheme}:{}", words.map_err(|_| CliError::Usage("--program: a word contains NUL".into()))?))
}

/// A path as a word for other programs.
fn utf8(path: &Path) -> Result<&str, CliError> {
    path.to_str().ok_or_else(|| {
        CliError::Usage(format!(
            "{}: the path is not UTF-8, so the program in it cannot be named",
            path.display()
        ))
    })
}

/// Runs git and returns its output.
pub(super) fn git(folder: &Path, words: &[&str]) -> Result<String, CliError> {
    let output = Command::new("git").current_dir(folder).args(words).stdin(Stdio::null()).output();
    let output = output.map_err(|error| CliError::Tool(format!("git: {error}")))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(CliError::Tool(format!("git {}: {}", words[0], text.trim())));
    }
    let text = String::from_utf8(output.stdout);
    let text = text.map_err(|_| CliError::Tool(format!("git {}: its answer is not UTF-8", words[0])))?;
    Ok(text.trim_end().to_owned())
}

/// Runs a build in the shell, with its output on stderr.
fn run_build(build: &str, folder: &Path, what: &str, timeout: Duration) -> Result<(), CliError> {
    let mut command = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
    command.args([if cfg!(windows) { "/C" } else { "-c" }, build]).current_dir(folder);
    command.stdin(Stdio::null()).stdout(std::io::stderr());
    // Each tree builds into its own folder and finds no files of the other build.
    command.env_remove("CARGO_TARGET_DIR");
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(ProcessGroup::leader());
    let problem = |problem: &str| CliError::Tool(format!("the build of {what} {problem}"));
    let mut child = command.spawn().map_err(|error| problem(&format!("did not start: {error}")))?;
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return if status.success() { Ok(()) } else { Err(problem(&format!("failed ({status})"))) };
        }
        let is_late = begun.elapsed() >= timeout;
        if is_late || interrupt::is_stopped() {
            let _ = child.kill();
            return Err(if is_late {
                problem(&format!("took longer than {} s", timeout.as_secs()))
            } else {
                CliError::Interrupted
            });
        }
        thread::sleep(POLL_INTERVAL);
    }
}
