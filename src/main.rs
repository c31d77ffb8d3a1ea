//! The `vperft` command: the built-in backends and nothing else.

fn main() {
    vperft::cli::main(|_| Ok(()))
}
