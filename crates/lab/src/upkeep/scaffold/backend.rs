//! A new backend in a language: a program or crate that answers a part correctly, and says that the rest is unsupported.
//!
//! The templates hold the rules; this module fills in the board and the pieces whose moves are plain leaps and slides.

use super::NewFile;
use vperft::inner::game::paths::Leg;
use vperft::inner::game::variant::{PieceEntry, Variant, VariantId};
use vperft::inner::support::embedded;

/// A language of new backends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Python.
    Python,
    /// JavaScript for Node.
    Node,
    /// Rust.
    Rust,
}

/// More steps than fit on any board.
const ANY: u8 = 15;

/// The files of a backend for a variant. `flag` are the words that name its folder in a command, after a blank; empty if it is built in.
/// `dependency` is what `Cargo.toml` says about `vperft`, and `command` what it says about `vperft-cli`.
#[must_use]
pub fn backend(
    language: Language,
    variant: VariantId,
    flag: &str,
    [dependency, command]: [&str; 2],
) -> Vec<NewFile> {
    let table = Variant::get(variant);
    let filled = |template: &str| {
        fill(template, language, table, flag)
            .replace("@DEPENDENCY@", dependency)
            .replace("@COMMAND@", command)
    };
    let programs = match language {
        Language::Python => vec![
            NewFile::new("backend.py", filled(include_str!("python.txt"))),
            NewFile::new("skeleton.py", embedded::PYTHON_SKELETON),
        ],
        Language::Node => vec![
            NewFile::new("backend.mjs", filled(include_str!("node.txt"))),
            NewFile::new("skeleton.mjs", embedded::NODE_SKELETON),
        ],
        Language::Rust => {
            let mut files = vec![
                NewFile::new("Cargo.toml", filled(CARGO)),
                NewFile::new("src/lib.rs", filled(include_str!("rust.txt"))),
                NewFile::new("src/main.rs", filled(MAIN)),
            ];
            if variant.is_built_in() {
                files.push(NewFile::new("tests/conformance.rs", filled(CONFORMANCE)));
            }
            files
        }
    };
    let readme = NewFile::new("README.md", readme(language, table, flag));
    std::iter::once(readme).chain(programs).collect()
}

const CARGO: &str = r#"[package]
name = "my-rust-backend"
version = "0.1.0"
edition = "2024"
publish = false

[dependencies]
vperft = @DEPENDENCY@
vperft-cli = @COMMAND@
@TESTS@
[workspace]
"#;

const TESTS: &str = "
[[test]]
name = \"conformance\"
harness = false
";

const MAIN: &str = r#"//! The whole command `vperft` with these rules as the backend `mine`.

fn main() {
    vperft_cli::main(|registry| registry.add_backend("mine", |_| my_rust_backend::Mine::open()))
}
"#;

const CONFORMANCE: &str = r#"//! One test for every case of the corpus. Unsupported checks do not fail.

vperft::conformance!(backend = |variant| my_rust_backend::Mine(variant), variants = ["@VARIANT@"]);
"#;

/// The command by which a backend is started, as `--backend` has it.
const fn started(language: Language) -> &'static str {
    match language {
        Language::Python => "'cmd:python3 backend.py'",
        Language::Node => "'cmd:node backend.mjs'",
        Language::Rust => "mine",
    }
}

fn readme(language: Language, table: &Variant, flag: &str) -> String {
    let (variant, backend) = (table.id.name(), started(language));
    let program = if language == Language::Rust { "cargo run --" } else { "vperft" };
    let mut commands = vec![format!("{program} run {variant} --backend {backend}{flag}")];
    match language {
        Language::Rust if table.id.is_built_in() => {
            commands.insert(0, "cargo test --test conformance".into())
        }
        Language::Rust => {}
        _ => commands.insert(0, format!("vperft protocol check {backend}{flag}")),
    }
    let file = match language {
        Language::Python => "`backend.py`",
        Language::Node => "`backend.mjs`",
        Language::Rust => "`src/lib.rs`",
    };
    format!(
        "# A backend for {}\n\nCheck it in this folder:\n\n```console\n$ {}\n```\n\n{file} holds the rules. It answers about positions with the \
         pieces in `MOVES` and\nnothing else, and says that the rest is unsupported, which is not a failure. `run\n--strict` counts what is \
         missing. Add one clause of `vperft rules {variant}` at a time.\n",
        table.title,
        commands.join("\n$ ")
    )
}

