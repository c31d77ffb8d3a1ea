//! Files that commands rewrite: what they stay, what is not written over, and what is left when something goes wrong.

use crate::corpus::{Tiny, positions, suite};
use crate::tool::{FEW, Outcome, PROGRAM, vperft_with};
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

/// A command that rewrites a file, in a folder of its own.
struct Writer {
    name: &'static str,
    folder: TempDir,
    words: Vec<String>,
    file: PathBuf,
    /// What the file holds once the command has ended well.
    written: &'static str,
}

/// Every command that rewrites a file which is there already.
fn writers() -> Vec<Writer> {
    vec![bless(), update(&["--without", "RYU-EP"]), add()]
}

/// Every command that writes a file, whatever it held: those that tell of a run, and a picture.
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

/// The command of these words, with an argument that ends with the path of the file.
fn printer(name: &'static str, first: &[&str], argument: &str, written: &'static str) -> Writer {
    let folder = TempDir::with_prefix("files ").expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "what was there").expect("a file");
    let last = if first[0] == "run" { &FEW[..] } else { &[] };
    let words = words(&[first, &[&format!("{argument}{}", file.display())], last].concat(), Vec::new());
    Writer { name, folder, words, file, written }
}

/// A folder with a corpus whose one case lacks a value.
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

/// The arguments that name the corpus of a folder.
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
    let last = FEW.iter().map(|word| (*word).to_owned()).collect();
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

    /// Runs it below a shell that has said this first.
    fn run_after(&self, shell: &str) -> Output {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{shell}; exec \"$0\" \"$@\""), PROGRAM]).args(&self.words);
        command.stdin(Stdio::null()).output().expect("a shell")
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.file).expect("the file")
    }

    /// Runs it, which has to end well and to write the file.
    #[track_caller]
    fn writes(&self) {
        // An audit finds gaps, which is what cases are added for.
        let outcome = self.run().ends(i32::from(self.name == "audit --add"));
        assert!(self.text().contains(self.written), "{}: {}\n{outcome}", self.name, self.text());
        self.is_tidy();
    }

    /// Runs it, which has to end so and to write nothing.
    #[track_caller]
    fn refuses(&self, code: i32, words: &[&str]) {
        let before = everything(self.folder.path());
        self.run().ends(code).warns(words);
        assert_eq!(everything(self.folder.path()), before, "{}", self.name);
    }

    /// Nothing was left aside.
    #[track_caller]
    fn is_tidy(&self) {
        let left: Vec<_> =
            everything(self.folder.path()).into_iter().filter(|(path, _)| is_aside(path)).collect();
        assert!(left.is_empty(), "{}: {left:?}", self.name);
    }
}

fn is_aside(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains(".vperft-"))
}

/// Every file below a folder with what it holds.
fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(everything(&path));
        } else {
            let bytes = fs::read(&path).expect("a file");
            files.push((path, bytes));
        }
    }
    files.sort();
    files
}

#[test]
fn a_link_stays_a_link_and_permissions_stay_as_they_were() {
    for writer in writers().into_iter().chain(printers()) {
        // Two links in a row, the second one relative, to another folder.
        let (real, between) = (writer.folder.path().join("real"), writer.folder.path().join("between"));
        fs::create_dir(&real).expect("a folder");
        fs::rename(&writer.file, real.join("file")).expect("it is moved");
        symlink("real/file", &between).expect("a link");
        symlink(&between, &writer.file).expect("a link");
        fs::set_permissions(real.join("file"), Permissions::from_mode(0o640)).expect("they are set");
        writer.writes();
        for link in [&writer.file, &between] {
            assert!(link.is_symlink(), "{}: {}", writer.name, link.display());
        }
        let mode = fs::metadata(real.join("file")).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "{}", writer.name);
    }
}

#[test]
fn of_several_names_of_a_file_the_one_that_is_given_names_the_new_text() {
    for writer in writers() {
        let other = writer.folder.path().join("other name");
        fs::hard_link(&writer.file, &other).expect("a link");
        let before = writer.text();
        writer.writes();
        assert_eq!(fs::read_to_string(&other).expect("the file"), before, "{}", writer.name);
    }
}

