//! Manual pages.

use crate::tool::{check, commands, vperft};
use std::fs;

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    vperft(&format!("man --out {path}")).ends(0).warns(&[" pages"]);
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    let root = page("vperft.1");
    assert!(root.contains(".TH VPERFT 1 \"\" \"vperft ") && root.contains("Exit codes:"), "{root}");
    for command in commands() {
        let text = page(&format!("vperft-{command}.1"));
        assert!(text.contains(&format!("vperft\\-{command} \\- ")), "{text}");
    }
    // A subcommand, and an option that the short help hides.
    assert!(page("vperft-speed-measure.1").contains(".SH OPTIONS"));
    assert!(
        page("vperft-run.1").contains("Read \\-\\-suites and \\-\\-positions instead of the embedded ones")
    );
}

#[test]
fn the_folder_must_exist() {
    check("man --out /nowhere/pages", 5, &[], &["there is no such folder"]);
}
