//! Measures how often `vperft speed gate` finds a slowdown, and how often it reports one that is not there, on
//! a loaded machine.
//!
//! The program is `tests/speed/slowed.rs`. It is compared unchanged, with 1 % more instructions, and with 5 % more time.

use crate::table::{print_head, row};
use crate::vperft::build;
use crate::{Result, number_from};
use serde_json::Value;
use std::ffi::OsString;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;
use std::{env, fs, thread};

const RATIO_BOUND: &str = r#"[[bound]]
variant = "rococo"
position = "start"
ratio = 0.98
reason = "a difference that a clock can show"
"#;

/// The program that can be slowed down.
struct Slowed(PathBuf);

pub fn run(arguments: &[&str]) -> Result<bool> {
    let gates: u32 = match arguments {
        [] => 100,
        [number] => number.parse().map_err(|_| format!("`{number}`: expected a number of gates"))?,
        _ => return Err("expected at most one argument, the number of gates".into()),
    };
    let slowed = Slowed(match env::var_os("SLOWED") {
        Some(path) => path.into(),
        None => build(&["--example", "slowed"])?.join("examples/slowed"),
    });
    for _ in 0..number_from("BUSY", 2)? {
        thread::spawn(|| {
            let mut turn = 0_u64;
            loop {
                turn = black_box(turn.wrapping_add(1));
            }
        });
    }

    let instructions =
        |spin| slowed.measure(spin, &["--samples", "0", "--instructions"], "/instructions/per_leaf");
    let time = |spin| Ok(1.0 / slowed.measure(spin, &["--samples", "21"], "/time/per_processor_second")?);
    let more_instructions = spin_for(1.0, instructions)?;
    let more_time = spin_for(5.0, time)?;
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    eprintln!(
        "spin for 1 % of instructions: {more_instructions}, for 5 % of time: {more_time}; load: {load}"
    );

    let folder = tempfile::tempdir()?;
    let exact = folder.path().join("exact.toml");
    let ratio = folder.path().join("ratio.toml");
    let update = ["speed", "gate", "rococo", "--position", "start", "--backend", "slowed", "--update"]
        .map(OsString::from);
    slowed.command(0).args(update).arg("--bounds").arg(&exact).output()?;
    fs::write(&ratio, RATIO_BOUND)?;

    let gate = |spin, bounds: &PathBuf| {
        let mut command = slowed.command(spin);
        command.args(["speed", "gate", "rococo", "--bounds"]).arg(bounds);
        command
    };
    let gate_ratio = |spin| {
        let mut command = gate(0, &ratio);
        command.arg("--backend").arg(slowed.served(spin)).arg("--against").arg(slowed.served(0));
        command
    };
    print_head(&["gate", "program", ">gates", ">failed", ">seconds a gate"]);
    let print = |name: &str, program: &str, mut command: Command| -> Result<()> {
        let start = Instant::now();
        let failed = count_failures(&mut command, gates)?;
        let seconds = start.elapsed().as_secs_f64() / f64::from(gates.max(1));
        row!(name, program, gates, failed, format!("{seconds:.1}"));
        Ok(())
    };
    print("instructions", "unchanged", gate(0, &exact))?;
    print("instructions", "1 % more instructions", gate(more_instructions, &exact))?;
    print("ratio of time, 0.98 at least", "unchanged", gate_ratio(0))?;
    print("ratio of time, 0.98 at least", "5 % more time", gate_ratio(more_time))?;
    Ok(true)
}

impl Slowed {
    fn command(&self, spin: u64) -> Command {
        let mut command = Command::new(&self.0);
        command.env("VPERFT_SPIN", spin.to_string());
        command
    }

    /// A backend that is this program with a spin.
    fn served(&self, spin: u64) -> String {
        format!("cmd:env VPERFT_SPIN={spin} {} serve --backend slowed rococo", self.0.display())
    }

    /// A figure of the first row of `vperft speed measure`.
    fn measure(&self, spin: u64, options: &[&str], pointer: &str) -> Result<f64> {
        let mut command = self.command(spin);
        command.args([
            "speed",
            "measure",
            "rococo",
            "--position",
            "start",
            "--backend",
            "slowed",
            "--format",
            "json",
        ]);
        let report: Value = serde_json::from_slice(&command.args(options).output()?.stdout)?;
        let figure = report.pointer(&format!("/rows/0{pointer}")).and_then(Value::as_f64);
        figure.ok_or_else(|| format!("no figure at {pointer}: {report}").into())
    }
}

/// The spin that raises a figure by a percentage, from its values without spin and with a spin of 1,000.
fn spin_for(percent: f64, figure: impl Fn(u64) -> Result<f64>) -> Result<u64> {
    let (none, much) = (figure(0)?, figure(1000)?);
    let spin = (none * percent / 100.0 / ((much - none) / 1000.0)).round();
    if spin.is_finite() && spin >= 1.0 {
        Ok(spin as u64)
    } else {
        Err(format!("no spin makes the program slower: {none} without, {much} with a spin of 1,000").into())
    }
}

/// How many of the gates fail. A gate that neither passes nor fails ends the experiment.
fn count_failures(command: &mut Command, gates: u32) -> Result<u32> {
    let mut failed = 0;
    for _ in 0..gates {
        let output = command.output()?;
        match output.status.code() {
            Some(0) => {}
            Some(1) => failed += 1,
            _ => {
                let (stdout, stderr) =
                    (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
                return Err(format!("the gate ended with {}: {stdout}{stderr}", output.status).into());
            }
        }
    }
    Ok(failed)
}
