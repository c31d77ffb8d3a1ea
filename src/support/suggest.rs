//! Which of the names there are somebody may have meant who wrote another.

/// How alike two names must be, from 0 to 1.
const LEAST: f64 = 0.8;

/// How alike names are at least that differ by one letter, or by two next to each other.
const SLIP: f64 = 0.85;

/// How many names are told.
const MOST: usize = 3;

/// The names that are most like a text, the likeliest first: of ids, what stands behind the variant counts, and of patterns,
/// what is no wildcard.
pub fn nearest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let wanted = plain(text);
    // Among names that differ in the variant only, that of the text comes first.
    let alike = |name: &'n str| (likeness(&wanted, &plain(name)), strsim::jaro_winkler(text, name), name);
    let mut names: Vec<_> = names.into_iter().map(alike).filter(|(likeness, ..)| *likeness > LEAST).collect();
    names.sort_by(|one, other| {
        other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1)).then(one.2.cmp(other.2))
    });
    names.dedup();
    names.into_iter().take(MOST).map(|(.., name)| name).collect()
}

/// The names in the order of how alike a text they are, however little that is.
pub fn likest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let mut names: Vec<_> = names.into_iter().map(|name| (strsim::jaro_winkler(text, name), name)).collect();
    names.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    names.into_iter().map(|(_, name)| name).collect()
}

/// A question to be put behind an error, after the names that are most like a text; empty if none is.
#[must_use]
pub fn did_you_mean<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    question(&nearest(text, names))
}

/// Whether one of these was meant; empty if there are none.
fn question(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => format!("; did you mean {last}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

/// How alike two names are. A single slip counts for more than its share of a short name: `cdm` may mean `cmd`.
fn likeness(one: &str, other: &str) -> f64 {
    let is_slip = one.len().min(other.len()) > 2 && strsim::osa_distance(one, other) == 1;
    strsim::jaro_winkler(one, other).max(if is_slip { SLIP } else { 0.0 })
}

/// What counts of a name.
fn plain(name: &str) -> String {
    let behind = name.split_once('/').map_or(name, |(_, slug)| slug);
    behind.chars().filter(|c| !['*', '?'].contains(c)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_likeliest_names_come_first() {
        const NAMES: [&str; 6] =
            ["ryugi/ep-black-takes", "ryugi/ep-white-takes", "rococo/ban", "RYU-EP", "perft:1", "perft:2"];
        for (text, expected) in [
            ("ryugi/ep-blak-takes", &["ryugi/ep-black-takes"][..]),
            ("ep-white-takes", &["ryugi/ep-white-takes"]),
            ("ryugi/ep-black-*", &["ryugi/ep-black-takes"]),
            ("ryu-epp", &["RYU-EP"]),
            ("ryugi/bam", &["rococo/ban"]),
            ("pertf:1", &["perft:1", "perft:2"]),
            ("bna", &["rococo/ban"]),
            ("nothing", &[]),
            ("", &[]),
        ] {
            let found = nearest(text, NAMES);
            assert!(
                found.starts_with(expected) && found.is_empty() == expected.is_empty(),
                "{text}: {found:?}"
            );
        }
        assert_eq!(did_you_mean("rococo/bann", NAMES), "; did you mean `rococo/ban`?");
        assert_eq!(did_you_mean("perft:3", NAMES), "; did you mean `perft:1` or `perft:2`?");
        assert_eq!(did_you_mean("nothing", NAMES), "");
    }
}
