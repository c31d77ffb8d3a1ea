//! A shell script that compares counts.

use super::Counted;
use crate::support::sanitise::escape;
use std::borrow::Cow;
use std::fmt::Write as _;

/// What the script does, before the counts.
const HEAD: &str = r#"#
# Usage: sh THIS-SCRIPT PROGRAM [ARGUMENT]...
#
# Every count is asked for by a call of PROGRAM [ARGUMENT]... DEPTH VFEN, with the variant in the environment as
# VPERFT_VARIANT. The number its output ends with is the count; what stands before it does not matter, so that scripts for
# perftree will do. Give a limit of time as well if it may hang: sh THIS-SCRIPT timeout 60 PROGRAM
#
# Prints every count that is wrong with the call to repeat, and how many there are. The exit code is 0 if none is wrong,
# 1 if one is, 2 if there is no PROGRAM.

if [ $# -eq 0 ]; then
    echo "usage: $0 PROGRAM [ARGUMENT]..." >&2
    exit 2
fi
counts=0
wrong=0

# A name that no PROGRAM has: "$@" would call this function in its place.
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

# A word as a shell needs it.
_vperft_quoted() {
    case $1 in
    *[!0-9A-Za-z%+,./:=@_-]* | '') printf '%s\n' "$1" | sed "s/'/'\\\\''/g; 1s/^/'/; \$s/\$/'/" ;;
    *) printf '%s\n' "$1" ;;
    esac
}

"#;

/// What the script does after the counts.
const TAIL: &str = r#"
echo "$wrong of $counts counts are wrong"
[ "$wrong" -eq 0 ]
"#;

/// A POSIX shell script that asks a program for every count.
#[must_use]
pub fn sh(version: Option<&str>, positions: &[Counted<'_>]) -> String {
    let counts: usize = positions.iter().map(|position| position.counts.len()).sum();
    let version =
        version.map_or_else(|| "a suite without a version".to_owned(), |version| format!("suite {version}"));
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

/// A word as a shell needs it. What does not show as itself is escaped as in JSON: there is no way to write NUL, and nobody should
/// run a script that looks like another one.
fn quoted(word: &str) -> String {
    shlex::try_quote(&escape(word)).map(Cow::into_owned).unwrap_or_default()
}
