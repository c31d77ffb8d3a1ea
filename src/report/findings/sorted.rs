//! What a comparison found that went on past differences: the distinct causes, a line each.

use super::difference::SideNames;
use crate::game::variant::VariantId;
use crate::lab::causes::SortedCause;
use crate::support::list::shortened;
use crate::support::plural::{plural, verb};
use crate::support::sanitise::sanitise;
use std::collections::BTreeMap;

/// The numbers of a comparison.
pub struct Summary<'s> {
    /// The variant.
    pub variant: VariantId,
    /// How many positions were compared.
    pub compared: u64,
    /// At how many the backends differ otherwise than is known.
    pub differing: u64,
    /// At how many they differ only as is known, by reason.
    pub known: &'s BTreeMap<String, u64>,
    /// How many differences were left unsorted.
    pub unsorted: u64,
    /// Whether it was ended before its end.
    pub is_stopped: bool,
}

/// How many causes there are, the names of both backends, and a line for each cause: its kind, how often it was seen, and the clauses
/// it is about or what differs.
#[must_use]
pub fn sorted(summary: &Summary<'_>, causes: &[&SortedCause], sides: &SideNames) -> String {
    let Summary { variant, compared, differing, known, unsorted, is_stopped } = summary;
    let ended = if *is_stopped { ", ended before all were compared" } else { "" };
    let head = match causes.len() {
        0 => "no cause".to_owned(),
        causes => plural(causes, "distinct cause"),
    };
    let mut text =
        format!("{variant}  {head}; {differing} of {} differ{ended}\n", plural(*compared, "position"));
    text.push_str(&format!("  a        {}\n  b        {}\n", sanitise(&sides.a), sanitise(&sides.b)));
    for (number, cause) in (1..).zip(causes) {
        let seen = match cause.seen {
            1 => "once".to_owned(),
            seen => plural(seen, "time"),
        };
        let about = match &cause.shrunk.clauses[..] {
            [] => String::new(),
            clauses => format!("{}, ", clauses.join(" or ")),
        };
        let gist = shortened(&cause.shrunk.detail.gist());
        let kind = cause.shrunk.kind;
        text.push_str(&format!("  {number:<2} {kind:<10} seen {seen:<10} {about}{}\n", sanitise(&gist)));
    }
    for (reason, positions) in *known {
        text.push_str(&format!(
            "  passed over at {}: {}\n",
            plural(*positions, "position"),
            sanitise(reason)
        ));
    }
    if *unsorted > 0 {
        let are = verb(usize::try_from(*unsorted).unwrap_or(usize::MAX), "is", "are");
        text.push_str(&format!(
            "  {} {are} of no cause for certain: the same classes, but shrunk in vain too often\n",
            plural(*unsorted, "difference")
        ));
    }
    text.push('\n');
    text
}
