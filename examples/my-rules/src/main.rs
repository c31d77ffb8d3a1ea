//! The whole `vperft` command with these rules as the backend `mine`: `cargo run -- run ryugi --backend mine`.

fn main() {
    vperft_cli::main(|registry| registry.add("mine", || my_rules::MyRyugi))
}