#[test]
fn a_report_takes_the_place_of_another_when_it_is_whole() {
    // It ends the run with the first question.
    let hello = r#"{"seq":0,"result":{"protocol":1,"name":"x","version":"1","variants":["ryugi"]}}"#;
    let backend =
        format!("cmd:sh -c 'read hello; echo {}; read question; kill -9 $PPID'", hello.replace('"', "\\\""));
    for kind in ["json", "junit", "github"] {
        let run = ["run", "ryugi", "--filter", "ryugi/ep-*", "--tier", "smoke", "--backend", &backend];
        let writer = printer("run --report", &run, &format!("--report={kind}="), "");
        let output =
            Command::new(PROGRAM).args(&writer.words).stdin(Stdio::null()).output().expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), None, "{kind}: it was not killed: {stderr}");
        assert_eq!(writer.text(), "what was there", "{kind}");
    }
}

#[test]
fn a_report_to_what_is_no_file_is_written_to_it() {
    let run = ["run", "ryugi", "--filter", "ryugi/ep-*", "--tier", "smoke", "--report", "junit=/dev/stdout"];
    let outcome = vperft_with(&[&run[..], &FEW].concat()).ends(0);
    outcome.says(&["</testsuites>", "\n total "]);
}

#[test]
fn a_read_only_file_is_an_error_that_names_it() {
    for writer in writers().into_iter().chain(printers()) {
        fs::set_permissions(&writer.file, Permissions::from_mode(0o444)).expect("they are set");
        let name = writer.file.display().to_string();
        writer.refuses(5, &["error: ", &name, "read-only"]);
    }
}

