//! Decides which requests are those of the page.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, ORIGIN};
use hyper::{Method, StatusCode};
use std::io;

/// The bytes of a secret.
const SECRET_BYTES: usize = 18;

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    Page,
    Ask,
}

/// The secret of the address, and the port.
pub(super) struct Guard {
    secret: String,
    port: u16,
}

impl Guard {
    /// A guard with a random secret.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn new(port: u16) -> io::Result<Self> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self { secret: URL_SAFE_NO_PAD.encode(bytes), port })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.secret)
    }

    /// The route of a request, or the status to refuse it with.
    pub fn route(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<Route, StatusCode> {
        // A name of another host means that a page of that host was led here by its name server.
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let host = one(headers, HOST).filter(|host| hosts.iter().any(|known| known == host));
        let Some(host) = host else { return Err(StatusCode::MISDIRECTED_REQUEST) };
        let Some((secret, rest)) = path.strip_prefix('/').and_then(|path| path.split_once('/')) else {
            return Err(StatusCode::NOT_FOUND);
        };
        if !is_same(secret, &self.secret) {
            return Err(StatusCode::NOT_FOUND);
        }
        match (rest, method) {
            ("", &Method::GET) => Ok(Route::Page),
            ("ask", &Method::POST) => {
                // Browsers name the page that asks. Other programs must do so too.
                if one(headers, ORIGIN) != Some(&format!("http://{host}")) {
                    return Err(StatusCode::FORBIDDEN);
                }
                match one(headers, CONTENT_TYPE) {
                    Some("application/json") => Ok(Route::Ask),
                    _ => Err(StatusCode::UNSUPPORTED_MEDIA_TYPE),
                }
            }
            ("" | "ask", _) => Err(StatusCode::METHOD_NOT_ALLOWED),
            _ => Err(StatusCode::NOT_FOUND),
        }
    }
}

/// The value of a header that occurs once.
fn one(headers: &HeaderMap, name: hyper::header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.to_str().ok()).flatten()
}

/// Whether two texts are the same. It takes the same time wherever they differ, so that a secret cannot be found letter by letter.
fn is_same(left: &str, right: &str) -> bool {
    left.len() == right.len() && left.bytes().zip(right.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;
    use pretty_assertions::assert_eq;

    /// Requests are a method, a path in which `SECRET` stands for the secret, and lines of headers.
    #[test]
    fn only_the_page_is_answered() {
        let guard = Guard::new(4000).unwrap();
        let page = "host: 127.0.0.1:4000";
        let ask = "host: 127.0.0.1:4000\norigin: http://127.0.0.1:4000\ncontent-type: application/json";
        let changed = |from: &str, to: &str| ask.replace(from, to);
        let forbidden = Err(StatusCode::FORBIDDEN);
        let (misdirected, missing) = (Err(StatusCode::MISDIRECTED_REQUEST), Err(StatusCode::NOT_FOUND));
        for (method, path, headers, expected) in [
            ("GET", "/SECRET/", page.to_owned(), Ok(Route::Page)),
            ("GET", "/SECRET/", "host: localhost:4000".to_owned(), Ok(Route::Page)),
            ("POST", "/SECRET/ask", ask.to_owned(), Ok(Route::Ask)),
            ("POST", "/SECRET/ask", ask.replace("127.0.0.1", "localhost"), Ok(Route::Ask)),
            // The secret.
            ("GET", "/", page.to_owned(), missing),
            ("GET", "/wrong/", page.to_owned(), missing),
            ("GET", "/SECRETx/", page.to_owned(), missing),
            ("GET", "/SECRET", page.to_owned(), missing),
            ("POST", "/ask", ask.to_owned(), missing),
            ("POST", "/wrong/ask", ask.to_owned(), missing),
            ("GET", "/SECRET/../etc/passwd", page.to_owned(), missing),
            ("GET", "/SECRET/explore.js", page.to_owned(), missing),
            // The host.
            ("GET", "/SECRET/", "host: example.org".to_owned(), misdirected),
            ("GET", "/SECRET/", "host: 127.0.0.1".to_owned(), misdirected),
            ("GET", "/SECRET/", "host: 127.0.0.1:4001".to_owned(), misdirected),
            ("GET", "/SECRET/", format!("{page}\n{page}"), misdirected),
            ("GET", "/SECRET/", String::new(), misdirected),
            ("POST", "/SECRET/ask", changed("host: 127.0.0.1", "host: example.org"), misdirected),
            // The origin.
            (
                "POST",
                "/SECRET/ask",
                changed("origin: http://127.0.0.1:4000", "origin: http://example.org"),
                forbidden,
            ),
            ("POST", "/SECRET/ask", changed("origin: http://127.0.0.1:4000", "origin: null"), forbidden),
            (
                "POST",
                "/SECRET/ask",
                changed("origin: http://127.0.0.1:4000", "origin: http://127.0.0.1:80"),
                forbidden,
            ),
            ("POST", "/SECRET/ask", changed("origin: http:", "origin: https:"), forbidden),
            ("POST", "/SECRET/ask", changed("origin: http://127.0.0.1:4000\n", ""), forbidden),
            ("POST", "/SECRET/ask", format!("{ask}\norigin: http://127.0.0.1:4000"), forbidden),
            // A form of another page can send other types only.
            (
                "POST",
                "/SECRET/ask",
                changed("application/json", "text/plain"),
                Err(StatusCode::UNSUPPORTED_MEDIA_TYPE),
            ),
            ("POST", "/SECRET/", ask.to_owned(), Err(StatusCode::METHOD_NOT_ALLOWED)),
            ("GET", "/SECRET/ask", ask.to_owned(), Err(StatusCode::METHOD_NOT_ALLOWED)),
            ("OPTIONS", "/SECRET/ask", ask.to_owned(), Err(StatusCode::METHOD_NOT_ALLOWED)),
        ] {
            let mut map = HeaderMap::new();
            for (name, value) in headers.lines().map(|line| line.split_once(": ").unwrap()) {
                map.append(
                    name.parse::<hyper::header::HeaderName>().unwrap(),
                    HeaderValue::from_str(value).unwrap(),
                );
            }
            let filled = path.replace("SECRET", &guard.secret);
            assert_eq!(
                guard.route(&method.parse().unwrap(), &filled, &map),
                expected,
                "{method} {path}\n{headers}"
            );
        }
    }

    #[test]
    fn every_secret_is_new() {
        let [one, other] = [(); 2].map(|()| Guard::new(1).unwrap().secret);
        assert!(one.len() == 24 && one != other, "{one} {other}");
    }
}
