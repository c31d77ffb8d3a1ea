//! `vperft identify`: finds the reading of each ruling that a backend follows.

use crate::args::backend::{BackendArgs, oracle};
use crate::args::corpus::CorpusArgs;
use crate::args::selected::Selected;
use crate::args::value::Format;
use crate::commands::common::start_threads;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::bar;
use crate::output::command::command_line;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::time::Duration;
use vperft::inner::backend::Registry;
use vperft::inner::game::variant::{Rulings, VariantId};
use vperft_lab::mistakes::identify;
use vperft_lab::mistakes::identify::{Aspect, Decision, Identified, JointMismatch};
use vperft_pages::report::findings;

/// Find out which reading of each ruling a backend follows
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant [default: all that the backend has]
    #[arg(value_parser = crate::args::variant::named())]
    variant: Option<VariantId>,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let asked: Vec<_> = args.variant.into_iter().collect();
    let (selected, mut backend, variants) = args.backend.open_for(registry, &asked)?;
    let declared = backend.declared();
    let corpus = args.corpus.load_of(&variants)?;
    start_threads()?;
    let bar =
        ProgressBar::new_spinner().with_message("searching for positions that distinguish the readings");
    bar::tick(&bar, Duration::from_millis(100));
    let mut all = Vec::new();
    for variant in variants {
        let one = identify::identify(&corpus, variant, &oracle, backend.as_mut());
        all.push(one.map_err(CliError::Backend)?);
    }
    bar.finish_and_clear();
    let printed = match args.format {
        Format::Human => all.iter().try_for_each(|one| args.print(&selected, one, declared.as_ref())),
        Format::Json => {
            let variants: Vec<_> =
                all.iter().map(|one| args.json(&selected, one, declared.as_ref())).collect();
            output::json(&json!({ "backend": backend.identity(), "variants": variants }))
        }
    };
    output::unless_closed(printed, ())?;
    if all.iter().any(|one| !one.findings.is_empty()) && all.iter().all(|one| one.joint.answers == 0) {
        output::note(format_args!("{} answered nothing", backend.identity()));
        return Ok(Exit::Backend);
    }
    let is_wrong = all.iter().any(|one| is_wrong(one, declared.as_ref()));
    Ok(if is_wrong { Exit::Failed } else { Exit::Success })
}

/// The reading that the backend declares.
fn declared_reading(finding: &Decision, declared: Option<&Rulings>) -> Option<&'static str> {
    declared.and_then(|rulings| rulings.get(finding.ruling.name))
}

/// Whether the answers fit no reading, not all readings together, or not what the backend declares.
fn is_wrong(one: &Identified, declared: Option<&Rulings>) -> bool {
    let contradicts = |finding: &Decision| {
        let declared = declared_reading(finding, declared);
        declared.is_some_and(|own| finding.reading().is_some_and(|reading| reading != own))
    };
    let does_not_fit = |finding: &Decision| finding.is_neither() || contradicts(finding);
    !one.joint.mismatches.is_empty() || one.findings.iter().any(does_not_fit)
}

impl Args {
    /// The rulings to pass to `run`: those found, or given where none was found, if they differ from what `run` assumes. It assumes
    /// what the backend declares, or else the defaults.
    fn readings(selected: &Selected<'_>, one: &Identified, declared: Option<&Rulings>) -> Vec<String> {
        let other = one.findings.iter().filter_map(|finding| {
            let ruling = finding.ruling;
            let reading = finding.reading().or_else(|| selected.given_reading(ruling.name))?;
            let assumed = declared_reading(finding, declared).unwrap_or(ruling.readings[0]);
            (reading != assumed).then(|| format!("{}={reading}", ruling.name))
        });
        other.collect()
    }

    /// The command that checks the backend under the rulings that were found.
    fn command(&self, selected: &Selected<'_>, one: &Identified, declared: Option<&Rulings>) -> String {
        let mut words = ["vperft", "run", one.variant.name()].map(String::from).to_vec();
        words.extend(selected.words_with(&Self::readings(selected, one, declared), one.variant.name()));
        words.extend(self.corpus.words());
        command_line(&words)
    }

    /// The command that repeats the question whose answer does not fit.
    fn replay(selected: &Selected<'_>, variant: VariantId, misfit: &JointMismatch) -> String {
        let (verb, more) = match &misfit.aspect {
            Aspect::Moves(_) => ("moves", vec![]),
            Aspect::After(text) => ("after", vec!["--move", text]),
            Aspect::Status | Aspect::Valid => ("status", vec![]),
            Aspect::Form => ("show", vec![]),
        };
        let mut words: Vec<_> =
            ["vperft", verb, variant.name(), "--vfen", &misfit.vfen].map(String::from).to_vec();
        words.extend(more.into_iter().map(String::from));
        words.extend(selected.words(variant.name()));
        command_line(&words)
    }

    fn print(
        &self,
        selected: &Selected<'_>,
        one: &Identified,
        declared: Option<&Rulings>,
    ) -> Result<(), CliError> {
        if one.findings.is_empty() {
            return output::line(format_args!("{}: no ruling has more than one reading", one.variant));
        }
        for finding in &one.findings {
            let declared = declared_reading(finding, declared);
            output::block(findings::finding(finding, declared, output::is_coloured()))?;
        }
        output::text(findings::joint(&one.joint, &|misfit| Self::replay(selected, one.variant, misfit)))?;
        output::line(self.command(selected, one, declared))
    }

    fn json(&self, selected: &Selected<'_>, one: &Identified, declared: Option<&Rulings>) -> Value {
        let finding = |finding: &Decision| {
            let mut value = json!({
                "ruling": finding.ruling.name, "readings": finding.ruling.readings,
                "declared": declared_reading(finding, declared),
            });
            let decided = json!(finding.outcome);
            for (name, field) in decided.as_object().into_iter().flatten() {
                value[name] = field.clone();
            }
            value
        };
        let rulings: Vec<_> = one.findings.iter().map(finding).collect();
        json!({
            "variant": one.variant, "rulings": rulings, "joint": one.joint, "run": self.command(selected, one, declared),
        })
    }
}
