//! The dictionary of bugs.

use crate::corpus::Tiny;
use crate::tool::vperft;
use pretty_assertions::assert_eq;
use serde_json::json;

/// The board of two Kings, each line behind some blanks.
fn kings(indent: &str) -> String {
    let board = "
     a  b  c  d  e  f  g  h  i  j
   ┌──────────────────────────────┐
10 │ ·  ·  ·  ·  ·  k  ·  ·  ·  · │ 10
 9 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 9
 8 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 8
 7 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 7
 6 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 6
 5 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 5
 4 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 4
 3 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 3
 2 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 2
 1 │ ·  ·  ·  ·  ·  K  ·  ·  ·  · │ 1  ◀
   └──────────────────────────────┘
     a  b  c  d  e  f  g  h  i  j
    White to move
    move 1, clock 0
";
    board.lines().skip(1).map(|line| format!("{indent}{line}\n")).collect()
}

const VFEN: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

fn tiny() -> Tiny {
    Tiny::tagged(json!({ "status": "draw-dead" }))
}

#[test]
fn a_bug_is_explained_to_people() {
    let expected = format!(
        "ryugi king-lazy  The King rests
  text     A King does not step. It shows at once.
  seen     a *lazy* program
  case     ryugi/king-walk
  position {VFEN}
{}  caught by ryugi/king-walk
",
        kings("  ")
    );
    for words in [&["bugs"][..], &["bugs", "ryugi"], &["bugs", "ryugi", "king-lazy"]] {
        assert_eq!(tiny().vperft(words).ends(0).stdout, expected, "{words:?}");
    }
    assert_eq!(tiny().vperft(&["bugs", "rococo"]).ends(0).stdout, "");
}

#[test]
fn a_bug_is_an_entry_of_a_document() {
    let outcome = tiny().vperft(&["bugs", "--format", "markdown"]).ends(0);
    let (head, list) = outcome.stdout.split_once("\n* ").expect("a list of variants");
    assert!(head.starts_with("# Bugs\n\n"), "{outcome}");
    let expected = format!(
        "[Ryugi](#ryugi), 1 bugs

## <a id=\"ryugi\"></a>Ryugi

### <a id=\"ryugi-king-lazy\"></a>`king-lazy`

**The King rests.** A King does not step. It shows at once.

Seen: a \\*lazy\\* program.

```text
position {VFEN}
{}```

Caught by `ryugi/king-walk`.
",
        kings("")
    );
    assert_eq!(list, expected);
}

#[test]
fn a_bug_is_a_record() {
    let expected = json!({ "bugs": [{
        "variant": "ryugi", "id": "king-lazy", "title": "The King rests",
        "text": "A King does not step. It shows at once.", "case": "ryugi/king-walk", "seen": "a *lazy* program",
        "vfen": VFEN, "line": [], "cases": ["ryugi/king-walk"],
    }] });
    assert_eq!(tiny().vperft(&["bugs", "--format", "json"]).ends(0).json(), expected);
}

#[test]
fn a_bug_that_does_not_exist_is_named() {
    let problem = "ryugi has no bug `king-walk`; `vperft bugs ryugi` lists those it has";
    tiny().vperft(&["bugs", "ryugi", "king-walk"]).ends(2).warns(&[problem]);
    vperft("bugs shogi").ends(2).warns(&["shogi"]);
}
