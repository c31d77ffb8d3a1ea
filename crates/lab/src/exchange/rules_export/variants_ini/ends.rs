//! The ends of a game, and rules about checks and captures.

use super::super::game::Game;
use super::super::refusals::Refusals;
use super::royal::Royals;
use super::{Section, letters, region};
use vperft::inner::game::board::SquareSet;
use vperft::inner::game::variant::{Color, Extinction, Goal, Outcome, PieceType, Repetition, Status, Wins};

/// Writes the ends of a game.
pub fn write(game: &Game, royals: &Royals, section: &mut Section, refusals: &mut Refusals) {
    counter(game, section, refusals);
    let results = &game.variant.results;
    let (fold, value) = match results.repetition {
        Some(Repetition { times, result }) => (times, word(result)),
        None if game.can_be(Status::WonRepetition) => (3, "win"),
        None if game.can_be(Status::DrawRepetition) => (3, "draw"),
        None => (0, "draw"),
    };
    section.set("nFoldRule", fold);
    section.set("nFoldValue", value);
    let by_status = if game.can_be(Status::Stalemate) { Outcome::Draw } else { Outcome::Lost };
    section.set("stalemateValue", word(results.stalemate.unwrap_or(by_status)));
    if let Some(result) = results.checkmate.filter(|_| royals.exist()) {
        section.set("checkmateValue", word(result));
    }
    if !game.variant.may_check && royals.exist() {
        section.set("checking", false);
        if !royals.few.is_empty() {
            refusals
                .field("may_check", "moves that may not give check to royal kinds other than a single King");
        }
    }
    if game.variant.must_capture {
        section.set("mustCapture", true);
    }
    royals.write(game, section);
    extinction(game, royals, section, refusals);
    goals(game, royals, section, refusals);
}

const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Lost => "loss",
        Outcome::Won => "win",
        Outcome::Draw => "draw",
    }
}

/// The draw by the halfmove counter.
fn counter(game: &Game, section: &mut Section, refusals: &mut Refusals) {
    let limit = game.variant.counter_limit.unwrap_or(0);
    if limit % 2 == 1 {
        let problem =
            format!("{limit} plies; the format counts moves of both sides, so that it must be even");
        refusals.field("counter_limit", problem);
    }
    section.set("nMoveRule", limit / 2);
    let resets = game.kinds.iter().filter(|(entry, _)| entry.pawn.is_some());
    let resets: Vec<PieceType> = resets
        .map(|(entry, program)| {
            // The other program does not reset the counter if the piece could go back.
            if limit > 0 && !program.iter().all(|leg| leg.steps.iter().all(|step| step.ranks > 0)) {
                refusals.kind(entry, "resets `counter_limit` with moves that it could take back");
            }
            entry.kind
        })
        .collect();
    section.set("nMoveRuleTypes", letters(game, &resets));
}

/// The results of a side with few pieces. The format has one number and one result for all kinds, and counts each kind by itself.
fn extinction(game: &Game, royals: &Royals, section: &mut Section, refusals: &mut Refusals) {
    let rules = &game.variant.extinction;
    let Some(first) = rules.first() else { return };
    let Extinction { most, enemies, reply, result, .. } = *first;
    if !royals.few.is_empty() {
        refusals.field(
            "extinction",
            "next to royal kinds other than a single King; the format has one list of kinds",
        );
    }
    let own = |rule: &Extinction| (rule.most, rule.enemies, rule.reply, rule.result);
    if rules.iter().any(|rule| own(rule) != own(first)) {
        refusals
            .field("extinction", "rules with different numbers or results; the format has one for all kinds");
    }
    let has_all = rules.iter().any(|rule| rule.pieces.is_empty());
    if rules.iter().any(|rule| rule.pieces.len() > 1 || rule.pieces.is_empty() != has_all) {
        refusals.field("extinction", "kinds that count together; the format counts each kind or all pieces");
    }
    let kinds: Vec<PieceType> = rules.iter().flat_map(|rule| rule.pieces.iter().copied()).collect();
    section.set("extinctionValue", word(result));
    section.set("extinctionPieceTypes", if has_all { "*".into() } else { letters(game, &kinds) });
    section.set("extinctionPieceCount", most);
    section.set("extinctionOpponentPieceCount", enemies);
    if reply {
        section.set("extinctionClaim", true);
    }
}

/// Writes the goal of each side: the flags of the format.
fn goals(game: &Game, royals: &Royals, section: &mut Section, refusals: &mut Refusals) {
    let goals: Vec<(&Goal, [SquareSet; 2])> = game
        .variant
        .goals
        .iter()
        .map(|goal| {
            let kind = goal.pieces.first().unwrap_or(&game.variant.pieces[0].kind);
            (goal, Color::BOTH.map(|color| game.squares(color, *kind, &goal.on.0)))
        })
        .collect();
    let Some((first, _)) = goals.first() else { return };
    let mut refuse = |what: &str| refusals.field("goals", what);
    if goals.iter().any(|(goal, _)| (goal.count, goal.wins) != (first.count, first.wins)) {
        refuse("with different numbers of pieces or moments; the format has one of both");
    }
    if goals.iter().any(|(goal, _)| goal.pieces.len() > 1) {
        refuse("that pieces of several kinds reach; the format has one kind for each side, or all");
    }
    let mut is_king = Vec::new();
    for color in Color::BOTH {
        let own = || goals.iter().filter(|(_, on)| !on[color as usize].is_empty());
        if own().count() > 1 {
            refuse("several for one side");
        }
        let Some((goal, on)) = own().next() else { continue };
        let kind = goal.pieces.first();
        is_king.push(kind.is_some() && kind.copied() == royals.king);
        let letter = kind.map_or_else(|| "*".into(), |kind| game.letter(*kind).to_lowercase());
        section.set(&format!("flagPiece{}", color.name()), letter);
        section.set(&format!("flagRegion{}", color.name()), region(game.shape(), on[color as usize]));
    }
    let draws = matches!(first.wins, Wins::AfterBlack | Wins::Safe);
    if draws && goals.len() > 1 {
        refuse("of which each belongs to one side, with a draw if both sides reach theirs");
    }
    let (has_reply, is_safe) = match first.wins {
        Wins::AtOnce => (false, false),
        Wins::NextTurn => (true, false),
        Wins::AfterBlack => (true, false),
        Wins::Safe => (false, true),
        Wins::SafeOrNextTurn => (true, true),
    };
    // With a reply, a King wins at once if the enemy's King cannot get there too.
    let expects_king = first.wins == Wins::AfterBlack;
    if has_reply && (is_king.iter().any(|is_king| *is_king != expects_king) || is_king.len() < 2) {
        let wins = match first.wins {
            Wins::AfterBlack => "after-black",
            Wins::NextTurn => "next-turn",
            _ => "safe-or-next-turn",
        };
        refuse(&format!(
            "(`wins`: {wins}) of other kinds than the format allows: the King for after-black, others else"
        ));
    }
    section.set("flagPieceCount", first.count);
    section.set("flagMove", has_reply);
    section.set("flagPieceSafe", is_safe);
}
