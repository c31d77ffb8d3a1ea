//! Two commits of the user's repository, each built for itself.
//!
//! Invariant: what is checked out for it is gone when this is dropped, and nothing in the user's own tree is changed but what the
//! build makes there.

use crate::backend::programs::words;
use crate::cli::args::value::number;
use crate::cli::exit::CliError;
use crate::cli::{interrupt, output};
use clap::Args;
use process_wrap::std::CommandWrap;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How often to look whether a build has ended.
const LOOK: Duration = Duration::from_millis(50);
/// How many digits of a commit are shown.
const SHORT: usize = 12;
/// What may stand before the program, and is what it speaks.
const SCHEMES: [&str; 3] = ["cmd", "uci", "script"];

/// The commit to compare with, and how a commit is built.
#[derive(Debug, Args)]
pub(crate) struct BaseArgs {
    /// Compare the tree as it is with this commit of the git repository: it is checked out beside it, and both are built
    #[arg(long, value_name = "REV", requires_all = ["build", "program"])]
    base: Option<String>,
    /// How a tree is built, by the shell in its top folder, such as 'cargo build --release'
    #[arg(long, value_name = "COMMAND", requires = "base")]
    build: Option<String>,
    /// What is measured then, such as 'cmd:target/release/engine --perft'; its path is one from the top folder
    #[arg(long, value_name = "SCHEME:PROGRAM", requires = "base")]
    program: Option<String>,
    /// How many seconds a build may take
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = number::<u64>(1, 86_400))]
    build_timeout: u64,
}

/// Both trees, built. The names are those of their programs as backends.
pub(crate) struct Built {
    tree: String,
    base: String,
    /// The commit that was checked out.
    commit: String,
    _checkout: Checkout,
}

/// A commit in a folder of its own, which is gone when this is dropped.
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
        // Whatever comes of it, the folder is removed, and git forgets a work tree whose folder is gone.
        let _ = git(&self.top, &["worktree", "remove", "--force", &path.display().to_string()]);
        let _ = std::fs::remove_dir_all(&path);
        let _ = git(&self.top, &["worktree", "prune"]);
    }
}

impl Built {
    /// The backends: the tree as it is, and the commit.
    pub fn names(&self) -> (String, String) {
        (self.tree.clone(), self.base.clone())
    }

    /// What people call them.
    pub fn labels(&self) -> (String, String) {
        ("the tree".to_owned(), format!("commit {}", &self.commit[..SHORT]))
    }
}

impl BaseArgs {
    /// Builds both, if a commit to compare with was given.
    pub fn built(&self) -> Result<Option<Built>, CliError> {
        let (Some(base), Some(build), Some(program)) = (&self.base, &self.build, &self.program) else {
            return Ok(None);
        };
        // A request to end must not leave the work tree behind.
        interrupt::stop_run();
        let top = PathBuf::from(git(Path::new("."), &["rev-parse", "--show-toplevel"])?);
        let revision = format!("{base}^{{commit}}");
        let commit = git(&top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &revision])
            .map_err(|_| CliError::Usage(format!("--base {base}: there is no such commit")))?;
        let checkout = Checkout { folder: tempfile::tempdir()?, top: top.clone() };
        let path = checkout.path();
        git(&top, &["worktree", "add", "--detach", "--quiet", utf8(&path)?, &commit])?;
        let patience = Duration::from_secs(self.build_timeout);
        let mut names = Vec::new();
        for (folder, what) in [(&top, "the tree"), (&path, &commit[..SHORT])] {
            output::note(format_args!("building {what}: {}", output::plain(build)));
            carry_out(build, folder, what, patience)?;
            names.push(name(program, folder, what)?);
        }
        let [tree, base] = <[String; 2]>::try_from(names).expect("there are two trees");
        Ok(Some(Built { tree, base, commit, _checkout: checkout }))
    }
}

/// The backend of this program in a folder.
fn name(program: &str, folder: &Path, what: &str) -> Result<String, CliError> {
    let scheme = program.split_once(':').map(|(scheme, _)| scheme).filter(|scheme| SCHEMES.contains(scheme));
    let Some(scheme) = scheme else {
        let problem =
            format!("--program {program}: expected one of cmd:, uci: and script: before the program");
        return Err(CliError::Usage(problem));
    };
    let mut words = words(program, scheme, "PROGRAM").map_err(CliError::Unopened)?;
    // Programs of the system, such as an interpreter, have no path; what they are to run has.
    let mut is_there = false;
    for word in &mut words {
        let path = folder.join(&word);
        if path.is_file() {
            *word = utf8(&path)?.to_owned();
            is_there = true;
        }
    }
    if !is_there {
        let problem = format!("--program {program}: the build of {what} has made no such file");
        return Err(CliError::Input(output::plain(problem)));
    }
    let words = shlex::try_join(words.iter().map(String::as_str));
    Ok(format!("{scheme}:{}", words.map_err(|_| CliError::Usage("a word that holds NUL".into()))?))
}

/// A path as words of other programs hold it.
fn utf8(path: &Path) -> Result<&str, CliError> {
    path.to_str().ok_or_else(|| {
        CliError::Usage(format!(
            "{}: a path that is not UTF-8; nothing in it can be built and named",
            path.display()
        ))
    })
}

/// What git says.
pub(super) fn git(folder: &Path, words: &[&str]) -> Result<String, CliError> {
    let output = Command::new("git").current_dir(folder).args(words).stdin(Stdio::null()).output();
    let output = output.map_err(|error| CliError::Tool(format!("git: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(CliError::Tool(format!("git {}: {}", words[0], output::plain(said.trim()))));
    }
    let said = String::from_utf8(output.stdout);
    let said = said.map_err(|_| CliError::Tool(format!("git {}: its answer is not UTF-8", words[0])))?;
    Ok(said.trim_end().to_owned())
}

/// Has the shell carry out a build, whose words go to stderr.
fn carry_out(build: &str, folder: &Path, what: &str, patience: Duration) -> Result<(), CliError> {
    let mut command = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
    command.args([if cfg!(windows) { "/C" } else { "-c" }, build]).current_dir(folder);
    command.stdin(Stdio::null()).stdout(std::io::stderr());
    // Each tree is built into its own folder, so that neither finds what the other has made.
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
        let is_late = begun.elapsed() >= patience;
        if is_late || interrupt::is_stopped() {
            let _ = child.kill();
            return Err(if is_late {
                problem(&format!("took longer than {} s", patience.as_secs()))
            } else {
                CliError::Interrupted
            });
        }
        thread::sleep(LOOK);
    }
}
