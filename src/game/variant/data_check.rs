//! Checks of the data that say how pieces move: that every kind, region, square and clause that they name exists.

use super::mechanics::{Obeys, RuleName};
use super::{Color, PieceType, Variant};
use crate::game::board::Step;
use crate::game::paths::{Area, Content, Leg};

/// Checks the programs of all pieces, the regions and the promotions.
pub(super) fn check_data(variant: &Variant) -> Result<(), String> {
    for (name, areas) in &variant.regions {
        if name.parse() != Ok(Area::Named(name.clone())) {
            return Err(format!(
                "regions: `{name}` is not the name of a region; expected lower-case letters, digits and dashes, not `start`"
            ));
        }
        if areas.0.iter().all(is_nowhere) {
            return Err(format!("regions: `{name}` has no square"));
        }
        for area in &areas.0 {
            check_area(variant, area, false).map_err(|problem| format!("regions: `{name}`: {problem}"))?;
        }
    }
    for rule in &variant.promotion {
        let wrong = |problem: String| format!("promotion of `{}`: {problem}", rule.piece.name());
        if rule.to.is_empty() {
            return Err(wrong("to nothing; expected at least one kind in `to`".into()));
        }
        if let Some(kind) = rule.to.iter().find(|kind| rule.to.iter().filter(|to| to == kind).count() > 1) {
            return Err(wrong(format!("`{}` twice in `to`", kind.name())));
        }
        let is_limited = |kind: &&PieceType| variant.entry(**kind).is_some_and(|entry| entry.most.is_some());
        if let Some(kind) = rule.to.iter().find(is_limited).filter(|_| !rule.stock) {
            return Err(wrong(format!(
                "to `{}`, of which a side has at most a number; expected `stock`, or another kind",
                kind.name()
            )));
        }
        rule.on.0.iter().try_for_each(|area| check_area(variant, area, true)).map_err(wrong)?;
    }
    for goal in &variant.goals {
        let wrong = |problem: String| format!("goals: {problem}");
        goal.on.0.iter().try_for_each(|area| check_area(variant, area, true)).map_err(wrong)?;
        if goal.count == 0 {
            return Err(wrong("`count` is 0; expected at least one piece".into()));
        }
        let most = |kind: &PieceType| variant.entry(*kind).and_then(|entry| entry.most).map(usize::from);
        let all: Option<usize> = goal.pieces.iter().map(most).sum();
        if !goal.pieces.is_empty() && all.is_some_and(|all| all < goal.count) {
            return Err(wrong(format!(
                "`count` is {}, and a side never has as many of these pieces",
                goal.count
            )));
        }
    }
    for rule in &variant.extinction {
        let least = |kind: &PieceType| {
            let least = variant.entry(*kind).map_or(0, |entry| {
                entry.least.for_color(Color::White).min(entry.least.for_color(Color::Black))
            });
            usize::from(least)
        };
        if rule.pieces.iter().map(least).sum::<usize>() > rule.most {
            return Err("extinction: a side always has more of these pieces, as `least` says, so that it never applies".into());
        }
    }
    if variant.results.repetition.is_some_and(|repetition| repetition.times < 2) {
        return Err("results: a position that occurs once is not repeated; expected `times` from 2 on".into());
    }
    if !variant.has_data() {
        let rest = [
            (!variant.goals.is_empty(), "goals"),
            (!variant.extinction.is_empty(), "extinction"),
            (variant.must_capture, "must_capture"),
            (!variant.may_check, "may_check"),
        ];
        if let Some((_, field)) = rest.into_iter().find(|(is_there, _)| *is_there) {
            return Err(format!("`{field}`, but no piece has `moves`; expected them for every kind"));
        }
    }
    check_castling_files(variant)?;
    unused(variant)?;
    for entry in &variant.pieces {
        if entry.royal_up_to.is_some() && !variant.is_royal(entry.kind) {
            let name = entry.kind.name();
            return Err(format!("pieces: `{name}` has `royal_up_to`, but is not royal"));
        }
        for (leg, place) in entry.program.iter().zip(&entry.places) {
            check_leg(variant, entry.kind, leg, place)
                .map_err(|problem| format!("pieces: `{}`: {problem}", entry.kind.name()))?;
        }
        if entry.immobile && !(entry.program.is_empty() && entry.code.is_none()) {
            let name = entry.kind.name();
            return Err(format!("pieces: `{name}` is `immobile`, but has moves; expected one of them"));
        }
        if entry.code.is_some() && !entry.program.is_empty() {
            let name = entry.kind.name();
            return Err(format!("pieces: `{name}` has both `moves` and `code`; expected one of them"));
        }
    }
    let files = variant.labels.files();
    if let Some(castling) = &variant.castling
        && let Some(distance) =
            castling.distances.unwrap_or_default().iter().find(|distance| distance.unsigned_abs() >= files)
        && variant.has_data()
    {
        return Err(format!("castling: `distances` has {distance}; expected less than the {files} files"));
    }
    let is_silent =
        |entry: &&super::PieceEntry| entry.program.is_empty() && entry.code.is_none() && !entry.immobile;
    match variant.pieces.iter().find(is_silent) {
        Some(entry) if variant.has_data() => {
            let name = entry.kind.name();
            Err(format!("pieces: `{name}` has no `moves`; expected them for every kind, or for none"))
        }
        _ => Ok(()),
    }
}

