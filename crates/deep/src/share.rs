//! The share of the positions or units that are counted again.

use vperft_run::digest::digest;

/// The smallest share, one part of a million.
const MIN_PERCENT: f64 = 0.0001;

/// A share, in parts of a million.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(u32);

impl Share {
    /// A share in per cent.
    ///
    /// # Errors
    /// If the text is not a number above 0 and at most 100, with or without `%`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let number: Option<f64> = text.trim_end_matches('%').parse().ok();
        let number = number.filter(|number| (MIN_PERCENT..=100.0).contains(number));
        number
            .map(|number| Self((number * 1e4).round() as u32))
            .ok_or_else(|| format!("expected a share from {MIN_PERCENT}% to 100%"))
    }

    /// The size of the share of a number of things, rounded up.
    pub(super) fn part_of(self, things: usize) -> usize {
        (things as u64 * u64::from(self.0)).div_ceil(1_000_000) as usize
    }

    /// Whether a position is in the share. It depends on the plan and the position alone.
    pub(super) fn takes(self, plan: &str, vfen: &str) -> bool {
        let hash = digest(format!("{plan} {vfen}").as_bytes());
        let number = u64::from_str_radix(&hash[..12], 16).unwrap_or(0);
        number % 1_000_000 < u64::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    #[test]
    fn a_share_takes_its_part() {
        for (text, parts) in
            [("0.0001%", 0..=1), ("2%", 120..=280), ("12.5", 1100..=1400), ("100%", 10_000..=10_000)]
        {
            let share = Share::parse(text).expect("a share");
            let taken = (0..10_000).filter(|number| share.takes("plan", &number.to_string())).count();
            assert!(parts.contains(&taken), "{text}: {taken} of 10000");
        }
        for (share, things, number) in [("5%", 10, 1), ("5%", 60, 3), ("100%", 7, 7), ("9", 0, 0)] {
            assert_eq!(
                Share::parse(share).map(|share| share.part_of(things)),
                Ok(number),
                "{share} of {things}"
            );
        }
        for text in ["", "-1%", "0%", "0.00001%", "101%", "x", "NaN"] {
            assert!(Share::parse(text).is_err(), "{text}");
        }
    }
}