#[test]
fn a_new_file_has_the_permissions_of_every_new_file() {
    let writer = update(&["--without", "RYU-EP"]);
    fs::remove_file(&writer.file).expect("a file");
    let output = writer.run_after("umask 027");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mode = fs::metadata(&writer.file).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn what_stands_beside_a_file_is_left_alone() {
    for writer in writers() {
        for name in [".new", ".tmp", ".vperft-mine", "~"] {
            let mut path = writer.file.clone().into_os_string();
            path.push(name);
            fs::write(&path, "somebody's").expect("a file");
        }
        let mine = |(path, _): &(PathBuf, _)| fs::read_to_string(path).is_ok_and(|text| text == "somebody's");
        assert_eq!(everything(writer.folder.path()).iter().filter(|one| mine(one)).count(), 4);
        writer.run();
        assert!(writer.text().contains(writer.written), "{}: {}", writer.name, writer.text());
        let left = everything(writer.folder.path()).iter().filter(|one| mine(one)).count();
        assert_eq!(left, 4, "{}", writer.name);
    }
}

/// A backend that changes a file when it has been started so often, and then answers.
fn meddler(folder: &Path, file: &Path, starts: usize) -> String {
    let script = folder.join("meddler.sh");
    let (count, file) = (folder.join("starts").display().to_string(), file.display());
    let text = format!(
        "echo start >>'{count}'\n[ $(wc -l <'{count}') -lt {starts} ] || echo '  ' >>'{file}'\n\
         exec '{PROGRAM}' serve --backend fast\n"
    );
    fs::write(&script, text).expect("a file");
    format!("cmd:sh '{}'", script.display())
}

#[test]
fn what_was_changed_meanwhile_is_not_written_over() {
    // The first is started before the corpus is read, to see that it can be.
    let mut writer = bless();
    let backend = meddler(writer.folder.path(), &writer.file, 2);
    writer.words.extend(["--b".to_owned(), backend]);
    let mut other = update(&["--jobs", "1", "--reruns", "0"]);
    let backend = meddler(other.folder.path(), &other.file, 1);
    other.words.extend(["--backend".to_owned(), backend]);
    fs::write(&other.file, "[[expect]]\ncase = \"ryugi/ep-*\"\nverdict = \"missing\"\nreason = \"none\"\n")
        .expect("a file");
    for writer in [writer, other] {
        let before = writer.text();
        let name = writer.file.display().to_string();
        writer
            .run()
            .ends(5)
            .warns(&[&format!("error: {name}: somebody has changed it"), "nothing is written"]);
        assert_eq!(writer.text(), before + "  \n", "{}", writer.name);
        writer.is_tidy();
    }
}

#[test]
fn what_was_changed_while_an_audit_went_on_is_not_written_over() {
    let mut writer = add();
    let sample = writer.words.iter_mut().find(|word| *word == "1").expect("the size of the sample");
    "4096".clone_into(sample);
    let mut command = Command::new(PROGRAM);
    let mut child =
        command.args(&writer.words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let suites = writer.folder.path().join("suites/ryugi");
    wait_until(|| is_locked(&suites));
    thread::sleep(Duration::from_millis(100));
    assert_eq!(child.try_wait().expect("it can be waited for"), None, "it ended too soon to be tested");
    let mut text = writer.text();
    text.push('\n');
    fs::write(&writer.file, &text).expect("a file");
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{stderr}");
    assert!(stderr.contains("classes.json: somebody has changed it"), "{stderr}");
    assert_eq!(writer.text(), text);
    // Its positions are not written either.
    assert!(!writer.folder.path().join("positions/ryugi/classes.json").exists());
    writer.is_tidy();
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
    panic!("it does not come to that");
}

#[test]
fn several_who_write_at_once_lose_nothing() {
    // Each of them blesses a case of its own in the same file.
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
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let text = fs::read_to_string(format!("{}/ryugi/tiny.json", corpus.suites)).expect("the file");
    assert_eq!(text.matches("{\"1\": 5}").count(), CASES, "{text}");
}

#[test]
fn a_folder_that_somebody_writes_to_is_not_waited_for_without_end() {
    use rustix::fs::{FlockOperation, flock};
    let writer = bless();
    let suites = writer.folder.path().join("suites/ryugi");
    let file = File::open(&suites).expect("a folder");
    flock(&file, FlockOperation::LockExclusive).expect("a lock");
    writer.refuses(
        5,
        &["suites/ryugi: another vperft is at work that writes there; it has not ended within 10 s"],
    );
    // Another variant is no matter, and if nothing is to be written, there is nothing to wait for.
    let words = words(&["bless", "sandbox", "--id", "none"], folders(writer.folder.path()));
    vperft_with(&words.iter().map(String::as_str).collect::<Vec<_>>()).ends(2).warns(&["no case fits"]);
    let dry = Writer { words: [&writer.words[..], &["--dry-run".to_owned()]].concat(), ..writer };
    dry.run().ends(0).says(&["would write"]);
}

#[test]
fn all_files_are_written_or_none() {
    // The positions fit, the cases do not: a file may have so many blocks of 512 bytes.
    let writer = add();
    let whole = add();
    whole.writes();
    let size =
        |name: &str| fs::metadata(whole.folder.path().join(name)).expect("the file").len().div_ceil(512);
    let (small, large) = (size("positions/ryugi/classes.json"), size("suites/ryugi/classes.json"));
    assert!(small < large, "{small} and {large} blocks");
    let before = everything(writer.folder.path());
    let output = writer.run_after(&format!("ulimit -f {small}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{stderr}");
    assert!(stderr.contains("suites/ryugi/classes.json: File too large"), "{stderr}");
    assert_eq!(everything(writer.folder.path()), before);

    // What one that was killed while it wrote has left aside is told and removed by the next run, which goes on.
    let left = ["positions", "suites"].map(|folder| {
        writer.folder.path().join(folder).join("ryugi").join(".classes.json.vperft-kiLLed0aside")
    });
    for path in &left {
        assert!(is_aside(path));
        fs::write(path, "half of a").expect("a file");
    }
    let outcome = writer.run().ends(1);
    for path in left {
        let told = format!("removed {}, which a vperft that was ended", path.display());
        assert!(outcome.stderr.contains(&told), "{told}: {outcome}");
    }
    assert_eq!(everything(writer.folder.path()), everything_moved(&whole, &writer));
}

/// Every file that one command has written, as if it stood in the folder of another.
fn everything_moved(from: &Writer, to: &Writer) -> Vec<(PathBuf, Vec<u8>)> {
    let moved = |(path, bytes): (PathBuf, _)| {
        let inner = path.strip_prefix(from.folder.path()).expect("it is in the folder").to_owned();
        (to.folder.path().join(inner), bytes)
    };
    everything(from.folder.path()).into_iter().map(moved).collect()
}

#[test]
fn a_path_need_not_be_utf_8() {
    let folder = TempDir::new().expect("a folder");
    let odd = folder.path().join(OsString::from_vec(b"caf\xe9".to_vec()));
    fs::rename(corpus().keep(), &odd).expect("it is moved");
    let mut command = Command::new(PROGRAM);
    command.args(["bless", "ryugi", "--no-embedded", "--suites"]).arg(odd.join("suites"));
    let output = command.arg("--positions").arg(odd.join("positions")).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(odd.join("suites/ryugi/tiny.json")).expect("the file");
    assert!(text.contains("{\"1\": 5}"), "{text}");
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 1, "nothing stands beside the folder: {names:?}");
}

#[test]
fn what_is_written_to_a_path_that_is_not_utf_8_is_there_and_nowhere_else() {
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
        let output = output.expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {stderr}");
        assert!(path.is_file(), "{words:?}: {stderr}");
    }
    // A backend and a report are named in a text.
    for (word, value) in [("--backend", "replay:"), ("--report", "json=")] {
        let mut value = OsString::from(value);
        value.push(odd.join("record"));
        let output =
            Command::new(PROGRAM).args(["run", "ryugi", word]).arg(&value).output().expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && stderr.contains("invalid UTF-8"), "{word}: {stderr}");
    }
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 1, "nothing stands beside the folder: {names:?}");
}

