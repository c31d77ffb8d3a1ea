//! The command `vperft` with the built-in backends.

fn main() {
    vperft::cli::main(|_| Ok(()))
}
