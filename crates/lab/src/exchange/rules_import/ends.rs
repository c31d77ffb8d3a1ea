//! The ends of a game in `variant.json`.

use super::kinds::{self, KING, Kinds, Slot};
use super::table::{Draft, Problem, prose_areas};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use vperft::inner::game::variant::Outcome;

/// Writes check, goals, extinction, the results of ends, and the draws.
///
/// # Errors
/// If a setting asks for what `variant.json` cannot say.
pub(super) fn write(draft: &mut Draft) -> Result<(), Problem> {
    let mut statuses: Vec<&str> = Vec::new();
    let mut results = serde_json::Map::new();
    // Fairy-Stockfish forbids only moves that give check to a King.
    if !draft.settings.may_check && draft.settings.extinction_royal {
        return Err(("checking".into(), "moves that may not attack some of the royal pieces".into()));
    }
    if !draft.settings.may_check && draft.settings.facing {
        return Err((
            "flyingGeneral".into(),
            "Kings that face each other where no move may give check".into(),
        ));
    }
    let settings = &draft.settings;
    let castles_with = |kind: &Slot| settings.castling_rooks.iter().any(|rooks| rooks.has(*kind));
    if let Kinds::Only(royals) = &settings.extinction_kinds
        && settings.extinction_royal
        && settings.castling
        && royals.iter().any(castles_with)
    {
        return Err(("extinctionPseudoRoyal".into(), "castling with a piece that is royal".into()));
    }
    if draft.has_royals() {
        add_check_rules(draft, &mut statuses, &mut results);
    } else {
        draft.field("check", json!(false));
    }
    goals(draft, &mut statuses)?;
    extinction(draft, &mut statuses)?;
    stalemate(draft, &mut statuses, &mut results);
    if draft.settings.must_capture {
        draft.field("must_capture", json!(true));
        draft.rule("must-capture", "CAPTURE", "a side that has a legal capture must capture.".into());
    }
    draws(draft, &mut statuses, &mut results)?;
    const ORDER: [&str; 8] = [
        "lost",
        "won",
        "checkmate",
        "stalemate",
        "draw-repetition",
        "won-repetition",
        "draw-counter",
        "draw-goal",
    ];
    let ordered: Vec<_> = ORDER.into_iter().filter(|status| statuses.contains(status)).collect();
    draft.field("statuses", json!(ordered));
    if !results.is_empty() {
        draft.field("results", Value::Object(results));
    }
    Ok(())
}

const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Lost => "lost",
        Outcome::Won => "won",
        Outcome::Draw => "draw",
    }
}

/// What the result of a side means, in prose.
fn says(side: &str, outcome: Outcome) -> String {
    match outcome {
        Outcome::Lost => format!("{side} has lost"),
        Outcome::Won => format!("{side} has won"),
        Outcome::Draw => "the game is drawn".into(),
    }
}

fn add_check_rules(
    draft: &mut Draft,
    statuses: &mut Vec<&str>,
    results: &mut serde_json::Map<String, Value>,
) {
    let royal: Vec<Slot> =
        draft.settings.pieces.keys().copied().filter(|slot| draft.is_royal(*slot)).collect();
    let names = draft.piece_names(&royal);
    let limit = draft.settings.extinction_count.saturating_add(1);
    let pseudo: Vec<Slot> = royal.iter().copied().filter(|slot| *slot != KING).collect();
    let condition = match pseudo.is_empty() {
        true => String::new(),
        false => {
            format!(" A {} is royal while its side has at most {limit} of them.", draft.piece_names(&pseudo))
        }
    };
    let checkmate = draft.settings.checkmate;
    draft.rule(
        "check",
        "CHECK",
        format!(
            "no move may leave a royal piece ({names}) capturable.{condition} Checkmate: if a side is in check and cannot move, {}.",
            says("it", checkmate)
        ),
    );
    draft.same_rule("checkmate", "CHECK");
    statuses.push("checkmate");
    if checkmate != Outcome::Lost {
        results.insert("checkmate".into(), json!(word(checkmate)));
        statuses.extend(["won", "stalemate"]);
    }
    if !draft.settings.may_check {
        draft.field("may_check", json!(false));
        draft.rule("may-check", "GIVE-CHECK", "no move may give check.".into());
    }
}

