//! For people: every failing case when it is done, and a table at the end.

use super::{Context, Format, Kind, described, unfinished};
use crate::check::{About, Done, Event};
use crate::report::{bases, failure, left_out, summary, unsupported};
use std::io::{self, Write};

/// Text for people.
pub(super) const KIND: Kind = Kind {
    name: "human",
    about: "For people: failing cases as they fail, and a table",
    place: None,
    begin: |context| Box::new(Human { context }),
};

struct Human<'c> {
    context: Context<'c>,
}

impl Format for Human<'_> {
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Context { colour, .. } = self.context;
        let text = match event {
            Event::CaseDone(result) => failure(result, &self.context.replays(result.variant), colour),
            Event::RunDone(about, done) => Some(end(about, done)),
            _ => None,
        };
        text.map_or(Ok(()), |text| out.write_all(format!("{text}\n").as_bytes()))
    }
}

/// What stands below the failing cases.
fn end(about: &About<'_>, done: &Done<'_>) -> String {
    let mut lines = Vec::new();
    for (file, entry) in done.fixed_entries(about) {
        lines.push(format!("fixed: remove {}", described(file, entry)));
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.push(summary(&done.results));
    lines.extend(unsupported(&done.results));
    lines.extend(bases(&done.results));
    lines.extend(left_out(&about.recomputed.left_out));
    lines.extend(unfinished(about, done));
    lines.join("\n")
}
