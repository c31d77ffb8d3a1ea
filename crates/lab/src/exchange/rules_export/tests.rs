//! Tests of the texts: the programs of the Betza suite, spelt again.

use super::game::Game;
use super::proof::Comparison;
use super::refusals::Refusals;
use serde_json::Value;
use std::fs;
use vperft::inner::game::betza::{Dialect, compile, spell};
use vperft::inner::game::variant::{Variant, VariantId};

fn variant(name: &str) -> &'static Variant {
    Variant::get(name.parse::<VariantId>().expect("a variant"))
}

/// The texts of the suite with their dialects.
fn texts() -> Vec<(String, Dialect)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/betza");
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let lines = fs::read_to_string(entry.expect("an entry").path()).expect("a file");
        for line in lines.lines() {
            let case: Value = serde_json::from_str(line).expect("JSON");
            let text = case["text"].as_str().expect("a text").to_owned();
            let dialects: Vec<Dialect> = serde_json::from_value(case["dialects"].clone()).expect("dialects");
            texts.extend(dialects.into_iter().map(|dialect| (text.clone(), dialect)));
        }
    }
    texts.sort_by(|one, other| (&one.0, one.1.name()).cmp(&(&other.0, other.1.name())));
    texts.dedup();
    texts
}

#[test]
fn spelt_programs_move_alike() {
    let chess = variant("chess");
    let mut refusals = Refusals::default();
    let game = Game::from_variant(chess, &mut refusals).expect("chess can be exported");
    let kind = chess.pieces[0].kind;
    let comparison = Comparison { game: &game, kind, never_returns: false, within: None, squares: None };
    let (mut spelt, mut refused) = (0, Vec::new());
    for (text, dialect) in texts() {
        let Ok(compiled) = compile(&text, dialect) else { continue };
        if compiled.program.is_empty() {
            continue;
        }
        match spell(&compiled.program, dialect) {
            Ok(again) => {
                let program = compile(&again, dialect).map(|compiled| compiled.program);
                let is_same = program.is_ok_and(|program| comparison.is_same(&compiled.program, &program));
                assert!(is_same, "`{text}` ({}) became `{again}`", dialect.name());
                spelt += 1;
            }
            Err(problem) => refused.push(format!("{text} ({}): {problem}", dialect.name())),
        }
    }
    // Those that are refused bend after oblique steps, or hop and jump within limits.
    assert!(spelt > 20 * refused.len(), "{spelt} spelt; refused: {refused:#?}");
}
