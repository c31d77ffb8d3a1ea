//! Differences between two backends at a position, and the statistics of a comparison.

use super::similar::merge_similar;
use crate::report::table::{fitted, table};
use std::collections::BTreeMap;
use std::fmt::Display;
use vperft::inner::corpus::failure::indented;
use vperft::inner::game::drawing::draw_unvalidated;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::list;
use vperft::inner::support::list::{pair, shortened};
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::differences::fuzz::{Difference, FoundDifference, Origin, OtherReasons, Stats};

/// The names of both backends, with the options that distinguish them.
#[derive(Clone, Debug)]
pub struct SideNames {
    /// The first backend.
    pub a: String,
    /// The second backend.
    pub b: String,
}

impl SideNames {
    /// The names for a reader. If both are equal, as of two versions of a variant, those of programs also have the `names` by which the
    /// programs were started.
    #[must_use]
    pub fn told_apart(&self, names: [&str; 2]) -> Self {
        let with = |identity: &String, name: &str| match name.contains(':') {
            true => format!("{identity} ({name})"),
            false => identity.clone(),
        };
        match self.a == self.b && names[0] != names[1] {
            true => Self { a: with(&self.a, names[0]), b: with(&self.b, names[1]) },
            false => self.clone(),
        }
    }
}

/// The origin of the position, its board, the differences, and the replay command.
#[must_use]
pub fn difference(
    variant: VariantId,
    found: &FoundDifference,
    sides: &SideNames,
    replay: &str,
    colour: bool,
) -> String {
    let origin = match found.origin {
        Origin::Game { seed, ply } => {
            format!("position {}, ply {ply} of the game of seed {seed}", found.index)
        }
        Origin::Constructed { ply: 0 } => format!("position {}, constructed", found.index),
        Origin::Constructed { ply } => {
            format!("position {}, {} after a constructed one", found.index, plural(ply, "ply"))
        }
        Origin::Given => "the position given".into(),
        Origin::Enumerated => format!("position {}", found.index),
    };
    let mut text = format!("{variant}  The backends differ at {origin}\n");
    let mut line = |line: &str| text.push_str(&indented(&sanitise(line)));
    line(&format!("a        {}", sides.a));
    line(&format!("b        {}", sides.b));
    line(&format!("position {}", found.vfen));
    text.push_str(&indented(&draw_unvalidated(variant, &found.vfen, colour)));
    let mut line = |line: &str| text.push_str(&indented(&sanitise(line)));
    for (difference, others) in merge_similar(&found.differences) {
        details(difference).iter().chain(&others).for_each(|detail| line(detail));
    }
    if found.flaky {
        line("flaky: fresh processes of both agree here");
    }
    line(&format!("replay   {replay}"));
    text
}

/// A difference, one line per answer.
fn details(difference: &Difference) -> Vec<String> {
    let pair = |what: &str, a: &dyn Display, b: &dyn Display| pair(shortened(what), a, b);
    match difference {
        Difference::Answer { a, b, .. } => pair("the answer", a, b),
        Difference::BothRefuse { a, b } => pair("the answer, though the position occurs in games", a, b),
        Difference::Vfen { a, b } => pair("the position as printed", a, b),
        Difference::Status { a, b } => pair("the status", a, b),
        Difference::Child { text, a, b } => pair(&format!("after    {text}"), a, b),
        Difference::ChildStatus { text, a, b } => pair(&format!("after    {text}, the status"), a, b),
        Difference::LineStatus { moves, a, b } => {
            pair(&format!("after    {}, the status", moves.join(" | ")), a, b)
        }
        Difference::Count { depth, a, b } => pair(&format!("perft    {depth}"), a, b),
        Difference::Relation(broken) => super::descent::broken(broken.relation, &broken.what, &broken.rows),
        Difference::Inconsistent { backend, listed, counted } => {
            vec![format!("{backend} lists {} and counts {counted}", plural(*listed, "move"))]
        }
        Difference::Moves { only_a, only_b, duplicate_a, duplicate_b } => {
            let lists =
                [("only a", only_a), ("only b", only_b), ("a twice", duplicate_a), ("b twice", duplicate_b)];
            lists.iter().flat_map(|(name, texts)| list::lines(name, texts)).collect()
        }
    }
}

/// The different reasons for which the backends refused positions, on one line.
#[must_use]
pub fn other_refusals(variant: VariantId, reasons: &OtherReasons) -> String {
    let OtherReasons { a, b, positions, vfen } = reasons;
    let count = plural(*positions as usize, "position");
    sanitise(&format!("{variant}  other reason: {count} refused by a as {a}, by b as {b}, such as {vfen}"))
        .into_owned()
}

/// What was not compared because a backend does not support it, a line each.
#[must_use]
pub fn not_compared(variant: VariantId, stats: &Stats) -> Vec<String> {
    let count = |number: u64| plural(usize::try_from(number).unwrap_or(usize::MAX), "position");
    let skipped = format!("not compared: {}, which a backend does not support", count(stats.unsupported));
    let in_part =
        format!("compared in part: {}, where a backend answers moves and counts alone", count(stats.in_part));
    let lines = [(stats.unsupported, skipped), (stats.in_part, in_part)];
    lines
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(_, line)| format!("{variant}  {line}"))
        .collect()
}

/// The table at the end of a comparison, one row per variant, within a width.
#[must_use]
pub fn tallies(rows: &[(VariantId, &Stats)], width: usize) -> String {
    let mut table =
        table(&["variant"], &["positions", "distinct", "games", "constructed", "refused", "moves"]);
    for (variant, stats) in rows {
        let Stats { positions, games, constructed, refused, moves, .. } = **stats;
        let numbers = [positions, stats.distinct.count(), games, constructed, refused, moves];
        let numbers = numbers.map(|number| number.to_string());
        table.add_row([vec![variant.to_string()], numbers.into()].concat());
    }
    fitted(table, width)
}

/// A share with two significant digits, or with one decimal place.
fn percent(share: f64) -> String {
    let places = if share > 0.0 { (1.0 - share.log10().floor()).clamp(1.0, 12.0) as usize } else { 1 };
    // A share of at least 1 % needs one decimal place.
    format!("{share:.places$} %", places = if share >= 1.0 { 1 } else { places })
}

/// The coverage of a comparison: shares of the positions, or of the moves.
#[must_use]
pub fn coverage(variant: VariantId, stats: &Stats) -> String {
    fn shares<K: Display>(numbers: &BTreeMap<K, u64>, whole: u64) -> String {
        let share = |number: u64| percent(100.0 * number as f64 / whole.max(1) as f64);
        let words: Vec<_> = numbers.iter().map(|(key, number)| format!("{key} {}", share(*number))).collect();
        if words.is_empty() { "-".into() } else { words.join(", ") }
    }
    let statuses = match stats.statuses.is_empty() {
        true => "not compared: one of the backends does not support statuses".to_owned(),
        false => shares(&stats.statuses, stats.positions),
    };
    format!(
        "{variant}\n  pieces    {}\n  positions {}\n  status    {}\n  moves     {}\n",
        shares(&stats.pieces, stats.positions),
        shares(&stats.features, stats.positions),
        statuses,
        shares(&stats.effects, stats.moves),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_small_share_is_not_rounded_to_nothing() {
        for (share, printed) in
            [(0.0, "0.0 %"), (0.0004, "0.00040 %"), (0.03, "0.030 %"), (1.24, "1.2 %"), (100.0, "100.0 %")]
        {
            assert_eq!(percent(share), printed);
        }
    }
}
