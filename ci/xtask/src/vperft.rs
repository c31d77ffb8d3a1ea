//! The `vperft` program under experiment.

use crate::Result;
use serde::Deserialize;
use std::env;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The path of the program; paths in its arguments are relative to the root of the repository.
pub struct Vperft {
    path: PathBuf,
}

impl Vperft {
    /// Takes the program that `VPERFT` names, or builds a release.
    pub fn locate() -> Result<Self> {
        let path = match env::var_os("VPERFT") {
            Some(path) => path.into(),
            None => build(&["--bin", "vperft"])?.join("vperft"),
        };
        Ok(Self { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs the program. Its standard error goes to ours.
    pub fn run(&self, arguments: &[&str]) -> Result<Answer> {
        Answer::of(Command::new(&self.path).args(arguments).stderr(Stdio::inherit()).output()?)
    }

    /// Runs the program and drops its standard error.
    pub fn run_quietly(&self, arguments: &[&str]) -> Result<Answer> {
        Answer::of(Command::new(&self.path).args(arguments).output()?)
    }

    /// The variants that the built-in backends have rules of, by name.
    pub fn variants(&self) -> Result<Vec<String>> {
        let mut child = Command::new(&self.path)
            .args(["serve", "--backend", "reference"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(b"{\"seq\":0,\"ask\":\"hello\",\"protocol\":1}\n")?;
        }
        let mut hello: Hello = serde_json::from_slice(&child.wait_with_output()?.stdout)?;
        hello.result.variants.sort_unstable();
        Ok(hello.result.variants)
    }

    /// What `vperft variants` says about a variant.
    pub fn variant(&self, name: &str) -> Result<Variant> {
        let all: Vec<Variant> = self.run(&["variants", "--format", "json"])?.json()?;
        all.into_iter().find(|one| one.variant == name).ok_or_else(|| format!("no variant `{name}`").into())
    }
}

/// Builds targets of the repository for release and returns the directory of the programs.
pub fn build(targets: &[&str]) -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(["build", "--release", "--quiet"]).args(targets).status()?;
    if !status.success() {
        return Err(format!("cargo build {}: {status}", targets.join(" ")).into());
    }
    // This program is built for release too, into the same directory.
    Ok(env::current_exe()?.parent().ok_or("this program has no directory")?.to_owned())
}

/// What a program printed before it ended.
pub struct Answer {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Answer {
    pub fn of(output: Output) -> Result<Self> {
        Ok(Self {
            code: output.status.code().ok_or_else(|| format!("vperft: {}", output.status))?,
            stdout: String::from_utf8(output.stdout)?,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }

    /// Parses standard output as JSON.
    pub fn json<'a, T: Deserialize<'a>>(&'a self) -> Result<T> {
        serde_json::from_str(&self.stdout)
            .map_err(|error| format!("unexpected output: {error}: {}", self.stdout.trim()).into())
    }

    /// Fails unless the program ended with one of these exit codes.
    pub fn expect(self, codes: &[i32], what: &str) -> Result<Self> {
        match codes.contains(&self.code) {
            true => Ok(self),
            false => Err(format!("{what} ends with exit code {}", self.code).into()),
        }
    }
}

#[derive(Deserialize)]
struct Hello {
    result: HelloResult,
}

#[derive(Deserialize)]
struct HelloResult {
    variants: Vec<String>,
}

/// A variant as `vperft variants --format json` lists it.
#[derive(Deserialize)]
pub struct Variant {
    variant: String,
    /// The readings of each ruling, the default first.
    pub rulings: serde_json::Map<String, serde_json::Value>,
}
