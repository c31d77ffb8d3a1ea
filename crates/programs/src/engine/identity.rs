//! The name of an engine as provenance writes it.

/// Turns `Stockfish 15.1` into `stockfish@15.1`. The version is the first word that starts with a digit; later words are dropped.
pub(super) fn identity(name: &str) -> String {
    let plain =
        |word: &str, allowed: fn(char) -> bool| word.chars().filter(|&c| allowed(c)).collect::<String>();
    let is_version = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let words: Vec<_> = name.split_whitespace().collect();
    let version = words.iter().position(is_version);
    let names = words[..version.unwrap_or(words.len())].iter();
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_' | '-');
    let names: Vec<_> = names.map(|word| plain(&word.to_lowercase(), allowed)).collect();
    let name = names.join("-");
    let name = name.trim_matches(['-', '.', '_']);
    let version =
        version.map(|index| plain(words[index], |c| c.is_ascii_alphanumeric() || ".+-".contains(c)));
    format!("{}@{}", if name.is_empty() { "engine" } else { name }, version.as_deref().unwrap_or("0"))
}

#[cfg(test)]
mod tests {
    use super::identity;

    #[test]
    fn names_have_the_form_provenance_needs() {
        for (name, expected) in [
            ("Stockfish 15.1", "stockfish@15.1"),
            ("Fairy-Stockfish 11.1 LB 64", "fairy-stockfish@11.1"),
            ("My Engine", "my-engine@0"),
            ("", "engine@0"),
            ("(Ünïcode) 2:0", "ncode@20"),
        ] {
            assert_eq!(identity(name), expected, "{name}");
        }
    }
}
