//! A badge that says how many checks an implementation passes.

use crate::report::page;
use crate::report::run::conform::{Conformance, Sums};
use serde_json::{Value, json};
use vperft::inner::support::sanitise::sanitise_within;

/// The picture.
const PICTURE: &str = include_str!("../../web/badge.svg");
/// The label of every badge.
const LABEL: &str = "vperft";
/// The width of a letter, in pixels, and the space around a text.
const LETTER: usize = 7;
const SPACE: usize = 10;
/// The most letters of the name of a variant.
const MAX_NAME: usize = 40;

/// What a badge says.
pub(super) struct Badge {
    message: String,
    /// The name of its colour for badge services, and the colour of the picture.
    colour: (&'static str, &'static str),
}

impl Badge {
    /// The badge of an implementation: of its one variant, or of all.
    pub fn new(document: &Conformance) -> Self {
        let all = Sums::total(document.variants.iter().map(|results| results.checks));
        let what = match &document.variants[..] {
            [one] => sanitise_within(&one.variant, MAX_NAME),
            several => format!("{} variants", several.len()),
        };
        let (kept, wrong) = (all.passed + all.other_reason, all.failed + all.known);
        let colour = match (kept, wrong) {
            (0, _) => ("lightgrey", "#6b6b6b"),
            (_, 0) if document.complete => ("brightgreen", "#2c7a2c"),
            (_, 0) => ("yellow", "#8a6d00"),
            _ => ("red", "#b32222"),
        };
        Self { message: format!("{what} {kept}/{}", kept + wrong), colour }
    }

    /// The document of the endpoint that badge services read.
    pub fn json(&self) -> Value {
        json!({ "schemaVersion": 1, "label": LABEL, "message": self.message, "color": self.colour.0 })
    }

    /// The badge as a picture.
    pub fn svg(&self) -> String {
        let [left, right] = [LABEL, &self.message].map(|text| text.chars().count() * LETTER + SPACE);
        page::render(
            PICTURE,
            minijinja::context! {
                label => LABEL, message => self.message, colour => self.colour.1, left, right, width => left + right,
                at_label => left / 2, at_message => left + right / 2,
            },
        )
    }
}