/// Checks that King and Rook end on two files of the board.
fn check_castling_files(variant: &Variant) -> Result<(), String> {
    let castling = variant.castling.iter();
    let fields = castling.flat_map(|castling| [("files", castling.files), ("any_file", castling.any_file)]);
    for (field, files) in fields.filter_map(|(field, files)| Some((field, files?))) {
        for (side, ends) in [("lower", files.lower), ("higher", files.higher)] {
            if let Some(name) = ends.iter().find(|name| variant.labels.file_named(**name).is_none()) {
                return Err(format!("castling.{field}.{side}: there is no file `{name}`"));
            }
            if ends[0] == ends[1] {
                let problem = format!("King and Rook both end on file `{}`; expected two files", ends[0]);
                return Err(format!("castling.{field}.{side}: {problem}"));
            }
        }
    }
    Ok(())
}

/// Checks that no field is there for a rule that the other fields exclude.
fn unused(variant: &Variant) -> Result<(), String> {
    if !variant.has_data() {
        return Ok(());
    }
    let has_check = variant.has_check && variant.king().is_some();
    if let Some(castling) = &variant.castling {
        let others = [(castling.files.is_some(), "files"), (castling.distances.is_some(), "distances")];
        let mut given = others.into_iter().filter(|(is_there, _)| *is_there).map(|(_, field)| field);
        let over = castling.any_file.and(Some("any_file")).or_else(|| given.next());
        if let (Some(over), Some(field)) = (over, given.next()) {
            return Err(format!(
                "castling: `{field}` next to `{over}`, which decides; expected only one of them"
            ));
        }
    }
    let castling = variant.castling.iter().flat_map(|castling| [castling.king, castling.rook]);
    if let Some(kind) = castling.into_iter().find(|kind| !variant.has_initial_right(*kind)) {
        return Err(format!("castling: `{}` has no `initial_right`, so that it never castles", kind.name()));
    }
    let uses_right = |leg: &Leg| uses(leg, &|leg| leg.unmoved);
    let castles =
        |kind| variant.castling.is_some_and(|castling| [castling.king, castling.rook].contains(&kind));
    let idle = variant.pieces.iter().find(|entry| {
        entry.initial_right
            && !castles(entry.kind)
            && entry.code.is_none()
            && !entry.program.iter().any(uses_right)
    });
    if let Some(entry) = idle {
        let name = entry.kind.name();
        return Err(format!(
            "pieces: `{name}` has `initial_right`, but neither castles nor has a leg with `unmoved`"
        ));
    }
    if variant.royalty.check == Obeys::Last && !has_check {
        return Err(
            "royalty: `check`, but no piece can be in check; expected a royal kind, and `check`".into()
        );
    }
    if let Some((rule, field)) = silent_clause(variant) {
        return Err(format!("clauses: `{rule}`, but the variant has no `{field}`"));
    }
    let passes =
        |entry: &super::PieceEntry| entry.code.is_some() || entry.program.iter().any(|leg| leg.passes);
    // A clause may forbid it by default.
    let passing = variant.en_passant.as_ref().filter(|passing| passing.unless.is_none());
    let passing = passing.and_then(|passing| variant.entry(passing.piece));
    if let Some(entry) = passing.filter(|entry| !passes(entry)) {
        let name = entry.kind.name();
        return Err(format!("en_passant: no move of `{name}` has `passes`, so that it never applies"));
    }
    let idle =
        [(!variant.may_check, "may_check"), (variant.results.checkmate.is_some(), "results.checkmate")];
    match idle.into_iter().find(|(is_there, _)| *is_there && !has_check) {
        Some((_, field)) => {
            Err(format!("`{field}`, but no piece can be in check; expected a royal kind, and `check`"))
        }
        None => Ok(()),
    }
}

