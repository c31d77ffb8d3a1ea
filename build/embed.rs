//! Lists the corpus files to embed in the library.
//!
//! The generated table uses `include_str!`. The folders are the only list of variants.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The two folders of the corpus.
const FOLDERS: [&str; 2] = ["suites", "positions"];

/// Writes `corpus.rs` to `out`: the files to embed, by folder, variant and name.
pub fn write(out: &Path) -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let variants: Vec<_> = entries(&root.join(FOLDERS[0]), Path::is_dir)?;
    let mut code = String::new();
    let mut write = |line: String| writeln!(code, "{line}").expect("writing to a string cannot fail");
    for folder in FOLDERS {
        write(format!("pub(super) const {}: &[File] = &[", folder.to_uppercase()));
        for variant in &variants {
            let directory = root.join(folder).join(variant);
            if !directory.is_dir() {
                continue;
            }
            for name in entries(&directory, is_data)? {
                let path = directory.join(&name);
                write(format!(
                    "    File {{ variant: {variant:?}, name: {name:?}, text: include_str!({:?}) }},",
                    path.to_str().expect("the path of the crate is valid Unicode")
                ));
            }
        }
        write("];".into());
    }
    fs::write(out.join("corpus.rs"), code)
}

/// Whether a file belongs to the corpus: JSON other than a schema.
fn is_data(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.ends_with(".json") && !name.ends_with(".schema.json")
}

/// The sorted names of the entries of a folder for which `wanted` is true.
fn entries(folder: &Path, wanted: fn(&Path) -> bool) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if wanted(&path)
            && let Some(name) = path.file_name().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}
