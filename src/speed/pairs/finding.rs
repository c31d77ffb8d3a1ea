//! What pairs of times say, and when enough of them have been looked at.

use super::{CompareSettings, Estimate, estimate, sign_test};

/// After how many rounds the numbers are looked at. Whoever looks often sees a difference where there is none; so each look is
/// made as sure as all of them together are to be.
const LOOKS: [usize; 7] = [8, 12, 16, 24, 32, 48, 64];

/// How sure something is to be that is said after any of the looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confidence {
    /// In 95 of 100 comparisons what is said is true.
    P95,
    /// In 99 of 100.
    P99,
}

impl Confidence {
    /// Of how many in a hundred it holds.
    pub const fn percent(self) -> u32 {
        match self {
            Self::P95 => 95,
            Self::P99 => 99,
        }
    }

    /// The standard deviations of a normal distribution that a single look has to keep: the level divided by the number of
    /// looks, on two sides.
    const fn normal(self) -> f64 {
        match self {
            // Of 0.05 / 7 and of 0.01 / 7.
            Self::P95 => 2.69,
            Self::P99 => 3.19,
        }
    }

    /// How unlikely the signs must be if nothing differed.
    fn chance(self) -> f64 {
        f64::from(100 - self.percent()) / 100.0
    }
}

/// What is said of the speed of one program divided by that of another, beside a ratio, which is 1 where nothing else is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Finding {
    /// It is faster, by this factor at least, which is above 1.
    Faster(f64),
    /// It is slower: at most this factor as fast, which is below 1.
    Slower(f64),
    /// If there is a difference it is no more than what was to be found; the factors it may lie between.
    Same(f64, f64),
    /// Neither is shown. So many rounds in all may show it, going by how the times scatter.
    Unclear(usize),
}

/// What the logarithms of the ratios of some rounds say: the estimate, and the finding beside the ratio that is asked about.
pub(crate) fn found(logarithms: &[f64], question: &CompareSettings) -> (Estimate, Finding) {
    let &CompareSettings { sure, than, resolution, .. } = question;
    let than = than.ln();
    let estimate = estimate(logarithms, sure.normal());
    let (least, greatest) = (estimate.middle - than - estimate.half, estimate.middle - than + estimate.half);
    let beside: Vec<_> = logarithms.iter().map(|logarithm| logarithm - than).collect();
    let signs = sign_test(&beside);
    let finding = if least > 0.0 && signs < sure.chance() {
        Finding::Faster(least.exp())
    } else if greatest < 0.0 && signs < sure.chance() {
        Finding::Slower(greatest.exp())
    } else if least > -resolution && greatest < resolution {
        Finding::Same(least.exp(), greatest.exp())
    } else {
        // The interval narrows with the root of the number of rounds.
        let wanted = (estimate.middle - than).abs().max(resolution / 2.0);
        let rounds = logarithms.len() as f64 * (estimate.half / wanted).powi(2);
        Finding::Unclear((rounds.ceil() as usize).max(logarithms.len() + 1))
    };
    (estimate, finding)
}

/// Whether this is a number of rounds after which to look.
pub(super) fn is_look(rounds: usize) -> bool {
    LOOKS.contains(&rounds)
}

/// The most rounds that are of use.
pub(super) const MOST_ROUNDS: usize = LOOKS[LOOKS.len() - 1];

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn check(logarithms: &[f64], expected: &str) {
        let question = CompareSettings { sure: Confidence::P95, than: 1.0, resolution: 0.01, most: 64 };
        let (_, finding) = found(logarithms, &question);
        let word = match finding {
            Finding::Faster(least) if least > 1.0 => "faster",
            Finding::Slower(most) if most < 1.0 => "slower",
            Finding::Same(least, greatest) if least <= 1.0 && 1.0 <= greatest => "same",
            Finding::Unclear(rounds) if rounds > logarithms.len() => "unclear",
            _ => "nonsense",
        };
        assert_eq!(word, expected, "{logarithms:?}: {finding:?}");
    }

    #[test]
    fn what_is_said_follows_from_the_numbers() {
        let wave = |middle: f64, height: f64| -> Vec<f64> {
            (0..16).map(|at| middle + height * (f64::from(at % 4) - 1.5)).collect()
        };
        check(&wave(0.05, 0.01), "faster");
        check(&wave(-0.05, 0.01), "slower");
        check(&wave(0.000_1, 0.002), "same");
        check(&wave(0.01, 0.05), "unclear");
        // All the numbers alike: nothing scatters, and the signs are on one side.
        check(&[0.03; 8], "faster");
        check(&[0.0; 8], "same");
    }
}
