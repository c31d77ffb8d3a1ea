//! Shell completions.

use crate::tool::{PROGRAM, ROOT, commands, vperft};
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use std::process::Command;

/// A shell and its way to ask for the completions of the last word.
struct Shell {
    name: &'static str,
    /// A text that identifies its completion script.
    mark: &'static str,
    /// Adds the environment and arguments that pass the words.
    ask: fn(&mut Command, &[&str]),
    /// Extracts the candidate from a line of the answer.
    name_of: fn(&str) -> String,
}

const SHELLS: [Shell; 4] = [
    Shell {
        name: "bash",
        mark: "complete -o default -F _complete_vperft vperft",
        // Bash passes the whole line and the characters at which it breaks words.
        ask: |command, words| {
            command.args([&words.join(" "), " \t\n\"'><=;|&(:"]);
        },
        name_of: str::to_owned,
    },
    Shell {
        name: "zsh",
        mark: "#compdef vperft",
        ask: |command, words| {
            command.env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string()).args(words);
        },
        name_of: |line| line.replace("\\:", "\0").split(':').next().unwrap_or_default().replace('\0', ":"),
    },
    Shell {
        name: "fish",
        mark: "complete --keep-order --exclusive --command vperft",
        ask: |command, words| {
            command.args(words);
        },
        name_of: |line| line.split('\t').next().unwrap_or_default().to_owned(),
    },
    Shell {
        name: "elvish",
        mark: "edit:completion:arg-completer[vperft]",
        ask: |command, words| {
            command.env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string()).args(words);
        },
        name_of: str::to_owned,
    },
];

/// The candidates for the last word in this shell.
fn candidates(shell: &Shell, words: &str) -> BTreeSet<String> {
    let words: Vec<_> = words.split(' ').collect();
    let mut command = Command::new(PROGRAM);
    command.current_dir(ROOT).env("VPERFT_COMPLETE", shell.name);
    command.env("_CLAP_IFS", "\n").arg("--");
    (shell.ask)(&mut command, &words);
    let output = command.output().expect("the program starts");
    let (name, stderr) = (shell.name, String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && stderr.is_empty(), "{name}: {words:?}: {stderr}");
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    text.lines().map(shell.name_of).filter(|name| !name.is_empty()).collect()
}

#[test]
fn names_are_completed_in_every_shell() {
    let variant = "--variant examples/variants/capablanca";
    for (words, expected) in [
        ("vperft ru", &["rules", "run"][..]),
        ("vperft run ry", &["ryugi"]),
        ("vperft run --tier s", &["smoke"]),
        ("vperft run --backend f", &["fast"]),
        ("vperft run --backend u", &["ucci:", "uci:", "usi:"]),
        ("vperft run --backend x", &["xboard:"]),
        ("vperft fuzz --a ref", &["reference"]),
        ("vperft run --ruling archer-slide=m", &["archer-slide=move-only"]),
        ("vperft fuzz --ruling archer-slide=m", &["archer-slide=move-only"]),
        ("vperft run --ruling=archer-slide=m", &["--ruling=archer-slide=move-only"]),
        ("vperft perft rococo 2 --without ROC-B", &["ROC-BAN"]),
        ("vperft fuzz ryugi --b-without RYU-EP", &["RYU-EP"]),
        ("vperft shrink ryugi --b-without RYU-EP", &["RYU-EP"]),
        ("vperft explain ryugi --without RYU-EP", &["RYU-EP"]),
        ("vperft cases --clause RYU-EP", &["RYU-EP"]),
        ("vperft run --bug ep-m", &["ep-missing"]),
        ("vperft bugs ryugi ep-m", &["ep-missing"]),
        ("vperft run --filter ryugi/ep-black-takes", &["ryugi/ep-black-takes"]),
        ("vperft run --exclude ryugi/ep-black-takes", &["ryugi/ep-black-takes"]),
        ("vperft show ryugi --id ryugi/ep-black-takes", &["ryugi/ep-black-takes"]),
        // Other arguments of the line restrict the candidates.
        ("vperft run rococo --filter ryugi/ep-black-takes", &[]),
        ("vperft run rococo --without RYU-E", &[]),
        ("vperft bugs rococo ep-m", &[]),
        // The folders that the line names are read.
        (&format!("vperft run {variant} cap"), &["capablanca"]),
        ("vperft run --variant /nowhere ry", &["ryugi"]),
        (
            "vperft run --suites tests/corpus/suites --positions tests/corpus/positions --no-embedded --filter ryugi/kni",
            &[],
        ),
    ] {
        for shell in &SHELLS {
            let expected = expected.iter().map(|name| match shell.name {
                // Bash keeps the part before its last word break.
                "bash" => words.rsplit(' ').next().and_then(|word| {
                    let start = word.rfind(['=', ':']).map_or(0, |at| at + 1);
                    name.get(start..)
                }),
                _ => Some(*name),
            });
            let expected: BTreeSet<_> = expected.flatten().map(str::to_owned).collect();
            let found = candidates(shell, words);
            let of_word: BTreeSet<_> =
                found.into_iter().filter(|name| !name.starts_with("--") || words.contains("=a")).collect();
            assert_eq!(of_word, expected, "{}: {words}", shell.name);
        }
    }
}

#[test]
fn every_command_is_completed() {
    let commands: BTreeSet<_> = commands().into_iter().collect();
    for shell in &SHELLS {
        vperft(&format!("completions {}", shell.name)).ends(0).says(&[shell.mark, "VPERFT_COMPLETE"]);
        let found = candidates(shell, "vperft ");
        assert!(commands.is_subset(&found), "{}: {found:?}", shell.name);
    }
    vperft("completions powershell").ends(0).says(&["Register-ArgumentCompleter", "VPERFT_COMPLETE"]);
}

#[test]
#[cfg(unix)]
fn bash_completes_with_the_script() {
    for (line, expected) in [
        ("vperft run ryu", "ryugi"),
        ("vperft run --ruling archer-slide=m", "move-only"),
        ("vperft run --backend x", "xboard:"),
        ("vperft run --filter 'ryugi/ep-black-takes", "ryugi/ep-black-takes"),
    ] {
        let script = r#"source <("$0" completions bash)
            COMP_LINE=$1 COMP_POINT=${#1}
            _complete_vperft
            printf '%s\n' "${COMPREPLY[@]}""#;
        let output = Command::new("bash").args(["-c", script, PROGRAM, line]).output().expect("bash starts");
        let (text, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(text.trim_end(), expected, "{line}: {stderr}");
    }
}
