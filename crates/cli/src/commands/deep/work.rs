//! `vperft deep work`.

use super::{Bar, check_rules, command, difference, end, followed, jobs};
use crate::args::backend::{self, BackendArgs};
use crate::args::count::hash_bytes;
use crate::args::selected::{Choice, Selected, SelectedPair};
use crate::args::value::{Format, number};
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::command::command_line;
use serde_json::json;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use vperft::inner::backend::{Backend, Options, Registry, source_name};
use vperft::inner::game::variant::{Rulings, VariantId};
use vperft::inner::support::plural::plural;
use vperft_deep::{self as deep, Checked, CountDifference, DeepError, Manifest, Share, WorkOptions, Worked};
use vperft_pages::report::shell::joined;

/// Count the units of a plan
///
/// Counts the units that have no result and that no other worker is counting, one a thread, until all have a result. A result is
/// written as a whole, so a worker can be stopped at any time.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the plan
    folder: PathBuf,
    /// Count these units only, such as 3 or 1-10
    #[arg(value_name = "UNIT", value_parser = units)]
    units: Vec<RangeInclusive<u32>>,
    /// Count N units at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1, 1024))]
    threads: Option<u16>,
    /// Keep counts in a hash table of this size for all threads (1 MB is 2^20 bytes) [default: no table]
    #[arg(long, value_name = "MB", value_parser = number::<u64>(1, u64::MAX))]
    hash: Option<u64>,
    /// Also count the last moves by class, as `perft --classes` does
    ///
    /// Counts units again whose results have no classes. It is much slower than a count.
    #[arg(long, conflicts_with = "hash")]
    classes: bool,
    /// Have another backend count this share of the positions again, such as 2%
    #[arg(long, value_name = "SHARE", value_parser = Share::parse)]
    verify: Option<Share>,
    /// The backend that counts them again [default: reference, fast if reference counts, or data
    /// if the rules are in variant.json alone]
    #[arg(long, value_name = "NAME")]
    verify_by: Option<String>,
    /// Also count units of which there is a result by another backend
    #[arg(long)]
    double: bool,
    /// Count this share of the units with results again, drawn by lot, compare, and write nothing
    ///
    /// 100% with some UNITs counts these. Exit code 1 if a result differs.
    #[arg(long, value_name = "SHARE", value_parser = Share::parse, conflicts_with_all = ["double", "patience"])]
    again: Option<Share>,
    /// Take over a unit whose worker has given no sign of life for N seconds
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = number::<u64>(1, 1_000_000))]
    patience: u64,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    #[command(flatten)]
    backend: BackendArgs,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let read = Manifest::load(&args.folder)
        .and_then(|(manifest, _)| Ok((manifest.variant()?, manifest.rulings()?, manifest)));
    let (variant, rulings, manifest) = match read {
        Ok(read) => read,
        Err(error) => return end(error),
    };
    let SelectedPair { a, b } = args.select(registry, variant, rulings)?;
    let (again, second) = (|| a.open_again(), || b.open_again());
    let work = WorkOptions {
        folder: args.folder.clone(),
        units: args.units.clone(),
        jobs: jobs(args.threads),
        hash_bytes: args.hash.map_or(Ok(0), hash_bytes)?,
        is_double: args.double,
        is_classed: args.classes,
        verify: args.verify.map(|share| (share, &second as deep::Open<'_>)),
        patience: Duration::from_secs(args.patience),
    };
    let bar = Bar::new();
    let printed = match args.again {
        None => deep::work(&again, &work, &bar)
            .map(|worked| (args.print_worked(variant, &worked), worked.damaged)),
        Some(share) => deep::again(&again, &work, share, &bar)
            .map(|checked| (args.print_checked(variant, &checked), checked.damaged)),
    };
    bar.bar.finish_and_clear();
    let error = match printed {
        Err(error) => error,
        // The first damaged unit stands for all.
        Ok((Ok(Exit::Success), damaged)) => match damaged.into_values().next() {
            Some(error) => error,
            None => return Ok(Exit::Success),
        },
        Ok((exit, _)) => return exit,
    };
    args.note_next(&manifest, &a, b.name(), &error);
    end(error)
}

/// A unit or a range of units.
fn units(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = first.parse().ok().zip(last.parse().ok()).map(|(first, last)| first..=last);
    let range = range.filter(|range: &RangeInclusive<u32>| *range.start() > 0 && !range.is_empty());
    range.ok_or_else(|| "expected a unit such as 3, or a range such as 1-10".to_owned())
}

fn print_damaged(units: &[u32]) -> Result<(), CliError> {
    match units {
        [] => Ok(()),
        units => output::line(format_args!("damaged, and not counted: units {}", deep::ranges(units))),
    }
}

impl Args {
    /// The backend and the one that verifies, which follow the readings of the plan. Opens both once, so that an error is reported before
    /// a unit is claimed.
    fn select<'a>(
        &'a self,
        registry: &'a Registry,
        variant: VariantId,
        rulings: Rulings,
    ) -> Result<SelectedPair<'a>, CliError> {
        let oracle = backend::oracle_for(&[variant]);
        // The plan says to follow its readings as `--ruling` does.
        let is_standard = rulings == Rulings::default();
        let default = if is_standard { self.backend.default_for(&[variant]) } else { oracle };
        let is_oracle = self.backend.choice_or(default).name == oracle;
        let second = if is_oracle { backend::default_for(&[variant]) } else { oracle };
        let second = Choice::or_default(self.verify_by.as_deref(), second);
        let given = self.backend.select_or(default, registry, &[variant], Some(second.name))?;
        check_rules(&given)?;
        let other = difference(variant, &rulings, &given.options.rulings);
        if let Some((ruling, planned, other)) =
            other.into_iter().find(|(ruling, ..)| given.given_reading(ruling).is_some())
        {
            return Err(CliError::Usage(format!(
                "--ruling {ruling}={other}: the plan is of {ruling}={planned}, and is counted by that"
            )));
        }
        let a = Selected { options: Options { rulings, ..given.options.clone() }, ..given.clone() };
        let b = Selected { choice: second, ..a.clone() };
        let open = |selected: &Selected<'_>| -> Result<Box<dyn Backend>, CliError> {
            let mut opened = selected.open()?;
            backend::view(opened.as_mut(), variant).map_err(CliError::Backend)?;
            // Other backends follow what they declare, the user says, or the default ones.
            let planned = &selected.options.rulings;
            let asked =
                if registry.follows_readings(selected.name()) { planned } else { &given.options.rulings };
            let followed = followed(opened.as_ref(), variant, asked, selected)?;
            match difference(variant, planned, &followed).first() {
                None => Ok(opened),
                Some((ruling, planned, own)) => Err(CliError::Usage(format!(
                    "the plan is of {ruling}={planned}, and {} follows {ruling}={own}; \
                     count with a backend of the readings of the plan, or give them with --ruling if it follows them without saying so",
                    opened.identity(),
                ))),
            }
        };
        let first = open(&a)?;
        let is_same =
            |second: &dyn Backend| source_name(&second.identity()) == source_name(&first.identity());
        if self.verify.is_none() || !is_same(open(&b)?.as_ref()) {
            return Ok(SelectedPair { a, b });
        }
        Err(CliError::Usage(match &self.verify_by {
            Some(name) => format!("--verify-by {name}: expected another backend than --backend"),
            None => format!(
                "--verify: {}, which counts, is the only built-in backend with rules of {variant}; \
                 name another with --verify-by, such as 'cmd:./engine'",
                second.name
            ),
        }))
    }

    /// Prints how many units were counted, and which are damaged.
    fn print_worked(&self, variant: VariantId, worked: &Worked) -> Result<Exit, CliError> {
        let Worked { counted, finished, units, is_hashed, is_interrupted, .. } = *worked;
        let damaged: Vec<u32> = worked.damaged.keys().copied().collect();
        if self.verify.is_some() && counted == 0 && !is_interrupted {
            let command = command("work", &self.folder, variant.name(), ["--again", "5%"].map(str::to_owned));
            output::note(format_args!(
                "note: nothing was verified, since every unit has a result; to count some again: {command}"
            ));
        }
        if self.hash.is_some() && counted > 0 && !is_hashed {
            output::note("note: counted without a hash table; the backend has no use for one at this depth");
        }
        match self.format {
            Format::Json => {
                let interrupted = is_interrupted;
                output::json(
                    &json!({ "counted": counted, "finished": finished, "units": units, "damaged": damaged, "interrupted": interrupted }),
                )?;
            }
            Format::Human => {
                let counted = plural(counted, "unit");
                output::line(format_args!("{counted} counted here; {finished} of {units} have a result"))?;
                print_damaged(&damaged)?;
            }
        }
        if is_interrupted {
            output::note("interrupted: the next worker with this backend goes on where this one ended");
            return Ok(Exit::Interrupted);
        }
        Ok(Exit::Success)
    }

    /// Prints the results that were counted again.
    fn print_checked(&self, variant: VariantId, checked: &Checked) -> Result<Exit, CliError> {
        let exit = if checked.wrong.is_empty() { Exit::Success } else { Exit::Failed };
        if self.format == Format::Json {
            output::json(&json!(checked))?;
            return Ok(exit);
        }
        let Checked { backend, units, finished, results, wrong, damaged } = checked;
        for result in wrong {
            let class = result.class.as_ref().map_or_else(String::new, |class| format!("{class}: "));
            let moves =
                result.moves.first().map_or_else(String::new, |first| format!(", first below {first}"));
            output::line(format_args!(
                "unit {}: {class}{} by {backend} now, {} by {} in {}{moves}",
                result.unit, result.expected, result.found, result.backend, result.file,
            ))?;
            output::line(format_args!("if {} is right: move {} away", result.expected, result.file))?;
        }
        let command = command("merge", &self.folder, variant.name(), []);
        if !wrong.is_empty() {
            output::line(format_args!("then: {command}"))?;
        }
        output::line(format_args!(
            "{} of {finished} with results counted again by {backend}: {} of {} right",
            plural(*units, "unit"),
            results - wrong.len(),
            plural(*results, "result"),
        ))?;
        print_damaged(&damaged.keys().copied().collect::<Vec<_>>())?;
        Ok(exit)
    }

    /// Prints how to go on after an error, if a command helps.
    fn note_next(&self, manifest: &Manifest, tested: &Selected<'_>, verify_by: &str, error: &DeepError) {
        let variant = &manifest.variant;
        match error {
            // A plan is the same files whenever it is made.
            DeepError::Malformed { path, .. } | DeepError::Io { path, .. }
                if path.starts_with(self.folder.join("units")) =>
            {
                let mut words = ["vperft", "deep", "plan", variant, "NEW"].map(str::to_owned).to_vec();
                words.extend(manifest.arguments());
                let name = path.file_name().unwrap_or_default().display();
                // What is there may be a link, a folder or a pipe, and a copy would go through it.
                if path.symlink_metadata().is_ok() {
                    output::note(format_args!("move {} away, then", path.display()));
                }
                output::note(format_args!(
                    "repair: {}, then {}",
                    command_line(&words),
                    joined(&["cp".to_owned(), format!("NEW/units/{name}"), path.display().to_string()]),
                ));
            }
            DeepError::Differs(difference) => {
                let CountDifference { vfen, depth, class, .. } = &**difference;
                let depth = depth.to_string();
                let words: &[&str] = match class {
                    None => &["descend", variant, "--depth", &depth, "--vfen", vfen, "--a", verify_by],
                    Some(_) => {
                        &["perft", variant, &depth, "--vfen", vfen, "--classes", "--against", verify_by]
                    }
                };
                let mut words: Vec<_> =
                    ["vperft"].iter().chain(words).map(|word| (*word).to_owned()).collect();
                words.extend(match class {
                    None => tested.named_words(["--b", "--b-without"], variant),
                    Some(_) => tested.words(variant),
                });
                if tested.given.rulings.is_empty() {
                    words.extend(
                        manifest.readings.iter().flat_map(|reading| ["--ruling".to_owned(), reading.clone()]),
                    );
                }
                output::note(format_args!("to find the move: {}", command_line(&words)));
            }
            _ => {}
        }
    }
}
