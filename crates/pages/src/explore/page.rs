//! The page: its template, and the data that it needs before it asks anything.

use crate::report::page;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Map, Value, json};
use vperft::inner::game::drawing::words;
use vperft::inner::game::variant::{Clause, Ruling, Variant, VariantId};
use vperft::inner::support::sanitise::sanitise_within;

/// The template.
const PAGE: &str = include_str!("../../web/explore.html");
/// The parts of the script, after the one that asks.
const SCRIPT: &str = concat!(
    include_str!("../../web/board.js"),
    include_str!("../../web/parts.js"),
    include_str!("../../web/says.js"),
    include_str!("../../web/count.js"),
    include_str!("../../web/setup.js"),
    include_str!("../../web/copies.js"),
    include_str!("../../web/explore.js")
);
/// The part of the script that asks a server, and the one that asks a module.
const ASK_SERVER: &str = include_str!("../../web/ask-server.js");
const ASK_MODULE: &str = include_str!("../../web/ask-module.js");
/// The script of the worker that runs the module.
const WORKER: &str = concat!(include_str!("../../web/wasi.js"), include_str!("../../web/module.js"));
/// The style of this page, after that of every page.
const STYLE: &str = concat!(
    include_str!("../../web/page.css"),
    include_str!("../../web/board.css"),
    include_str!("../../web/explore.css")
);
/// The most characters of the name of a backend.
const MAX_NAME: usize = 200;

/// What the page shows first. An address may name something else.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Initial {
    /// The name of the variant.
    pub variant: Option<String>,
    /// The VFEN of the root.
    pub root: Option<String>,
    /// The readings, each `NAME=VALUE`.
    pub rulings: Vec<String>,
    /// The ids of the clauses that are switched off.
    pub without: Vec<String>,
}

/// Where the answers of a page come from.
#[derive(Clone, Copy, Debug)]
pub enum Answers<'a> {
    /// A server, which compares these backends with the rules.
    Server {
        /// The names of the backends.
        backends: &'a [&'a str],
    },
    /// A WebAssembly module inside the page.
    Module {
        /// The module in the format of gzip.
        gzip: &'a [u8],
    },
}

/// The page of an explorer of these variants, and its content security policy.
#[must_use]
pub fn page(variants: &[VariantId], answers: Answers<'_>, initial: &Initial) -> (String, String) {
    let tables: Map<_, _> = variants.iter().map(|&id| (id.name().to_owned(), table(id))).collect();
    let (ask, backends, gzip, origin) = match answers {
        Answers::Server { backends } => (ASK_SERVER, backends, None, "This page is served on this machine."),
        Answers::Module { gzip } => {
            (ASK_MODULE, &[][..], Some(gzip), "This page holds the rules and needs no server.")
        }
    };
    let backends: Vec<_> = backends.iter().map(|name| sanitise_within(name, MAX_NAME)).collect();
    let data = json!({
        "variants": tables, "symbols": page::symbols(variants), "backends": backends, "initial": initial,
        "version": env!("CARGO_PKG_VERSION"),
    });
    let script = format!("{ask}{SCRIPT}");
    let policy = page::policy(&script, STYLE);
    let policy = match gzip {
        None => format!("{policy}; connect-src 'self'"),
        Some(_) => policy.replace("script-src ", "worker-src blob:; script-src 'wasm-unsafe-eval' "),
    };
    let module = gzip.map(|bytes| STANDARD.encode(bytes));
    let html = page::render(
        PAGE,
        minijinja::context! {
            policy, style => STYLE, script, version => env!("CARGO_PKG_VERSION"), data => page::data_block(&data), origin, module, worker => WORKER,
        },
    );
    (html, policy)
}

/// A variant with its clauses and rulings.
fn table(id: VariantId) -> Value {
    let mut table = page::variant(Variant::get(id));
    let mut clauses: Vec<_> = Clause::all().filter(|clause| clause.governs(id)).collect();
    clauses.sort_by_key(|clause| clause.variant().is_none());
    let clauses = clauses.into_iter();
    table["clauses"] = clauses.map(|clause| json!([clause.id(), words(clause)])).collect();
    table["rulings"] = Ruling::of_variant(id).map(|ruling| json!([ruling.name, ruling.readings])).collect();
    table
}
