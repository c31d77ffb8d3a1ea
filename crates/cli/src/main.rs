//! The command `vperft` with the built-in backends.

fn main() {
    vperft_cli::main(|_| Ok(()))
}
