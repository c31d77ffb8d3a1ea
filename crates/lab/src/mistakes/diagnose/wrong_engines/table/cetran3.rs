//! The engines of Cetran Chess 3.

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
    Engine {
        name: "Gryphons go at most four squares on from the bend",
        variant: CETRAN3,
        wrong: Wrong::Generator(|position, mv| {
            let far = step(mv).files.abs().max(step(mv).ranks.abs());
            unless(label(position, mv) == "X" && far > 5, mv)
        }),
        named: &[&["X: no", "more than"], &["X: at most"], &["X: every", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Amazons do not leap",
        variant: CETRAN3,
        wrong: Wrong::Generator(|position, mv| unless(label(position, mv) == "Z" && is_oblique(mv), mv)),
        named: &[&["Z: every oblique", "missing"], &["Z", "(1,2)"], &["Z: no"]],
        true_too: &[],
    },
    Engine {
        name: "Aancas do not capture Pawns",
        variant: CETRAN3,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "Y" && victim(position, mv) == "P", mv)
        }),
        named: &[&["Y: every capture of P", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Black does not capture en passant",
        variant: CETRAN3,
        wrong: Wrong::List(|position, mv| {
            let is_black = mv.piece.color == Color::Black;
            unless(is_black && label(position, mv) == "P" && removals(mv) > 0, mv)
        }),
        named: &[&["P: every en passant capture by Black", "missing"], &["CET-PAWN-2", "Black"]],
        true_too: &[],
    },
    Engine {
        name: "Chancellors do not capture by leaps",
        variant: CETRAN3,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "C" && is_oblique(mv) && !victim(position, mv).is_empty(), mv)
        }),
        named: &[&["C: every oblique capture", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "the clock stops at 100",
        variant: CETRAN3,
        wrong: Wrong::Child(|_, _, child| child.halfmove = child.halfmove.min(100)),
        named: &[&["the clock", "100"]],
        true_too: &[],
    },
];
