//! Leaves what debuggers need out of the program: writing it takes longer than all the rest.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg=-Wl,--strip-debug");
}
