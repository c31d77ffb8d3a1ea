//! Lists of legal moves in suite files, in which moves of one piece share an entry: `B a1: b2 c3` stands for `B a1-b2` and `B a1-c3`.
//!
//! Invariant: reading a [`MoveList`] undoes [`shorten`], and neither changes the order of the moves. Only moves that change nothing but the squares
//! of their piece share an entry, since the canonical text of all others goes on after the second square.

use serde::Deserialize;
use serde_json::Value;

/// What stands between a piece on its square and the squares to which it moves. No canonical move contains it.
const SEPARATOR: &str = ": ";

/// The longest list, in characters, that is written move by move: one that fits on a line.
const SHORT: usize = 90;

/// A list of moves as a file holds it, one text a move once it is read.
#[derive(Deserialize)]
#[serde(from = "Vec<String>")]
pub(super) struct MoveList(pub Vec<String>);

impl From<Vec<String>> for MoveList {
    fn from(entries: Vec<String>) -> Self {
        let mut moves = Vec::with_capacity(entries.len());
        for entry in entries {
            match entry.split_once(SEPARATOR) {
                Some((piece, squares)) => {
                    moves.extend(squares.split(' ').map(|square| [piece, "-", square].concat()));
                }
                None => moves.push(entry),
            }
        }
        Self(moves)
    }
}

/// The entries for these moves. Neighbours of the same piece and square share one, unless the list is short.
fn shorten(moves: &[String]) -> Vec<String> {
    if moves.iter().map(|text| text.chars().count() + "\"\", ".len()).sum::<usize>() <= SHORT {
        return moves.to_vec();
    }
    let entry = |group: &[String]| match group {
        [alone] => alone.clone(),
        _ => {
            let (pieces, squares): (Vec<_>, Vec<_>) =
                group.iter().filter_map(|text| piece_and_square(text)).unzip();
            format!("{}{SEPARATOR}{}", pieces[0], squares.join(" "))
        }
    };
    let shares = |one: &String, other: &String| {
        piece_and_square(one)
            .zip(piece_and_square(other))
            .is_some_and(|((piece, _), (same, _))| piece == same)
    };
    moves.chunk_by(shares).map(entry).collect()
}

/// The piece on its square and the square to which it moves; `None` if the move changes anything else.
fn piece_and_square(text: &str) -> Option<(&str, &str)> {
    let is_square = |square: &str| !square.is_empty() && !square.contains(' ');
    text.split_once('-').filter(|(_, square)| is_square(square))
}

/// The checks of a case with the lists of moves as files have them. Lists that are not of texts stay.
pub(crate) fn shorten_lists(checks: &mut Value) {
    rewrite_lists(checks, shorten);
}

/// Sorts the lists of moves in the checks of a case, each move with an entry of its own.
pub fn sort_lists(checks: &mut Value) {
    rewrite_lists(checks, |entries| {
        let MoveList(mut moves) = entries.to_vec().into();
        moves.sort();
        moves
    });
}

/// Replaces every list of moves in the checks of a case.
fn rewrite_lists(checks: &mut Value, new: impl Fn(&[String]) -> Vec<String>) {
    let Some(checks) = checks.as_object_mut() else { return };
    let lists = checks.iter_mut().flat_map(|(kind, value)| match (kind.as_str(), value) {
        ("moves", list) => vec![list],
        ("moves_of", Value::Object(squares)) => squares.values_mut().collect(),
        _ => Vec::new(),
    });
    for list in lists {
        if let Ok(texts) = Vec::<String>::deserialize(&*list) {
            *list = new(&texts).into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use serde_json::json;

    fn check(moves: &[&str], entries: &[&str]) {
        let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(shorten(&moves), entries);
        assert_eq!(MoveList::from(shorten(&moves)).0, moves);
    }

    #[test]
    fn neighbours_of_one_piece_share_an_entry() {
        check(&[], &[]);
        check(&["K a1-a2", "K a1-b1"], &["K a1-a2", "K a1-b1"]);
        let moves =
            "B a1-b2|B a1-c3|B a1-d4|K e5-d4; @-d4|K e5-e4|K e5-f4|K e5-f4; R j1-h1|P d9-; Q-d10|P e4-e5";
        let entries = "B a1: b2 c3 d4|K e5-d4; @-d4|K e5: e4 f4|K e5-f4; R j1-h1|P d9-; Q-d10|P e4-e5";
        check(&moves.split('|').collect::<Vec<_>>(), &entries.split('|').collect::<Vec<_>>());
    }

    #[test]
    fn lists_in_checks_are_rewritten_and_nothing_else() {
        let long: Vec<_> = (10..30).rev().map(|rank| format!("R a1-a{rank}")).collect();
        let squares = (10..30).map(|rank| format!("a{rank}")).collect::<Vec<_>>().join(" ");
        let mut checks = json!({"perft": {"1": 20}, "moves": long, "moves_of": {"a1": long, "b2": null}, "status": "ongoing"});
        sort_lists(&mut checks);
        shorten_lists(&mut checks);
        let entry = format!("R a1: {squares}");
        let sorted = json!({"perft": {"1": 20}, "moves": [entry], "moves_of": {"a1": [entry], "b2": null}, "status": "ongoing"});
        assert_eq!(checks, sorted);
        sort_lists(&mut checks);
        shorten_lists(&mut checks);
        assert_eq!(checks, sorted);
        for unusual in [json!(null), json!({"moves": null}), json!({"moves": [1]}), json!({"moves_of": 3})] {
            let mut checks = unusual.clone();
            shorten_lists(&mut checks);
            assert_eq!(checks, unusual);
        }
    }
}
