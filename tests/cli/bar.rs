//! The progress bar of a run.

use crate::terminal::{Stream, drawn};
use crate::tool::{SMALL_CORPUS, vperft_with};
use pretty_assertions::assert_eq;

const RUN: [&str; 6] = ["run", "ryugi", "--tier", "smoke", "--without", "RYU-EP"];

#[test]
fn the_bar_counts_failures_and_is_drawn_only_on_a_terminal() {
    let words = [&RUN[..], &SMALL_CORPUS, &["--jobs", "2"]].concat();
    let (drawn, printed) = drawn(&words, Stream::Stderr);
    assert!(drawn.contains(" 21 failed "), "the bar does not count the failures: {drawn:?}");
    assert!(drawn.contains(" %") && drawn.contains("left"), "{drawn:?}");
    let plan = ": 97 checks of 15 cases, ";
    assert!(drawn.contains(plan) && drawn.contains(" nodes to count"), "the plan is missing: {drawn:?}");

    // Without a terminal, stderr has only the final message. stdout is the same apart from times.
    let outcome = vperft_with(&words).ends(1);
    assert_eq!(outcome.stderr, "21 of 97 checks failed\n");
    let cases = |text: &str| text.split("\n variant ").next().map(str::to_owned);
    assert_eq!(cases(&printed), cases(&outcome.stdout));
    assert!(!printed.contains('\u{1b}'), "{printed:?}");
}
