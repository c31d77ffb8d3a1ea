//! Generates Rust code from the folders of the variants.
//!
//! A variant is a folder of `suites/` with a `variant.json`, its data, and a `RULES.md`, its clauses and rulings. `suites/RULES.md`
//! has the clauses that all variants share. The build script generates the ids of variants, piece types, clauses and rulings from
//! these files. Code that names an unknown id does not compile, and there is no other list of variants.

mod clauses;
mod embed;
mod kinds;
mod names;
#[path = "../src/game/variant/prose.rs"]
mod prose;
mod rulings;
mod variants;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=suites");
    println!("cargo:rerun-if-changed=positions");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    let suites = Path::new("suites");
    let folders = variants::folders(suites)?;
    fs::write(out.join("variants.rs"), variants::generate(&folders))?;
    fs::write(out.join("pieces.rs"), variants::pieces(&folders))?;
    fs::write(out.join("kinds.rs"), kinds::generate(&folders))?;
    let shared = fs::read_to_string(suites.join("RULES.md"))?;
    fs::write(out.join("clauses.rs"), clauses::generate(&shared, &folders))?;
    fs::write(out.join("rulings.rs"), rulings::generate(&folders))?;
    embed::write(&out)
}
