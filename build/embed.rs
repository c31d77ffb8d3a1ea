//! Lists the files of the corpus that become part of the library.
//!
//! Which variants these are the features say: `corpus` embeds all, `corpus-NAME` the variant of the folder NAME, and without
//! any of them all are embedded, so that whoever asks for nothing has everything. The table is one of `include_str!`, so that a
//! corpus that is left out costs nothing, and no list of variants stands anywhere but in the folders.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The two folders of the corpus.
const FOLDERS: [&str; 2] = ["suites", "positions"];

/// Writes `corpus.rs` into the folder of the build: the embedded files by folder, variant and name, and the variants.
pub fn write(out: &Path) -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let variants: Vec<_> = entries(&root.join(FOLDERS[0]), Path::is_dir)?;
    let chosen: Vec<_> = variants.iter().filter(|variant| is_enabled(&format!("corpus-{variant}"))).collect();
    let embedded: Vec<_> =
        if chosen.is_empty() || is_enabled("corpus") { variants.iter().collect() } else { chosen };
    let mut code = String::new();
    let mut write = |line: String| writeln!(code, "{line}").expect("writing to a string cannot fail");
    write(format!("pub(super) const VARIANTS: &[&str] = &{embedded:?};"));
    for folder in FOLDERS {
        write(format!("pub(super) const {}: &[File] = &[", folder.to_uppercase()));
        // What all variants share lies in the folder itself.
        let shared = String::new();
        for variant in std::iter::once(&shared).chain(embedded.iter().copied()) {
            let place = root.join(folder).join(variant);
            if !place.is_dir() {
                continue;
            }
            for name in entries(&place, is_data)? {
                let path = place.join(&name);
                write(format!(
                    "    File {{ variant: {variant:?}, name: {name:?}, text: include_str!({:?}) }},",
                    path.to_str().expect("the folder of the crate has a name in Unicode")
                ));
            }
        }
        write("];".into());
    }
    fs::write(out.join("corpus.rs"), code)
}

/// Whether a feature of the crate is on.
fn is_enabled(feature: &str) -> bool {
    let name = format!("CARGO_FEATURE_{}", feature.to_uppercase().replace('-', "_"));
    env::var_os(name).is_some()
}

/// Whether a file may be part of the corpus: what is no schema is.
fn is_data(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name == "CHANGELOG.md" || (name.ends_with(".json") && !name.ends_with(".schema.json"))
}

/// The names of the entries of a folder that are wanted, sorted.
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
