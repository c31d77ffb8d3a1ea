//! The moves of all kinds in the notation of XBoard and of the Interactive Diagram.

use super::candidates::candidates;
use super::game::Game;
use super::plain::Plain;
use super::proof::{Comparison, captures_passed};
use super::refusals::Refusals;
use vperft::inner::game::betza::{Compiled, Dialect, compile};
use vperft::inner::game::paths::Leg;
use vperft::inner::game::variant::{PieceEntry, PieceType};

/// The text of each kind, castling included. Kinds that have none are refused.
pub fn texts(
    plain: &Plain,
    accepts: fn(&str) -> bool,
    refusals: &mut Refusals,
) -> Vec<(&'static PieceEntry, String)> {
    let game = plain.game;
    let castling = castling(plain, refusals);
    let has_passed = game.kinds.iter().any(|(_, program)| captures_passed(program));
    let mut found = Vec::new();
    for (entry, program) in game.kinds.iter().filter(|(entry, _)| !entry.immobile) {
        match text(game, entry, program, has_passed, accepts) {
            Ok(text) => {
                let own =
                    castling.iter().filter(|(king, _)| *king == entry.kind).map(|(_, text)| text.as_str());
                found.push((*entry, text + &own.collect::<String>()));
            }
            Err(problem) => refusals.kind(entry, problem),
        }
    }
    found
}

/// The text of castling, and the kind that it belongs to.
fn castling(plain: &Plain, refusals: &mut Refusals) -> Option<(PieceType, String)> {
    let castling = plain.castling.as_ref()?;
    if castling.king != plain.royal {
        refusals.field("castling", "of a kind that is not royal");
    }
    match castling.notation(plain.game.shape().files()) {
        Ok(text) => Some((castling.king, text)),
        Err(problem) => {
            refusals.field("castling", format_args!("{problem}; the notation cannot say it"));
            None
        }
    }
}

fn text(
    game: &Game,
    entry: &PieceEntry,
    program: &[Leg],
    has_passed: bool,
    accepts: fn(&str) -> bool,
) -> Result<String, String> {
    let comparison = Comparison {
        game,
        kind: entry.kind,
        never_returns: game.goes_forward_only(entry.kind, program),
        within: None,
        squares: None,
    };
    let depends = program.iter().any(|leg| leg.from.is_some());
    if depends && !game.starts_mirrored(entry.kind) {
        return Err(
            "begins some of its moves only on certain squares (`from`), and Black starts on others".into()
        );
    }
    if comparison.makes_null_moves(program) {
        return Err(
            "may return to its square, which the notation takes as a move even without a capture".into()
        );
    }
    let is_same = |text: &String| {
        compile(text, Dialect::XBetza).is_ok_and(|Compiled { program: compiled, castling }| {
            let passes = |program: &[Leg]| program.iter().any(|leg| leg.passes);
            castling.is_empty()
                && (!has_passed || passes(&compiled) == passes(program))
                && comparison.is_same(program, &compiled)
        })
    };
    let found = candidates(Some(entry), program, Dialect::XBetza);
    if let Some(text) = found.texts.iter().find(|text| accepts(text) && is_same(text)) {
        return Ok(text.clone());
    }
    Err(match found.texts.iter().find(|text| is_same(text)) {
        Some(text) => {
            format!(
                "has moves whose text the program cannot read, because of its letters or its length: {text}"
            )
        }
        None if found.problem.is_none() && depends => {
            "begins some of its moves only on certain squares (`from`), other than its first moves".into()
        }
        None => found.refusal(),
    })
}
