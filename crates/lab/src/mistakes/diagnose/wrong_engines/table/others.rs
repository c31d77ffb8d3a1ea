//! The engines of the other variants.

use super::*;

pub(super) const ENGINES: &[Engine] = &[
    Engine {
        name: "the move number passes its limit",
        variant: CETRAN3,
        wrong: Wrong::Child(|before, _, child| {
            if before.turn == Color::Black {
                child.fullmove = before.fullmove + 1;
            }
        }),
        named: &[&["the move number passes 999,999,999"]],
        true_too: &[],
    },
    Engine {
        name: "Swappers slide at most five squares",
        variant: ROCOCO,
        wrong: Wrong::Generator(|position, mv| {
            let is_slide = mv.placing.is_none() && removals(mv) == 0;
            unless(label(position, mv) == "S" && is_slide && steps(mv) > 5, mv)
        }),
        named: &[&["S: no slide of more than 5"], &["S: every", "six squares or more", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "a Chameleon's combined captures lose one",
        variant: ROCOCO,
        wrong: Wrong::List(|position, mv| {
            let last = mv.removals.into_iter().last().filter(|_| removals(mv) > 1);
            let mut less = *mv;
            if let Some(square) = last.filter(|_| label(position, mv) == "C") {
                less.removals.remove(square);
            }
            Some(less)
        }),
        named: &[&["C: every capture of several pieces", "one removal less"]],
        true_too: &[&["C: every capture", "one removal less"]],
    },
    Engine {
        name: "Long Leapers capture one piece at most",
        variant: ROCOCO,
        wrong: Wrong::List(|position, mv| unless(label(position, mv) == "L" && removals(mv) > 1, mv)),
        named: &[&["L: every capture of several pieces", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "captures by Withdrawers do not advance the move number",
        variant: ROCOCO,
        wrong: Wrong::Child(|before, mv, child| {
            if label(before, mv) == "W" && removals(mv) > 0 {
                child.fullmove = before.fullmove;
            }
        }),
        named: &[&["W: after every capture", "the move number does not grow"]],
        true_too: &[&["move number after a capture behind the start"]],
    },
    Engine {
        name: "Withdrawers do not withdraw backward",
        variant: ROCOCO,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "W" && removals(mv) > 0 && step(mv).ranks < 0, mv)
        }),
        named: &[&["W: every capture backward", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Pawns do not capture onto edge squares",
        variant: ROCOCO,
        wrong: Wrong::List(|position, mv| {
            let is_edge = mv.to.is_some_and(|to| position.shape.is_rim(to));
            unless(label(position, mv) == "P" && is_edge, mv)
        }),
        named: &[&["P: every", "to the edge", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Sergeants slide at most two squares",
        variant: VANGUARD,
        wrong: Wrong::Generator(|position, mv| unless(label(position, mv) == "SG" && steps(mv) > 2, mv)),
        named: &[&["SG: no slide", "more than 2"], &["SG: every", "three squares", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Bowmen shoot only forward",
        variant: VANGUARD,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "BO" && removals(mv) > 0 && step(mv).ranks < 0, mv)
        }),
        named: &[&["BO: every capture backward", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "captures at a distance do not reset the clock",
        variant: VANGUARD,
        wrong: Wrong::Child(|before, mv, child| {
            if mv.to == Some(mv.from) && removals(mv) > 0 {
                child.halfmove = before.halfmove + 1;
            }
        }),
        named: &[&["the clock is not reset", "GEN-CLOCK"]],
        true_too: &[],
    },
    Engine {
        name: "Wizards do not exchange with the King",
        variant: VANGUARD,
        wrong: Wrong::List(|position, mv| {
            let is_king = |(_, piece): (_, vperft::inner::game::variant::Piece)| {
                Variant::get(position.variant).entry(piece.kind).is_some_and(|entry| entry.label == "K")
            };
            unless(label(position, mv) == "W" && mv.placing.is_some_and(is_king), mv)
        }),
        named: &[&["W: every exchange", "K", "missing"], &["forgotten: W swaps K"]],
        true_too: &[],
    },
    Engine {
        name: "Nightriders leap at most three times",
        variant: VANGUARD,
        wrong: Wrong::Generator(|position, mv| unless(label(position, mv) == "NR" && steps(mv) > 3, mv)),
        named: &[&["NR: at most 3 leaps"], &["NR: every", "four leaps or more", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "moved Soldiers keep their initial right",
        variant: VANGUARD,
        wrong: Wrong::Child(|before, mv, child| {
            if label(before, mv) == "SL"
                && before.unmoved.contains(mv.from)
                && let Some(to) = mv.to
                && child.piece(to) == Some(mv.piece)
                && step(mv).ranks == 0
            {
                child.unmoved.insert(to);
            }
        }),
        named: &[&["SL: after every move sideways", "the initial right of SL is kept"]],
        true_too: &[],
    },
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
        name: "Sissas go at most three squares on each leg",
        variant: CETRAN3,
        wrong: Wrong::Generator(|position, mv| unless(label(position, mv) == "S" && steps(mv) > 3, mv)),
        named: &[&["S: no ride of more than 3"], &["S: every", "four", "or more", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Pawns on the edge files make no double step",
        variant: CETRAN3,
        wrong: Wrong::List(|position, mv| {
            let is_edge = mv.from.file() == 0 || mv.from.file() + 1 == position.shape.files();
            unless(label(position, mv) == "P" && is_edge && steps(mv) == 2, mv)
        }),
        named: &[&["P: every", "two squares", "edge", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "crowned Rooks do not step diagonally back",
        variant: CETRAN3,
        wrong: Wrong::Generator(|position, mv| {
            unless(label(position, mv) == "R" && !is_orthogonal(mv) && step(mv).ranks < 0, mv)
        }),
        named: &[&["R: every diagonal", "backward", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "captures en passant do not reset the clock",
        variant: CETRAN3,
        wrong: Wrong::Child(|before, mv, child| {
            if label(before, mv) == "P" && removals(mv) > 0 {
                child.halfmove = before.halfmove + 1;
            }
        }),
        named: &[&["P: after every en passant capture the clock is not reset"]],
        true_too: &[],
    },
    Engine {
        name: "the counter never runs out",
        variant: CETRAN3,
        wrong: Wrong::Status(|position, status| match status {
            Status::DrawCounter
                if position.shape.squares().filter(|&at| !position.is_empty(at)).count() == 2 =>
            {
                Status::DrawDead
            }
            Status::DrawCounter => Status::Ongoing,
            status => status,
        }),
        named: &[&["the counter never runs out", "CET-DRAW"]],
        true_too: &[],
    },
];
