//! Titles for cases with randomly assembled positions: the first thing that only the case shows, in words.

use vperft::inner::game::variant::{Variant, VariantId};

/// The title of a position, and the start of the title of its case.
pub(super) const RANDOM_PIECES: &str = "Random pieces";

/// The title of a case that shows these things, each given as the text of a [class](crate::mistakes::known::Class) of
/// moves or of a fault.
pub(super) fn title(variant: VariantId, shows: &[String]) -> String {
    let Some((first, more)) = shows.split_first() else { return RANDOM_PIECES.into() };
    let first = phrase(variant, first).unwrap_or_else(|| first.clone());
    match more.len() {
        0 => format!("{RANDOM_PIECES}: {first}"),
        1 => format!("{RANDOM_PIECES}: {first}, and 1 more"),
        more => format!("{RANDOM_PIECES}: {first}, and {more} more"),
    }
}

/// The label of the piece in the text of a [class](crate::mistakes::known::Class) of moves or of a fault.
pub(super) fn piece(variant: VariantId, shows: &str) -> Option<String> {
    let class = shows.rsplit_once(": ").map_or(shows, |(_, class)| class);
    let label = class.split(' ').next()?;
    let is_label = Variant::get(variant).pieces.iter().any(|entry| entry.label.eq_ignore_ascii_case(label));
    is_label.then(|| label.to_uppercase())
}

/// The text of a class of moves, or of a fault about one, as a phrase. `None` if it does not begin with the
/// label of a piece.
fn phrase(variant: VariantId, text: &str) -> Option<String> {
    if let Some(class) = text.strip_prefix("mirror image invented: ") {
        return Some(format!("{}, and not so to the other side", sentence(variant, class)?));
    }
    if let Some((class, times)) =
        text.strip_prefix("range one too long: ").and_then(|rest| rest.split_once(" times "))
    {
        return Some(format!("{} at most {times} times in a row", sentence(variant, class)?));
    }
    if let Some((class, whom)) = text.strip_prefix("blocker ignored: ").and_then(|rest| rest.split_once(", "))
    {
        let does = sentence(variant, class)?;
        return Some(format!("{} past {whom}", does.replacen(" goes", " does not go", 1)));
    }
    sentence(variant, text)
}

/// A class of moves as a phrase: the piece, what it does, how far, and further effects.
fn sentence(variant: VariantId, class: &str) -> Option<String> {
    let name = |label: &str| {
        let entry = Variant::get(variant).pieces.iter().find(|entry| entry.label.eq_ignore_ascii_case(label));
        entry.map(|entry| entry.name.clone())
    };
    let mut words = class.split(' ');
    let name_of_mover = name(words.next()?)?;
    let article = if name_of_mover.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    let (mut verb, mut far, mut rim, mut effects) = ("goes", String::new(), "", String::new());
    while let Some(word) = words.next() {
        match word {
            "leaves" => verb = "leaves the board",
            "stays" => verb = "stays where it is",
            "castles" => verb = "castles",
            "swaps" => verb = "exchanges places",
            "swaps!" => verb = "exchanges places with an enemy",
            "combined" => effects.push_str(", capturing in several ways"),
            "past" => {
                effects.push_str(", past other pieces");
                words.next();
            }
            "rim<" => rim = " from the edge",
            "rim>" => rim = " onto the edge",
            "rim<>" => rim = " from edge to edge",
            _ if word.starts_with('x') => verb = "captures",
            _ if word.starts_with("over") => effects.push_str(", capturing on the way"),
            _ if word.starts_with("behind") => effects.push_str(", capturing behind its start"),
            _ if word.starts_with("beyond") => effects.push_str(", capturing beyond its end"),
            _ if word.starts_with('@') => effects.push_str(", capturing beside it"),
            _ => match word.strip_prefix('=') {
                Some(label) => effects.push_str(&format!(", promoting to {}", name(label)?)),
                None => far = distance(word).unwrap_or(far),
            },
        }
    }
    Some(format!("{article} {name_of_mover} {verb}{far}{rim}{effects}"))
}

/// A distance such as `+3-1` in words.
fn distance(text: &str) -> Option<String> {
    let second = text.rfind(['+', '-']).filter(|at| *at > 0)?;
    let (files, ranks) = (text[..second].parse::<i32>().ok()?, text[second..].parse::<i32>().ok()?);
    let side = if files > 0 { "right" } else { "left" };
    let way = if ranks > 0 { "ahead" } else { "back" };
    let parts = [(files, side), (ranks, way)].into_iter().filter(|(far, _)| *far != 0);
    let parts: Vec<_> = parts.map(|(far, word)| format!("{} {word}", far.abs())).collect();
    Some(format!(" {}", parts.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn classes_and_faults_become_phrases() {
        let (van, roc, cet, san) =
            (VariantId::VANGUARD, VariantId::ROCOCO, VariantId::CETRAN3, VariantId::SANDBOX);
        for (variant, text, expected) in [
            (van, "R +0+11", "a Rook goes 11 ahead"),
            (van, "A -1-1 x", "an Archer captures 1 left and 1 back"),
            (van, "sg +0+1 =L", "a Sergeant goes 1 ahead, promoting to Lancer"),
            (van, "BR stays @+1-1", "a Berserker stays where it is, capturing beside it"),
            (
                roc,
                "C xP beyondA past e rim<>",
                "a Chameleon captures from edge to edge, capturing beyond its end, past other pieces",
            ),
            (roc, "S swaps! twin rim>", "a Swapper exchanges places with an enemy onto the edge"),
            (cet, "S past ef by s", "a Sissa goes, past other pieces"),
            (
                cet,
                "mirror image invented: M +1+0",
                "a Knight-Wazir goes 1 right, and not so to the other side",
            ),
            (
                cet,
                "blocker ignored: X -3-1, a friend",
                "a Gryphon does not go 3 left and 1 back past a friend",
            ),
            (
                san,
                "range one too long: p +1-1 times 3",
                "a Pawn goes 1 right and 1 back at most 3 times in a row",
            ),
        ] {
            assert_eq!(phrase(variant, text).as_deref(), Some(expected), "{text}");
        }
        let shows = ["R +0+11".to_owned(), "R +0+12".to_owned()];
        let expected = "Random pieces: a Rook goes 11 ahead, and 1 more";
        assert_eq!(title(van, &shows), expected);
        assert_eq!(title(van, &["anything else".to_owned()]), "Random pieces: anything else");
    }
}
