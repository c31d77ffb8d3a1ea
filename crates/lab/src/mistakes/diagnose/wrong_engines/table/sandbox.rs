//! The engines of Sandbox.

use super::*;

pub(super) const ENGINES: &[Engine] = &[
    Engine {
        name: "Vaos capture at most four squares away",
        variant: SANDBOX,
        wrong: Wrong::Generator(|position, mv| {
            unless(label(position, mv) == "V" && !victim(position, mv).is_empty() && steps(mv) > 4, mv)
        }),
        named: &[
            &["V: every capture of five squares or more", "missing"],
            &["V: every slide of five squares or more over a hurdle is missing"],
        ],
        true_too: &[],
    },
    Engine {
        name: "captures keep the en passant square",
        variant: SANDBOX,
        wrong: Wrong::Child(|before, mv, child| {
            let is_capture = removals(mv) > 0 || !victim(before, mv).is_empty();
            if is_capture && child.en_passant.is_none() {
                child.en_passant = before.en_passant;
            }
        }),
        named: &[&["after every capture", "the en passant square is kept", "SBX-PAWN-3"]],
        true_too: &[],
    },
    Engine {
        name: "a Lion that leaps over an enemy captures one piece only",
        variant: SANDBOX,
        wrong: Wrong::List(|position, mv| {
            let is_double = removals(mv) > 0 && !victim(position, mv).is_empty();
            unless(label(position, mv) == "L" && is_double, mv)
        }),
        named: &[&["L: every capture of several pieces", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "no exchange with a King",
        variant: SANDBOX,
        wrong: Wrong::List(|position, mv| {
            let is_king = |(_, piece): (_, vperft::inner::game::variant::Piece)| {
                Variant::get(position.variant).entry(piece.kind).is_some_and(|entry| entry.label == "K")
            };
            unless(label(position, mv) == "N" && mv.placing.is_some_and(is_king), mv)
        }),
        named: &[&["N: every exchange", "K", "missing"], &["forgotten: N swaps K"]],
        true_too: &[],
    },
    Engine {
        name: "exchanges keep the en passant square",
        variant: SANDBOX,
        wrong: Wrong::Child(|before, mv, child| {
            let is_exchange = mv.placing.is_some_and(|(at, _)| at == mv.from);
            if is_exchange && child.en_passant.is_none() {
                child.en_passant = before.en_passant;
            }
        }),
        named: &[
            &["after every exchange", "the en passant square is kept"],
            &["en passant square after an exchange"],
        ],
        true_too: &[],
    },
    Engine {
        name: "castling resets the clock",
        variant: SANDBOX,
        wrong: Wrong::Child(|_, mv, child| {
            if mv.travel.is_some() {
                child.halfmove = 0;
            }
        }),
        named: &[&["K: after every castling move the clock is reset (GEN-CLOCK)"]],
        true_too: &[],
    },
    Engine {
        name: "Queens induce no Kings",
        variant: SANDBOX,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "K" && mv.travel.is_none() && steps(mv) > 1, mv)
        }),
        named: &[&["K: every", "two squares or more", "missing"], &["SBX-QUEEN-2", "K"]],
        true_too: &[],
    },
    Engine {
        name: "Pawns do not become Vaos",
        variant: SANDBOX,
        wrong: Wrong::List(|position, mv| unless(becomes(position, mv) == "V", mv)),
        named: &[&["P: every promotion to V", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Knights exchange at most three squares away",
        variant: SANDBOX,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "N" && is_exchange(mv) && steps(mv) > 3, mv)
        }),
        named: &[&["N: every exchange of four squares or more", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Pawns capture en passant to the right only",
        variant: SANDBOX,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "P" && removals(mv) > 0 && step(mv).files < 0, mv)
        }),
        named: &[&["P: every en passant capture", "left", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "promotions do not advance the move number",
        variant: SANDBOX,
        wrong: Wrong::Child(|before, mv, child| {
            if !becomes(before, mv).is_empty() {
                child.fullmove = before.fullmove;
            }
        }),
        named: &[&["P: after every promotion", "the move number does not grow"]],
        true_too: &[],
    },
    Engine {
        name: "moves may expose the King to Vaos",
        variant: SANDBOX,
        wrong: Wrong::Extra(|position| exposing_to(position, "V")),
        named: &[&["check from V"]],
        // Of one position, the move is named.
        true_too: &[&["is illegal and listed in one position", "GEN-CHECK"]],
    },
];
