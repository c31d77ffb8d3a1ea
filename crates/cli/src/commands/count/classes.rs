//! `vperft perft --classes`: the counts of every depth, and of the last moves by class.

use super::bar::{Bar, rate};
use crate::args::backend;
use crate::args::count::CountArgs;
use crate::args::position::{ComparedPosition, PositionArgs};
use crate::exit::{CliError, Exit};
use crate::{interrupt, output};
use serde_json::json;
use std::time::Instant;
use vperft::inner::backend::{Backend, BackendError, PositionPath, Registry};
use vperft::inner::game::classes::{ClassTable, LeafClass};
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::{Variant, VariantId};
use vperft_pages::report::findings;
use vperft_pages::report::findings::SideNames;

/// The count that backends are asked for.
struct Asked<'a> {
    variant: VariantId,
    path: PositionPath<'a>,
    depth: u32,
    resources: Resources,
}

/// The counts of a backend.
struct Counted {
    identity: String,
    table: ClassTable,
    seconds: f64,
}

/// Counts by class, and compares the counts with those of a trusted backend if there is one.
pub fn run(
    args: &PositionArgs,
    count: &CountArgs,
    depth: u32,
    against: Option<&str>,
    is_json: bool,
    registry: &Registry,
) -> Result<Exit, CliError> {
    if depth == 0 {
        return Err(CliError::Usage(
            "--classes: expected a depth of 1 or more; a sequence of no moves has no last move".into(),
        ));
    }
    let resources = count.resources()?;
    let (variant, vfen, found, trusted, name) = match against {
        None => {
            let mut question = args.question(registry)?;
            let path = PositionPath { vfen: &question.start, moves: &question.moves };
            let asked = Asked { variant: question.variant, path, depth, resources };
            let found = asked.count(question.backend.as_mut(), question.is_program, &question.vfen)?;
            (question.variant, question.vfen, found, None, "")
        }
        Some(against) => {
            let ComparedPosition { selected, variant, start, moves, vfen, mut trusted, mut tested, .. } =
                args.compared(registry, against, false)?;
            let path = PositionPath { vfen: &start, moves: &moves };
            let asked = Asked { variant, path, depth, resources };
            let found = asked.count(tested.as_mut(), selected.is_program(), &vfen)?;
            let found = Counted { identity: selected.label(found.identity), ..found };
            let trusted = asked.count(trusted.as_mut(), backend::is_program(against), &vfen)?;
            (variant, vfen, found, Some(trusted), selected.name())
        }
    };
    let table = Variant::get(variant);
    let differences = trusted.as_ref().map(|trusted| found.table.differences(&trusted.table));
    let differs = differences.as_ref().is_some_and(|differences| !differences.is_empty());
    let printed = if is_json {
        let against = trusted.as_ref().zip(differences.as_ref()).map(|(trusted, differences)| {
            json!({
                "backend": trusted.identity,
                "differences": findings::class_differences_json(differences),
            })
        });
        output::json(&json!({
            "variant": variant,
            "vfen": vfen,
            "depth": depth,
            "backend": found.identity,
            "rows": findings::class_rows(table, &found.table),
            "against": against,
            "seconds": found.seconds,
            "threads": found.table.threads,
        }))
    } else {
        let mut text = findings::class_tables(table, &found.table, output::style().width);
        if let Some((trusted, differences)) = trusted.as_ref().zip(differences.as_ref()) {
            let sides = SideNames { a: trusted.identity.clone(), b: found.identity.clone() };
            let SideNames { a, b } = sides.told_apart([against.unwrap_or_default(), name]);
            let agree = (!differs).then(|| format!("{b} and {a} agree"));
            for line in findings::class_differences(differences, &a, &b).into_iter().chain(agree) {
                text += &format!("{}\n", output::plain(line));
            }
        }
        output::text(text)
    };
    output::unless_closed(printed, ())?;
    Ok(if differs { Exit::Failed } else { Exit::Success })
}

impl Asked<'_> {
    /// Asks a backend. Notes its speed, and the classes that it does not report, on stderr.
    fn count(&self, backend: &mut dyn Backend, is_program: bool, vfen: &str) -> Result<Counted, CliError> {
        let identity = backend.identity();
        if is_program && self.depth > 1 {
            let slower = "which is much slower than a count";
            output::note(format_args!("note: --classes asks {identity} about every position, {slower}"));
        }
        let bar = Bar::new();
        interrupt::stop_on_signal();
        let start = Instant::now();
        let view = backend::view(backend, self.variant);
        let answer = view.and_then(|view| view.classes(self.path, self.depth, &self.resources, &bar));
        let seconds = start.elapsed().as_secs_f64();
        bar.finish();
        if answer.is_err() && interrupt::is_stopped() {
            output::note("interrupted: nothing is counted");
            interrupt::exit();
        }
        let table = answer.map_err(|error: BackendError| CliError::answer(error, vfen))?;
        let nodes = table.rows.iter().map(|row| row.nodes()).fold(0, u128::saturating_add);
        let rate = rate(nodes, seconds).map_or_else(String::new, |rate| format!(", {rate}"));
        output::note(format_args!("{identity}: {seconds:.3} s{rate}"));
        let unreported: Vec<_> = table.unreported.into_iter().map(LeafClass::name).collect();
        if !unreported.is_empty() {
            output::note(format_args!("note: {identity} does not report: {}", unreported.join(", ")));
        }
        Ok(Counted { identity, table, seconds })
    }
}
