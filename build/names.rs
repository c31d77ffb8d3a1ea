//! Names of constants and types, made of the names in the files.

/// `RYU-CASTLE-1` or `crowned-rook` as `RYU_CASTLE_1` or `CROWNED_ROOK`.
pub fn constant(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

/// `bowman-path` as `bowman_path`.
pub fn field(name: &str) -> String {
    name.replace('-', "_")
}

/// `bowman-path` as `BowmanPath`; a name that begins with a digit gets an `N` before it.
pub fn camel(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let (head, tail) = word.split_at(1);
        head.to_uppercase() + tail
    });
    let camel: String = words.collect();
    if camel.starts_with(|first: char| first.is_ascii_digit()) { format!("N{camel}") } else { camel }
}