fn fill(template: &str, language: Language, table: &Variant, flag: &str) -> String {
    let quote = if language == Language::Node { '\'' } else { '"' };
    let dead: Vec<_> = table
        .pieces
        .iter()
        .filter(|entry| table.dead.iter().any(|dead| dead.kinds.contains(&entry.kind)))
        .map(|entry| format!("{quote}{}{quote}", entry.label))
        .collect();
    let labels = table.pieces.iter().map(|entry| entry.label.as_str());
    let labels = labels.chain(table.closing.as_ref().map(|_| "-"));
    let labels: Vec<_> = labels.map(|label| format!("{quote}{label}{quote}")).collect();
    let king = table.king().and_then(|kind| table.entry(kind)).map_or("K", |entry| &entry.label);
    let shape = table.starts[0].shape;
    let mut heights: Vec<_> = table.starts.iter().map(|start| start.shape.ranks().to_string()).collect();
    heights.retain(|ranks| *ranks != shape.ranks().to_string());
    let files: String = (0..shape.files()).map(|file| table.labels.file(file)).collect();
    let first_rank = table.labels.rank(0);
    template
        .replace("@VARIANT@", table.id.name())
        .replace("@FLAG@", flag)
        .replace("@FILES@", &files)
        .replace("@FIRST_RANK@", &first_rank.to_string())
        .replace("@RANKS@", &shape.ranks().to_string())
        .replace("@OTHER_RANKS@", &heights.join(", "))
        .replace("@MOVES@", &moves(language, table))
        .replace("@OTHERS@", &others(table))
        .replace("@LABELS@", &labels.join(", "))
        .replace("@KING@", king)
        .replace("@DRAWN@", &dead.join(", "))
        .replace("@LIMIT@", &table.counter_limit.unwrap_or(1_000_000_000).to_string())
        .replace("@TESTS@", if table.id.is_built_in() { TESTS } else { "" })
}

/// The pieces whose moves are plain, if the King is as in chess.
fn plain(table: &Variant) -> Vec<&PieceEntry> {
    let king = table.king().and_then(|kind| table.entry(kind));
    let is_usual = king
        .is_some_and(|king| !king.least.may_be_none() && king.most == Some(1) && is_plain(king))
        && table.royalty.also.is_empty()
        && table.has_check
        && !table.has_edge
        && table.closing.is_none()
        && table.ban.is_none();
    table.pieces.iter().filter(|entry| is_usual && is_plain(entry)).collect()
}

/// What is said about the pieces that are not in the table of moves.
fn others(table: &Variant) -> String {
    let plain = plain(table);
    let is_other = |entry: &&PieceEntry| plain.iter().all(|one| one.kind != entry.kind);
    let labels: Vec<_> = table.pieces.iter().filter(is_other).map(|entry| entry.label.as_str()).collect();
    match (&labels[..], &plain[..]) {
        ([], _) => "No piece is missing.".into(),
        (_, []) => format!(
            "No piece of {} moves by leaps and slides alone under rules like those below. Yours to add: {}.",
            table.title,
            labels.join(", ")
        ),
        _ => format!("Yours to add: {}.", labels.join(", ")),
    }
}

/// The rows of the table of moves.
fn moves(language: Language, table: &Variant) -> String {
    let mut text = String::new();
    for entry in plain(table) {
        let legs: Vec<_> = entry
            .program
            .iter()
            .map(|leg| {
                let steps: Vec<_> =
                    leg.steps.iter().map(|step| format!("[{}, {}]", step.files, step.ranks)).collect();
                let (most, steps) = (leg.most.unwrap_or(ANY), steps.join(", "));
                match language {
                    Language::Python => format!("({most}, [{steps}])"),
                    Language::Node => format!("[{most}, [{steps}]]"),
                    Language::Rust => format!("({most}, &[{steps}])"),
                }
            })
            .collect();
        let (label, legs) = (&entry.label, legs.join(", "));
        text.push_str(&match language {
            Language::Python => format!("    \"{label}\": [{legs}],\n"),
            Language::Node => format!("  {label}: [{legs}],\n"),
            Language::Rust => format!("    (\"{label}\", &[{legs}]),\n"),
        });
    }
    text
}

/// Whether a piece has nothing but leaps and slides that move or capture.
fn is_plain(entry: &PieceEntry) -> bool {
    let is_plain = |leg: &Leg| {
        let plain = Leg { most: leg.most, clause: leg.clause.clone(), ..Leg::leap(&leg.steps) };
        *leg == plain
    };
    !entry.program.is_empty() && entry.program.iter().all(is_plain)
}
