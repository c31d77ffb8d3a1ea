//! Turns a bug file into a position and a case of a corpus.

use super::answered::Answered;
use super::file::Bug;
use crate::differences::descend::Kind;
use serde_json::{Value, json};
use siphasher::sip::SipHasher13;
use std::hash::Hasher as _;
use vperft::inner::backend::Question;
use vperft::inner::corpus::question::Query;

impl Bug {
    /// The default id of a case about the bug. It depends only on the query and its path.
    #[must_use]
    pub fn case_id(&self) -> String {
        let mut hasher = SipHasher13::new();
        let question = json!(self.question).to_string();
        for text in [&self.root, &question].into_iter().chain(&self.moves) {
            hasher.write(text.as_bytes());
            hasher.write_u8(0xff);
        }
        format!("{}/bug-{:08x}", self.variant, hasher.finish() >> 32)
    }

    /// The position of a case about the bug, and the moves from there. The moves are those of the file if the path may matter.
    #[must_use]
    pub fn case_path(&self) -> (&str, &[String]) {
        let needs_way = matches!(
            self.kind,
            Kind::Route | Kind::StateLeak | Kind::Flaky | Kind::NoAnswer | Kind::Status | Kind::Unknown
        );
        if needs_way { (&self.root, &self.moves) } else { (&self.vfen, &[]) }
    }

    /// The entry of a position, given its canonical VFEN.
    #[must_use]
    pub fn position_entry(&self, id: &str, vfen: &str) -> Value {
        json!({
            "id": id,
            "title": format!("A position in which a program answered wrongly: {}", self.kind),
            "vfen": vfen,
            "origin": {"kind": "constructed"},
        })
    }

    /// The entry of a case at this position about these clauses, with values for `bless` to fill in.
    #[must_use]
    pub fn case_entry(&self, id: &str, position: &str, clauses: &[String]) -> Value {
        let checks = match &self.question {
            Query::Ask(Question::MovesOf { square }) => json!({"moves_of": {square.as_str(): null}}),
            Query::Ask(Question::After { text }) => match self.a.answer {
                Answered::Error { .. } => json!({"illegal": [text]}),
                _ => json!({"moves": null, "after": {text.as_str(): null}}),
            },
            Query::Ask(Question::Status) => json!({"status": null}),
            Query::Ask(Question::Perft { depth } | Question::Divide { depth }) => {
                let depths = (1..=*depth).map(|depth| (depth.to_string(), Value::Null));
                json!({"perft": depths.collect::<serde_json::Map<_, _>>()})
            }
            _ => {
                json!({"moves": null, "perft": {"1": null, "2": null}})
            }
        };
        let mut entry = json!({
            "id": id,
            "title": format!("A program answered wrongly here: {}", self.question),
            "position": position,
            "clauses": clauses,
        });
        let (_, line) = self.case_path();
        if !line.is_empty() {
            entry["line"] = json!(line);
        }
        entry["checks"] = checks;
        entry
    }

    /// The default clauses of such a case: those of the file, or else a general clause about its query.
    #[must_use]
    pub fn case_clauses(&self) -> Vec<String> {
        if !self.clauses.is_empty() {
            return self.clauses.clone();
        }
        let general = match self.question {
            Query::Ask(Question::Status) => "GEN-OVER",
            Query::Ask(Question::Perft { .. } | Question::Divide { .. }) => "GEN-PERFT",
            _ => "GEN-MOVE",
        };
        vec![general.to_owned()]
    }
}
