//! What reads the text of others, each reader as a function of bytes that may be anything: the targets of fuzzers.
//!
//! A function returns if all is well and panics if the reader does, or if what it read is not what its own text says. They are
//! run by `tests/fuzzing.rs` with the stable toolchain, and by the targets in `fuzz/` under libFuzzer. They are no interface for
//! programs: they change as the readers do.

use crate::backend::programs::json_lines;
use crate::backend::serve::{OPTIONAL, Server};
use crate::backend::{Backend, Options, Registry};
use crate::corpus::run::expect::{ExpectationDiff, Expectations};
use crate::corpus::suite;
use crate::game::notation;
use crate::game::notation::Entry;
use crate::game::position;
use crate::game::variant::{Rulings, Standard, Variant, VariantId};
use crate::lab::bug::Bug;
use crate::lab::descend::read_table;
use crate::lab::import;
use crate::lab::import::Script;
use serde_json::Value;
use std::collections::BTreeMap;

/// A target: it takes any bytes.
pub type Target = fn(&[u8]);

/// Every target by its name, that of its file in `fuzz/fuzz_targets/`.
pub const TARGETS: [(&str, Target); 7] = [
    ("vfen", vfen),
    ("moves", moves),
    ("json_lines", json_lines),
    ("expectations", expectations),
    ("corpus", corpus),
    ("tables", tables),
    ("games", games),
];

/// The variants that come with the program.
fn variants() -> impl Iterator<Item = &'static Variant> {
    VariantId::all().into_iter().map(Variant::get)
}

/// A VFEN of any variant: what is read is printed as a line that is read as the same.
pub fn vfen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for variant in variants() {
        match position::parse(&text, variant, &Standard) {
            Ok(read) => {
                let printed = position::print(&read, &Rulings::DEFAULT);
                let again = position::parse(&printed, variant, &Standard);
                let again = again.unwrap_or_else(|error| panic!("{printed}, printed of {text:?}: {error}"));
                assert_eq!(position::print(&again, &Rulings::DEFAULT), printed, "of {text:?}");
            }
            Err(error) => drop(error.pointer(&text)),
        }
    }
}

/// A line each with a move as a program, a case or a person writes it: a canonical text is one of its own move.
pub fn moves(bytes: &[u8]) {
    const LEGAL: [&str; 6] =
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
        for found in [notation::resolve(variant, text, &LEGAL), notation::typed(variant, text, &LEGAL)] {
            assert!(found.is_ok_and(|index| index < LEGAL.len()) || !LEGAL.contains(&text), "{text:?}");
        }
    }
}

/// Lines of the json-lines protocol, read by either side of it: every request that is read is answered on a line.
pub fn json_lines(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    text.lines().for_each(json_lines::read_any);
    // A count takes as long as it takes.
    let counts = |line: &&str| {
        let read = serde_json::from_str::<BTreeMap<String, Value>>(line);
        read.is_ok_and(|request| request.get("depth").is_some_and(|depth| depth.as_u64() != Some(1)))
    };
    let requests: Vec<_> = text.lines().filter(|line| !line.trim().is_empty() && !counts(line)).collect();
    let mut registry = Registry::default();
    crate::generators::reference::register(&mut registry);
    let Ok(mut backend) = registry.open("reference", &Options::default()) else { return };
    let variants = backend.variants();
    let mut server =
        Server { backend: backend.as_mut(), variants, rulings: Rulings::default(), native: OPTIONAL };
    let mut answers = Vec::new();
    let served = server.run(requests.join("\n").as_bytes(), &mut answers);
    assert!(served.is_ok(), "{:?}", served.err());
    let answers = String::from_utf8(answers).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(answers.lines().count(), requests.len(), "{requests:?}\n{answers}");
}

/// A file of known failures: one that is read is read again when some of its entries are gone.
pub fn expectations(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(read) = Expectations::parse("fuzzed", &text) else { return };
    // Every second entry goes.
    let fixed = (0..read.entries().len()).step_by(2).collect();
    let diff = ExpectationDiff { fixed, ..ExpectationDiff::default() };
    if let Ok(edited) = read.edited(&diff, "0.1.0") {
        let again = Expectations::parse("edited", &edited.text);
        let again = again.unwrap_or_else(|error| panic!("{error}\n{}\nof\n{text}", edited.text));
        assert_eq!(again.entries().len(), edited.kept, "{}\nof\n{text}", edited.text);
    }
}

/// A file of the corpus: positions, cases, bugs, the table of a variant, or a bug file.
pub fn corpus(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    suite::read_any(&text);
    if let Ok(bug) = Bug::read(&text) {
        let again = Bug::read(&bug.text());
        assert!(again.is_ok(), "{:?}\n{}", again.err(), bug.text());
    }
}

/// A divide table as engines and scripts print them.
pub fn tables(bytes: &[u8]) {
    let legal = ["K e1-g1; R h1-f1", "N b1-c3", "P a7-a8; Q-a8", "P e2-e4"].map(str::to_owned);
    let text = String::from_utf8_lossy(bytes);
    if let Ok((rows, _)) = read_table(Variant::get(VariantId::CHESS), &text, &legal) {
        assert!(rows.iter().all(|(text, _)| legal.contains(text)), "{rows:?}");
    }
}

/// A game: a list of moves, the log of an engine or PGN, played up to the first move that is none.
pub fn games(bytes: &[u8]) {
    /// Every ply asks for the moves once a dialect.
    const LONGEST: usize = 2000;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    let script = Script::read(&text);
    let mut backend = crate::generators::reference::all(&Standard);
    for variant in [VariantId::CHESS, VariantId::RYUGI] {
        let start = &Variant::get(variant).start(&Rulings::DEFAULT).vfen;
        let Ok(view) = backend.of(variant) else { continue };
        if let Ok(game) = import::import(view, &script, start) {
            let moves: Vec<_> = game.plies.iter().map(|ply| ply.text.clone()).collect();
            let path = crate::backend::PositionPath { vfen: &game.root, moves: &moves };
            assert!(view.after(path).is_ok(), "{moves:?}");
        }
    }
}
