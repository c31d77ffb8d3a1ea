//! Merges differences that many moves share: the same differing fields, or the same two statuses.

use std::collections::BTreeMap;
use vperft::inner::support::list;
use vperft_lab::differences::fuzz::Difference;

/// The names of the fields of a VFEN.
const FIELDS: [&str; 6] =
    ["board", "side to move", "unmoved", "en passant", "halfmove clock", "fullmove number"];

/// The first difference of every group, with a line that names the other moves.
pub(crate) fn merge_similar(differences: &[Difference]) -> Vec<(&Difference, Vec<String>)> {
    let mut merged: Vec<(&Difference, Vec<String>)> = Vec::new();
    let mut first = BTreeMap::<String, usize>::new();
    for difference in differences {
        let Some((text, what)) = shared_difference(difference) else {
            merged.push((difference, Vec::new()));
            continue;
        };
        match first.get(&what) {
            Some(&index) => merged[index].1.push(text.to_owned()),
            None => {
                first.insert(what, merged.len());
                merged.push((difference, Vec::new()));
            }
        }
    }
    merged.into_iter().map(|(difference, others)| (difference, others_line(difference, &others))).collect()
}

/// The move of a difference that others may share, and what differs.
fn shared_difference(difference: &Difference) -> Option<(&str, String)> {
    match difference {
        Difference::Child { text, a, b } => Some((text, fields(a, b)?)),
        Difference::ChildStatus { text, a, b } => Some((text, format!("status, {a} and {b}"))),
        _ => None,
    }
}

/// The differing fields of two VFENs; `None` if the board differs, which it does in another way after every move.
fn fields(a: &str, b: &str) -> Option<String> {
    let (a, b): (Vec<_>, Vec<_>) = (a.split(' ').collect(), b.split(' ').collect());
    let differing = (0..a.len().max(b.len())).filter(|&index| a.get(index) != b.get(index));
    let names: Vec<_> =
        differing.map(|index| FIELDS.get(index).copied().unwrap_or("further field")).collect();
    (!names.contains(&FIELDS[0])).then(|| names.join(", "))
}

/// The line that names the other moves.
fn others_line(difference: &Difference, others: &[String]) -> Vec<String> {
    let Some((_, what)) = shared_difference(difference).filter(|_| !others.is_empty()) else {
        return Vec::new();
    };
    vec![format!("  also   in the {what}, after {}", list::line(others))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::rules::Status;

    #[test]
    fn shared_differences_are_merged() {
        let child =
            |text: &str, a: &str, b: &str| Difference::Child { text: text.into(), a: a.into(), b: b.into() };
        let status = |text: &str, b| Difference::ChildStatus { text: text.into(), a: Status::Ongoing, b };
        let differences = [
            child("K a1-a2", "1 b - - 0 1", "1 b - - 1 1"),
            child("K a1-b1", "2 b - - 0 1", "2 b - - 1 1"),
            child("K a1-b2", "3 b - - 0 1", "4 b - - 0 1"),
            child("P a2-a4", "5 b - a3 0 1", "5 b - - 0 1"),
            child("P b2-b3", "6 b - - 3 1", "6 b - - 9 1"),
            child("P c2-c3", "7 b - - 0 1", "8 b - - 0 1"),
            status("K a1-a2", Status::DrawCounter),
            status("K a1-b1", Status::Stalemate),
            status("K a1-b2", Status::DrawCounter),
        ];
        let merged = merge_similar(&differences);
        let others: Vec<_> = merged.iter().map(|(_, others)| others.join("\n")).collect();
        let expected = [
            "  also   in the halfmove clock, after K a1-b1 | P b2-b3",
            "",
            "",
            "",
            "  also   in the status, ongoing and draw-counter, after K a1-b2",
            "",
        ];
        assert_eq!(others, expected);
        assert_eq!(*merged[1].0, differences[2]);
    }
}
