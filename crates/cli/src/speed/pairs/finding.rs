//! Draws conclusions from pairs of times, and defines after which rounds to do so.

use super::{CompareSettings, Estimate, estimate, sign_test};

/// The rounds after which to decide. Each further decision is another chance to find a difference that does not
/// exist, so each has only a share of the allowed error.
const LOOK_ROUNDS: [usize; 7] = [8, 12, 16, 24, 32, 48, 64];

/// The confidence of a comparison over all its decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confidence {
    /// 95 of 100 comparisons are right.
    P95,
    /// 99 of 100 comparisons are right.
    P99,
}

impl Confidence {
    /// The confidence in per cent.
    pub const fn percent(self) -> u32 {
        match self {
            Self::P95 => 95,
            Self::P99 => 99,
        }
    }

    /// The two-sided quantile of the normal distribution for a single decision: the allowed error divided by the number of
    /// decisions.
    const fn normal(self) -> f64 {
        match self {
            // Of 0.05 / 7 and of 0.01 / 7.
            Self::P95 => 2.69,
            Self::P99 => 3.19,
        }
    }

    /// The highest probability of the signs under no difference.
    fn chance(self) -> f64 {
        f64::from(100 - self.percent()) / 100.0
    }
}

/// The finding about the speed of one program divided by that of another, relative to a ratio, by default 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Finding {
    /// Faster by at least this factor, which is above 1.
    Faster(f64),
    /// Slower: at most this factor, which is below 1.
    Slower(f64),
    /// Any difference is smaller than the resolution; the bounds of the factor.
    Same(f64, f64),
    /// Inconclusive. The number of rounds that may resolve it, estimated from the scatter.
    Unclear(usize),
}

/// The estimate and the finding from the logarithms of the ratios of some rounds.
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

/// Whether to decide after this number of rounds.
pub(super) fn is_look(rounds: usize) -> bool {
    LOOK_ROUNDS.contains(&rounds)
}

/// The highest useful number of rounds.
pub(super) const MAX_ROUNDS: usize = LOOK_ROUNDS[LOOK_ROUNDS.len() - 1];

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
    fn the_finding_follows_from_the_numbers() {
        let wave = |middle: f64, height: f64| -> Vec<f64> {
            (0..16).map(|at| middle + height * (f64::from(at % 4) - 1.5)).collect()
        };
        check(&wave(0.05, 0.01), "faster");
        check(&wave(-0.05, 0.01), "slower");
        check(&wave(0.000_1, 0.002), "same");
        check(&wave(0.01, 0.05), "unclear");
        // Equal numbers do not scatter, and their signs agree.
        check(&[0.03; 8], "faster");
        check(&[0.0; 8], "same");
    }
}
