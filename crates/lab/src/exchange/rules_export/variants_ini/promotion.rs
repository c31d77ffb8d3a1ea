//! Promotion: Pawns choose on squares of their side, and other pieces become one kind there or when they leave.

use super::super::game::Game;
use super::super::promotion::Rule;
use super::super::refusals::Refusals;
use super::{Section, letters, region};
use vperft::inner::game::board::SquareSet;
use vperft::inner::game::variant::{Color, PieceType};

/// Whether a kind may be the predefined Pawn, which promotes on the squares of its side whenever there are any, and chooses there.
pub fn may_be_pawn(game: &Game, kind: PieceType) -> bool {
    let is_free = |color: Color| {
        let mut active = game.promotion.iter().filter(|rule| !rule.on[color as usize].is_empty()).peekable();
        active.peek().is_none() || active.any(|rule| rule.kind == kind && !rule.leaving)
    };
    let leaves = game.promotion.iter().any(|rule| rule.kind == kind && rule.leaving);
    !leaves && Color::BOTH.into_iter().all(|color| !game.can_have(color, kind) || is_free(color))
}

/// The promotion of one side.
#[derive(Default)]
struct Side<'a> {
    on: SquareSet,
    /// The kinds that choose.
    pawns: Vec<PieceType>,
    /// Their choice.
    to: &'a [PieceType],
}

/// Writes the promotion of both sides.
pub fn write(game: &Game, section: &mut Section, refusals: &mut Refusals) {
    let (leaving, choosing): (Vec<&Rule>, Vec<&Rule>) = game.promotion.iter().partition(|rule| rule.leaving);
    let [white, black] = Color::BOTH.map(|color| side(game, color, refusals));
    section.set("promotionRegionWhite", region(game.shape(), white.on));
    section.set("promotionRegionBlack", region(game.shape(), black.on));
    by_side(section, "promotionPawnTypes", [&white, &black].map(|side| letters(game, &side.pawns)));
    if !choosing.is_empty() {
        by_side(section, "promotionPieceTypes", [&white, &black].map(|side| letters(game, side.to)));
        section.set("mandatoryPawnPromotion", common(&choosing, |rule| rule.forced, "`forced`", refusals));
    }
    if !leaving.is_empty() {
        let pair = |rule: &&Rule| {
            let letter = |kind| game.letter(kind).to_lowercase();
            format!("{}:{}", letter(rule.kind), rule.to.first().map_or_else(|| "-".into(), |to| letter(*to)))
        };
        section.set("promotedPieceType", leaving.iter().map(pair).collect::<Vec<_>>().join(" "));
        section.set("mandatoryPiecePromotion", common(&leaving, |rule| rule.forced, "`forced`", refusals));
    }
    let all: Vec<&Rule> = game.promotion.iter().collect();
    if common(&all, |rule| rule.stock, "`stock`", refusals) {
        if leaving.iter().any(|rule| rule.forced) {
            refusals.field("promotion", "that is forced, has `leaving` and has `stock`");
        }
        limits(game, section, refusals);
    }
}

/// A setting of one value, or of one for each side.
fn by_side(section: &mut Section, key: &str, [white, black]: [String; 2]) {
    if white == black {
        section.set(key, white);
    } else {
        section.set(&format!("{key}White"), white);
        section.set(&format!("{key}Black"), black);
    }
}

/// The value that rules have in common.
fn common(rules: &[&Rule], of: impl Fn(&Rule) -> bool, name: &str, refusals: &mut Refusals) -> bool {
    let first = rules.first().is_some_and(|rule| of(rule));
    if let Some(rule) = rules.iter().find(|rule| of(rule) != first) {
        let kind = rule.kind.name();
        let problem =
            format!("`{kind}` has another rule than the kinds before ({name}); the format has one setting");
        refusals.field("promotion", problem);
    }
    first
}

fn side<'a>(game: &'a Game, color: Color, refusals: &mut Refusals) -> Side<'a> {
    let name = color.name();
    let on = |rule: &Rule| rule.on[color as usize];
    let own = || game.promotion.iter().filter(|rule| game.can_have(color, rule.kind));
    let mut side =
        Side { on: own().map(on).find(|on| !on.is_empty()).unwrap_or_default(), ..Side::default() };
    let mut choice: Option<&Rule> = None;
    let mut refuse = |rule: &Rule, what: &str| {
        let problem = format!(
            "`{}` has another rule than the kinds before ({what}); expected the same rule for all kinds of {name}",
            rule.kind.name()
        );
        refusals.field("promotion", problem);
    };
    for rule in own() {
        let others = || own().filter(|other| !std::ptr::eq(*other, rule) && other.kind == rule.kind);
        if on(rule).is_empty() && (!rule.leaving || side.on.is_empty()) {
            continue;
        }
        if on(rule) != side.on {
            refuse(rule, "`on`");
        }
        if rule.leaving {
            let repeats =
                others().any(|other| other.leaving || other.to.iter().any(|to| rule.to.contains(to)));
            if rule.to.len() != 1 || repeats {
                refuse(rule, "`leaving` with one kind in `to`");
            }
            continue;
        }
        if choice.is_some_and(|choice| !choice.has_choice_of(rule)) {
            refuse(rule, "`to`");
        }
        side.to = &choice.get_or_insert(rule).to;
        if !side.pawns.contains(&rule.kind) {
            side.pawns.push(rule.kind);
        }
    }
    side
}

/// Limits of the numbers of pieces.
fn limits(game: &Game, section: &mut Section, refusals: &mut Refusals) {
    let mut kinds: Vec<PieceType> = Vec::new();
    for kind in game.promotion.iter().flat_map(|rule| &rule.to) {
        if !kinds.contains(kind) {
            kinds.push(*kind);
        }
    }
    let limits = kinds.iter().map(|&kind| {
        let [white, black] = Color::BOTH.map(|color| game.count(color, kind));
        if white != black || white == 0 {
            let problem = format!(
                "`{}` can be chosen up to the number at the start, {white} and {black}; the format has one limit for \
                 both sides, of at least 1",
                kind.name()
            );
            refusals.field("promotion", problem);
        }
        format!("{}:{white}", game.letter(kind).to_lowercase())
    });
    let limits = limits.collect::<Vec<_>>().join(" ");
    section.set("promotionLimit", limits);
}
