//! How files of known failures are rewritten.

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use vperft_run::expect::{ExpectationDiff, Expectations, FailureKind, NewFailure};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    /// The remaining entries keep their order and their own comments.
    #[test]
    fn removed_entries_are_the_only_change(
        entries in prop::collection::vec((any::<bool>(), any::<bool>(), "[a-z\"\\\\ #=\\[\\]é]{1,12}"), 0..8),
        new in prop::collection::vec("[ -~]{1,12}", 0..3),
    ) {
        let text: String = entries.iter().enumerate().map(|(index, (_, is_apart, reason))| {
            let gap = if *is_apart { "\n" } else { "" };
            let reason = toml_edit::Value::from(format!("r{reason}"));
            format!("{gap}# own {index}.\n[[expect]]\ncase = \"ryugi/{index}\"\nverdict = \"fail\"\nreason = {reason}\n")
        }).collect();
        let fixed: Vec<_> = (0..entries.len()).filter(|&index| entries[index].0).collect();
        let added = new.iter().map(|case| NewFailure {
            case: case.clone(), check: None, verdict: FailureKind::Crash, moves: None,
        });
        let diff = ExpectationDiff { fixed: fixed.clone(), new: added.collect() };
        let file = Expectations::parse("x", &text).unwrap();
        let edited = file.edited(&diff, "1").unwrap();
        let again = Expectations::parse("x", &edited.text).unwrap();
        let stay: Vec<_> = (0..entries.len()).filter(|index| !fixed.contains(index)).collect();
        let cases = stay.iter().map(|index| format!("ryugi/{index}")).chain(new.iter().cloned());
        prop_assert_eq!(
            again.entries().iter().map(|entry| entry.case().to_owned()).collect::<Vec<_>>(),
            cases.collect::<Vec<_>>()
        );
        prop_assert_eq!(edited.kept, stay.len());
        for index in stay {
            prop_assert!(edited.text.contains(&format!("# own {index}.\n[[expect]]")), "{}", edited.text);
        }
    }
}

const FILE: &str = "\
# What my engine does not do yet.
backend = \"mine\"   # by its own name

# Castling, all of it.

# The first.
[[expect]]
case    = \"ryugi/a\"
verdict = 'missing'
reason  = \"one\"

[[expect]]
case = \"ryugi/b-*\" # a pattern
verdict = \"fail\"
reason = \"two\"
issue = \"https://example.org/2\"

# The third.
[[expect]]
case = \"ryugi/c\"
verdict = \"crash\"
reason = \"three\"
# The end.
";

fn check(fixed: &[usize], new: &[(&str, FailureKind)], expected: &str) {
    let new = new.iter().map(|&(case, verdict)| NewFailure {
        case: case.to_owned(),
        check: None,
        verdict,
        moves: None,
    });
    let diff = ExpectationDiff { fixed: fixed.to_vec(), new: new.collect() };
    let edited = Expectations::parse("x", FILE)
        .and_then(|file| file.edited(&diff, "1.2"))
        .expect("the file is well formed");
    assert_eq!(edited.text, expected);
    assert_eq!(edited.kept, 3 - fixed.len());
    let again = Expectations::parse("x", &edited.text).expect("the file is well formed");
    assert_eq!(again.entries().len(), edited.kept + diff.new.len());
}

#[test]
fn kept_entries_keep_comments_and_layout() {
    check(&[], &[], FILE);
    let first = "# The first.\n[[expect]]\ncase    = \"ryugi/a\"\nverdict = 'missing'\nreason  = \"one\"\n\n";
    check(&[0], &[], &FILE.replace(first, ""));
    let third = "\n# The third.\n[[expect]]\ncase = \"ryugi/c\"\nverdict = \"crash\"\nreason = \"three\"\n";
    check(&[2], &[], &FILE.replace(third, ""));
    let second = FILE.find("[[expect]]\ncase = \"ryugi/b-*\"").unwrap();
    let end = FILE.find("# The third.").unwrap();
    check(&[1], &[], &format!("{}{}", &FILE[..second], &FILE[end..]));
}

#[test]
fn new_entries_come_last() {
    let entry = |case: &str, verdict: &str| {
        format!(
            "\n[[expect]]\ncase = \"{case}\"\nverdict = \"{verdict}\"\nreason = \"unexplained\"\nsince = \"1.2\"\n"
        )
    };
    let (head, end) = FILE.split_at(FILE.find("# The end.").unwrap());
    let new = [("ryugi/d", FailureKind::WrongCount), ("ryugi/d", FailureKind::Extra)];
    let added = format!("{head}{}{}{end}", entry("ryugi/d", "wrong-count"), entry("ryugi/d", "extra"));
    check(&[], &new, &added);
}

#[test]
fn an_empty_file_is_filled() {
    let new =
        vec![NewFailure { case: "ryugi/d".into(), check: None, verdict: FailureKind::Timeout, moves: None }];
    let diff = ExpectationDiff { fixed: Vec::new(), new };
    let edited = Expectations::empty("x", "my \"engine\"").edited(&diff, "1.2").unwrap();
    let expected = "# Failures that are known.\nbackend = 'my \"engine\"'\n\n[[expect]]\ncase = \"ryugi/d\"\n\
                    verdict = \"timeout\"\nreason = \"unexplained\"\nsince = \"1.2\"\n";
    assert_eq!(edited.text, expected);
}

#[test]
fn a_new_entry_may_name_the_check_and_the_moves() {
    let moves = Some(vec!["K a1-a2".to_owned(), "K a1-b1".to_owned()]);
    let new = NewFailure {
        case: "ryugi/d".into(),
        check: Some("moves".into()),
        verdict: FailureKind::Extra,
        moves,
    };
    let diff = ExpectationDiff { fixed: Vec::new(), new: vec![new.clone(), new] };
    let text = Expectations::empty("x", "mine").edited(&diff, "1.2").unwrap().text;
    let entry = "[[expect]]\ncase = \"ryugi/d\"\ncheck = \"moves\"\nverdict = \"extra\"\n\
                 moves = [\"K a1-a2\", \"K a1-b1\"]\nreason = \"unexplained\"\nsince = \"1.2\"\n";
    assert_eq!(text.matches(entry).count(), 2, "{text}");
    let again = Expectations::parse("x", &text).unwrap();
    assert_eq!(again.entries()[0].moves().map(<[String]>::len), Some(2));
    assert_eq!(diff.by_case().new.len(), 1);
}

#[test]
fn entries_in_a_list_are_not_rewritten() {
    let text = "expect = [{ case = \"ryugi/a\", verdict = \"fail\", reason = \"r\" }]";
    let diff = ExpectationDiff { fixed: vec![0], new: Vec::new() };
    let error = Expectations::parse("x", text).unwrap().edited(&diff, "1").unwrap_err();
    assert!(error.to_string().contains("x:1:20: expected entries that are written as [[expect]]"), "{error}");
}
