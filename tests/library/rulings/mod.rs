//! The effect of every ruling: the same small position under each of its readings.
//!
//! The expected lists are derived by hand from `suites/<variant>/RULES.md`, not copied from a run. Each variant
//! has a file of rows. Pieces are removed from the boards until the mover has few moves that the ruling does
//! not concern.

mod cetran3;
mod rococo;
mod sandbox;
mod vanguard;

use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use vperft::backend::{Backend, Options, PositionPath, Registry};
use vperft::inner::game::notation::starts_on;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Ruling, Rulings, Variant, VariantId};

/// The legal moves of the piece on a square under a reading.
struct Row {
    id: &'static str,
    ruling: &'static str,
    reading: &'static str,
    vfen: &'static str,
    square: &'static str,
    /// Sorted by bytes.
    moves: &'static [&'static str],
}

const fn row(
    id: &'static str,
    (ruling, reading): (&'static str, &'static str),
    vfen: &'static str,
    square: &'static str,
    moves: &'static [&'static str],
) -> Row {
    Row { id, ruling, reading, vfen, square, moves }
}

/// The position after a move under a reading.
struct Child {
    id: &'static str,
    ruling: &'static str,
    reading: &'static str,
    vfen: &'static str,
    mv: &'static str,
    child: &'static str,
}

const fn child(
    id: &'static str,
    (ruling, reading): (&'static str, &'static str),
    vfen: &'static str,
    mv: &'static str,
    child: &'static str,
) -> Child {
    Child { id, ruling, reading, vfen, mv, child }
}

/// The start position under a reading, with its perft counts at depths 1 and 2.
struct Opening {
    id: &'static str,
    ruling: &'static str,
    reading: &'static str,
    vfen: &'static str,
    perft: [u128; 2],
}

/// The status of a position under a reading.
struct StatusRow {
    id: &'static str,
    ruling: &'static str,
    reading: &'static str,
    vfen: &'static str,
    status: Status,
}

const fn status_row(
    id: &'static str,
    (ruling, reading): (&'static str, &'static str),
    vfen: &'static str,
    status: Status,
) -> StatusRow {
    StatusRow { id, ruling, reading, vfen, status }
}

const ROWS: [&[Row]; 3] = [vanguard::ROWS, rococo::ROWS, sandbox::ROWS];
const CHILDREN: [&[Child]; 1] = [vanguard::CHILDREN];
const OPENINGS: [&[Opening]; 2] = [cetran3::OPENINGS, sandbox::OPENINGS];

fn status_rows() -> impl Iterator<Item = &'static StatusRow> {
    rococo::STATUS_ROWS.iter()
}

fn rows() -> impl Iterator<Item = &'static Row> {
    ROWS.into_iter().flatten()
}

fn children() -> impl Iterator<Item = &'static Child> {
    CHILDREN.into_iter().flatten()
}

fn openings() -> impl Iterator<Item = &'static Opening> {
    OPENINGS.into_iter().flatten()
}

/// The variant of a ruling.
fn variant(ruling: &str) -> VariantId {
    let found = Ruling::all().into_iter().find(|one| one.name == ruling);
    found.unwrap_or_else(|| panic!("there is no ruling `{ruling}`")).variant
}

/// The default rulings with one reading changed.
fn rulings(ruling: &str, reading: &str) -> Rulings {
    let mut rulings = Rulings::default();
    rulings.set(ruling, reading).expect("the rows name known rulings and readings");
    rulings
}

/// The reference backend under these rulings.
fn backend(rulings: Rulings) -> Box<dyn Backend> {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    registry.open("reference", &Options { rulings, ..Options::default() }).expect("`reference` is registered")
}

fn check(row: &Row) {
    let answer = backend(rulings(row.ruling, row.reading))
        .of(variant(row.ruling))
        .and_then(|view| view.moves(row.vfen.into()));
    let mut moves = answer.unwrap_or_else(|error| panic!("{}: {error}", row.id));
    moves.retain(|text| starts_on(text, row.square));
    moves.sort();
    assert_eq!(moves, row.moves, "{}", row.id);
}

#[test]
fn vanguard_moves() {
    vanguard::ROWS.iter().for_each(check);
}

#[test]
fn rococo_moves() {
    rococo::ROWS.iter().for_each(check);
}

#[test]
fn sandbox_moves() {
    sandbox::ROWS.iter().for_each(check);
}