/// Whether a leg, or one after it, has a property.
pub(super) fn uses(leg: &Leg, has: &impl Fn(&Leg) -> bool) -> bool {
    has(leg) || leg.then.iter().any(|next| uses(next, has))
}

/// A rule with a clause that the variant does not have, and the field that it lacks.
fn silent_clause(variant: &Variant) -> Option<(&'static str, &'static str)> {
    let rules = [
        (RuleName::Goal, "goal", variant.goals.is_empty(), "goals"),
        (RuleName::Extinction, "extinction", variant.extinction.is_empty(), "extinction"),
        (RuleName::MustCapture, "must-capture", !variant.must_capture, "must_capture"),
        (RuleName::MayCheck, "may-check", variant.may_check, "may_check"),
        (RuleName::Dead, "dead", variant.dead.is_empty(), "dead"),
        (RuleName::Counter, "counter", variant.counter_limit.is_none(), "counter_limit"),
        (RuleName::Castling, "castling", variant.castling.is_none(), "castling"),
        (RuleName::CastlingPath, "castling-path", variant.castling.is_none(), "castling"),
        (RuleName::CastlingAttack, "castling-attack", variant.castling.is_none(), "castling"),
        (
            RuleName::Succession,
            "succession",
            variant.pieces.iter().all(|entry| entry.succeeds.is_none()),
            "succeeds",
        ),
    ];
    let mut silent = rules.into_iter().filter(|(_, _, is_absent, _)| *is_absent);
    let found = silent.find(|(rule, ..)| variant.rule_clauses.contains_key(rule));
    found.map(|(_, name, _, field)| (name, field))
}

/// Checks a leg and those after it. `place` is that of the leg, with which the error begins.
fn check_leg(variant: &Variant, kind: PieceType, leg: &Leg, place: &str) -> Result<(), String> {
    check_one(variant, kind, leg).map_err(|problem| format!("{place}: {problem}"))?;
    let mut then = leg.then.iter().enumerate();
    then.try_for_each(|(index, next)| check_leg(variant, kind, next, &format!("{place}.then[{index}]")))
}

