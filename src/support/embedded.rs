//! The files of the repository that the program holds, apart from the corpus: schemas, the page for agents, and skeletons of backends.
//!
//! They are embedded here because a package holds only files below its own manifest, and these are at the root.

/// The schema of `variant.json`.
pub const VARIANT_SCHEMA: &str = include_str!("../../suites/variant.schema.json");
/// The schema of files of cases.
pub const SUITE_SCHEMA: &str = include_str!("../../suites/suite.schema.json");
/// The schema of `bugs.json`.
pub const BUGS_SCHEMA: &str = include_str!("../../suites/bugs.schema.json");
/// The schema of `smoke.json`.
pub const SMOKE_SCHEMA: &str = include_str!("../../suites/smoke.schema.json");
/// The schema of files of positions.
pub const POSITIONS_SCHEMA: &str = include_str!("../../positions/positions.schema.json");
/// How programs that act for a user call this one.
pub const AGENTS: &str = include_str!("../../docs/agents.md");
/// The protocol side of a backend in Python.
pub const PYTHON_SKELETON: &str = include_str!("../../adapters/python/skeleton.py");
/// The protocol side of a backend in JavaScript.
pub const NODE_SKELETON: &str = include_str!("../../adapters/node/skeleton.mjs");
