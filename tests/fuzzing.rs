//! Runs each fuzz target for a short time, on random mutations of texts from the corpus and the documentation.
//!
//! `VPERFT_FUZZ_SECONDS` sets the time per target, and `VPERFT_FUZZ_SEED` the seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};
use vperft::inner::corpus::suite::{Corpus, Source};
use vperft_cli::internals::targets::TARGETS;

/// The maximum length of a text in bytes, so that many texts are tried.
const MAX_LENGTH: usize = 3000;

/// A source of random numbers below a limit.
struct Choices(ChaCha8Rng);

impl Choices {
    fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit as u64) as usize
    }
}

/// The number in an environment variable.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}")))
}

/// The initial texts for a target.
fn texts(target: &str) -> Vec<String> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let read =
        |path: &str| fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let blocks = |path: &str| {
        let page = read(path);
        page.split("```")
            .skip(1)
            .step_by(2)
            .filter_map(|block| Some(block.split_once('\n')?.1.to_owned()))
            .collect::<Vec<_>>()
    };
    let corpus = Corpus::load(&Source::default()).expect("the embedded corpus");
    match target {
        "vfen" => {
            let vfens = corpus.cases.iter().map(|(_, case)| corpus.position(case).vfen.clone()).step_by(7);
            let vfens: Vec<_> = vfens.collect();
            let fens = vfens.iter().step_by(5).map(|vfen| vfen.replace(" * ", " KQkq "));
            fens.chain(vfens.iter().cloned()).collect()
        }
        "moves" => {
            let names = corpus.cases.iter().flat_map(|(_, case)| case.list().map(ToString::to_string));
            names.filter_map(|name| Some(name.split_once("after:")?.1.to_owned())).step_by(9).collect()
        }
        "json_lines" => {
            let lines = blocks("docs/protocol.md").join("\n");
            lines
                .lines()
                .filter_map(|line| line.strip_prefix(['<', '>']))
                .map(|line| line.trim().to_owned())
                .collect()
        }
        "expectations" => blocks("docs/expectations.md"),
        "corpus" => {
            let files =
                ["suites/ryugi/clauses.json", "positions/ryugi/clauses.json", "suites/ryugi/bugs.json"];
            let mut texts = vec![read("suites/ryugi/smoke.json")];
            for file in files {
                let mut value: serde_json::Value = serde_json::from_str(&read(file)).expect(file);
                for list in
                    value.as_object_mut().expect(file).values_mut().filter_map(|list| list.as_array_mut())
                {
                    list.truncate(2);
                }
                texts.push(value.to_string());
            }
            texts
        }
        "tables" => [
            "e2e4: 20\nb1c3: 20\n\nNodes searched: 40\n",
            "P e2-e4 20\nN b1-c3 20\n\n40\n",
            r#"{"moves": [["P e2-e4", 1]], "total": 1}"#,
            "| move | nodes |\n|---|---|\n| e2e4 | 1,380 |\n| a7a8q | 20 |\n",
            "depth,move,nodes\n3,e2e4,\"1,380\"\n3,b1c3,20\n",
            "[('e2e4', 20), ('b1c3', -5)]\n1. e1g1 20 (0.1 s)\nPerft(3)=1.600\n",
        ]
        .map(str::to_owned)
        .into(),
        "games" => [
            "1. e4 e5 2. Nf3 Nc6",
            "[Event \"x\"]\n[Variant \"chess\"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 1-0",
            "position startpos moves e2e4 e7e5\n",
            "1. P e3-e5\n1... p e8-e6 // why\n",
            "[12:00:01] alice: e3e5\n{\"by\": \"bob\", \"move\": \"e8e6\"}\n",
            include_str!("reports/60_sf2784_pylist.txt"),
            include_str!("reports/66_fics_oldmoves.txt"),
            include_str!("reports/62_rpb86.pgn"),
            include_str!("reports/11_cutechess15_960.pgn"),
        ]
        .map(str::to_owned)
        .into(),
        "betza" => ["legs", "brackets", "hops", "first-moves", "errors", "pieces"]
            .iter()
            .flat_map(|file| {
                read(&format!("suites/betza/{file}.jsonl")).lines().map(str::to_owned).collect::<Vec<_>>()
            })
            .map(|line| {
                let case: serde_json::Value = serde_json::from_str(&line).expect("a case is JSON");
                case["text"].as_str().unwrap_or_default().to_owned()
            })
            .collect(),
        "suites" => [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D1 26 ;D2 568\n8/8/8/8/8/8/8/K1k5 w - - D1 1; id \"x\";\n",
            "id one\nepd 8/8/8/8/8/8/8/K1k5 w - -\nperft 1 1\n\nstart\n8/8/8/8/8/8/8/K1k5 w - -\n1\n7\n",
            "fen,depth,nodes\n# x\n8/8/8/8/8/8/8/K1k5 w - -,1,1\n8/8/8/8/8/8/8/K1k5 w - -,2,7\n",
            "#!/bin/sh\nrun_test \"startpos\" 3 8902 \"false\"\ntest('8/8/8/8/8/8/8/K1k5 w - -', [1, 7]);\n",
            "position startpos\ngo perft 1\ne2e4: 1\ne2e3: 1\n\nNodes searched: 2\ndepth: 1 nodes: 20\n",
            "[{\"fen\": \"8/8/8/8/8/8/8/K1k5 w - -\", \"depth\": 1, \"nodes\": 1},\n{\"FEN\": \"x\", \"results\": {\"1\": 1}}]",
            "{\"tests\": [{\"start\": {\"fen\": \"8/8/8/8/8/8/8/K1k5 w - -\"}, \"expected\": [{\"move\": \"Ka2\"}]}]}",
        ]
        .map(str::to_owned)
        .into(),
        other => panic!("no texts for {other}"),
    }
}

