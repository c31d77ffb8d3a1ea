//! Fuzz targets: functions that pass arbitrary bytes to each parser of foreign text.
//!
//! A target panics if the parser does, or if a parsed value does not survive printing and parsing again.
//! `tests/fuzzing.rs` runs the targets with the stable toolchain, and the crates in `fuzz/` run them under libFuzzer.
//! They are not a public interface.

use serde_json::Value;
use std::collections::BTreeMap;
use vperft::inner::backend::serve::{OPTIONAL, Server};
use vperft::inner::backend::{Backend, Options, Registry};
use vperft::inner::corpus::suite;
use vperft::inner::game::betza;
use vperft::inner::game::notation;
use vperft::inner::game::notation::Entry;
use vperft::inner::game::position;
use vperft::inner::game::variant::{Rulings, Standard, Unvalidated, Variant, VariantId};
use vperft::inner::support::sanitise::is_printable;
use vperft_lab::differences::bug::Bug;
use vperft_lab::differences::descend::read_tables;
use vperft_lab::exchange::import;
use vperft_lab::exchange::import::Script;
use vperft_lab::exchange::{suite_text, suites};
use vperft_programs::json_lines;
use vperft_run::expect::{ExpectationDiff, Expectations};

/// A fuzz target.
pub type Target = fn(&[u8]);

/// All targets. The names are those of the files in `fuzz/fuzz_targets/`.
pub const TARGETS: [(&str, Target); 9] = [
    ("vfen", vfen),
    ("moves", moves),
    ("json_lines", json_lines),
    ("expectations", expectations),
    ("corpus", corpus),
    ("tables", tables),
    ("games", games),
    ("betza", betza),
    ("suites", suites),
];

/// The built-in variants.
fn variants() -> impl Iterator<Item = &'static Variant> {
    VariantId::all().into_iter().map(Variant::get)
}

/// A VFEN of any variant, or a FEN. Printing a parsed position must give a text that parses and prints the same.
pub fn vfen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for variant in variants() {
        match position::parse(&text, variant, &Standard) {
            Ok(read) => {
                let printed = position::print(&read, &Rulings::DEFAULT);
                let reparsed = position::parse(&printed, variant, &Standard);
                let reparsed =
                    reparsed.unwrap_or_else(|error| panic!("{printed}, printed of {text:?}: {error}"));
                assert_eq!(position::print(&reparsed, &Rulings::DEFAULT), printed, "of {text:?}");
            }
            Err(error) => drop(error.pointer(&text)),
        }
        // A FEN becomes a VFEN, which is none.
        if let Some(Ok(fen)) = position::fen::read_foreign(variant, &Rulings::DEFAULT, &text) {
            let vfen = fen.vfen(&Rulings::DEFAULT);
            let again = position::parse(&vfen, variant, &Unvalidated(&Rulings::DEFAULT));
            let again = again.unwrap_or_else(|error| panic!("{vfen}, read of {text:?}: {error}"));
            assert_eq!(position::print(&again, &Rulings::DEFAULT), vfen, "of {text:?}");
        }
    }
}

/// Betza notation, one text per line, in every dialect. Canonical text must be its own, and mean the same; an error must be in the text.
pub fn betza(bytes: &[u8]) {
    betza::assert_consistent(&String::from_utf8_lossy(bytes));
}

/// One move per line, in any supported notation. A canonical text must be recognised as canonical.
pub fn moves(bytes: &[u8]) {
    const LEGAL_MOVES: [&str; 6] =
        ["K e1-g1; R h1-f1", "L e4-g6; @-f5", "N b1-c3", "P a7-a8; Q-a8", "P e2-e4", "W c3-"];
    let text = String::from_utf8_lossy(bytes);
    for (variant, text) in variants().flat_map(|variant| text.lines().map(move |line| (variant, line))) {
        if let Ok(entry) = Entry::parse(variant, text) {
            let shapes = variant.starts.iter().map(|start| start.shape);
            for mv in shapes.filter_map(|shape| entry.to_move(variant, shape)) {
                let canonical = notation::text(variant, &mv);
                assert!(notation::is_canonical(variant, &canonical), "{canonical:?}, of {text:?}");
            }
        }
        for found in
            [notation::resolve(variant, text, &LEGAL_MOVES), notation::typed(variant, text, &LEGAL_MOVES)]
        {
            assert!(
                found.is_ok_and(|index| index < LEGAL_MOVES.len()) || !LEGAL_MOVES.contains(&text),
                "{text:?}"
            );
        }
    }
}