#[test]
fn children_follow_the_reading() {
    for child in children() {
        let variant = variant(child.ruling);
        let mut backend = backend(rulings(child.ruling, child.reading));
        let answer = backend
            .of(variant)
            .and_then(|view| view.after(PositionPath { vfen: child.vfen, moves: &[child.mv.to_owned()] }));
        let vfen = answer.unwrap_or_else(|error| panic!("{}: {error}", child.id));
        assert_eq!(vfen, child.child, "{}", child.id);
        // The position must also be valid under the reading: a Pawn that did not promote is on its last rank.
        assert_eq!(backend.of(variant).and_then(|view| view.read(&vfen)).as_ref(), Ok(&vfen), "{}", child.id);
    }
}

#[test]
fn openings_follow_the_reading() {
    for opening in openings() {
        let variant = variant(opening.ruling);
        let rulings = rulings(opening.ruling, opening.reading);
        let start = &Variant::get(variant).start(&rulings).vfen;
        assert_eq!(start, opening.vfen, "{}", opening.id);
        let mut backend = backend(rulings);
        // `*` means the pieces of this start position, so the canonical form contains it too.
        assert_eq!(&backend.of(variant).and_then(|view| view.read(start)).unwrap(), start, "{}", opening.id);
        let perft =
            [1, 2].map(|depth| backend.of(variant).and_then(|view| view.perft(start.into(), depth)).unwrap());
        assert_eq!(perft, opening.perft, "{}", opening.id);
    }
}

#[test]
fn statuses_follow_the_reading() {
    for row in status_rows() {
        let mut backend = backend(rulings(row.ruling, row.reading));
        let status = backend.of(variant(row.ruling)).and_then(|view| view.status(row.vfen.into()));
        assert_eq!(status, Ok(row.status), "{}", row.id);
    }
}

#[test]
fn ids_are_unique_and_lists_sorted() {
    let mut ids = BTreeSet::new();
    let all = rows().map(|row| row.id).chain(children().map(|child| child.id));
    let all = all.chain(status_rows().map(|row| row.id));
    for id in all.chain(openings().map(|opening| opening.id)) {
        assert!(ids.insert(id), "two rows have the id {id}");
    }
    for row in rows() {
        assert!(row.moves.is_sorted(), "{}", row.id);
    }
}

#[test]
fn every_reading_of_every_ruling_has_a_row() {
    for ruling in Ruling::all() {
        for &reading in ruling.readings {
            let of_moves = rows().any(|row| (row.ruling, row.reading) == (ruling.name, reading));
            let of_start = openings().any(|row| (row.ruling, row.reading) == (ruling.name, reading));
            let of_status = status_rows().any(|row| (row.ruling, row.reading) == (ruling.name, reading));
            assert!(of_moves || of_start || of_status, "no row for {} = {reading}", ruling.name);
        }
    }
}

#[test]
fn readings_differ_on_a_common_position() {
    for ruling in Ruling::all().into_iter().filter(|ruling| ruling.readings.len() > 1) {
        // Boards of different heights have no common position, so their start positions must differ.
        if ruling.name == "ranks" {
            let starts: BTreeSet<_> = openings()
                .filter(|opening| opening.ruling == ruling.name)
                .map(|opening| opening.vfen)
                .collect();
            assert_eq!(starts.len(), ruling.readings.len(), "{}", ruling.name);
            continue;
        }
        let of_ruling = || rows().filter(|row| row.ruling == ruling.name);
        let separates = |position: &Row| {
            let common = of_ruling().filter(|row| (row.vfen, row.square) == (position.vfen, position.square));
            let (readings, lists): (BTreeSet<_>, BTreeSet<_>) =
                common.map(|row| (row.reading, row.moves)).unzip();
            readings.len() == ruling.readings.len() && lists.len() == readings.len()
        };
        let of_status = || status_rows().filter(|row| row.ruling == ruling.name);
        let separates_by_status = |position: &StatusRow| {
            let common = of_status().filter(|row| row.vfen == position.vfen);
            let (readings, statuses): (BTreeSet<_>, BTreeSet<_>) =
                common.map(|row| (row.reading, row.status.to_string())).unzip();
            readings.len() == ruling.readings.len() && statuses.len() == readings.len()
        };
        let is_separated = of_ruling().any(separates) || of_status().any(separates_by_status);
        assert!(is_separated, "no position distinguishes all readings of {}", ruling.name);
    }
}
