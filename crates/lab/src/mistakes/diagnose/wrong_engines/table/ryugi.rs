//! The engines of Ryugi.

use super::*;

pub(super) const ENGINES: &[Engine] = &[
    Engine {
        name: "Rooks slide at most five squares",
        variant: RYUGI,
        wrong: Wrong::Generator(|position, mv| {
            unless(label(position, mv) == "R" && mv.travel.is_none() && steps(mv) > 5, mv)
        }),
        named: &[&["R: no slide of more than 5"], &["R: every", "six squares or more", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Dragons leap at most twice",
        variant: RYUGI,
        wrong: Wrong::Generator(|position, mv| {
            unless(label(position, mv) == "D" && is_oblique(mv) && steps(mv) > 2, mv)
        }),
        named: &[&["D: at most 2 leaps", "RYU-DRAGON"], &["D: every", "three leaps or more", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "no castling of three squares",
        variant: RYUGI,
        wrong: Wrong::List(|_, mv| unless(mv.travel.is_some() && steps(mv) == 3, mv)),
        named: &[&["K: every castling move of three squares", "missing", "RYU-CASTLE-1"]],
        true_too: &[],
    },
    Engine {
        name: "no capture promotes to a Kirin",
        variant: RYUGI,
        wrong: Wrong::List(|position, mv| {
            let becomes = mv.placing.and_then(|(_, piece)| Variant::get(position.variant).entry(piece.kind));
            let is_kirin = becomes.is_some_and(|entry| entry.label == "I");
            unless(is_kirin && !victim(position, mv).is_empty(), mv)
        }),
        named: &[&["P: every promotion", "with capture", "to I", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "promotions do not reset the clock",
        variant: RYUGI,
        wrong: Wrong::Child(|before, mv, child| {
            if mv.placing.is_some() {
                child.halfmove = before.halfmove + 1;
            }
        }),
        named: &[&["P: after every promotion", "the clock is not reset", "GEN-CLOCK"]],
        true_too: &[],
    },
    Engine {
        name: "promoted pieces keep an initial right",
        variant: RYUGI,
        wrong: Wrong::Child(|_, mv, child| {
            if mv.placing.is_some()
                && let Some(to) = mv.to
            {
                child.unmoved.insert(to);
            }
        }),
        named: &[&["P: after every promotion the promoted piece keeps an initial right", "RYU-CASTLE-2"]],
        true_too: &[&["the initial right on the square of the capture is kept"]],
    },
    Engine {
        name: "no castling with an attacked Rook",
        variant: RYUGI,
        wrong: Wrong::List(|position, mv| {
            unless(mv.travel.is_some_and(|travel| rules(position).is_attacked(position, travel.from)), mv)
        }),
        named: &[&["K: every castling move with an attacked partner is missing", "RYU-CASTLE-3"]],
        true_too: &[],
    },
    Engine {
        name: "every double step sets the en passant square",
        variant: RYUGI,
        wrong: Wrong::Child(|_, mv, child| {
            if mv.piece.kind == PieceType::PAWN && steps(mv) == 2 {
                child.en_passant = child.shape.step(mv.from, Step::new(0, mv.piece.color.forward()));
            }
        }),
        named: &[&[
            "P: after every",
            "of two squares",
            "an en passant square is set, although no capture on it is legal",
        ]],
        true_too: &[],
    },
    Engine {
        name: "captures by Rooks lose all initial rights",
        variant: RYUGI,
        wrong: Wrong::Child(|before, mv, child| {
            if label(before, mv) == "R" && !victim(before, mv).is_empty() {
                child.unmoved = Default::default();
            }
        }),
        named: &[&["R: after every capture", "all initial rights are lost", "RYU-CASTLE-2"]],
        true_too: &[],
    },
    Engine {
        name: "castling takes the move number one too far",
        variant: RYUGI,
        wrong: Wrong::Child(|_, mv, child| child.fullmove += u32::from(mv.travel.is_some())),
        named: &[&["K: after every castling move the move number is 1 too high"]],
        true_too: &[],
    },
    Engine {
        name: "games end at a clock of 100",
        variant: RYUGI,
        wrong: Wrong::Status(|position, status| match status {
            Status::Ongoing if position.halfmove >= 100 => Status::DrawCounter,
            status => status,
        }),
        named: &[&[
            "the status is `draw-counter` where it is `ongoing` at a clock of 100 or more",
            "RYU-DRAW-64",
        ]],
        true_too: &[],
    },
    Engine {
        name: "black Knights capture no Pawns",
        variant: RYUGI,
        wrong: Wrong::List(|position, mv| {
            let is_black = mv.piece.color == Color::Black;
            unless(label(position, mv) == "N" && is_black && victim(position, mv) == "P", mv)
        }),
        named: &[&["N: every capture of P by Black is missing"]],
        true_too: &[],
    },
];
