//! Files that commands write: links and permissions are preserved, concurrent changes are not overwritten, and a failed command
//! leaves no partial file.

use crate::corpus::{Tiny, positions, suite};
use crate::tool::{Outcome, PROGRAM, SMALL_CORPUS, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// A command that writes a file in a temporary folder.
struct Writer {
    name: &'static str,
    folder: TempDir,
    words: Vec<String>,
    file: PathBuf,
    /// A text that the file contains after success.
    written: &'static str,
}

/// Every command that updates an existing file.
fn writers() -> Vec<Writer> {
    vec![bless(), update(&["--without", "RYU-EP"]), add()]
}

/// Every command that replaces a file without reading it: reports, records, pictures.
fn printers() -> Vec<Writer> {
    let run = ["run", "ryugi", "--filter", "ryugi/ep-*", "--tier", "smoke"];
    let [json, junit, lines] = ["json", "junit", "jsonl"].map(|kind| format!("--report={kind}="));
    vec![
        printer("run --report json", &run, &json, "\"complete\":true"),
        printer("run --report junit", &run, &junit, "</testsuites>"),
        printer("run --report jsonl", &run, &lines, "\"run-done\""),
        printer("run --record", &run, "--record=", "\"record\":"),
        printer("show --svg", &["show", "ryugi"], "--svg=", "</svg>"),
        printer(
            "speed measure --out",
            &["speed", "measure", "ryugi", "--position", "start", "--samples", "1", "--backend", "fast"],
            "--out=",
            "\"requests_per_second\"",
        ),
    ]
}

/// A command that writes `file`, with `argument` as the option to which the path is appended.
fn printer(name: &'static str, first: &[&str], argument: &str, written: &'static str) -> Writer {
    let folder = TempDir::with_prefix("files ").expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "old content").expect("a file");
    let last = if first[0] == "run" { &SMALL_CORPUS[..] } else { &[] };
    let words = words(&[first, &[&format!("{argument}{}", file.display())], last].concat(), Vec::new());
    Writer { name, folder, words, file, written }
}

/// A folder with a corpus whose only case lacks a value.
fn corpus() -> TempDir {
    let folder = TempDir::with_prefix("files ").expect("a folder");
    for (name, document) in
        [("positions", positions()), ("suites", suite(json!({ "perft": { "1": Value::Null } })))]
    {
        let path = folder.path().join(name).join("ryugi");
        fs::create_dir_all(&path).expect("a folder");
        fs::write(path.join("tiny.json"), document.to_string()).expect("a file");
    }
    folder
}

/// The arguments that select the corpus in a folder.
fn folders(folder: &Path) -> Vec<String> {
    let path = |name| folder.join(name).display().to_string();
    vec!["--no-embedded".into(), "--suites".into(), path("suites"), "--positions".into(), path("positions")]
}

fn words(first: &[&str], last: Vec<String>) -> Vec<String> {
    first.iter().map(|word| (*word).to_owned()).chain(last).collect()
}

fn bless() -> Writer {
    let folder = corpus();
    let file = folder.path().join("suites/ryugi/tiny.json");
    let words = words(&["bless", "ryugi"], folders(folder.path()));
    Writer { name: "bless", folder, words, file, written: "{\"1\": 5}" }
}

fn update(more: &[&str]) -> Writer {
    let folder = TempDir::with_prefix("files ").expect("a folder");
    let file = folder.path().join("known.toml");
    fs::write(&file, "# Mine.\n").expect("a file");
    let first = ["expect", "update", "ryugi", "--filter", "ryugi/ep-*", "--tier", "smoke", "--expect"];
    let last = SMALL_CORPUS.iter().map(|word| (*word).to_owned()).collect();
    let path = file.display().to_string();
    let words = words(&[&first[..], &[&*path], more].concat(), last);
    Writer { name: "expect update", folder, words, file, written: "[[expect]]" }
}

fn add() -> Writer {
    let folder = corpus();
    let (suites, file) = (folder.path().join("suites/ryugi"), "classes.json");
    fs::write(suites.join("tiny.json"), suite(json!({ "perft": { "1": 5 } })).to_string()).expect("a file");
    let empty = json!({ "format": 1, "variant": "ryugi", "cases": [] });
    fs::write(suites.join(file), empty.to_string()).expect("a file");
    let words = words(&["audit", "ryugi", "--sample", "1", "--add"], folders(folder.path()));
    Writer { name: "audit --add", file: suites.join(file), folder, words, written: "ryugi/classes-001" }
}