/// Runs `vperft` with more on stdin than there is room for.
fn endless(words: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    let zeros = File::open("/dev/zero").expect("the system has it");
    command.args(words).stdin(zeros).output().expect("it starts")
}

#[test]
fn what_never_ends_is_not_read_to_its_end() {
    const LONG: &str = "has more than 16 MiB";
    for (words, says) in [
        (&["import", "ryugi", "-"][..], LONG),
        (&["import", "ryugi", "/dev/zero"], LONG),
        (&["descend", "ryugi", "--depth", "2", "--divide", "-"], LONG),
        (&["descend", "ryugi", "--depth", "2", "--divide", "/dev/zero"], LONG),
        (&["repro", "/dev/zero"], "not a file"),
        (&["repro", "/dev/zero", "--markdown"], "not a file"),
        (&["speed", "history", "/dev/zero"], "not a file"),
        (&["speed", "measure", "--file", "/dev/zero"], "not a file"),
        (&["speed", "gate", "--bounds", "/dev/zero"], "not a file"),
        (&["fuzz", "ryugi", "--count", "1", "--expect", "/dev/zero"], "not a file"),
        (&["moves", "ryugi", "--backend", "replay:/dev/zero"], "bytes; expected a line of a record"),
    ] {
        let output = endless(words);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let codes = if words[0] == "repro" { [125, 5] } else { [5, 4] };
        assert!(
            output.status.code().is_some_and(|code| codes.contains(&code)),
            "{words:?}: {:?}: {stderr}",
            output.status
        );
        assert!(stderr.contains(says), "{words:?}: {stderr}");
    }
    // One that may be large has a limit too.
    let folder = TempDir::new().expect("a folder");
    let large = folder.path().join("large");
    File::create(&large).and_then(|file| file.set_len(1 << 40)).expect("a file with a hole");
    let output = endless(&["speed", "history", large.to_str().expect("UTF-8")]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(5) && stderr.contains("has more than 256 MiB"), "{stderr}");
}

#[test]
fn two_updates_of_one_file_wait_for_each_other_and_those_of_others_do_not() {
    let one = update(&["--without", "RYU-EP"]);
    let beside = one.folder.path().join("beside.toml");
    let start = |file: &Path| {
        let mut words = one.words.clone();
        let at = words.iter().position(|word| *word == one.file.display().to_string()).expect("the file");
        words[at] = file.display().to_string();
        let mut command = Command::new(PROGRAM);
        command.args(words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let children: Vec<_> = (0..3).map(|_| start(&one.file)).collect();
    for child in children {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(one.text().contains(one.written), "{}", one.text());
    // Somebody holds the file for longer than anybody waits.
    let file = File::open(&one.file).expect("a file");
    rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive).expect("a lock");
    let (held, free) = (start(&one.file), start(&beside));
    let output = free.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = held.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{stderr}");
    assert!(stderr.contains("known.toml: another vperft is at work that writes there"), "{stderr}");
}
