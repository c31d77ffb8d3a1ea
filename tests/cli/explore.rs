//! The server of `vperft explore`, spoken to as a browser and as others would. `crates/pages/web/test/explore.mjs` tests the page in a browser.

use crate::tool::{PROGRAM, vperft_with};
use pretty_assertions::assert_eq;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running server, which is killed when the test ends.
struct Server {
    child: Child,
    port: u16,
    /// The path of the page: the secret between slashes.
    path: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(words: &[&str]) -> Self {
        let mut command = Command::new(PROGRAM);
        command.arg("explore").args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut address = String::new();
        let mut stdout = BufReader::new(child.stdout.as_mut().expect("stdout is a pipe"));
        stdout.read_line(&mut address).expect("the program prints the address");
        let rest = address.trim_end().strip_prefix("http://127.0.0.1:").expect("a loopback address");
        let (port, path) = rest.split_once('/').expect("a path");
        Self { child, port: port.parse().expect("a port"), path: format!("/{path}") }
    }

    /// Sends bytes and returns the response: the status and the rest.
    fn send(&self, request: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout can be set");
        // The server may refuse a body before all of it is sent.
        let _ = stream.write_all(request);
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        let response = String::from_utf8(response).expect("the response is UTF-8");
        let status = response.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or_else(|| panic!("not a response: {response:?}")), response)
    }

    /// A question of the page, with these headers instead of the page's own.
    fn request(&self, headers: &str, body: &str) -> String {
        let Self { port, path, .. } = self;
        let own = format!(
            "Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        );
        let headers = if headers.is_empty() { own } else { headers.replace("PORT", &port.to_string()) };
        let length = body.len();
        format!(
            "POST {path}ask HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
    }

    /// Sends a question of the page, with these headers instead of the page's own.
    fn post(&self, headers: &str, body: &str) -> (u16, String) {
        self.send(self.request(headers, body).as_bytes())
    }

    /// Asks a question as the page does.
    fn ask(&self, request: &Value) -> Value {
        let (status, response) = self.post("", &request.to_string());
        assert_eq!(status, 200, "{response}");
        let (_, body) = response.split_once("\r\n\r\n").expect("the response has a body");
        serde_json::from_str(body).expect("the body is JSON")
    }
}

#[test]
fn the_page_is_served_and_nothing_else() {
    let server = Server::start(&["ryugi"]);
    let Server { port, path, .. } = &server;
    let get = |path: &str, host: &str| {
        server.send(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
    };
    let (status, page) = get(path, &format!("127.0.0.1:{port}"));
    assert_eq!(status, 200, "{page}");
    for header in [
        "content-security-policy: default-src 'none'; script-src 'sha256-",
        "connect-src 'self'; frame-ancestors 'none'\r\n",
        "referrer-policy: no-referrer\r\n",
        "x-content-type-options: nosniff\r\n",
        "cross-origin-resource-policy: same-origin\r\n",
        "cache-control: no-store\r\n",
    ] {
        assert!(page.contains(header), "{header}\n{page}");
    }
    assert!(!page.contains("unsafe-"), "{page}");
    for (path, host, expected) in [
        ("/", format!("127.0.0.1:{port}"), 404),
        ("/Cargo.toml", format!("127.0.0.1:{port}"), 404),
        (&format!("{path}../../etc/passwd"), format!("127.0.0.1:{port}"), 404),
        (path, format!("evil.example:{port}"), 421),
        (path, "evil.example".to_owned(), 421),
    ] {
        let (status, response) = get(path, &host);
        assert_eq!(status, expected, "{path} {host}\n{response}");
        assert!(!response.contains("data"), "{response}");
    }
}

#[test]
fn only_the_page_may_ask() {
    let server = Server::start(&["ryugi"]);
    let question = json!({ "ask": "position", "at": { "variant": "ryugi" } }).to_string();
    let page = "Host: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\nContent-Type: application/json\r\n";
    for (headers, body, expected) in [
        (page.to_owned(), question.clone(), 200),
        (page.replace("Origin: http://127.0.0.1", "Origin: http://evil.example"), question.clone(), 403),
        (page.replace("Origin: http://127.0.0.1:PORT\r\n", ""), question.clone(), 403),
        (page.replace("Host: 127.0.0.1", "Host: evil.example"), question.clone(), 421),
        (page.replace("application/json", "text/plain"), question.clone(), 415),
        (page.to_owned(), " ".repeat(3 << 20), 413),
    ] {
        let (status, response) = server.post(&headers, &body);
        assert_eq!(status, expected, "{headers}{}\n{response}", body.len());
    }
}

#[test]
fn a_slow_head_is_not_waited_for() {
    let server = Server::start(&[]);
    // Other questions are answered while a client sends nothing.
    let _silent: Vec<_> =
        (0..20).map(|_| TcpStream::connect(("127.0.0.1", server.port)).expect("it listens")).collect();
    let reply = server.ask(&json!({ "ask": "position", "at": { "variant": "rococo" } }));
    assert_eq!(reply.pointer("/ok/moves").and_then(Value::as_array).map(Vec::len), Some(25));
}

#[test]
fn a_wrong_program_is_compared() {
    let wrong = format!("cmd:{PROGRAM} serve --backend reference --without RYU-EP");
    let server = Server::start(&["ryugi", "--backend", &wrong, "--backend", "fast"]);
    let at = json!({ "variant": "ryugi", "root": "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1" });
    let reply = server.ask(&json!({ "ask": "compare", "at": at }));
    assert_eq!(reply.pointer("/ok/sides/0/missing/moves"), Some(&json!(["p d5-e4; @-e5"])));
    assert_eq!(reply.pointer("/ok/sides/1/missing/moves"), Some(&json!([])));
}

#[test]
fn a_slow_backend_does_not_keep_the_board_waiting() {
    let hello = r#"{\"seq\": 0, \"result\": {\"protocol\": 1, \"name\": \"slow\", \"version\": \"1\", \"variants\": [\"ryugi\"]}}"#;
    let slow = format!("cmd:sh -c 'read request; echo \"{hello}\"; exec sleep 1000'");
    let server = Server::start(&["ryugi", "--backend", &slow]);
    let at = json!({ "variant": "ryugi" });
    let mut compared = TcpStream::connect(("127.0.0.1", server.port)).expect("the server listens");
    let request = server.request("", &json!({ "ask": "compare", "at": at }).to_string());
    compared.write_all(request.as_bytes()).expect("the server reads");
    let reply = server.ask(&json!({ "ask": "position", "at": at }));
    assert_eq!(reply.pointer("/ok/status"), Some(&json!("ongoing")));
    compared.set_nonblocking(true).expect("a socket can be");
    let waits = compared.peek(&mut [0]).map_err(|error| error.kind());
    assert_eq!(waits, Err(ErrorKind::WouldBlock));
}

#[test]
fn a_signal_ends_it() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut server = Server::start(&[]);
        kill_process(Pid::from_child(&server.child), signal).expect("the process runs");
        let status = server.child.wait().expect("the child can be waited for");
        assert_eq!(status.code(), Some(0), "{signal:?}");
    }
}

#[test]
fn wrong_arguments_are_errors() {
    for (words, code, message) in [
        (&["explore", "--backend", "nothing"][..], 2, "unknown backend `nothing`"),
        (&["explore", "--vfen", "10/10 w - - 0 1"], 2, "<VARIANT>"),
        (&["explore", "ryugi", "--without", "ROC-BAN"], 2, "belongs to rococo"),
        (&["explore", "--backend", "cmd:/nowhere/program"], 4, "/nowhere/program"),
        (&["explore", "--port", "70000"], 2, "70000"),
    ] {
        let outcome = vperft_with(words).ends(code);
        assert!(outcome.stderr.contains(message), "{words:?}\n{}", outcome.stderr);
    }
}
