//! VFENs without their counters.

/// The VFEN with the counters at their least values, so that two texts are equal exactly if nothing that affects the moves differs
/// (GEN-PERFT). `None` if it has fewer than six fields.
#[doc(hidden)]
pub fn without_counters(vfen: &str) -> Option<String> {
    let mut fields = vfen.splitn(7, ' ');
    let kept = [fields.next()?, fields.next()?, fields.next()?, fields.next()?].join(" ");
    fields.next()?;
    fields.next()?;
    Some(match fields.next() {
        Some(more) => format!("{kept} 0 1 {more}"),
        None => format!("{kept} 0 1"),
    })
}

#[cfg(test)]
mod tests {
    use super::without_counters;
    use pretty_assertions::assert_eq;

    #[test]
    fn all_other_fields_are_kept() {
        for (vfen, kept) in [
            ("8/8 b a1 e3 17 40", Some("8/8 b a1 e3 0 1")),
            ("8/8 b - - 3 9 ban=a1+b2", Some("8/8 b - - 0 1 ban=a1+b2")),
            ("8/8 b - - 3", None),
        ] {
            assert_eq!(without_counters(vfen).as_deref(), kept);
        }
    }
}
