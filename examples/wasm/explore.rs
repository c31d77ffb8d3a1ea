//! The answers behind the page of `vperft explore`, as a WebAssembly module for WASI: it answers each line of stdin by a line of stdout.
//! `ci/explore-page` puts it into a page that works without a server.

use std::io;
use vperft::backend::{Options, Registry};
use vperft::explore::{Explorer, Rules, answer_lines};

fn main() -> io::Result<()> {
    let open = |name: &'static str| {
        let mut registry = Registry::default();
        vperft::fast::register(&mut registry);
        vperft::reference::register(&mut registry);
        Box::new(move |options: &Options| registry.open(name, options).ok())
    };
    let mut explorer = Explorer::new(Rules { judge: open("reference"), counter: open("fast") }, Vec::new());
    answer_lines(&mut explorer, io::stdin().lock(), io::stdout().lock())
}