/// Lines of the json-lines protocol, for client and server. The server must answer every request with one line.
pub fn json_lines(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    text.lines().for_each(json_lines::read_any);
    // Counts are left out, since they may take hours.
    let counts = |line: &&str| {
        let read = serde_json::from_str::<BTreeMap<String, Value>>(line);
        read.is_ok_and(|request| request.get("depth").is_some_and(|depth| depth.as_u64() != Some(1)))
    };
    let requests: Vec<_> = text.lines().filter(|line| !line.trim().is_empty() && !counts(line)).collect();
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    let Ok(mut backend) = registry.open("reference", &Options::default()) else { return };
    let (identity, variants) = (backend.identity(), backend.variants());
    let rulings = Rulings::default();
    let mut server = Server { backend: backend.as_mut(), identity, variants, rulings, native: OPTIONAL };
    let mut answers = Vec::new();
    let served = server.run(requests.join("\n").as_bytes(), &mut answers);
    assert!(served.is_ok(), "{:?}", served.err());
    let answers = String::from_utf8(answers).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(answers.lines().count(), requests.len(), "{requests:?}\n{answers}");
}

/// A file of known failures. It must still parse after some entries are removed.
pub fn expectations(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(read) = Expectations::parse("fuzzed", &text) else { return };
    // Remove every second entry.
    let fixed = (0..read.entries().len()).step_by(2).collect();
    let diff = ExpectationDiff { fixed, ..ExpectationDiff::default() };
    if let Ok(edited) = read.edited(&diff, "0.1.0") {
        let reparsed = Expectations::parse("edited", &edited.text);
        let reparsed = reparsed.unwrap_or_else(|error| panic!("{error}\n{}\nof\n{text}", edited.text));
        assert_eq!(reparsed.entries().len(), edited.kept, "{}\nof\n{text}", edited.text);
    }
}

/// A corpus file: positions, cases, bugs, a variant table, or a bug file.
pub fn corpus(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    suite::read_any(&text);
    if let Ok(bug) = Bug::parse(&text) {
        let reparsed = Bug::parse(&bug.text());
        assert!(reparsed.is_ok(), "{:?}\n{}", reparsed.err(), bug.text());
    }
}

/// A divide table as engines and scripts print it. Its moves must be printable.
pub fn tables(bytes: &[u8]) {
    let legal = ["K e1-g1; R h1-f1", "N b1-c3", "P a7-a8; Q-a8", "P e2-e4"].map(str::to_owned);
    let text = String::from_utf8_lossy(bytes);
    let variant = Variant::get(VariantId::CHESS);
    let vfen = &variant.start(&Rulings::DEFAULT).vfen;
    if let Ok(tables) = read_tables(variant, vfen, 3, &text, &legal) {
        let rows = tables.columns.into_iter().filter_map(|column| column.rows);
        let rows: Vec<_> = rows.flat_map(|given| given.rows).collect();
        assert!(rows.iter().all(|(text, _)| !text.is_empty() && text.chars().all(is_printable)), "{rows:?}");
    }
}

/// A game: a move list, an engine log or PGN, imported up to the first illegal move.
pub fn games(bytes: &[u8]) {
    /// Each ply asks for the legal moves once per dialect.
    const MAX_BYTES: usize = 2000;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_BYTES)]);
    let script = Script::parse(&text);
    let mut backend = vperft::inner::generators::reference::all(&Standard);
    for variant in [VariantId::CHESS, VariantId::RYUGI] {
        let start = &Variant::get(variant).start(&Rulings::DEFAULT).vfen;
        let Ok(view) = backend.of(variant) else { continue };
        if let Ok(game) = import::import(view, &Rulings::DEFAULT, &script, start) {
            let moves: Vec<_> = game.plies.iter().map(|ply| ply.text.clone()).collect();
            let path = vperft::inner::backend::PositionPath { vfen: &game.root, moves: &moves };
            assert!(view.after(path).is_ok(), "{moves:?}");
        }
    }
}

/// A suite of positions with counts, in any form. Every position and refusal must name a line of the text, or the one where it breaks off.
pub fn suites(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let settings = suites::Settings {
        variant: None,
        overriding: None,
        invalid: suites::OnInvalid::Skip,
        unreachable: suites::OnInvalid::Keep,
    };
    let table = Variant::get(VariantId::CHESS);
    let Ok(suite) = suites::read_suite(&text, table, suite_text::Hints::default()) else { return };
    let last = text.lines().count() + 1;
    let refused = suite.refusals.iter().map(|refusal| &refusal.place);
    let mut named = suite.entries.iter().map(|entry| &entry.place).chain(refused);
    assert!(named.all(|place| place.line <= last && (place.line > 0 || !place.path.is_empty())), "{text:?}");
    drop(suites::convert(vec![("suite".to_owned(), suite)], &settings));
}
