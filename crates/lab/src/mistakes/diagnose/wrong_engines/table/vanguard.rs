//! The engines of Vanguard.

use super::*;

pub(super) const ENGINES: &[Engine] = &[
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
        name: "Generals capture along diagonals only",
        variant: VANGUARD,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "GN" && is_orthogonal(mv) && !victim(position, mv).is_empty(), mv)
        }),
        named: &[&["GN: every orthogonal capture", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Helepolises capture one piece at most",
        variant: VANGUARD,
        wrong: Wrong::List(|position, mv| {
            let captured = removals(mv) + usize::from(!victim(position, mv).is_empty());
            unless(label(position, mv) == "H" && captured > 1, mv)
        }),
        named: &[&["H: every capture of several pieces", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "Falconers do not leap three squares along diagonals",
        variant: VANGUARD,
        wrong: Wrong::Generator(|position, mv| {
            let (files, ranks) = (step(mv).files.abs(), step(mv).ranks.abs());
            unless(label(position, mv) == "F" && (files, ranks) == (3, 3), mv)
        }),
        named: &[&["F: every diagonal", "three squares", "missing"], &["F:", "(3,3)"], &["F: no", "3"]],
        true_too: &[],
    },
    Engine {
        name: "Soldiers go at most three squares at first",
        variant: VANGUARD,
        wrong: Wrong::List(|position, mv| unless(label(position, mv) == "SL" && steps(mv) == 4, mv)),
        named: &[&["SL: no slide of more than 3 squares", "VAN-INITIAL"]],
        true_too: &[],
    },
    Engine {
        name: "Archers shoot no Kings",
        variant: VANGUARD,
        wrong: Wrong::List(|position, mv| {
            unless(label(position, mv) == "A" && mv.to == Some(mv.from) && removes(position, mv, "K"), mv)
        }),
        named: &[&["A: every", "of K", "missing"]],
        true_too: &[],
    },
    Engine {
        name: "the clock goes on when Soldiers step sideways",
        variant: VANGUARD,
        wrong: Wrong::Child(|before, mv, child| {
            if label(before, mv) == "SL" && step(mv).ranks == 0 {
                child.halfmove = before.halfmove + 1;
            }
        }),
        named: &[&["SL: after every move sideways", "the clock is not reset", "GEN-CLOCK"]],
        true_too: &[],
    },
    Engine {
        name: "mate of a lone King is a draw",
        variant: VANGUARD,
        wrong: Wrong::Status(|_, status| match status {
            Status::Checkmate => Status::Stalemate,
            status => status,
        }),
        named: &[&["the status is `stalemate` where it is `checkmate`"], &["VAN-WIN"]],
        true_too: &[],
    },
];
