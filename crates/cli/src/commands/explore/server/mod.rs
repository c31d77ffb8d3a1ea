//! The server of the page, on the loopback address only.
//!
//! Invariants: it serves one page and answers its requests, and opens no file. An address without the secret, a request from another
//! site, and a host name other than the loopback address are refused, so that no other page can ask the backends. Every wait has a
//! deadline and every body a limit.

mod guard;
mod respond;
mod worker;

use guard::Guard;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use respond::Responder;
use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use vperft_pages::explore::Explorer;
use worker::Worker;

/// The time in which a client has to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The most connections at a time.
const MAX_CONNECTIONS: usize = 64;
/// How often the server looks whether it has to end.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The page to serve, with its content security policy.
pub struct Content {
    pub page: String,
    pub policy: String,
}

/// Serves the page until `is_stopped` is true. `explorer` is called on the threads that answer. `ready` receives the address of the page.
///
/// # Errors
/// If the port cannot be opened, or there is no secret or no thread.
pub fn serve(
    port: u16,
    content: Content,
    explorer: impl Fn() -> Explorer + Send + Sync + 'static,
    ready: impl FnOnce(&str),
    is_stopped: impl Fn() -> bool,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
        let guard = Guard::new(listener.local_addr()?.port())?;
        let address = guard.address();
        let explorer = Arc::new(explorer);
        // Neither a slow backend nor a long count keeps the questions of the board waiting.
        let start = || Worker::start(explorer.clone());
        let (questions, comparisons, counts) = (start()?, start()?, start()?);
        let responder = Arc::new(Responder { guard, content, questions, comparisons, counts });
        ready(&address);
        let open = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        while !is_stopped() {
            let Ok(accepted) = tokio::time::timeout(POLL_INTERVAL, listener.accept()).await else { continue };
            // Too many open files, for instance: the next connection may succeed.
            let Ok((stream, _)) = accepted else {
                tokio::time::sleep(POLL_INTERVAL).await;
                continue;
            };
            let Ok(permit) = Arc::clone(&open).try_acquire_owned() else { continue };
            let responder = Arc::clone(&responder);
            tokio::spawn(async move {
                let _permit = permit;
                let service = service_fn(move |request| {
                    let responder = Arc::clone(&responder);
                    async move { Ok::<_, Infallible>(responder.respond(request).await) }
                });
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
                // The client of a failed connection cannot get a reply.
                let _ = http.serve_connection(TokioIo::new(stream), service).await;
            });
        }
        Ok(())
    })
}
