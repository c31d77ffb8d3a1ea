//! The `vperft` command.
fn main() {}
