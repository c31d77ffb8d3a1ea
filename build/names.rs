//! Converts the names in the files to Rust identifiers.

/// The constant for a name: `RYU-CASTLE-1` becomes `RYU_CASTLE_1`.
pub fn constant(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

/// The field for a name: `bowman-path` becomes `bowman_path`.
pub fn field(name: &str) -> String {
    name.replace('-', "_")
}

/// The type for a name: `bowman-path` becomes `BowmanPath`. A name that starts with a digit gets the prefix `N`.
pub fn camel(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let (head, tail) = word.split_at(1);
        head.to_uppercase() + tail
    });
    let camel: String = words.collect();
    if camel.starts_with(|first: char| first.is_ascii_digit()) { format!("N{camel}") } else { camel }
}
