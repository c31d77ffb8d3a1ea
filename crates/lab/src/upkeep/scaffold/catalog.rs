//! The pieces that a new variant may start with.

/// A piece: its names, its moves as legs of `variant.json`, and its rule.
pub(super) struct Known {
    pub label: char,
    pub kind: &'static str,
    pub name: &'static str,
    /// The fields of its legs without the clause.
    pub legs: &'static [&'static str],
    pub rule: &'static str,
}

/// The label of the King, of which a side has exactly one.
pub(super) const KING: char = 'K';

/// The pieces of the first rank, in the order of `variant.json`.
pub(super) const PIECES: [Known; 11] = [
    Known {
        label: KING,
        kind: "king",
        name: "King",
        legs: &[r#""steps": "queen""#],
        rule: "one step in any direction.",
    },
    Known {
        label: 'Q',
        kind: "queen",
        name: "Queen",
        legs: &[r#""steps": "queen", "most": "any""#],
        rule: "slides in any direction.",
    },
    Known {
        label: 'M',
        kind: "marshall",
        name: "Marshall",
        legs: &[r#""steps": "orthogonal", "most": "any""#, r#""steps": "knight""#],
        rule: "slides as a Rook or leaps as a Knight.",
    },
    Known {
        label: 'A',
        kind: "archbishop",
        name: "Archbishop",
        legs: &[r#""steps": "diagonal", "most": "any""#, r#""steps": "knight""#],
        rule: "slides as a Bishop or leaps as a Knight.",
    },
    Known {
        label: 'G',
        kind: "gryphon",
        name: "Gryphon",
        legs: &[
            r#""steps": "diagonal", "end": ["empty", "enemy"], "then": [{"steps": "orthogonal", "turn": [-45, 45], "most": "any"}]"#,
        ],
        rule: "one step diagonally; if that square is empty, it may go on from there, outward along the file or the rank, as a Rook.",
    },
    Known {
        label: 'H',
        kind: "nightrider",
        name: "Nightrider",
        legs: &[r#""steps": "knight", "most": "any""#],
        rule: "one or more Knight leaps in the same direction, over empty landing squares.",
    },
    Known {
        label: 'R',
        kind: "rook",
        name: "Rook",
        legs: &[r#""steps": "orthogonal", "most": "any""#],
        rule: "slides along files and ranks.",
    },
    Known {
        label: 'C',
        kind: "cannon",
        name: "Cannon",
        legs: &[
            r#""steps": "orthogonal", "most": "any", "end": ["empty"]"#,
            r#""steps": "orthogonal", "most": "any", "corner": ["enemy", "friend"], "then": [{"turn": [0], "most": "any", "end": ["enemy"]}]"#,
        ],
        rule: "without capture slides as a Rook; captures along files and ranks the first piece behind exactly one piece of either side.",
    },
    Known {
        label: 'B',
        kind: "bishop",
        name: "Bishop",
        legs: &[r#""steps": "diagonal", "most": "any""#],
        rule: "slides along diagonals.",
    },
    Known {
        label: 'N',
        kind: "knight",
        name: "Knight",
        legs: &[r#""steps": "knight""#],
        rule: "leaps (1,2).",
    },
    Known { label: 'L', kind: "camel", name: "Camel", legs: &[r#""steps": "camel""#], rule: "leaps (1,3)." },
];

/// The piece with this label.
pub(super) fn known(label: char) -> Option<&'static Known> {
    PIECES.iter().find(|piece| piece.label == label)
}

/// The labels and names of the pieces, as errors and help list them.
#[must_use]
pub fn piece_list() -> String {
    let named: Vec<_> = PIECES.iter().map(|piece| format!("{} {}", piece.label, piece.name)).collect();
    named.join(", ")
}
