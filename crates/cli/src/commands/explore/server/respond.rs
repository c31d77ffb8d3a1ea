//! Answers HTTP requests.

use super::Content;
use super::guard::{Guard, Route};
use super::worker::Worker;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use hyper::{Request, Response, StatusCode};
use std::error::Error;
use std::time::Duration;
use vperft_pages::explore::{Cost, MAX_REQUEST, cost};

/// The time in which a client has to send the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// The time in which a question about a position is answered, restarts of programs included.
const QUESTION_TIMEOUT: Duration = Duration::from_secs(300);
/// The time in which a part of a count is answered.
const COUNT_TIMEOUT: Duration = Duration::from_secs(3600);

/// Headers of every response. No other page may embed, read or keep it, and no other site learns its address.
const HEADERS: [(HeaderName, &str); 6] = [
    (CACHE_CONTROL, "no-store"),
    (REFERRER_POLICY, "no-referrer"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Everything that a response needs.
pub(super) struct Responder {
    pub guard: Guard,
    pub content: Content,
    pub questions: Worker,
    pub comparisons: Worker,
    pub counts: Worker,
}

impl Responder {
    /// The response to a request.
    pub async fn respond<B: Body<Error: Error + Send + Sync + 'static>>(
        &self,
        request: Request<B>,
    ) -> Response<Full<Bytes>> {
        let (head, body) = request.into_parts();
        let answer = match self.guard.route(&head.method, head.uri.path(), &head.headers) {
            Ok(Route::Page) => Ok(("text/html; charset=utf-8", self.content.page.clone())),
            Ok(Route::Ask) => self.ask(body).await.map(|reply| ("application/json", reply)),
            Err(status) => Err(status),
        };
        let (status, kind, text) = match answer {
            Ok((kind, text)) => (StatusCode::OK, kind, text),
            Err(status) => (status, "text/plain; charset=utf-8", format!("{status}\n")),
        };
        let mut response = Response::new(Full::new(Bytes::from(text)));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.extend(HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value))));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        let policy = if kind.starts_with("text/html") { &*self.content.policy } else { "default-src 'none'" };
        // A policy is made of digests and names.
        if let Ok(policy) = HeaderValue::from_str(&format!("{policy}; frame-ancestors 'none'")) {
            headers.insert(CONTENT_SECURITY_POLICY, policy);
        }
        response
    }

    /// The reply to a question of the page.
    async fn ask<B: Body<Error: Error + Send + Sync + 'static>>(
        &self,
        body: B,
    ) -> Result<String, StatusCode> {
        let body = tokio::time::timeout(BODY_TIMEOUT, Limited::new(body, MAX_REQUEST).collect()).await;
        let body = body.map_err(|_| StatusCode::REQUEST_TIMEOUT)?.map_err(|error| {
            let is_large = error.is::<LengthLimitError>();
            if is_large { StatusCode::PAYLOAD_TOO_LARGE } else { StatusCode::BAD_REQUEST }
        })?;
        let text = String::from_utf8(body.to_bytes().to_vec()).map_err(|_| StatusCode::BAD_REQUEST)?;
        let (worker, limit) = match cost(&text) {
            Cost::Quick => (&self.questions, QUESTION_TIMEOUT),
            Cost::Comparison => (&self.comparisons, QUESTION_TIMEOUT),
            Cost::Count => (&self.counts, COUNT_TIMEOUT),
        };
        let answer =
            tokio::time::timeout(limit, worker.ask(text)).await.map_err(|_| StatusCode::GATEWAY_TIMEOUT)?;
        answer.ok_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}
