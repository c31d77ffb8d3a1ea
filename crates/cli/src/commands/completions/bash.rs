//! Completion in bash.
//!
//! Bash splits words at `:` and `=` and replaces only the last part. Many values contain these characters, such as `uci:ENGINE` and
//! `NAME=VALUE`, so this module splits the line itself.

use clap_complete::engine::CompletionCandidate;
use std::ffi::OsString;

/// The name of the shell.
pub(super) const NAME: &str = "bash";

/// The script that completes the command `name` by calling `program`.
pub(super) fn script(variable: &str, identifier: &str, name: &str, program: &str) -> String {
    let quoted =
        |text: &str| shlex::try_quote(text).map_or_else(|_| text.to_owned(), |text| text.into_owned());
    let (name, program) = (quoted(name), quoted(program));
    format!(
        r#"_complete_{identifier}() {{
    local IFS=$'\n'
    COMPREPLY=($({variable}={NAME} {program} -- "${{COMP_LINE:0:COMP_POINT}}" "$COMP_WORDBREAKS" 2>/dev/null))
    if [[ ${{#COMPREPLY[@]}} == 1 && ${{COMPREPLY[0]}} == *[=/:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}}
complete -o default -F _complete_{identifier} {name}
"#
    )
}

/// A typed line.
#[derive(Debug)]
pub(super) struct Line {
    /// The words up to the cursor. The last one, which may be empty, is completed.
    pub words: Vec<OsString>,
    /// The part of the last word that bash keeps.
    prefix: String,
}

impl Line {
    /// Parses the arguments of the script: the line up to the cursor, and the characters at which bash splits words.
    pub fn parse(arguments: &[OsString]) -> Self {
        let text = |index: usize| {
            arguments.get(index).map_or_else(String::new, |text| text.to_string_lossy().into_owned())
        };
        let (line, breaks) = (text(0), text(1));
        // Close an open quote, and add a letter in case the last word is empty.
        let closed =
            ["x", "'x", "\"x"].map(|open| (open, format!("{line}{}{}", "x", &open[..open.len() - 1])));
        let read = closed.iter().find_map(|(open, line)| Some((*open, shlex::split(line)?)));
        let (open, mut words) = read.unwrap_or(("x", vec!["x".into()]));
        let mut last = words.pop().unwrap_or_default();
        last.pop();
        let is_quoted = open.len() > 1;
        let cut = last.rfind(|c| [':', '='].contains(&c) && breaks.contains(c)).filter(|_| !is_quoted);
        let prefix = last[..cut.map_or(0, |cut| cut + 1)].to_owned();
        words.push(last);
        Self { words: words.into_iter().map(OsString::from).collect(), prefix }
    }

    /// The candidates as bash expects them: one a line, without the prefix.
    pub fn answer(&self, candidates: &[CompletionCandidate]) -> String {
        let texts = candidates.iter().map(|one| one.get_value().to_string_lossy().into_owned());
        texts.map(|text| text.strip_prefix(&self.prefix).unwrap_or(&text).to_owned() + "\n").collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn lines_are_split_up_to_the_cursor() {
        for (line, breaks, words, prefix) in [
            ("vperft run ", "=:", &["vperft", "run", ""][..], ""),
            ("vperft run ry", "=:", &["vperft", "run", "ry"], ""),
            (
                "vperft run --ruling archer-slide=mo",
                "=:",
                &["vperft", "run", "--ruling", "archer-slide=mo"],
                "archer-slide=",
            ),
            (
                "vperft run --ruling archer-slide=mo",
                ":",
                &["vperft", "run", "--ruling", "archer-slide=mo"],
                "",
            ),
            ("vperft run --backend=uci:", "=:", &["vperft", "run", "--backend=uci:"], "--backend=uci:"),
            ("vperft run --filter 'ryugi/ep-", "=:", &["vperft", "run", "--filter", "ryugi/ep-"], ""),
            ("vperft run --filter \"ryugi/ep-", "=:", &["vperft", "run", "--filter", "ryugi/ep-"], ""),
            ("vperft show --vfen 'a b' ", "=:", &["vperft", "show", "--vfen", "a b", ""], ""),
            ("", "=:", &[""], ""),
        ] {
            let read = Line::parse(&[line.into(), breaks.into()]);
            assert_eq!(
                (read.words, read.prefix.as_str()),
                (words.iter().map(OsString::from).collect(), prefix),
                "{line}"
            );
        }
        assert_eq!(Line::parse(&[]).words, [""]);
    }
}
