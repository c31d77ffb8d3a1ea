//! Changes the source of `reference` in every way cargo-mutants knows, one change at a time, with the corpus as the only test.
//!
//! cargo-mutants works in a copy of `ci/mutants/package` next to a copy of the source, so that a change compiles in a second.

mod judge;

use crate::Result;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Pinned because another version makes other mutants. A new version means new survivors to explain.
const VERSION: &str = "27.1.0";

/// The source that is changed; its copy has the same path in the package.
const SOURCE: &str = "src/generators/reference";

/// The file that alters rules for `diagnose`: it holds no rule, and the corpus does not use it.
const ALTERATIONS: &str = "src/generators/reference/altered.rs";

const SURVIVORS: &str = "ci/mutants/survivors.toml";

/// cargo-mutants exits with 2 if mutants were missed, with 3 if some timed out. Both are judged later.
const FINISHED: [i32; 3] = [0, 2, 3];

/// The package that cargo-mutants changes, and which part of its mutants to test.
struct Experiment {
    target: PathBuf,
    package: PathBuf,
    shard: String,
    only: Option<String>,
}

pub fn run(arguments: &[&str]) -> Result<bool> {
    let (shard, tables) = match arguments {
        ["judge", tables @ ..] if !tables.is_empty() => ("0/1", tables),
        [shard] if is_shard(shard) => (*shard, &[][..]),
        [] => ("0/1", &[][..]),
        _ => {
            return Err(
                "expected nothing, SHARD/OF such as 0/4, or judge with the tables of all shards".into()
            );
        }
    };
    install()?;
    let experiment = Experiment::prepare(shard)?;
    if !tables.is_empty() {
        return experiment.judge(&tables.iter().map(PathBuf::from).collect::<Vec<_>>());
    }
    let table = experiment.test()?;
    match arguments {
        [] => experiment.judge(&[table]),
        _ => {
            println!("{}", table.display());
            Ok(true)
        }
    }
}

fn is_shard(text: &str) -> bool {
    let numbers = text.split_once('/').and_then(|(shard, of)| Some((shard.parse().ok()?, of.parse().ok()?)));
    numbers.is_some_and(|(shard, of): (u32, u32)| shard < of)
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

fn install() -> Result<()> {
    let installed = cargo(&["mutants", "--version"]).output()?;
    if String::from_utf8_lossy(&installed.stdout).trim() != format!("cargo-mutants {VERSION}") {
        let status = cargo(&["install", "--locked", "cargo-mutants", "--version", VERSION]).status()?;
        if !status.success() {
            return Err(format!("cannot install cargo-mutants {VERSION}: {status}").into());
        }
    }
    Ok(())
}

impl Experiment {
    /// Copies the package, without anything of an earlier run, and lists its mutants.
    fn prepare(shard: &str) -> Result<Self> {
        // This program is in the directory of its profile, which is in the target directory.
        let program = env::current_exe()?;
        let target =
            program.ancestors().nth(2).ok_or("this program is not in a target directory")?.to_owned();
        if target.parent() != Some(&env::current_dir()?) {
            return Err(format!(
                "the target directory must be in this repository; it is {}",
                target.display()
            )
            .into());
        }
        let package = target.join("source-mutants");
        if package.exists() {
            fs::remove_dir_all(&package)?;
        }
        copy_folder(Path::new("ci/mutants/package"), &package)?;
        copy_folder(Path::new(SOURCE), &package.join(SOURCE))?;
        fs::copy("Cargo.lock", package.join("Cargo.lock"))?;

        let only = env::var("ONLY").ok().filter(|only| !only.is_empty());
        let experiment = Self { target, package, shard: shard.to_owned(), only };
        let list = experiment.mutants(&["--list", "--json", "--file", &format!("{SOURCE}/**")]).output()?;
        if !list.status.success() {
            return Err(format!("cargo mutants --list: {}", String::from_utf8_lossy(&list.stderr)).into());
        }
        fs::write(experiment.list(), list.stdout)?;
        if judge::count(&experiment.list())? == 0 {
            return Err(
                format!("no mutant of {SOURCE} has a name that matches `{:?}`", experiment.only).into()
            );
        }
        Ok(experiment)
    }

    fn list(&self) -> PathBuf {
        self.package.join("all.json")
    }

    fn mutants(&self, arguments: &[&str]) -> Command {
        let mut command = cargo(&["mutants", "--no-config", "--dir"]);
        command
            .arg(&self.package)
            .args(arguments)
            .args(["--exclude", ALTERATIONS])
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("VARIANT");
        if let Some(only) = &self.only {
            command.args(["--re", only]);
        }
        command
    }

    /// Tests the mutants of each variant against its own corpus, those of shared files against all. Returns the path of the table.
    fn test(&self) -> Result<PathBuf> {
        // The first build takes minutes, which must not count as a timeout of a mutant.
        let status = cargo(&["test", "--bin", "corpus", "--no-run", "--manifest-path"])
            .arg(self.package.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", &self.target)
            .status()?;
        if !status.success() {
            return Err(format!("the package does not compile: {status}").into());
        }
        let mut shared = vec!["--file".to_owned(), format!("{SOURCE}/**")];
        for variant in variants()? {
            let files = [format!("{SOURCE}/{variant}.rs"), format!("{SOURCE}/{variant}/**")];
            self.test_files(
                Some(&variant),
                &files.iter().flat_map(|file| ["--file", file]).collect::<Vec<_>>(),
            )?;
            shared.extend(files.into_iter().flat_map(|file| ["--exclude".to_owned(), file]));
        }
        self.test_files(None, &shared.iter().map(String::as_str).collect::<Vec<_>>())?;

        let table = self.target.join(format!("source-mutants-{}.csv", self.shard.replace('/', "-of-")));
        judge::write_table(&self.package, &table)?;
        Ok(table)
    }

    fn test_files(&self, variant: Option<&str>, files: &[&str]) -> Result<()> {
        let output = self.package.join("out").join(variant.unwrap_or("shared"));
        fs::create_dir_all(&output)?;
        // The corpus takes twelve seconds: a mutant that needs 120 never ends.
        let limits = ["--in-place", "--timeout", "120", "--build-timeout", "300", "--colors", "never"];
        let mut command = self.mutants(&limits);
        command
            .args(["--shard", &self.shard, "--output"])
            .arg(output)
            .args(files)
            .args(["--", "--bin", "corpus"]);
        if let Some(variant) = variant {
            command.env("VARIANT", variant);
        }
        let status = command.status()?;
        match status.code().is_some_and(|code| FINISHED.contains(&code)) {
            true => Ok(()),
            false => Err(format!("cargo-mutants: {status}").into()),
        }
    }

    fn judge(&self, tables: &[PathBuf]) -> Result<bool> {
        let problems =
            judge::judge(&self.package, &self.list(), Path::new(SURVIVORS), tables, self.only.is_some())?;
        problems.iter().for_each(|problem| println!("{problem}"));
        Ok(problems.is_empty())
    }
}

/// The variants with files of their own in the source.
fn variants() -> Result<Vec<String>> {
    let mut variants = Vec::new();
    for folder in fs::read_dir("suites")? {
        let name = folder?.file_name().to_string_lossy().into_owned();
        let path = Path::new(SOURCE).join(&name);
        if path.is_dir() || path.with_extension("rs").is_file() {
            variants.push(name);
        }
    }
    variants.sort_unstable();
    Ok(variants)
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
