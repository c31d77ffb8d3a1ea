//! `vperft import suite`: makes files of the corpus of suites that were not written for this program.

use crate::args::suite::{ReadingArgs, note};
use crate::args::value::Format;
use crate::args::variant::of_value;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::command::command_line;
use crate::output::file;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use vperft::inner::game::variant::VariantId;
use vperft_lab::exchange::suite_text::Refusal;
use vperft_lab::exchange::suites::Converted;

/// Make cases of suites in EPD, JSON lines, CSV and other forms
///
/// Reads EPD such as `FEN ;D1 20 ;D2 400`, blocks of `id`, `epd` and `perft`, scripts and source texts with positions and their counts,
/// JSON, CSV, pasted divide tables, and what `vperft export` prints. Each line becomes a case, part of one, or a refusal with its reason.
/// `vperft run --suite FILE` runs a suite without importing it.
#[derive(Debug, clap::Args)]
pub struct SuiteFilesArgs {
    /// The suites; `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The variant of positions for which the suite names none; a folder is loaded [default: chess]
    #[arg(long = "variant", id = "_folders", value_name = "VARIANT|DIR")]
    variants: Vec<PathBuf>,
    /// Write DIR/suites/VARIANT/NAME.json and DIR/positions/VARIANT/NAME.json
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &SuiteFilesArgs) -> Result<Exit, CliError> {
    let variant = match args.variants.last() {
        Some(value) => {
            let unknown = || CliError::Usage(format!("--variant {}: not a known variant", value.display()));
            Some(of_value(value).ok_or_else(unknown)?)
        }
        None => None,
    };
    let converted = args.reading.convert(&args.files, variant)?;
    let variants: BTreeSet<_> = converted.corpus.cases.iter().map(|(variant, _)| *variant).collect();
    let mut written = Vec::new();
    if let Some(folder) = &args.out {
        for variant in &variants {
            written.extend(write(folder, &args.name(), *variant, &converted)?);
        }
    }
    let folder = args.out.as_ref().filter(|_| !written.is_empty());
    let next = folder.map(|folder| next(folder, &variants));
    match args.format {
        Format::Human => {
            note(&args.files, &converted);
            for path in &written {
                output::line(format_args!("wrote {}", path.display()))?;
            }
            if let Some(next) = next {
                output::line(format_args!("to run it: {next}"))?;
            }
        }
        Format::Json => output::json(&document(&converted, &written, next.as_deref()))?,
    }
    Ok(match (args.reading.is_refused(&converted), converted.corpus.cases.is_empty()) {
        (true, _) => Exit::Input,
        (false, true) => Exit::Failed,
        (false, false) => Exit::Success,
    })
}

impl SuiteFilesArgs {
    /// The name of the files to write.
    fn name(&self) -> String {
        let stem = self.files.first().and_then(|file| file.file_stem()).unwrap_or_default().to_string_lossy();
        match (&self.files[..], stem.as_ref()) {
            ([_], stem) if stem != "-" && !stem.is_empty() => stem.to_owned(),
            _ => "imported".into(),
        }
    }
}

/// Writes the cases and positions of a variant, and returns the paths.
fn write(
    folder: &Path,
    name: &str,
    variant: VariantId,
    converted: &Converted,
) -> Result<[PathBuf; 2], CliError> {
    let (cases, positions) = converted.files(variant);
    if let Some((path, id)) = known_position(&folder.join("positions").join(variant.name()), name, &positions)
    {
        let problem = "and an id stands for one position; expected another --out, or one import of all files";
        return Err(CliError::Input(format!("{}: it has a position `{id}`, {problem}", path.display())));
    }
    let written = [("suites", cases), ("positions", positions)].map(|(list, text)| {
        let folder = folder.join(list).join(variant.name());
        let path = folder.join(format!("{name}.json"));
        fs::create_dir_all(&folder).and_then(|()| file::put(&path, text.as_bytes())).map(|()| path)
    });
    let [cases, positions] = written;
    Ok([cases?, positions?])
}

/// A position of these that another file of a folder has, too, and that file.
fn known_position(folder: &Path, name: &str, positions: &str) -> Option<(PathBuf, String)> {
    let ids = |text: &str| -> BTreeSet<String> {
        let file: Value = serde_json::from_str(text).unwrap_or_default();
        let entries = file["positions"].as_array().cloned().unwrap_or_default();
        entries.iter().filter_map(|entry| entry["id"].as_str().map(str::to_owned)).collect()
    };
    let own = ids(positions);
    let files = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let is_other = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "json") && path.file_stem().is_none_or(|stem| stem != name)
    };
    let mut files: Vec<_> = files.filter(is_other).collect();
    files.sort();
    files.into_iter().find_map(|path| {
        let known = ids(&fs::read_to_string(&path).ok()?);
        let id = own.intersection(&known).next()?.clone();
        Some((path, id))
    })
}

/// The command that runs what was written.
fn next(folder: &Path, variants: &BTreeSet<VariantId>) -> String {
    let mut words = vec!["vperft".to_owned(), "run".to_owned()];
    words.extend(variants.iter().map(ToString::to_string));
    for list in ["suites", "positions"] {
        words.extend([format!("--{list}"), folder.join(list).display().to_string()]);
    }
    words.extend(["--no-embedded", "--backend", "BACKEND"].map(str::to_owned));
    command_line(&words)
}

fn document(converted: &Converted, written: &[PathBuf], next: Option<&str>) -> Value {
    let assumptions =
        converted.assumptions.iter().map(|(text, count)| json!({ "text": text, "positions": count }));
    json!({
        "positions": converted.corpus.cases.len(), "checks": converted.checks, "duplicates": converted.duplicates,
        "invalid": converted.invalid, "assumptions": assumptions.collect::<Value>(),
        "read": numbers(converted),
        "refused": refusals(&converted.refusals), "left_out": refusals(&converted.left_out),
        "skipped": converted.skipped, "notes": converted.notes, "written": written, "next": next,
    })
}

/// What became of the numbers: how many were read, the checks, and the skipped lines that have some.
pub fn numbers(converted: &Converted) -> Value {
    let line = |(file, line): &(String, usize)| json!({ "file": file, "line": line });
    let skipped: Value = converted.skipped_numbers.iter().map(line).collect();
    json!({ "numbers": converted.numbers, "checks": converted.checks, "skipped": skipped })
}

/// Refused lines, each with its file.
pub fn refusals(list: &[(String, Refusal)]) -> Value {
    let refusal = |(file, refusal): &(String, Refusal)| {
        let Refusal { place, text, reason } = refusal;
        json!({
            "file": file, "line": (place.line > 0).then_some(place.line),
            "path": (!place.path.is_empty()).then_some(&place.path), "text": text, "reason": reason,
        })
    };
    list.iter().map(refusal).collect()
}