/// Mutates a text at a random place: deletes, inserts, changes, duplicates or reverses bytes, or copies some of another text.
fn mutate(rng: &mut Choices, text: &mut Vec<u8>, other: &[u8]) {
    const WORDS: [&[u8]; 14] = [
        b"-",
        b"{",
        b"}",
        b"0",
        b"99999999999999999999",
        b" ",
        b"\n",
        b"\"",
        b"null",
        b"[[",
        b"\xff",
        b"\\u0000",
        "\u{202e}".as_bytes(),
        b"=",
    ];
    let at = rng.below(text.len() + 1);
    let end = (at + 1 + rng.below(8)).min(text.len());
    match rng.below(6) {
        0 => drop(text.drain(at..end)),
        1 => drop(text.splice(at..at, WORDS[rng.below(WORDS.len())].iter().copied())),
        2 => text[at..end].iter_mut().take(1).for_each(|byte| *byte = rng.below(256) as u8),
        3 => {
            let copy = text[at..end].to_vec();
            drop(text.splice(at..at, copy));
        }
        4 if !other.is_empty() => {
            let from = rng.below(other.len());
            let until = (from + 1 + rng.below(40)).min(other.len());
            drop(text.splice(at..end, other[from..until].iter().copied()));
        }
        _ => text[at..end].reverse(),
    }
    text.truncate(MAX_LENGTH);
}

#[track_caller]
fn check(name: &str) {
    let target = TARGETS.iter().find(|(known, _)| *known == name).expect("a target").1;
    let texts = texts(name);
    assert!(!texts.is_empty());
    let seed = number("VPERFT_FUZZ_SEED", 1);
    let mut rng = Choices(ChaCha8Rng::seed_from_u64(seed));
    let (start, limit) = (Instant::now(), Duration::from_secs(number("VPERFT_FUZZ_SECONDS", 2)));
    let mut tried = 0;
    while start.elapsed() < limit {
        let mut text = texts[rng.below(texts.len())].clone().into_bytes();
        text.truncate(MAX_LENGTH);
        let other = texts[rng.below(texts.len())].as_bytes();
        for _ in 0..rng.below(8) {
            mutate(&mut rng, &mut text, other);
        }
        let text_start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| target(&text)));
        let shown = String::from_utf8_lossy(&text);
        assert!(outcome.is_ok(), "{name}, text {tried} of seed {seed}: {shown:?}");
        assert!(
            text_start.elapsed() < Duration::from_secs(20),
            "{name}, text {tried} of seed {seed} takes {:?}: {shown:?}",
            text_start.elapsed()
        );
        tried += 1;
    }
    assert!(tried > 0);
}

/// Defines a test for every target, so that they run in parallel.
macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn every_target_is_run() {
            assert_eq!(TARGETS.map(|(name, _)| name), [$(stringify!($name)),*]);
        }
    };
}

targets!(vfen moves json_lines expectations corpus tables games betza suites);

#[test]
fn every_target_has_a_libfuzzer_file() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("fuzz/fuzz_targets");
    for (name, _) in TARGETS {
        let text = fs::read_to_string(folder.join(name).with_extension("rs")).expect(name);
        assert!(text.contains(&format!("targets::{name}(bytes)")), "{name}: {text}");
    }
}

#[test]
fn the_libfuzzer_lock_file_lists_every_dependency() {
    let read = |path: &str| {
        fs::read_to_string(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path))
            .unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let lock = read("fuzz/Cargo.lock");
    let own =
        lock.split("[[package]]").find(|one| one.contains("\nname = \"vperft-cli\"\n")).expect("the command");
    let manifest = read("crates/cli/Cargo.toml");
    let sections = manifest.split("\n[").filter(|one| {
        let head = one.lines().next().unwrap_or_default();
        head.ends_with("dependencies]") && !head.contains("dev-") && !head.contains("build-")
    });
    let lines = sections.flat_map(|one| one.lines().skip(1));
    let names: Vec<_> = lines
        .filter_map(|line| line.split_once(" = ").map(|(name, _)| name.trim_end_matches(".workspace")))
        .collect();
    assert!(names.contains(&"serde_json"), "{names:?}");
    for name in names.iter().filter(|name| !name.starts_with('#')) {
        // A version follows the name if the lock file has several.
        assert!(
            own.contains(&format!("\"{name}\"")) || own.contains(&format!("\"{name} ")),
            "{name} is missing; add it with `cargo metadata --manifest-path fuzz/Cargo.toml`"
        );
    }
}
