//! The answers behind the page of `vperft explore`, as a WebAssembly module for WASI: it answers each line of stdin by a line of stdout.
//! `ci/explore-page` puts it into a page that works without a server.

use std::io;
use vperft_pages::explore::{Explorer, Rules, answer_lines};

fn main() -> io::Result<()> {
    let mut explorer = Explorer::new(Rules::built_in(), Vec::new());
    answer_lines(&mut explorer, io::stdin().lock(), io::stdout().lock())
}
