//! Leaves symbols for debuggers out of the program, because writing them takes longer than the rest of the build.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg=-Wl,--strip-debug");
}