/// The kinds of a set that the variant has. `None` for all.
fn slots(draft: &Draft, kinds: &Kinds) -> Option<Vec<Slot>> {
    match kinds {
        Kinds::All => None,
        Kinds::Only(_) => {
            Some(draft.settings.pieces.keys().copied().filter(|slot| kinds.has(*slot)).collect())
        }
    }
}

fn goals(draft: &mut Draft, statuses: &mut Vec<&str>) -> Result<(), Problem> {
    let settings = &draft.settings;
    let squares = [0, 1].map(|side| settings.goal_region[side].squares(settings.files, settings.ranks));
    if squares.iter().all(BTreeSet::is_empty) {
        return Ok(());
    }
    let kinds = settings.goal_kinds.clone();
    let is_king = kinds.iter().all(|kinds| *kinds == Kinds::only(&[KING]));
    let (wins, when) = match (settings.goal_has_reply, settings.goal_is_safe) {
        (false, false) => ("at-once", "after its move"),
        (true, false) if is_king => (
            "after-black",
            "after its move; White not while Black can get there by its next move, and if Black does, it is a draw",
        ),
        (true, false) => ("next-turn", "if it is still there when it has the move again"),
        (false, true) => (
            "safe",
            "as soon as none of the pieces can be captured; if both sides are there then, it is a draw",
        ),
        (true, true) if is_king => {
            return Err(("flagPieceSafe".into(), "Kings that need safety and a last move".into()));
        }
        (true, true) => (
            "safe-or-next-turn",
            "after its move if none of the pieces can be captured, else if it is still there when it has the move again",
        ),
    };
    let (count, by_side) = (settings.goal_count, kinds[0] != kinds[1]);
    if count == 0 {
        return Err(("flagPieceCount".into(), "goals that no piece has to reach".into()));
    }
    let mut notes = Vec::new();
    let mut goals = Vec::new();
    let mut texts = Vec::new();
    for side in 0..if by_side { 2 } else { 1 } {
        let mut own = squares.clone();
        if by_side {
            own[1 - side].clear();
        }
        let on = draft.areas(&own);
        let mut goal = json!({});
        let pieces = slots(draft, &kinds[side]);
        if let Some(pieces) = &pieces {
            let is_short = count > 1 && pieces[..] == [KING];
            if pieces.is_empty() || is_short {
                let whose = ["White's goal", "Black's goal"][side];
                let whose = if by_side { whose } else { "the goal" };
                let what = if is_short { "flagPieceCount" } else { "flagPiece" };
                notes.push(format!("{whose} can never be reached: no side has the pieces of `{what}`"));
                continue;
            }
            goal["pieces"] = pieces.iter().map(|slot| json!(kinds::kind(*slot))).collect();
        }
        let names = pieces.map_or_else(|| "of any kind".into(), |pieces| draft.piece_names(&pieces));
        texts.push(match count {
            1 => format!("a piece ({names}) on {}", prose_areas(&on)),
            _ => format!("{count} pieces ({names}) on {}", prose_areas(&on)),
        });
        goal["on"] = on;
        if count != 1 {
            goal["count"] = json!(count);
        }
        if wins != "at-once" {
            goal["wins"] = json!(wins);
        }
        goals.push(goal);
    }
    draft.settings.notes.extend(notes);
    if goals.is_empty() {
        return Ok(());
    }
    draft.field("goals", json!(goals));
    draft.rule(
        "goal",
        "GOAL",
        format!("a side with {} has reached its goal, and wins {when}.", texts.join("; ")),
    );
    statuses.extend(["lost", "won"]);
    if matches!(wins, "after-black" | "safe") {
        statuses.push("draw-goal");
    }
    Ok(())
}

