//! Exports a shell script that compares perft counts.

use super::Counted;
use std::borrow::Cow;
use std::fmt::Write as _;
use vperft::inner::support::sanitise::escape;

/// The script before the counts.
const HEAD: &str = r#"#
# Usage: sh THIS-SCRIPT PROGRAM [ARGUMENT]...
#
# For every count, runs PROGRAM [ARGUMENT]... DEPTH VFEN with the variant in the environment variable VPERFT_VARIANT. The
# last number of its output is the count, so that scripts for perftree work. If PROGRAM may hang, add a time limit:
# sh THIS-SCRIPT timeout 60 PROGRAM
#
# Prints every wrong count with the call to repeat it, and the number of wrong counts. Exit codes: 0 if all counts are
# right, 1 if one is wrong, 2 if PROGRAM is missing.

if [ $# -eq 0 ]; then
    echo "usage: $0 PROGRAM [ARGUMENT]..." >&2
    exit 2
fi
counts=0
wrong=0

# The prefix keeps "$@" from calling this function instead of a PROGRAM with the same name.
# _vperft_count VARIANT CASE DEPTH EXPECTED VFEN PROGRAM [ARGUMENT]...
_vperft_count() {
    VPERFT_VARIANT=$1 case=$2 depth=$3 expected=$4 vfen=$5
    export VPERFT_VARIANT
    shift 5
    counts=$((counts + 1))
    code=0
    output=$("$@" "$depth" "$vfen" </dev/null) || code=$?
    output=${output%"${output##*[![:space:]]}"}
    actual=${output##*[!0-9]}
    if [ "$code" -eq 0 ] && [ "$actual" = "$expected" ]; then
        return
    fi
    wrong=$((wrong + 1))
    if [ "$code" -ne 0 ]; then
        actual="exit code $code"
    fi
    printf '%s perft:%s: expected %s, got %s\n' "$case" "$depth" "$expected" "${actual:-no number}"
    printf '    VPERFT_VARIANT=%s' "$VPERFT_VARIANT"
    for word in "$@" "$depth" "$vfen"; do
        printf ' %s' "$(_vperft_quoted "$word")"
    done
    echo
}

# Quotes a word for the shell.
_vperft_quoted() {
    case $1 in
    *[!0-9A-Za-z%+,./:=@_-]* | '') printf '%s\n' "$1" | sed "s/'/'\\\\''/g; 1s/^/'/; \$s/\$/'/" ;;
    *) printf '%s\n' "$1" ;;
    esac
}

"#;

/// The script after the counts.
const TAIL: &str = r#"
echo "$wrong of $counts counts are wrong"
[ "$wrong" -eq 0 ]
"#;

/// A POSIX shell script that asks a program for every count.
#[must_use]
pub fn sh(version: Option<&str>, positions: &[Counted<'_>]) -> String {
    let counts: usize = positions.iter().map(|position| position.counts.len()).sum();
    let version =
        version.map_or_else(|| "unversioned suite".to_owned(), |version| format!("suite {version}"));
    let places = positions.len();
    let mut text = format!(
        "#!/bin/sh\n# Perft counts of {version} of vperft: {counts} counts in {places} positions.\n{HEAD}"
    );
    for Counted { variant, id, vfen, counts } in positions {
        for (depth, count) in counts {
            let (id, vfen) = (quoted(id), quoted(vfen));
            writeln!(text, "_vperft_count {variant} {id} {depth} {count} {vfen} \"$@\"")
                .expect("writing to a string cannot fail");
        }
    }
    text + TAIL
}

/// Quotes a word for the shell. Control and other invisible characters are escaped as in JSON: a shell cannot
/// hold NUL, and a script must not look like a different one.
fn quoted(word: &str) -> String {
    shlex::try_quote(&escape(word)).map(Cow::into_owned).unwrap_or_default()
}