impl Writer {
    fn run(&self) -> Outcome {
        vperft_with(&self.words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Runs the command in a shell that first runs `setup`.
    fn run_after(&self, setup: &str) -> Output {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{setup}; exec \"$0\" \"$@\""), PROGRAM]).args(&self.words);
        command.stdin(Stdio::null()).output().expect("a shell")
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.file).expect("the file")
    }

    /// Runs the command, which has to succeed and to write the file.
    #[track_caller]
    fn writes(&self) {
        // `audit` exits with 1, because it finds the gaps that it fills.
        let outcome = self.run().ends(i32::from(self.name == "audit --add"));
        assert!(self.text().contains(self.written), "{}: {}\n{outcome}", self.name, self.text());
        self.assert_no_temporary_files();
    }

    /// Runs the command, which has to exit with this code and to write nothing.
    #[track_caller]
    fn refuses(&self, code: i32, words: &[&str]) {
        let before = contents(self.folder.path());
        self.run().ends(code).warns(words);
        assert_eq!(contents(self.folder.path()), before, "{}", self.name);
    }

    #[track_caller]
    fn assert_no_temporary_files(&self) {
        let left: Vec<_> =
            contents(self.folder.path()).into_iter().filter(|(path, _)| is_temporary(path)).collect();
        assert!(left.is_empty(), "{}: {left:?}", self.name);
    }
}

fn is_temporary(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains(".vperft-"))
}

/// Every file below a folder with its bytes, sorted.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(contents(&path));
        } else {
            let bytes = fs::read(&path).expect("a file");
            files.push((path, bytes));
        }
    }
    files.sort();
    files
}

#[test]
fn links_and_permissions_are_preserved() {
    for writer in writers().into_iter().chain(printers()) {
        // A chain of two links; the second is relative and leads to another folder.
        let (real, between) = (writer.folder.path().join("real"), writer.folder.path().join("between"));
        fs::create_dir(&real).expect("a folder");
        fs::rename(&writer.file, real.join("file")).expect("the file can be moved");
        symlink("real/file", &between).expect("a link");
        symlink(&between, &writer.file).expect("a link");
        fs::set_permissions(real.join("file"), Permissions::from_mode(0o640))
            .expect("permissions can be set");
        writer.writes();
        for link in [&writer.file, &between] {
            assert!(link.is_symlink(), "{}: {}", writer.name, link.display());
        }
        let mode = fs::metadata(real.join("file")).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "{}", writer.name);
    }
}

#[test]
fn other_hard_links_keep_the_old_text() {
    for writer in writers() {
        let other = writer.folder.path().join("other name");
        fs::hard_link(&writer.file, &other).expect("a link");
        let before = writer.text();
        writer.writes();
        assert_eq!(fs::read_to_string(&other).expect("the file"), before, "{}", writer.name);
    }
}

#[test]
fn a_report_replaces_the_old_one_only_when_complete() {
    // The backend kills `vperft` at the first question.
    let hello = r#"{"seq":0,"result":{"protocol":1,"name":"x","version":"1","variants":["ryugi"]}}"#;
    let backend =
        format!("cmd:sh -c 'read hello; echo {}; read question; kill -9 $PPID'", hello.replace('"', "\\\""));
    for kind in ["json", "junit", "github"] {
        let run = ["run", "ryugi", "--filter", "ryugi/ep-*", "--tier", "smoke", "--backend", &backend];
        let writer = printer("run --report", &run, &format!("--report={kind}="), "");
        let output = Command::new(PROGRAM)
            .args(&writer.words)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), None, "{kind}: `vperft` was not killed: {stderr}");
        assert_eq!(writer.text(), "old content", "{kind}");
    }
}

#[test]
fn a_report_can_be_written_to_a_device() {
    let run = ["run", "ryugi", "--filter", "ryugi/ep-*", "--tier", "smoke", "--report", "junit=/dev/stdout"];
    let outcome = vperft_with(&[&run[..], &SMALL_CORPUS].concat()).ends(0);
    outcome.says(&["</testsuites>", "\n total "]);
}

#[test]
fn a_read_only_file_is_an_error_that_names_it() {
    for writer in writers().into_iter().chain(printers()) {
        fs::set_permissions(&writer.file, Permissions::from_mode(0o444)).expect("permissions can be set");
        let name = writer.file.display().to_string();
        writer.refuses(5, &["error: ", &name, "read-only"]);
    }
}

