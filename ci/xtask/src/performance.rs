//! Measures the gain of a hash table, and compares the built-in backends with a UCI engine, for
//! `docs/performance.md`.
//!
//! Times are processor seconds, which other programs on the machine hardly change.

use crate::table::{print_head, row};
use crate::vperft::Vperft;
use crate::{Result, number_from};
use serde::Deserialize;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::{env, fs};

pub fn run(arguments: &[&str]) -> Result<bool> {
    match arguments {
        ["hash", backends @ ..] if !backends.is_empty() => hash(backends)?,
        ["engine", program, backends @ ..] if !backends.is_empty() => engine(program, backends)?,
        _ => return Err("expected `hash BACKEND...` or `engine PROGRAM BACKEND...`".into()),
    }
    Ok(true)
}

fn hash(backends: &[&str]) -> Result<()> {
    let vperft = Vperft::locate()?;
    let variants = match env::var("VARIANTS") {
        Ok(names) if !names.is_empty() => names.split_whitespace().map(str::to_owned).collect(),
        _ => vperft.variants()?,
    };
    print_head(&["backend", "variant", ">depth", ">leaves", ">seconds", ">with 256 MB", ">gain"]);
    for backend in backends {
        for variant in &variants {
            // One run each: the longest take minutes.
            let count = ["perft", variant, "5", "--backend", backend, "--threads", "1"];
            let (without, leaves) = run_count(&vperft, &count)?;
            let (with, _) = run_count(&vperft, &[&count[..], &["--hash", "256"]].concat())?;
            let gain = format!("x{:.2}", without / with);
            row!(
                format!("`{backend}`"),
                variant,
                5,
                leaves,
                format!("{without:.2}"),
                format!("{with:.2}"),
                gain
            );
        }
    }
    Ok(())
}

/// A position for the engine.
struct Row {
    variant: String,
    name: String,
    depth: u32,
    vfen: String,
}

fn engine(program: &str, backends: &[&str]) -> Result<()> {
    let vperft = Vperft::locate()?;
    let runs = number_from("RUNS", 5)?.max(1);
    print_head(&[
        "variant",
        "position",
        ">depth",
        ">leaves",
        "contender",
        ">M leaves/s, one thread",
        ">of the engine's",
    ]);
    for Row { variant, name, depth, vfen } in rows()? {
        let depth_text = depth.to_string();
        let mut engine_seconds = Vec::new();
        let mut seconds = vec![Vec::new(); backends.len()];
        let (mut counted, mut leaves) = (String::new(), vec![String::new(); backends.len()]);
        // The contenders take turns.
        for _ in 0..runs {
            let (taken, count) = ask_engine(program, &variant, &vfen, depth)?;
            engine_seconds.push(taken);
            counted = count;
            for (index, backend) in backends.iter().enumerate() {
                let count =
                    ["perft", &variant, &depth_text, "--vfen", &vfen, "--backend", backend, "--threads", "1"];
                let (taken, count) = run_count(&vperft, &count)?;
                seconds[index].push(taken);
                leaves[index] = count;
            }
        }
        // Depth 1 costs only the start of the engine: the definitions and the tables.
        let start: Result<Vec<f64>> =
            (0..runs).map(|_| Ok(ask_engine(program, &variant, &vfen, 1)?.0)).collect();
        let engine_seconds = median(engine_seconds) - median(start?);
        let per_second =
            |seconds: f64| format!("{:.2}", counted.parse::<f64>().unwrap_or(0.0) / seconds / 1e6);
        row!(variant, name, depth, counted, "engine", per_second(engine_seconds), "");
        for ((backend, leaves), seconds) in backends.iter().zip(leaves).zip(seconds) {
            if leaves != counted {
                return Err(
                    format!("{variant}/{name}: the engine counts `{counted}`, {backend} `{leaves}`").into()
                );
            }
            let seconds = median(seconds);
            let share = format!("x{:.2}", engine_seconds / seconds);
            row!(variant, name, depth, leaves, format!("`{backend}`"), per_second(seconds), share);
        }
    }
    Ok(())
}

/// The positions of Ryugi in `benches/positions.jsonl`, and one of Cetran 3, without the pieces and rights that
/// the engine does not support.
fn rows() -> Result<Vec<Row>> {
    #[derive(Deserialize)]
    struct Bench {
        variant: String,
        name: String,
        vfen: String,
        depth: u32,
        counts: Vec<u64>,
    }
    let mut rows = Vec::new();
    for line in fs::read_to_string("benches/positions.jsonl")?.lines() {
        let Bench { variant, name, vfen, depth, counts } = serde_json::from_str(line)?;
        if variant != "ryugi" {
            continue;
        }
        // The engine has no castling in Ryugi.
        let mut fields: Vec<&str> = vfen.split(' ').collect();
        if let Some(rights) = fields.get_mut(2) {
            *rights = "-";
        }
        // Ten million leaves or more take much longer than the start of the engine.
        let is_small = counts.get(depth as usize - 1).is_some_and(|leaves| *leaves < 100_000);
        rows.push(Row { variant, name, depth: depth + if is_small { 2 } else { 1 }, vfen: fields.join(" ") });
    }
    let variants = fs::read_to_string("adapters/fairy/variants.ini")?;
    let cetran3 = variants.split("[cetran3]").nth(1).ok_or("adapters/fairy/variants.ini: no [cetran3]")?;
    let start =
        cetran3.lines().find_map(|line| line.strip_prefix("startFen = ")).ok_or("[cetran3]: no startFen")?;
    rows.push(Row {
        variant: "cetran3".into(),
        name: "start without Sissa, Gryphon, Aanca".into(),
        depth: 5,
        vfen: start.into(),
    });
    Ok(rows)
}

/// Lets the engine count. Returns the time in seconds and the count, which is empty if the engine prints none.
fn ask_engine(program: &str, variant: &str, vfen: &str, depth: u32) -> Result<(f64, String)> {
    let definitions = env::current_dir()?.join("adapters/fairy/variants.ini");
    let before = children_seconds()?;
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        writeln!(stdin, "uci\nsetoption name VariantPath value {}", definitions.display())?;
        writeln!(
            stdin,
            "setoption name UCI_Variant value {variant}\nposition fen {vfen}\ngo perft {depth}\nquit"
        )?;
    }
    let output = String::from_utf8(child.wait_with_output()?.stdout)?;
    let count =
        output.lines().find_map(|line| line.trim().strip_prefix("Nodes searched: ")).unwrap_or_default();
    Ok((children_seconds()? - before, count.to_owned()))
}

/// The seconds of a count by `vperft`, and the count.
fn run_count(vperft: &Vperft, arguments: &[&str]) -> Result<(f64, String)> {
    let before = children_seconds()?;
    let answer = vperft.run_quietly(arguments)?;
    let seconds = children_seconds()? - before;
    Ok((seconds, answer.expect(&[0], &arguments.join(" "))?.stdout.trim().to_owned()))
}

/// The processor seconds of all child processes that have ended.
#[cfg(unix)]
fn children_seconds() -> Result<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let times = [usage.user_time(), usage.system_time()];
    Ok(times.iter().map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).sum())
}

#[cfg(not(unix))]
fn children_seconds() -> Result<f64> {
    Err("processor seconds are only measured on Unix".into())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() - 1) / 2]
}
