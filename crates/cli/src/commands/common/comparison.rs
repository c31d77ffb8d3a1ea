//! The parts that comparisons of two backends share: the command that repeats a question, and the progress bar.

use crate::args::selected::Selected;
use crate::output::bar;
use crate::output::command::command_line;
use crate::{interrupt, output};
use indicatif::ProgressBar;
use std::time::Duration;
use vperft::inner::backend::PositionPath;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::observer::Observer;
use vperft::inner::support::plural::plural;
use vperft_lab::differences::descend::Detail;
use vperft_lab::differences::search::SearchEvent;

impl Selected<'_> {
    /// The command that asks this backend the question to which the answers differ, and compares the answer with that of the trusted
    /// one of this name. A count of `depth` plies is asked for if this backend does not list moves; a program may only count.
    pub fn replay(
        &self,
        trusted: &str,
        lists_moves: bool,
        variant: VariantId,
        path: PositionPath<'_>,
        depth: u32,
        detail: &Detail,
    ) -> String {
        let variant = variant.name();
        let counted = match detail {
            Detail::Count { depth, .. } | Detail::NoAnswer { depth: Some(depth), .. } => *depth,
            _ => depth,
        };
        let (asked, last) = match detail {
            Detail::NoAnswer { depth: Some(_), .. } if lists_moves => ("divide", None),
            Detail::Moves { .. } | Detail::NoAnswer { .. } if !lists_moves => ("perft", None),
            Detail::Moves { .. } | Detail::NoAnswer { .. } | Detail::Relation { .. } => ("moves", None),
            Detail::Child { text, .. } => ("after", Some(text)),
            Detail::Status { .. } => ("status", None),
            Detail::Count { .. } => ("perft", None),
        };
        let mut words = ["vperft", asked, variant].map(String::from).to_vec();
        if ["perft", "divide"].contains(&asked) {
            words.push(counted.to_string());
        }
        words.extend(["--vfen".to_owned(), path.vfen.to_owned()]);
        for text in path.moves.iter().chain(last) {
            words.extend(["--move".to_owned(), text.clone()]);
        }
        words.extend(self.named_words(["--backend", "--without"], variant));
        let compares = matches!(detail, Detail::Moves { .. } | Detail::Child { .. } | Detail::Status { .. });
        if compares && asked != "perft" {
            words.extend(["--against", trusted].map(str::to_owned));
        }
        command_line(&words)
    }
}

/// The progress of a search for causes. It is drawn on a terminal only.
pub struct SearchBar(ProgressBar);

impl SearchBar {
    pub fn new() -> Self {
        let bar = ProgressBar::new_spinner().with_style(bar::style("{spinner} {elapsed} {wide_msg}"));
        bar::tick(&bar, Duration::from_millis(200));
        Self(bar)
    }

    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Observer<SearchEvent<'_>> for SearchBar {
    fn event(&self, event: &SearchEvent<'_>) {
        self.0.set_message(match *event {
            SearchEvent::Position(path) => output::plain(path.join(" | ")),
            SearchEvent::Smaller { pieces, requests } => {
                format!("{}, {}", plural(pieces, "piece"), plural(requests, "question"))
            }
        });
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}