/// Checks a leg, without those after it.
fn check_one(variant: &Variant, kind: PieceType, leg: &Leg) -> Result<(), String> {
    let named = leg.only.iter().flatten();
    if let Some(name) = named.into_iter().find(|name| kind_named(variant, name).is_none()) {
        return Err(format!("only `{name}`, which is not one of its pieces"));
    }
    for (field, areas) in [("from", &leg.from), ("within", &leg.within)] {
        if areas.as_ref().is_some_and(|areas| areas.iter().all(is_nowhere)) {
            return Err(format!("`{field}` has no square, so that the leg is never walked"));
        }
    }
    let areas = leg.from.iter().chain(&leg.within).flatten();
    areas.into_iter().try_for_each(|area| check_area(variant, area, true))?;
    let board = variant.starts.iter().map(|start| start.shape);
    let (files, ranks) =
        board.fold((0, 0), |(files, ranks), shape| (files.max(shape.files()), ranks.max(shape.ranks())));
    let leaves = |step: &&Step| step.files.unsigned_abs() >= files || step.ranks.unsigned_abs() >= ranks;
    // Notation may name steps that a narrow board has no room for.
    if let Some(step) = leg.steps.iter().find(leaves)
        && leg.steps.iter().all(|step| leaves(&step))
    {
        let (by_file, by_rank) = (step.files, step.ranks);
        return Err(format!(
            "the step [{by_file}, {by_rank}] leaves the board from every square; expected less than {files} files and \
             {ranks} ranks"
        ));
    }
    let longest = leg.most.unwrap_or(u8::MAX);
    let goes_two = |step: &Step| {
        step.files == 0
            && step.ranks > 0
            && 2 % step.ranks == 0
            && (leg.least..=longest).contains(&(2 / step.ranks as u8))
    };
    let goes_further =
        |step: &Step| step.files != 0 || step.ranks < 0 || i32::from(step.ranks) * i32::from(longest) > 2;
    if leg.passes && (!leg.steps.iter().any(goes_two) || leg.steps.iter().any(goes_further)) {
        return Err(
            "`passes` on a leg that goes elsewhere than two squares forward at most; expected, for instance, `\"least\": 2`"
                .into(),
        );
    }
    let passes = variant.en_passant.as_ref().map(|passing| passing.piece);
    if leg.passes && passes != Some(kind) {
        return Err("`passes`, but `en_passant` does not name this kind".into());
    }
    if leg.end.has(Content::Passed) && passes.is_none() {
        return Err("an en passant capture, but the variant has no `en_passant`".into());
    }
    if leg.unmoved && !variant.has_initial_right(kind) {
        return Err("`unmoved`, but the kind has no `initial_right`".into());
    }
    Ok(())
}

/// Whether an area has no square for either side.
fn is_nowhere(area: &Area) -> bool {
    matches!(area, Area::BySide(sides) if sides.iter().all(Vec::is_empty))
}

/// Checks that an area is on the largest board. Regions do not name regions, and are the same for all kinds.
fn check_area(variant: &Variant, area: &Area, in_moves: bool) -> Result<(), String> {
    let on_board = |name: &String| variant.find_square(name).map(drop);
    let ranks = variant.starts.iter().map(|start| start.shape.ranks()).max().unwrap_or(1);
    match area {
        Area::Rectangle(one, other) => on_board(one).and_then(|()| on_board(other)),
        Area::Rank(rank) if rank.unsigned_abs() > ranks => {
            Err(format!("there is no rank {rank}; expected 1 to {ranks}, or -1 to -{ranks}"))
        }
        Area::File(file) if variant.labels.file_named(*file).is_none() => {
            Err(format!("there is no file `{file}`"))
        }
        Area::BySide(areas) => {
            areas.iter().flatten().try_for_each(|area| check_area(variant, area, in_moves))
        }
        Area::Named(_) | Area::Start if !in_moves => {
            Err(format!("`{area}` in a region; expected squares, ranks or files"))
        }
        Area::Named(name) if !variant.regions.contains_key(name) => {
            let known: Vec<_> = variant.regions.keys().map(String::as_str).collect();
            Err(match known[..] {
                [] => format!("there is no region `{name}`; `regions` names none"),
                _ => format!("there is no region `{name}`; `regions` has {}", known.join(", ")),
            })
        }
        _ => Ok(()),
    }
}

/// The kind of this name, if the variant has it.
fn kind_named(variant: &Variant, name: &str) -> Option<PieceType> {
    variant.pieces.iter().map(|entry| entry.kind).find(|kind| kind.name() == name)
}

/// The ids of the clauses that the data name.
pub(super) fn clauses(variant: &Variant) -> impl Iterator<Item = &str> {
    let mut found: Vec<&str> = variant.rule_clauses.values().map(String::as_str).collect();
    found.extend(variant.promotion.iter().filter_map(|rule| rule.clause.as_deref()));
    let mut legs: Vec<&Leg> = variant.pieces.iter().flat_map(|entry| &entry.program).collect();
    while let Some(leg) = legs.pop() {
        found.extend(leg.clause.as_deref());
        legs.extend(&leg.then);
    }
    found.extend(variant.pieces.iter().filter_map(|entry| entry.code.as_deref()));
    found.into_iter().filter(|id| !id.starts_with("GEN-"))
}
