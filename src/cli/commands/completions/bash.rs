//! Completion in bash, which cuts the words of a line at `:` and `=` as well and replaces no more than the last part.
//!
//! Both stand in many values of this command, such as `uci:ENGINE` and `NAME=VALUE`, so that the line is read here.

use clap_complete::engine::CompletionCandidate;
use std::ffi::OsString;

/// The name of the shell.
pub(super) const NAME: &str = "bash";

/// The script that asks `program` for what completes the command called `name`.
pub(super) fn script(asked: &str, identifier: &str, name: &str, program: &str) -> String {
    let quoted =
        |text: &str| shlex::try_quote(text).map_or_else(|_| text.to_owned(), |text| text.into_owned());
    let (name, program) = (quoted(name), quoted(program));
    format!(
        r#"_complete_{identifier}() {{
    local IFS=$'\n'
    COMPREPLY=($({asked}={NAME} {program} -- "${{COMP_LINE:0:COMP_POINT}}" "$COMP_WORDBREAKS" 2>/dev/null))
    if [[ ${{#COMPREPLY[@]}} == 1 && ${{COMPREPLY[0]}} == *[=/:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}}
complete -o default -F _complete_{identifier} {name}
"#
    )
}

/// A line that is being typed.
#[derive(Debug)]
pub(super) struct Line {
    /// Its words up to the cursor; the last one, which may be empty, is the one to complete.
    pub words: Vec<OsString>,
    /// What bash leaves as it is of the last word.
    kept: String,
}

impl Line {
    /// Reads the line up to the cursor and the characters at which bash cuts words, as the script hands them over.
    pub fn read(handed: &[OsString]) -> Self {
        let text = |index: usize| {
            handed.get(index).map_or_else(String::new, |text| text.to_string_lossy().into_owned())
        };
        let (line, breaks) = (text(0), text(1));
        // A quote that is open is closed, and something stands for the word that has not begun.
        let closed =
            ["x", "'x", "\"x"].map(|open| (open, format!("{line}{}{}", "x", &open[..open.len() - 1])));
        let read = closed.iter().find_map(|(open, line)| Some((*open, shlex::split(line)?)));
        let (open, mut words) = read.unwrap_or(("x", vec!["x".into()]));
        let mut last = words.pop().unwrap_or_default();
        last.pop();
        let is_quoted = open.len() > 1;
        let cut = last.rfind(|c| [':', '='].contains(&c) && breaks.contains(c)).filter(|_| !is_quoted);
        let kept = last[..cut.map_or(0, |cut| cut + 1)].to_owned();
        words.push(last);
        Self { words: words.into_iter().map(OsString::from).collect(), kept }
    }

    /// The candidates as bash wants them: a line each, and of each what is to stand behind what is kept.
    pub fn answer(&self, candidates: &[CompletionCandidate]) -> String {
        let texts = candidates.iter().map(|one| one.get_value().to_string_lossy().into_owned());
        texts.map(|text| text.strip_prefix(&self.kept).unwrap_or(&text).to_owned() + "\n").collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_line_is_read_up_to_the_cursor() {
        for (line, breaks, words, kept) in [
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
            let read = Line::read(&[line.into(), breaks.into()]);
            assert_eq!(
                (read.words, read.kept.as_str()),
                (words.iter().map(OsString::from).collect(), kept),
                "{line}"
            );
        }
        assert_eq!(Line::read(&[]).words, [""]);
    }
}
