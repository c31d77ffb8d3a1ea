//! The commands of the page, and the recipes for schedulers.

use crate::tool::PROGRAM;
use pretty_assertions::assert_eq;
use std::process::Command;

#[test]
fn the_commands_of_the_page_work() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let page = include_str!("../../../docs/deep-perft.md");
    let commands: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("$ vperft ")).collect();
    assert!(commands.len() >= 7, "{commands:?}");
    for command in commands {
        let words = shlex::split(command).expect("the page quotes as a shell does");
        let output = Command::new(PROGRAM).args(words).current_dir(temporary.path()).output();
        let output = output.expect("the program starts");
        // The page shows what a merge says of units without a result.
        let expected = i32::from(command == "deep merge lost");
        assert_eq!(output.status.code(), Some(expected), "{command}: {output:?}");
    }
}

#[test]
fn the_page_shows_the_recipes() {
    let page = include_str!("../../../docs/deep-perft.md");
    for (name, recipe) in [
        ("xargs.sh", include_str!("../../../examples/deep/xargs.sh")),
        ("parallel.sh", include_str!("../../../examples/deep/parallel.sh")),
        ("slurm.sh", include_str!("../../../examples/deep/slurm.sh")),
    ] {
        assert!(page.contains(&format!("\n{recipe}```\n")), "the page does not show examples/deep/{name}");
    }
}
