//! The names of backends: programs outside of PATH, and suggestions for unknown names.

use crate::output;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use vperft::inner::backend::Registry;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::suggest::{did_you_mean, nearest};
use vperft_programs as programs;

/// Folders of programs that may be missing from PATH. Debian installs engines there.
const EXTRA_FOLDERS: &[&str] = if cfg!(unix) { &["/usr/games", "/usr/local/games"] } else { &[] };

/// Parts of the names of well-known engines.
const ENGINES: [&str; 6] = ["stockfish", "lc0", "komodo", "ethereal", "berserk", "obsidian"];

/// The name of a backend with the path of its program, if that is not in PATH but in one of [`EXTRA_FOLDERS`]. The first opening of
/// a backend notes it.
pub fn located(name: &str, is_first: bool) -> Option<String> {
    let (scheme, words) = programs::split_scheme(name)?;
    let mut words = shlex::split(words)?;
    let path = env::var_os("PATH").unwrap_or_default();
    let found = find(words.first()?, &path, EXTRA_FOLDERS)?.display().to_string();
    if is_first {
        output::note(format_args!("note: `{}` is not in PATH; using {found}", words[0]));
    }
    words[0] = found;
    shlex::try_join(words.iter().map(String::as_str)).ok().map(|words| format!("{scheme}:{words}"))
}

/// A program in one of the extra folders, unless the path leads to it.
fn find(program: &str, path: &OsStr, extra: &[&str]) -> Option<PathBuf> {
    let is_bare =
        !program.is_empty() && Path::new(program).components().count() == 1 && !program.contains('/');
    let is_there = |folder: &Path| folder.join(program).is_file();
    if !is_bare || env::split_paths(path).any(|folder| is_there(&folder)) {
        return None;
    }
    extra.iter().map(Path::new).find(|folder| is_there(folder)).map(|folder| folder.join(program))
}

/// A suggestion for an unknown name, to follow the error.
pub fn suggest(name: &str, registry: &Registry) -> String {
    let first = name.split_whitespace().next().unwrap_or_default();
    let program =
        Path::new(first).file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    let is_engine = ENGINES.iter().any(|engine| program.contains(engine));
    if let Some((scheme, rest)) = name.split_once(':') {
        let near = nearest(scheme, registry.schemes());
        return near.first().map_or_else(String::new, |scheme| format!("; did you mean `{scheme}:{rest}`?"));
    }
    if is_engine {
        return format!("; a UCI engine is `uci:{name}`");
    }
    let near = did_you_mean(name, registry.names());
    let is_program = name.contains([' ', '/', '\\']) || Path::new(name).extension().is_some();
    if near.is_empty() && is_program {
        return format!("; a program that speaks the protocol is `cmd:{name}`, a UCI engine `uci:{name}`");
    }
    near
}

/// Suggests a backend that may have rules of a variant, to follow the error that another backend has none.
pub fn other_backend(variant: VariantId) -> String {
    if super::backend::has_oracle(variant) {
        return format!("; the backend `{}` has them", super::backend::oracle_for(&[variant]));
    }
    if variant.folder().is_some() {
        return "; no piece of its variant.json has `moves`, which the backend `data` plays".into();
    }
    let engine = if variant == VariantId::CHESS { "uci:stockfish" } else { "uci:ENGINE" };
    format!("; a program may have them, such as the backend `{engine}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use std::fs;

    #[test]
    fn extra_folders_are_searched_after_the_path() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = |name: &str| parent.path().join(name);
        for (name, programs) in [("bin", &["engine"][..]), ("games", &["engine", "chess"])] {
            fs::create_dir(folder(name)).expect("a folder");
            programs.iter().for_each(|program| fs::write(folder(name).join(program), "").expect("a file"));
        }
        let games = folder("games").display().to_string();
        for (program, expected) in [
            ("engine", None),
            ("chess", Some(folder("games").join("chess"))),
            ("none", None),
            ("./chess", None),
            ("/bin/chess", None),
            ("", None),
        ] {
            let path = env::join_paths([folder("bin")]).expect("a path");
            assert_eq!(find(program, &path, &["/nowhere", &games]), expected, "{program}");
        }
        assert_eq!(located("reference", false), None);
        assert_eq!(located("cmd:", false), None);
    }
}