#[test]
fn a_new_file_follows_the_umask() {
    let writer = update(&["--without", "RYU-EP"]);
    fs::remove_file(&writer.file).expect("a file");
    let output = writer.run_after("umask 027");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mode = fs::metadata(&writer.file).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn neighbouring_files_are_left_alone() {
    for writer in writers() {
        for name in [".new", ".tmp", ".vperft-mine", "~"] {
            let mut path = writer.file.clone().into_os_string();
            path.push(name);
            fs::write(&path, "unrelated").expect("a file");
        }
        let is_unrelated =
            |(path, _): &(PathBuf, _)| fs::read_to_string(path).is_ok_and(|text| text == "unrelated");
        assert_eq!(contents(writer.folder.path()).iter().filter(|one| is_unrelated(one)).count(), 4);
        writer.run();
        assert!(writer.text().contains(writer.written), "{}: {}", writer.name, writer.text());
        let left = contents(writer.folder.path()).iter().filter(|one| is_unrelated(one)).count();
        assert_eq!(left, 4, "{}", writer.name);
    }
}

/// A backend whose N-th process, with N = `starts`, first changes the file.
fn modifying_backend(folder: &Path, file: &Path, starts: usize) -> String {
    let script = folder.join("modify.sh");
    let (count, file) = (folder.join("starts").display().to_string(), file.display());
    let text = format!(
        "echo start >>'{count}'\n[ $(wc -l <'{count}') -lt {starts} ] || echo '  ' >>'{file}'\n\
         exec '{PROGRAM}' serve --backend fast\n"
    );
    fs::write(&script, text).expect("a file");
    format!("cmd:sh '{}'", script.display())
}

#[test]
fn a_file_that_changed_meanwhile_is_not_overwritten() {
    // `bless` starts its first process before it reads the corpus.
    let mut writer = bless();
    let backend = modifying_backend(writer.folder.path(), &writer.file, 2);
    writer.words.extend(["--b".to_owned(), backend]);
    let mut other = update(&["--jobs", "1", "--reruns", "0"]);
    let backend = modifying_backend(other.folder.path(), &other.file, 1);
    other.words.extend(["--backend".to_owned(), backend]);
    fs::write(&other.file, "[[expect]]\ncase = \"ryugi/ep-*\"\nverdict = \"missing\"\nreason = \"none\"\n")
        .expect("a file");
    for writer in [writer, other] {
        let before = writer.text();
        let name = writer.file.display().to_string();
        writer.run().ends(5).warns(&[&format!(
            "error: cannot write `{name}`: it changed since it was read; nothing was written"
        )]);
        assert_eq!(writer.text(), before + "  \n", "{}", writer.name);
        writer.assert_no_temporary_files();
    }
}

#[test]
fn a_file_that_changed_during_an_audit_is_not_overwritten() {
    let mut writer = add();
    let sample = writer.words.iter_mut().find(|word| *word == "1").expect("the size of the sample");
    "4096".clone_into(sample);
    let mut command = Command::new(PROGRAM);
    let mut child = command
        .args(&writer.words)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let suites = writer.folder.path().join("suites/ryugi");
    wait_until(|| is_locked(&suites));
    thread::sleep(Duration::from_millis(100));
    assert_eq!(child.try_wait().expect("the child can be waited for"), None, "the audit ended too soon");
    let mut text = writer.text();
    text.push('\n');
    fs::write(&writer.file, &text).expect("a file");
    let output = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{stderr}");
    assert!(stderr.contains("classes.json`: it changed since it was read"), "{stderr}");
    assert_eq!(writer.text(), text);
    // The positions are not written either.
    assert!(!writer.folder.path().join("positions/ryugi/classes.json").exists());
    writer.assert_no_temporary_files();
}

fn is_locked(folder: &Path) -> bool {
    use rustix::fs::{FlockOperation, flock};
    let file = File::open(folder).expect("a folder");
    flock(&file, FlockOperation::NonBlockingLockExclusive).is_err()
}

fn wait_until(mut holds: impl FnMut() -> bool) {
    for _ in 0..3000 {
        if holds() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the condition never holds");
}

#[test]
fn concurrent_writers_lose_no_updates() {
    // Each process blesses another case of the same file.
    const CASES: usize = 4;
    let mut document = suite(json!({ "perft": { "1": Value::Null } }));
    let case = document["cases"][0].clone();
    document["cases"] = (0..CASES)
        .map(|number| {
            let mut case = case.clone();
            case["id"] = format!("ryugi/king-{number}").into();
            case
        })
        .collect();
    let corpus = Tiny::of(&positions(), &document);
    let children: Vec<_> = (0..CASES)
        .map(|number| {
            let mut command = Command::new(PROGRAM);
            command.args(["bless", "ryugi", "--id", &format!("ryugi/king-{number}")]).args(corpus.folders());
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts")
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let text = fs::read_to_string(format!("{}/ryugi/tiny.json", corpus.suites)).expect("the file");
    assert_eq!(text.matches("{\"1\": 5}").count(), CASES, "{text}");
}

#[test]
fn waiting_for_a_locked_folder_has_a_timeout() {
    use rustix::fs::{FlockOperation, flock};
    let writer = bless();
    let suites = writer.folder.path().join("suites/ryugi");
    let file = File::open(&suites).expect("a folder");
    flock(&file, FlockOperation::LockExclusive).expect("a lock");
    writer
        .refuses(5, &["suites/ryugi`: timed out after 10 s waiting for another `vperft` that writes there"]);
    // The lock does not affect other variants, nor a dry run.
    let words = words(&["bless", "sandbox", "--id", "none"], folders(writer.folder.path()));
    vperft_with(&words.iter().map(String::as_str).collect::<Vec<_>>()).ends(2).warns(&["no case matches"]);
    let dry = Writer { words: [&writer.words[..], &["--dry-run".to_owned()]].concat(), ..writer };
    dry.run().ends(0).says(&["would write"]);
}

#[test]
fn all_files_are_written_or_none() {
    // The limit on the file size, in blocks of 512 bytes, has room for the positions but not for the cases.
    let writer = add();
    let whole = add();
    whole.writes();
    let size =
        |name: &str| fs::metadata(whole.folder.path().join(name)).expect("the file").len().div_ceil(512);
    let (small, large) = (size("positions/ryugi/classes.json"), size("suites/ryugi/classes.json"));
    assert!(small < large, "{small} and {large} blocks");
    let before = contents(writer.folder.path());
    let output = writer.run_after(&format!("ulimit -f {small}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{stderr}");
    assert!(stderr.contains("suites/ryugi/classes.json`: File too large"), "{stderr}");
    assert!(!stderr.contains(".vperft-"), "the name of a temporary file: {stderr}");
    assert_eq!(contents(writer.folder.path()), before);

    // The next run reports and removes the temporary files of a process that was killed while it wrote.
    let left = ["positions", "suites"].map(|folder| {
        writer.folder.path().join(folder).join("ryugi").join(".classes.json.vperft-kiLLed0aside")
    });
    for path in &left {
        assert!(is_temporary(path));
        fs::write(path, "half of a").expect("a file");
    }
    let outcome = writer.run().ends(1);
    for path in left {
        let note = format!("removed `{}`, a temporary file of a `vperft` that was killed", path.display());
        assert!(outcome.stderr.contains(&note), "{note}: {outcome}");
    }
    assert_eq!(contents(writer.folder.path()), relocated_contents(&whole, &writer));
}

/// The files of one command with their paths moved to the folder of another.
fn relocated_contents(from: &Writer, to: &Writer) -> Vec<(PathBuf, Vec<u8>)> {
    let moved = |(path, bytes): (PathBuf, _)| {
        let inner = path.strip_prefix(from.folder.path()).expect("the path is in the folder").to_owned();
        (to.folder.path().join(inner), bytes)
    };
    contents(from.folder.path()).into_iter().map(moved).collect()
}

#[test]
fn corpus_paths_need_not_be_utf_8() {
    let folder = TempDir::new().expect("a folder");
    let odd = folder.path().join(OsString::from_vec(b"caf\xe9".to_vec()));
    fs::rename(corpus().keep(), &odd).expect("the file can be moved");
    let mut command = Command::new(PROGRAM);
    command.args(["bless", "ryugi", "--no-embedded", "--suites"]).arg(odd.join("suites"));
    let output = command.arg("--positions").arg(odd.join("positions")).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(odd.join("suites/ryugi/tiny.json")).expect("the file");
    assert!(text.contains("{\"1\": 5}"), "{text}");
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 1, "other files were created: {names:?}");
}

#[test]
fn output_paths_need_not_be_utf_8() {
    let folder = TempDir::new().expect("a folder");
    let odd = folder.path().join(OsString::from_vec(b"caf\xe9".to_vec()));
    fs::create_dir(&odd).expect("a folder");
    let position = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
    let differ = ["--vfen", position, "--a", "fast", "--b", "reference", "--b-without", "RYU-EP"];
    let compare = |command: &'static str, more: &[&'static str]| {
        [&[command, "ryugi"][..], more, &differ, &["--out"]].concat()
    };
    for (words, file, code) in [
        (compare("descend", &["--depth", "1"]), "descend.json", 1),
        (compare("shrink", &["--max-requests", "5"]), "shrink.json", 1),
        (compare("fuzz", &[]), "fuzz.json", 1),
        (vec!["repro"], "descend.json", 1),
        (vec!["show", "ryugi", "--svg"], "board.svg", 0),
        (vec!["moves", "ryugi", "--record"], "record", 0),
    ] {
        let path = odd.join(file);
        let output = Command::new(PROGRAM).args(&words).arg(&path).stdin(Stdio::null()).output();
        let output = output.expect("the program starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {stderr}");
        assert!(path.is_file(), "{words:?}: {stderr}");
    }
    // Backends and reports are arguments that have to be UTF-8.
    for (word, value) in [("--backend", "replay:"), ("--report", "json=")] {
        let mut value = OsString::from(value);
        value.push(odd.join("record"));
        let output = Command::new(PROGRAM)
            .args(["run", "ryugi", word])
            .arg(&value)
            .output()
            .expect("the program starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && stderr.contains("invalid UTF-8"), "{word}: {stderr}");
    }
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 1, "other files were created: {names:?}");
}

/// Runs `vperft` with endless input on stdin.
fn run_with_endless_stdin(words: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    let zeros = File::open("/dev/zero").expect("/dev/zero");
    command.args(words).stdin(zeros).output().expect("the program starts")
}

#[test]
fn endless_input_is_not_read_to_the_end() {
    const TOO_LONG: &str = "is larger than 64 MiB";
    for (words, message) in [
        (&["import", "ryugi", "-"][..], TOO_LONG),
        (&["import", "ryugi", "/dev/zero"], TOO_LONG),
        (&["descend", "ryugi", "--depth", "2", "--divide", "-"], TOO_LONG),
        (&["descend", "ryugi", "--depth", "2", "--divide", "/dev/zero"], TOO_LONG),
        (&["repro", "/dev/zero"], "not a file"),
        (&["repro", "/dev/zero", "--markdown"], "not a file"),
        (&["speed", "history", "/dev/zero"], "not a file"),
        (&["speed", "measure", "--file", "/dev/zero"], "not a file"),
        (&["speed", "gate", "--bounds", "/dev/zero"], "not a file"),
        (&["fuzz", "ryugi", "--count", "1", "--expect", "/dev/zero"], "not a file"),
        (&["moves", "ryugi", "--backend", "replay:/dev/zero"], "bytes, the limit of a line"),
    ] {
        let output = run_with_endless_stdin(words);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let codes = if words[0] == "repro" { [125, 5] } else { [5, 4] };
        assert!(
            output.status.code().is_some_and(|code| codes.contains(&code)),
            "{words:?}: {:?}: {stderr}",
            output.status
        );
        assert!(stderr.contains(message), "{words:?}: {stderr}");
    }
    // A history may be larger, but has a limit too.
    let folder = TempDir::new().expect("a folder");
    let large = folder.path().join("large");
    File::create(&large).and_then(|file| file.set_len(1 << 40)).expect("a file with a hole");
    let output = run_with_endless_stdin(&["speed", "history", large.to_str().expect("UTF-8")]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(5) && stderr.contains("is larger than 256 MiB"), "{stderr}");
}

#[test]
fn updates_wait_only_for_updates_of_the_same_file() {
    let one = update(&["--without", "RYU-EP"]);
    let other = one.folder.path().join("other.toml");
    let start = |file: &Path| {
        let mut words = one.words.clone();
        let at = words.iter().position(|word| *word == one.file.display().to_string()).expect("the file");
        words[at] = file.display().to_string();
        let mut command = Command::new(PROGRAM);
        command.args(words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts")
    };
    let children: Vec<_> = (0..3).map(|_| start(&one.file)).collect();
    for child in children {
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(one.text().contains(one.written), "{}", one.text());
    // Hold the lock of one file for longer than the timeout.
    let file = File::open(&one.file).expect("a file");
    rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive).expect("a lock");
    let (blocked, free) = (start(&one.file), start(&other));
    let output = free.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = blocked.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{stderr}");
    assert!(
        stderr.contains("known.toml`: timed out after 10 s waiting for another `vperft` that writes there"),
        "{stderr}"
    );
}
