//! Moves that only one side has. Fairy-Stockfish turns a piece by half a circle for Black, while the data turn the board over.

use super::super::game::Game;
use super::super::proof::Comparison;
use vperft::inner::game::board::Step;
use vperft::inner::game::paths::{Leg, Program};
use vperft::inner::game::variant::{Color, PieceEntry};

/// The moves of a kind as White has them, if Black's are the same after half a turn.
///
/// Legs that begin on some squares only are left as they are: the regions of the format differ by side.
///
/// # Errors
/// If Black's moves are others.
pub fn common(game: &Game, entry: &PieceEntry, program: &[Leg]) -> Result<Program, String> {
    let all: u32 = u32::from(game.shape().files()) * u32::from(game.shape().ranks());
    let (mut shared, mut white, mut black) = (Vec::new(), Vec::new(), Vec::new());
    for leg in program {
        let begins =
            |color| leg.from.as_ref().map_or(all, |from| game.squares(color, entry.kind, from).len());
        let everywhere = || Leg { from: None, ..leg.clone() };
        let counts = Color::BOTH.map(begins);
        if counts.iter().any(|count| *count > 0 && *count < all) {
            shared.push(leg.clone());
            continue;
        }
        white.extend((counts[0] > 0).then(everywhere));
        black.extend((counts[1] > 0).then(everywhere));
    }
    let turned = mirror(&white);
    let has = |color| game.can_have(color, entry.kind);
    let own = match (has(Color::White), has(Color::Black)) {
        (false, true) => mirror(&black),
        (true, false) => white,
        _ if is_even(&white) && white == black => white,
        _ if is_same(game, entry, &turned, &black) => white,
        _ => {
            return Err(
                "moves differently to left and right, and Black's moves are not those of White after half a \
                        turn"
                    .into(),
            );
        }
    };
    Ok([own, shared].concat())
}

fn is_same(game: &Game, entry: &PieceEntry, one: &[Leg], other: &[Leg]) -> bool {
    let [one, other] = [one, other].map(|legs| legs.iter().map(free).collect::<Program>());
    let comparison = Comparison { game, kind: entry.kind, never_returns: false, within: None, squares: None };
    comparison.is_same(&one, &other)
}

/// The leg without its area.
fn free(leg: &Leg) -> Leg {
    Leg { within: None, then: leg.then.iter().map(free).collect(), ..leg.clone() }
}

/// Whether each leg is the same with left and right exchanged.
fn is_even(legs: &[Leg]) -> bool {
    let is_closed = |leg: &Leg| leg.steps.iter().all(|step| leg.steps.contains(&across(*step)));
    legs.iter().all(|leg| leg.then.is_empty() && leg.also.is_empty() && is_closed(leg))
}

/// The legs with left and right exchanged.
fn mirror(legs: &[Leg]) -> Program {
    let turn = |turn: vperft::inner::game::paths::Turn| match turn.0 {
        8 => turn,
        other => vperft::inner::game::paths::Turn(-other),
    };
    let mirrored = |leg: &Leg| Leg {
        steps: leg.steps.iter().map(|step| across(*step)).collect(),
        turn: leg.turn.as_ref().map(|turns| turns.iter().map(|one| turn(*one)).collect()),
        also: leg
            .also
            .iter()
            .map(|also| vperft::inner::game::paths::Also { turn: turn(also.turn), ..*also })
            .collect(),
        then: mirror(&leg.then),
        ..leg.clone()
    };
    legs.iter().map(mirrored).collect()
}

fn across(step: Step) -> Step {
    Step::new(-step.files, step.ranks)
}
