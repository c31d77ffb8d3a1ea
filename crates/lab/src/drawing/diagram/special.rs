//! Moves that depend on the square of the piece: its first move, castling, en passant, promotion.

use super::act::Act;
use super::lone::Lone;
use super::probe::{Prober, distance};
use super::rings;
use super::stage::{Answer, Stages};
use super::{Marks, Panel};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::BackendError;
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece};

/// The start squares of a piece, the most central first.
fn start_squares(prober: &Prober<'_>, piece: Piece) -> Vec<Square> {
    let middle = Square::new(prober.shape.files() / 2, prober.shape.ranks() / 2);
    let mut squares: Vec<_> = prober.variant.starts[0].squares_of(piece).into_iter().collect();
    squares.sort_by_key(|square| (distance(*square, middle), middle.file().abs_diff(square.file()), *square));
    squares
}

/// How far a square is from another, in files and ranks.
fn offset(from: Square, to: Square) -> (i16, i16) {
    (i16::from(to.file()) - i16::from(from.file()), i16::from(to.rank()) - i16::from(from.rank()))
}

/// The moves from a start square, if there are some that the piece does not have in the middle; and one that leaps over a friend.
pub(super) fn first_move(
    prober: &mut Prober<'_>,
    stages: &Stages,
    lone: &Lone,
) -> Result<Vec<Panel>, BackendError> {
    let piece = stages.piece;
    let mut panels = Vec::new();
    let Some(&at) = start_squares(prober, piece).first() else { return Ok(panels) };
    let has_right = prober.variant.has_initial_right(piece.kind);
    if !has_right && !prober.variant.is_pawn(piece.kind) {
        return Ok(panels);
    }
    let Some((_, start)) = Stages::park(prober, piece, at, &[], has_right)? else { return Ok(panels) };
    let known: BTreeSet<_> = prober
        .shape
        .squares()
        .filter(|square| lone.moves(*square))
        .map(|square| offset(stages.at, square))
        .collect();
    let alone = start.ask(prober, &[], Color::White)?;
    let marks = rings::marks(&start, &alone);
    if marks.keys().any(|square| {
        let (files, ranks) = offset(at, *square);
        // A slide may be longer here only because the edge is farther away.
        !known.contains(&(files, ranks)) && prober.shape.step(stages.at, step(files, ranks)).is_some()
    }) && let Some(first) = alone.first()
    {
        panels.push(panel("From its start square", first, marks.clone()));
    }
    let mut ahead = prober.around(at);
    ahead.retain(|square| has_right && square.file() == at.file() && square.rank() > at.rank());
    for square in ahead {
        let Some(friend) = prober.plain(piece.color, square, None) else { continue };
        for answer in start.ask(prober, &[(square, friend)], Color::White)? {
            let leap =
                |act: &&Act| act.from == at && act.to.is_some_and(|to| to.file() == at.file() && to > square);
            if answer.acts.iter().any(|act| leap(&act)) {
                let found = rings::marks(&start, std::slice::from_ref(&answer));
                panels.push(panel("First move over a friend", &answer, found));
                return Ok(panels);
            }
        }
    }
    Ok(panels)
}

/// A step of this many files and ranks.
fn step(files: i16, ranks: i16) -> vperft::inner::game::board::Step {
    vperft::inner::game::board::Step::new(files as i8, ranks as i8)
}

/// A panel with all moves of an answer.
fn panel(title: &str, answer: &Answer, marks: Marks) -> Panel {
    Panel {
        title: title.into(),
        position: answer.position.clone(),
        parked: answer.parked.clone(),
        marks,
        moves: Vec::new(),
        caption: Vec::new(),
    }
}

/// The shortest castling move on each side, and the texts of all.
pub(super) fn castling(prober: &mut Prober<'_>, piece: Piece) -> Result<Option<Panel>, BackendError> {
    let Some(castling) = prober.variant.castling.filter(|castling| castling.king == piece.kind) else {
        return Ok(None);
    };
    let rook = Piece::new(piece.color, castling.rook);
    let Some(&at) = start_squares(prober, piece).first() else { return Ok(None) };
    let rooks: Vec<_> = start_squares(prober, rook).into_iter().map(|square| (square, rook)).collect();
    let Some((_, stages)) = Stages::park(prober, piece, at, &rooks, true)? else { return Ok(None) };
    for parked in &stages.parked {
        let mut position = prober.position([(at, piece)].iter().chain(&rooks).chain(parked));
        let holders = rooks.iter().map(|(square, _)| *square).chain([at]);
        holders.for_each(|square| position.unmoved.insert(square));
        let Some(acts) = prober.acts(&position)? else { continue };
        let mut castles: Vec<_> = acts.into_iter().filter(|act| !act.travels.is_empty()).collect();
        castles.sort_by_key(|act| (act.to.map(|to| distance(to, at)), act.text.clone()));
        let mut sides = BTreeSet::new();
        let shown = castles.iter().filter(|act| sides.insert(act.to.is_some_and(|to| to > at)));
        let moves: Vec<_> = shown.map(|act| act.text.clone()).collect();
        if !moves.is_empty() {
            return Ok(Some(Panel {
                title: "Castling".into(),
                position,
                parked: parked.iter().map(|(square, _)| *square).collect(),
                marks: Marks::new(),
                moves,
                caption: castles.into_iter().map(|act| act.text).collect(),
            }));
        }
    }
    Ok(None)
}

