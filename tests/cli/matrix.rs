//! Documents about implementations, and the pages that compare them.

use crate::tool::{SMALL_CORPUS, vperft_with};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// Writes the document about `reference`, with more arguments of the run.
fn document(folder: &Path, name: &str, words: &[&str], code: i32) -> String {
    let file = folder.join(format!("{name}.conform.json")).display().to_string();
    let report = format!("conform={file}");
    let run =
        ["run", "ryugi", "--backend", "reference", "--tier", "smoke", "--name", name, "--report", &report];
    vperft_with(&[&run[..], words, &SMALL_CORPUS].concat()).ends(code);
    file
}

fn matrix(files: &[&str], out: &Path, more: &[&str]) -> crate::tool::Outcome {
    let out = out.display().to_string();
    vperft_with(&[&["matrix"], files, &["--out", &out], more].concat())
}

#[test]
fn pages_show_which_implementation_breaks_a_rule() {
    let folder = tempdir().expect("a folder");
    let right =
        document(folder.path(), "Right", &["--homepage", "https://example.org", "--language", "Rust"], 0);
    let wrong = document(folder.path(), "Wrong", &["--without", "RYU-EP"], 1);
    let read = |file: &str| -> Value {
        serde_json::from_str(&fs::read_to_string(file).expect("a file")).expect("a document")
    };
    let (good, bad) = (read(&right), read(&wrong));
    assert_eq!(good["implementation"]["homepage"], json!("https://example.org"));
    let clause = |document: &Value| {
        let clauses = document["variants"][0]["clauses"].as_array().expect("clauses").clone();
        clauses.into_iter().find(|clause| clause["clause"] == "RYU-EP").expect("the clause")
    };
    assert_eq!(clause(&good)["checks"]["failed"], json!(0));
    assert!(clause(&bad)["checks"]["failed"].as_u64() > Some(0), "{bad}");
    assert_eq!(clause(&bad)["group"], json!("en-passant"));
    assert_eq!(bad["variants"][0]["mistakes"][0]["mistake"], json!("without RYU-EP"));
    // Every check of the corpus is counted, whether it was made or not.
    let all = |document: &Value| -> u64 {
        let sums = document["variants"][0]["checks"].as_object().expect("sums");
        sums.values().filter_map(Value::as_u64).sum()
    };
    assert_eq!(all(&good), all(&bad));
    assert!(good["variants"][0]["checks"]["not_asked"].as_u64() > Some(0), "{good}");

    matrix(&[&right, &wrong], folder.path(), &[]).ends(0).warns(&["2 implementations: wrote 8 files to "]);
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    let index = page("index.html");
    for part in ["<a href=\"right.html\">Right</a>", "<a href=\"wrong.html\">Wrong</a>", "RYU-EP", "✗ "] {
        assert!(index.contains(part), "{part}");
    }
    for part in ["without RYU-EP", "svg+xml;base64,", "Clauses with checks that fail"] {
        assert!(page("wrong.html").contains(part), "{part}");
    }
    assert!(page("right.svg").contains("vperft: ryugi "), "{}", page("right.svg"));
    assert_eq!(read(&folder.path().join("right.json").display().to_string())["color"], json!("brightgreen"));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = tempdir().expect("a folder");
    let one = document(folder.path(), "One", &[], 0);
    let other = folder.path().join("other.json").display().to_string();
    let text = fs::read_to_string(&one).expect("a file");
    let document: Value = serde_json::from_str(&text).expect("a document");
    let digest = document["variants"][0]["digest"].as_str().expect("a digest");
    let write = |text: String| fs::write(&other, text).expect("a file");
    write(text.clone());
    matrix(&[&one, &other], folder.path(), &[]).ends(3).warns(&["two documents about `One`"]);
    let renamed = text.replace("\"name\":\"One\"", "\"name\":\"Two\"");
    write(renamed.replace(digest, &"0".repeat(32)));
    matrix(&[&one, &other], folder.path(), &[]).ends(3).warns(&["were asked different cases of ryugi"]);
    matrix(&[&one, &other], folder.path(), &["--mixed"]).ends(0);
    vperft_with(&["run", "ryugi", "--language", "C"]).ends(2).warns(&["add --report conform=FILE"]);
    for (text, expected) in [
        ("{}".to_owned(), "not the document about an implementation: missing field `format`"),
        (renamed.replace("\"format\":1", "\"format\":2"), "format 2; this program reads format 1"),
    ] {
        write(text);
        matrix(&[&other], folder.path(), &[]).ends(3).warns(&[expected]);
    }
}
