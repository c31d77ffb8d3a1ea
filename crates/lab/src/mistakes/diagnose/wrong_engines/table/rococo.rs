//! The engines of Rococo.

use super::*;

pub(super) const ENGINES: &[Engine] = &[
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
        name: "frozen Kings move",
        variant: ROCOCO,
        wrong: Wrong::Extra(|position| {
            let mut free = position.clone();
            let freezes = |kind| ["I", "C"].contains(&label_of(position.variant, kind));
            let frozen_by: Vec<_> =
                position.pieces(!position.turn).filter(|(_, kind)| freezes(*kind)).collect();
            for (square, _) in frozen_by {
                free.take(square);
            }
            let mut moves = legal(&rules(position), &free);
            moves.retain(|mv| label(position, mv) == "K" && mv.to.is_some_and(|to| position.is_empty(to)));
            moves
        }),
        named: &[&["ROC-FREEZE", "K"], &["ROC-IMMOBILIZER-2", "K"], &["K:", "next to an enemy I"]],
        true_too: &[&["K:"]],
    },
    Engine {
        name: "Advancers do not capture Pawns",
        variant: ROCOCO,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "A" && removes(position, mv, "P"), mv)
        }),
        named: &[&["A: every capture of P", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Swappers do not exchange along diagonals",
        variant: ROCOCO,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "S" && is_exchange(mv) && !is_orthogonal(mv), mv)
        }),
        named: &[&["S: every diagonal exchange", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "a ban lasts until another one",
        variant: ROCOCO,
        wrong: Wrong::Child(|before, mv, child| {
            let stays = |square: Square| child.piece(square) == before.piece(square);
            if child.ban.is_none()
                && before.ban.is_some_and(|(one, other)| stays(one) && stays(other))
                && !is_exchange(mv)
            {
                child.ban = before.ban;
            }
        }),
        named: &[&["while a ban stands", "a ban stays"]],
        // Of the Chameleon too few moves while a ban stands were asked; the sentence says how many moves it fits.
        true_too: &[&["a ban stays", "such moves)"]],
    },
    Engine {
        name: "Chameleons step onto Kings along diagonals only",
        variant: ROCOCO,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "C" && victim(position, mv) == "K" && is_orthogonal(mv), mv)
        }),
        named: &[&["C: every orthogonal capture of K", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Pawns do not become Long Leapers",
        variant: ROCOCO,
        wrong: Wrong::List(|position, mv| unless(becomes(position, mv) == "L", mv)),
        named: &[&["P: every promotion to L", "missing"]],
        true_too: &[],
    },
];