/// A capture of an enemy Pawn that has just passed the square on which the piece ends.
pub(super) fn en_passant(prober: &mut Prober<'_>, piece: Piece) -> Result<Option<Panel>, BackendError> {
    let Some(passing) = prober.variant.en_passant.as_ref().filter(|one| one.piece == piece.kind) else {
        return Ok(None);
    };
    let enemy = Piece::new(!piece.color, passing.piece);
    let all_files = prober.shape.files();
    for start in start_squares(prober, enemy).into_iter().take(2) {
        let files = [start.file().checked_sub(1), start.file().checked_add(1)].into_iter().flatten();
        let squares = files
            .filter(|file| *file < all_files)
            .flat_map(|file| (0..start.rank()).rev().map(move |rank| Square::new(file, rank)));
        for at in squares {
            let Some((_, stages)) = Stages::park(prober, piece, at, &[(start, enemy)], false)? else {
                continue;
            };
            for parked in &stages.parked {
                let mut position = prober.position([(at, piece), (start, enemy)].iter().chain(parked));
                position.turn = enemy.color;
                if prober.variant.has_initial_right(enemy.kind) {
                    position.unmoved.insert(start);
                }
                let parked: Vec<_> = parked.iter().map(|(square, _)| *square).collect();
                if let Some(panel) = passed(prober, &position, (at, start), parked)? {
                    return Ok(Some(panel));
                }
            }
        }
    }
    Ok(None)
}

/// The panel of a capture in passing after a move of the piece on `start`, if there is one.
fn passed(
    prober: &mut Prober<'_>,
    position: &Position,
    (at, start): (Square, Square),
    parked: Vec<Square>,
) -> Result<Option<Panel>, BackendError> {
    let moves = prober.acts(position)?.unwrap_or_default();
    for step in moves.into_iter().filter(|act| act.from == start) {
        let Some(landing) = step.to.filter(|to| distance(*to, start) > 1) else { continue };
        let after = prober.after(position, &step.text)?;
        let replies = prober.acts_of(&after)?.unwrap_or_default();
        let captures = |act: &&Act| act.from == at && act.to != Some(landing) && act.removed == [landing];
        if let Some(act) = replies.iter().find(captures) {
            let mut shown = position.clone();
            let enemy = shown.take(start);
            enemy.into_iter().for_each(|piece| shown.put(landing, piece));
            shown.turn = !shown.turn;
            return Ok(Some(Panel {
                title: "En passant".into(),
                position: shown,
                parked,
                marks: Marks::new(),
                moves: vec![act.text.clone()],
                caption: vec![format!("after {}: {}", step.text, act.text)],
            }));
        }
    }
    Ok(None)
}

/// The promotions of the piece by rank.
pub(super) fn promotion(prober: &mut Prober<'_>, stages: &Stages) -> Result<Option<Panel>, BackendError> {
    let mut choices: BTreeMap<u8, (BTreeSet<usize>, bool)> = BTreeMap::new();
    let mut shown = None;
    for rank in 0..prober.shape.ranks() {
        let one = Stages { at: Square::new(stages.at.file(), rank), ..stages.clone() };
        for answer in one.ask(prober, &[], Color::White)? {
            let mut is_first = false;
            for act in answer.acts.iter().filter(|act| act.from == one.at) {
                let Some((to, promoted)) = act.to.zip(act.promotion()) else { continue };
                let kind = prober.variant.pieces.iter().position(|entry| entry.kind == promoted.kind);
                let stays =
                    answer.acts.iter().any(|other| other.to == act.to && other.is_quiet(&answer.position));
                let (kinds, may_stay) = choices.entry(to.rank()).or_default();
                kinds.extend(kind);
                *may_stay |= stays;
                is_first |= shown.is_none();
            }
            if is_first {
                shown = Some((rings::marks(&one, std::slice::from_ref(&answer)), answer));
            }
        }
    }
    let Some((marks, answer)) = shown else { return Ok(None) };
    let mut caption: Vec<(String, String)> = Vec::new();
    for (rank, (kinds, may_stay)) in choices {
        let labels: Vec<_> = kinds.iter().map(|index| prober.variant.pieces[*index].label.as_str()).collect();
        let words = labels.join(" ") + if may_stay { ", or none" } else { "" };
        let rank = prober.variant.labels.rank(rank).to_string();
        match caption.last_mut().filter(|(_, known)| *known == words) {
            Some((ranks, _)) => *ranks += &format!(", {rank}"),
            None => caption.push((rank, words)),
        }
    }
    let caption = caption.into_iter().map(|(ranks, words)| format!("on rank {ranks}: {words}")).collect();
    Ok(Some(Panel { caption, ..panel("Promotion", &answer, marks) }))
}
