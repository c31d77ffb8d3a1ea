//! Turns the clause ids of the rules texts into the `Clause` enum.
//!
//! `suites/RULES.md` holds the clauses every variant shares, `suites/<variant>/RULES.md` those of one
//! variant. A clause is a bold id (`**RYU-EP**`) and the text up to the next bold id or the end of its
//! paragraph. Because the enum is made from the prose, code that cites a clause the text does not hold does
//! not compile.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The sources in the order in which their clauses are numbered; the folder is empty for the shared text.
const SOURCES: [&str; 7] = ["", "vanguard", "ryugi", "cetran3", "rococo", "sandbox", "chess"];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=suites");
    println!("cargo:rerun-if-changed=positions");
    let mut clauses = Vec::new();
    for source in SOURCES {
        let path = Path::new("suites").join(source).join("RULES.md");
        for (id, text) in parse(&fs::read_to_string(path)?) {
            clauses.push((source, id, text));
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    fs::write(out.join("clauses.rs"), generate(&clauses))
}

/// The clauses of one rules text, in its order.
fn parse(text: &str) -> Vec<(String, String)> {
    let mut clauses: Vec<(String, String)> = Vec::new();
    let paragraphs = text.split("\n\n").flat_map(|block| block.split("\n- "));
    for paragraph in paragraphs {
        let mut open = false;
        for (index, part) in paragraph.split("**").enumerate() {
            if index % 2 == 1 && is_id(part) {
                clauses.push((part.to_owned(), String::new()));
                open = true;
            } else if open && let Some((_, words)) = clauses.last_mut() {
                words.push_str(part);
            }
        }
    }
    for (_, words) in &mut clauses {
        *words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    clauses
}

/// Whether a bold text is a clause id: three letters, a dash, capitals, digits and dashes.
fn is_id(text: &str) -> bool {
    text.len() > 4
        && text.as_bytes()[3] == b'-'
        && text[..3].bytes().all(|byte| byte.is_ascii_uppercase())
        && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-')
}

/// `RYU-CASTLE-1` as `RyuCastle1`.
fn camel(id: &str) -> String {
    let mut name = String::new();
    for word in id.split('-') {
        let (head, tail) = word.split_at(1);
        name.push_str(head);
        name.push_str(&tail.to_lowercase());
    }
    name
}

fn generate(clauses: &[(&str, String, String)]) -> String {
    let mut code = String::new();
    let mut write = |line: String| writeln!(code, "{line}").expect("writing to a string cannot fail");
    write("/// One numbered rule; a variant for every bold id of the rules texts.".into());
    write("#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]".into());
    write("#[repr(u8)]".into());
    write("pub enum Clause {".into());
    for (_, id, text) in clauses {
        write(format!("    #[doc = {:?}]\n    {},", format!("`{id}`: {text}"), camel(id)));
    }
    write("}".into());
    write(format!("const CLAUSES: [ClauseText; {}] = [", clauses.len()));
    for (source, id, text) in clauses {
        let clause = camel(id);
        write(format!(
            "    ClauseText {{ clause: Clause::{clause}, source: {source:?}, id: {id:?}, text: {text:?} }},"
        ));
    }
    write("];".into());
    code
}
