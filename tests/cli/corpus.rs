//! A small corpus on disk.

use crate::tool::{Outcome, vperft_with};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A corpus of two folders with one file each. Their paths contain a space.
pub struct Tiny {
    _folder: TempDir,
    pub suites: String,
    pub positions: String,
}

/// The position file: two lone Kings.
pub fn positions() -> Value {
    json!({ "format": 1, "variant": "ryugi", "positions": [{
        "id": "ryugi/kings", "title": "Two Kings", "origin": { "kind": "constructed" },
        "vfen": "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1",
    }] })
}

/// A suite with one case that has these checks.
pub fn suite(checks: Value) -> Value {
    json!({ "format": 1, "variant": "ryugi", "cases": [{
        "id": "ryugi/king-walk", "title": "A King steps", "position": "ryugi/kings",
        "clauses": ["RYU-KING", "GEN-PERFT"], "checks": checks, "provenance": {},
    }] })
}

impl Tiny {
    /// The folders with their placeholders for snapshots, because the paths differ from run to run.
    pub fn named(&self) -> [(&str, &str); 2] {
        [(&self.suites, "SUITES"), (&self.positions, "POSITIONS")]
    }

    /// The corpus with these texts as its files.
    pub fn of_texts(positions: &str, suite: &str) -> Self {
        let folder = TempDir::with_prefix("a corpus ").expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name).join("ryugi");
            fs::create_dir_all(&path).expect("a folder");
            fs::write(path.join("tiny.json"), text).expect("a file");
            folder.path().join(name).display().to_string()
        };
        let (positions, suites) = (write("positions", positions), write("suites", suite));
        Self { _folder: folder, suites, positions }
    }

    /// The corpus with these documents as its files.
    pub fn of(positions: &Value, suite: &Value) -> Self {
        Self::of_texts(&positions.to_string(), &suite.to_string())
    }

    /// The corpus whose only case has these checks.
    pub fn checking(checks: Value) -> Self {
        Self::of(&positions(), &suite(checks))
    }

    /// The corpus whose only case has these checks and the bug `king-lazy`.
    pub fn tagged(checks: Value) -> Self {
        let mut suite = suite(checks);
        suite["cases"][0]["bugs"] = json!(["king-lazy"]);
        Self::of(&positions(), &suite).with_bugs()
    }

    /// Adds a dictionary with the bug `king-lazy`.
    pub fn with_bugs(self) -> Self {
        let bugs = json!({ "format": 1, "variant": "ryugi", "bugs": [{
            "id": "king-lazy", "title": "The King rests", "text": "A King does not step. It shows at once.",
            "case": "ryugi/king-walk", "seen": "a *lazy* program",
        }] });
        self.add("ryugi/bugs.json", &bugs.to_string());
        self
    }

    /// Runs a command on this corpus.
    pub fn vperft(&self, arguments: &[&str]) -> Outcome {
        vperft_with(&[arguments, &self.folders()].concat())
    }

    /// Runs a command on the embedded corpus with this corpus added.
    pub fn vperft_added(&self, arguments: &[&str]) -> Outcome {
        vperft_with(&[arguments, &self.folders()[1..]].concat())
    }

    /// The arguments that select this corpus only.
    pub fn folders(&self) -> [&str; 5] {
        ["--no-embedded", "--suites", &self.suites, "--positions", &self.positions]
    }

    /// Writes a file to the folder of suites.
    pub fn add(&self, path: &str, text: &str) {
        fs::write(Path::new(&self.suites).join(path), text).expect("a file");
    }
}
