//! The explanation of a reported count without the program that counted it.

use crate::args::backend;
use crate::args::count::{MEGABYTE, hash_bytes};
use crate::args::selected::Selected;
use crate::exit::CliError;
use crate::output::bar;
use crate::output::command::command_line;
use crate::{interrupt, output};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::{ClauseSet, Rulings, Variant, VariantId};
use vperft::inner::support::observer::Observer;
use vperft_lab::mistakes::totals;
use vperft_lab::mistakes::totals::{Hypothesis, HypothesisKind, Totals, TotalsEvent, TotalsSettings};
use vperft_pages::report::findings;

/// The size of the hash table of a count in megabytes, if the user names none. Without a table every hypothesis would
/// take several times as long.
const HASH_MB: u64 = 64;

/// A reported count of a position.
pub struct ReportedTotal<'t> {
    pub variant: VariantId,
    pub trusted: &'t Selected<'t>,
    pub vfen: &'t str,
    pub depth: u32,
    pub total: u128,
}

impl ReportedTotal<'_> {
    /// Tries every hypothesis about the count.
    pub fn search(&self, resources: Resources) -> Result<Totals, CliError> {
        let hash_bytes = match resources.hash_bytes {
            0 => hash_bytes(HASH_MB).unwrap_or(MEGABYTE),
            bytes => bytes,
        };
        let open = |rulings: &Rulings, off: ClauseSet| Some(backend::without(rulings, off));
        let settings = TotalsSettings {
            variant: self.variant,
            rulings: &self.trusted.options.rulings,
            vfen: self.vfen,
            depth: self.depth,
            total: self.total,
            resources: Resources { hash_bytes, ..resources },
            open: &open,
        };
        let mut trusted = self.trusted.open()?;
        backend::view(trusted.as_mut(), self.variant).map_err(CliError::Backend)?;
        interrupt::stop_on_signal();
        let bar = Bar::new();
        let found = totals::search(&settings, trusted.as_mut(), &bar);
        bar.drawn.finish_and_clear();
        found.map_err(|error| match interrupt::is_stopped() {
            true => CliError::Interrupted,
            false => CliError::answer(error, self.vfen),
        })
    }

    /// The report for people.
    pub fn text(&self, totals: &Totals) -> String {
        let compare = |hypothesis: &Hypothesis| self.compare(hypothesis);
        findings::totals(self.variant, self.depth, totals, &compare, &self.next(), output::style())
    }

    /// The report as JSON.
    pub fn json(&self, totals: &Totals) -> Value {
        let mut document = json!(totals);
        for (index, hypothesis) in totals.explanations.iter().enumerate() {
            document["explanations"][index]["compare"] = json!(self.compare(hypothesis));
        }
        document["next"] = self.next().into();
        document
    }

    /// The command that prints the counts of the first moves by a hypothesis; `None` for a convention or a kind of moves.
    fn compare(&self, hypothesis: &Hypothesis) -> Option<String> {
        let rule = match hypothesis.kind {
            HypothesisKind::Convention | HypothesisKind::Moves => return None,
            HypothesisKind::Clause => ["--without".to_owned(), hypothesis.name.clone()],
            HypothesisKind::Reading => ["--ruling".to_owned(), hypothesis.name.clone()],
        };
        let mut words = self.words("divide");
        words.insert(3, self.depth.to_string());
        words.extend(["--backend".to_owned(), backend::oracle_for(&[self.variant]).to_owned()]);
        words.extend(rule);
        Some(command_line(&words))
    }

    /// The command that compares the counts of the first moves.
    fn next(&self) -> String {
        let mut words = self.words("descend");
        words.extend(["--depth".to_owned(), self.depth.to_string()]);
        words.extend(["--divide", "FILE"].map(str::to_owned));
        command_line(&words)
    }

    /// The command line of a command about the position.
    fn words(&self, command: &str) -> Vec<String> {
        let name = self.variant.name();
        let mut words = ["vperft", command, name].map(str::to_owned).to_vec();
        if Variant::get(self.variant).start(&self.trusted.options.rulings).vfen != self.vfen {
            words.extend(["--vfen", self.vfen].map(str::to_owned));
        }
        words.extend(backend::ruling_words(self.trusted.given.rulings, name));
        words
    }
}

/// The progress of a search, and what was found so far. It is drawn on a terminal only.
struct Bar {
    drawn: ProgressBar,
    /// The explanations that are not shown yet.
    found: Mutex<Vec<String>>,
}

impl Bar {
    /// Shorter searches print their explanations once.
    const FIRST_SHOWN: Duration = Duration::from_secs(5);

    fn new() -> Self {
        let style = bar::style("{spinner} {elapsed} {pos}/{len} {wide_msg} {eta} left");
        let drawn = ProgressBar::new(0).with_style(style);
        bar::tick(&drawn, Duration::from_millis(200));
        Self { drawn, found: Mutex::default() }
    }
}

impl Observer<TotalsEvent<'_>> for Bar {
    fn event(&self, event: &TotalsEvent<'_>) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            TotalsEvent::Trying { what, done, of } => {
                self.drawn.set_length(*of as u64);
                self.drawn.set_position(*done as u64);
                self.drawn.set_message(format!("trying {what}"));
            }
            TotalsEvent::Explained(hypothesis) => found.push(hypothesis.title()),
        }
        if self.drawn.elapsed() >= Self::FIRST_SHOWN {
            for one in found.drain(..) {
                self.drawn.println(format!("so far: {} gives exactly this count", output::plain(&one)));
            }
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}
