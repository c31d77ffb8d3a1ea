//! Measures how long `descend` takes with `fast` as the trusted side, compared with the count alone by the
//! program on the other side.

use crate::table::{print_head, row};
use crate::vperft::Vperft;
use crate::{Result, relay};
use serde::Deserialize;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

const MAX_RATIO: f64 = 3.0;

/// Positions that a program without the clause counts for some seconds at depth 5.
const POSITIONS: [(&str, &str, &str); 4] = [
    ("ryugi", "RYU-EP", "5k4/3p2p3/2p1p5/10/10/3P1P4/2P1P5/10/1N3B4/R4K4 w - - 0 1"),
    ("ryugi", "RYU-CASTLE-3", "5k4/3p2p3/2p1p5/5r4/10/3P1P4/4P5/10/3I6/R4K4 w * - 0 1"),
    ("cetran3", "CET-PAWN-2", "4k7/1p4p5/12/3b8/12/1P3P6/2P1P7/R3K7 w - - 0 1"),
    ("rococo", "ROC-PAWN-2", "10/1k6p1/10/3p6/10/10/4P5/3L6/1P4S1K1/10 w - - 0 1"),
];

/// The parts of the JSON of `vperft descend` that count here.
#[derive(Deserialize)]
struct Descended {
    found: Option<Found>,
    seconds: f64,
}

#[derive(Deserialize)]
struct Found {
    a: serde_json::Number,
    causes: Vec<serde_json::Value>,
}

/// Fails if a descent takes more than [`MAX_RATIO`] times as long as the count, or finds nothing.
pub fn run(vperft: &Vperft) -> Result<bool> {
    print_head(&[
        "variant",
        "clause",
        ">sequences",
        ">the program alone, s",
        ">descend, s",
        ">times",
        ">causes",
    ]);
    let path = vperft.path().to_str().ok_or("the path of vperft is not UTF-8")?;
    let mut failed = 0;
    for (variant, clause, vfen) in POSITIONS {
        let serve = [path, "serve", variant, "--backend", "reference", "--without", clause];
        let alone = seconds_of_count(&relay::words(relay::COUNTS_ONLY, &serve)?, variant, vfen)?;
        let backend = relay::backend(relay::COUNTS_ONLY, &serve)?;
        let arguments = [
            "descend", variant, "--depth", "5", "--vfen", vfen, "--causes", "1", "--format", "json", "--b",
            &backend,
        ];
        let answer = vperft.run(&arguments)?.expect(&[1], &format!("{variant} without {clause}"))?;
        let Descended { found, seconds } = answer.json()?;
        let found = found.ok_or_else(|| format!("{variant} without {clause}: the counts are equal"))?;
        let ratio = seconds / alone;
        let (alone, seconds) = (format!("{alone:.1}"), format!("{seconds:.1}"));
        row!(variant, clause, found.a, alone, seconds, format!("{ratio:.1}"), found.causes.len());
        if ratio > MAX_RATIO || found.causes.is_empty() {
            failed += 1;
        }
    }
    eprintln!("{failed} of {} take more than {MAX_RATIO} times as long, or find nothing", POSITIONS.len());
    Ok(failed == 0)
}

/// The seconds that a program takes from its start to its count at depth 5.
fn seconds_of_count(words: &[String], variant: &str, vfen: &str) -> Result<f64> {
    let (program, arguments) = words.split_first().ok_or("no program")?;
    let start = Instant::now();
    let mut child =
        Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    if let Some(mut requests) = child.stdin.take() {
        writeln!(requests, r#"{{"seq":0,"ask":"hello","protocol":1}}"#)?;
        writeln!(requests, r#"{{"seq":1,"ask":"perft","variant":"{variant}","vfen":"{vfen}","depth":5}}"#)?;
    }
    match child.wait()? {
        status if status.success() => Ok(start.elapsed().as_secs_f64()),
        status => Err(format!("the program for {variant}: {status}").into()),
    }
}
