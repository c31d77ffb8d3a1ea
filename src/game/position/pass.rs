//! The position after a pass, by which check is found out from any backend.

/// The VFEN with the other side to move, and without what only the very next move may do: the en passant square and a ban. `None` if the
/// text has fewer than six fields or no side to move.
///
/// A side that obeys check is in check if and only if this position is invalid, because the King of the side not to move could be
/// captured (GEN-CHECK). Initial rights stay, because a piece may attack by one.
#[must_use]
pub fn pass(vfen: &str) -> Option<String> {
    let [board, side, unmoved, _, halfmove, fullmove, ..] = vfen.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let side = match side {
        "w" => "b",
        "b" => "w",
        _ => return None,
    };
    Some([board, side, unmoved, "-", halfmove, fullmove].join(" "))
}

#[cfg(test)]
mod tests {
    use super::pass;
    use pretty_assertions::assert_eq;

    #[test]
    fn passes_change_the_side_and_drop_what_the_next_move_may_do() {
        for (vfen, expected) in [
            (
                "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1",
                Some("5k4/10/10/10/10/3pP5/10/10/10/5K4 w - - 0 1"),
            ),
            (
                "10/4k5/3s6/10/10/3S6/10/10/4K5/10 w - - 3 9 ban=c4+c7",
                Some("10/4k5/3s6/10/10/3S6/10/10/4K5/10 b - - 3 9"),
            ),
            ("r3k2r/8/8/8/8/8/8/R3K2R w * - 0 1", Some("r3k2r/8/8/8/8/8/8/R3K2R b * - 0 1")),
            ("8/8 x - - 0 1", None),
            ("8/8 w - -", None),
        ] {
            assert_eq!(pass(vfen).as_deref(), expected, "{vfen}");
        }
    }
}
