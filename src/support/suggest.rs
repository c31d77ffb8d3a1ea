//! Suggests known names that are similar to a misspelt one.

/// The least similarity of a suggested name, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.8;

/// The least similarity of two names that differ by one letter or by two exchanged neighbours.
const TYPO_SIMILARITY: f64 = 0.85;

/// The greatest number of suggestions.
const MAX_SUGGESTIONS: usize = 3;

/// The greatest number of names with a word.
const MAX_WITH_WORD: usize = 8;

/// The names that are similar to a text, the most similar first. Of an id only the part after the variant counts, and wildcards of a
/// pattern do not count.
pub fn nearest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let wanted = compared_part(text);
    // Of names that differ only in the variant, the one with the variant of the text comes first.
    let scored =
        |name: &'n str| (similarity(&wanted, &compared_part(name)), strsim::jaro_winkler(text, name), name);
    let mut names: Vec<_> =
        names.into_iter().map(scored).filter(|(similarity, ..)| *similarity > MIN_SIMILARITY).collect();
    names.sort_by(|one, other| {
        other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1)).then(one.2.cmp(other.2))
    });
    names.dedup();
    names.into_iter().take(MAX_SUGGESTIONS).map(|(.., name)| name).collect()
}

/// The names of which a text is one of the words between dashes, in their order.
fn with_word<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let wanted = compared_part(text);
    let has_word =
        |name: &&str| !wanted.is_empty() && compared_part(name).split('-').any(|word| word == wanted);
    names.filter(has_word).take(MAX_WITH_WORD).collect()
}

/// All names, sorted by their similarity to a text.
pub fn by_similarity<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let mut names: Vec<_> = names.into_iter().map(|name| (strsim::jaro_winkler(text, name), name)).collect();
    names.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    names.into_iter().map(|(_, name)| name).collect()
}

/// A question to append to an error message, such as "; did you mean `rococo/ban`?". If no name is similar, it names those with the
/// text as a word. Empty if there are none either.
#[must_use]
pub fn did_you_mean<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    let near = nearest(text, names.iter().copied());
    question(&if near.is_empty() { with_word(text, names.into_iter()) } else { near })
}

/// The question for these names. Empty if there are none.
fn question(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => format!("; did you mean {last}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

/// The similarity of two names, from 0 to 1. A single typing error counts less in a short name: `cdm` may mean `cmd`.
fn similarity(one: &str, other: &str) -> f64 {
    let is_typo = one.len().min(other.len()) > 2 && strsim::osa_distance(one, other) == 1;
    strsim::jaro_winkler(one, other).max(if is_typo { TYPO_SIMILARITY } else { 0.0 })
}

/// The part of a name that is compared, in lower case.
fn compared_part(name: &str) -> String {
    let behind = name.split_once('/').map_or(name, |(_, slug)| slug);
    behind.chars().filter(|c| !['*', '?'].contains(c)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_most_similar_names_come_first() {
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
        assert_eq!(
            did_you_mean("takes", NAMES),
            "; did you mean `ryugi/ep-black-takes` or `ryugi/ep-white-takes`?"
        );
    }
}