fn extinction(draft: &mut Draft, statuses: &mut Vec<&str>) -> Result<(), Problem> {
    let settings = &draft.settings;
    if settings.extinction_royal && settings.extinction_kinds == Kinds::All {
        return Err(("extinctionPseudoRoyal".into(), "royal pieces of every kind".into()));
    }
    let Some(result) = settings.extinction.filter(|_| !settings.extinction_royal) else { return Ok(()) };
    let (most, enemies) = (settings.extinction_count, settings.extinction_enemies);
    let has_reply = settings.extinction_claim;
    let rule = |pieces: Option<Slot>| {
        let mut rule = json!({});
        if let Some(slot) = pieces {
            rule["pieces"] = json!([kinds::kind(slot)]);
        }
        if most > 0 {
            rule["most"] = json!(most);
        }
        if enemies > 0 {
            rule["enemies"] = json!(enemies);
        }
        if has_reply {
            rule["reply"] = json!(true);
        }
        rule["result"] = json!(word(result));
        rule
    };
    if let Kinds::Only(kinds) = &settings.extinction_kinds
        && kinds.iter().any(|slot| !settings.pieces.contains_key(slot))
        && enemies == 0
    {
        let what = "the extinction of a kind that no game has: the game begins with it";
        return Err(("extinctionPieceTypes".into(), what.into()));
    }
    let kinds = slots(draft, &settings.extinction_kinds);
    let (rules, names): (Vec<Value>, String) = match &kinds {
        None => (vec![rule(None)], "pieces of all kinds".into()),
        Some(kinds) => (
            kinds.iter().map(|slot| rule(Some(*slot))).collect(),
            format!("any kind of {}", draft.piece_names(kinds)),
        ),
    };
    if rules.is_empty() {
        return Ok(());
    }
    let one_more = if has_reply { ", one more if it has the move itself" } else { "" };
    let other = match enemies {
        0 if !has_reply => String::new(),
        _ => format!(" while the other side has at least {enemies}{one_more}"),
    };
    let text = format!("if a side has at most {most} of these ({names}){other}, {}.", says("it", result));
    draft.field("extinction", json!(rules));
    draft.rule("extinction", "EXTINCTION", text);
    match result {
        Outcome::Draw => statuses.push("draw-goal"),
        Outcome::Lost | Outcome::Won => statuses.extend(["lost", "won"]),
    }
    Ok(())
}

fn stalemate(draft: &mut Draft, statuses: &mut Vec<&str>, results: &mut serde_json::Map<String, Value>) {
    let result = draft.settings.stalemate;
    match result {
        Outcome::Draw => statuses.push("stalemate"),
        Outcome::Lost => statuses.push("lost"),
        Outcome::Won => statuses.push("won"),
    }
    if result != Outcome::Draw {
        results.insert("stalemate".into(), json!(word(result)));
    }
    let check = if draft.has_royals() { " and is not in check" } else { "" };
    draft.rule("stalemate", "STALEMATE", format!("if a side cannot move{check}, {}.", says("it", result)));
}

fn draws(
    draft: &mut Draft,
    statuses: &mut Vec<&str>,
    results: &mut serde_json::Map<String, Value>,
) -> Result<(), Problem> {
    let (times, result) = (draft.settings.repetitions, draft.settings.repetition);
    if times == 1 {
        return Err(("nFoldRule".into(), "games that end with the first position".into()));
    }
    if times > 0 {
        statuses.push(match result {
            Outcome::Draw => "draw-repetition",
            Outcome::Won => "won-repetition",
            Outcome::Lost => "lost",
        });
        if (times, result) != (3, Outcome::Draw) {
            results.insert("repetition".into(), json!({"times": times, "result": word(result)}));
        }
        draft.rule(
            "repetition",
            "REPEAT",
            format!(
                "at occurrence {times} of a position, {} (GEN-REPEAT).",
                says("the side to move", result)
            ),
        );
    }
    let plies = draft.settings.counter.saturating_mul(2);
    if plies > 0 {
        let [white, black] = draft.settings.counter_kinds.clone();
        let differ = |slot: &Slot| white.has(*slot) != black.has(*slot);
        let shared = |slot: &Slot| [0, 1].iter().all(|side| draft.start.count(*side, *slot) > 0);
        if draft.settings.pieces.keys().any(|slot| differ(slot) && shared(slot)) {
            return Err(("nMoveRuleTypes".into(), "Pawns of one side only that reset the counter".into()));
        }
        draft.field("counter_limit", json!(plies));
        draft.rule(
            "counter",
            "COUNTER",
            format!("a draw after {plies} plies without capture or Pawn move (GEN-REPEAT)."),
        );
        statuses.push("draw-counter");
    }
    Ok(())
}
