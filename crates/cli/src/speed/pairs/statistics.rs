//! Statistics of numbers that scatter: a robust mean with its interval, and the sign test.
//!
//! Invariant: the same numbers give the same result, because resampling uses a fixed seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// The part of the numbers trimmed from each side before averaging: interrupts and other load make outliers.
const TRIMMED_SHARE: f64 = 0.2;
/// The number of resamples.
const RESAMPLES: usize = 1000;

/// An estimated mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// The trimmed mean.
    pub middle: f64,
    /// The half width of its interval.
    pub half: f64,
}

impl Estimate {
    /// The bounds of the interval.
    pub fn between(self) -> (f64, f64) {
        (self.middle - self.half, self.middle + self.half)
    }
}

/// Estimates the mean of two numbers or more. `normal` is the quantile of the normal distribution for the wanted confidence; the
/// interval is widened for few numbers.
pub(crate) fn estimate(numbers: &[f64], normal: f64) -> Estimate {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut drawn = vec![0.0; numbers.len()];
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..RESAMPLES {
        for number in &mut drawn {
            // The bias of the remainder is below 10^-9.
            *number = numbers[(random.next_u64() % numbers.len() as u64) as usize];
        }
        let mean = trimmed_mean(&mut drawn);
        sum += mean;
        squares += mean * mean;
    }
    let count = RESAMPLES as f64;
    let deviation = ((squares - sum * sum / count).max(0.0) / (count - 1.0)).sqrt();
    let left = numbers.len() - 2 * trimmed(numbers.len());
    // Resampling treats the numbers as the whole population, and so underestimates their scatter.
    let few = (numbers.len() as f64 / (numbers.len() as f64 - 1.0)).sqrt();
    let half = deviation * few * student(normal, (left as f64 - 1.0).max(1.0));
    Estimate { middle: trimmed_mean(&mut numbers.to_vec()), half }
}

/// How many of `count` numbers are trimmed on each side.
fn trimmed(count: usize) -> usize {
    (count as f64 * TRIMMED_SHARE) as usize
}

fn trimmed_mean(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let out = trimmed(numbers.len());
    let rest = &numbers[out..numbers.len() - out];
    rest.iter().sum::<f64>() / rest.len() as f64
}

/// The quantile of Student's distribution with these degrees of freedom that corresponds to a quantile of the normal distribution:
/// the first terms of its expansion (Abramowitz and Stegun 26.7.5).
fn student(normal: f64, freedom: f64) -> f64 {
    let (z, v) = (normal, freedom);
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    z + (z3 + z) / (4.0 * v)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * v.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * v.powi(3))
}

/// The two-sided sign test: the probability of at least this imbalance around 0 if both signs are equally likely.
pub(crate) fn sign_test(numbers: &[f64]) -> f64 {
    let above = numbers.iter().filter(|number| **number > 0.0).count();
    let below = numbers.iter().filter(|number| **number < 0.0).count();
    let (few, all) = (above.min(below), above + below);
    // Add the probabilities of 0, 1, ... numbers on the rarer side.
    let mut chance = 0.5_f64.powi(i32::try_from(all).unwrap_or(i32::MAX));
    let mut sum = 0.0;
    for at in 0..=few {
        sum += chance;
        chance *= (all - at) as f64 / (at + 1) as f64;
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn rounded(number: f64) -> f64 {
        (number * 1000.0).round() / 1000.0
    }

    #[test]
    fn student_and_sign_test_are_those_of_the_tables() {
        for (normal, freedom, expected) in [(1.96, 5.0, 2.571), (1.96, 30.0, 2.042), (2.576, 10.0, 3.169)] {
            let found = student(normal, freedom);
            assert!((found - expected).abs() < 0.005, "{normal} {freedom}: {found}, {expected}");
        }
        for (above, below, expected) in
            [(8, 0, 0.008), (7, 1, 0.07), (5, 5, 1.0), (0, 0, 1.0), (15, 5, 0.041)]
        {
            let numbers: Vec<_> = [1.0].repeat(above).into_iter().chain([-1.0].repeat(below)).collect();
            assert_eq!(rounded(sign_test(&numbers)), expected, "{above} {below}");
        }
    }

    #[test]
    fn outliers_do_not_move_the_mean() {
        let mut numbers: Vec<f64> = (0..20).map(|at| f64::from(at % 5) / 100.0).collect();
        let calm = estimate(&numbers, 1.96);
        numbers[3] = 5.0;
        let disturbed = estimate(&numbers, 1.96);
        assert!((calm.middle - disturbed.middle).abs() < 0.006, "{calm:?} {disturbed:?}");
        let (least, greatest) = disturbed.between();
        assert!(least < 0.02 && 0.02 < greatest, "{disturbed:?}");
    }

    /// Numbers with a known mean, optionally with spikes as other load makes them.
    fn drawn(seed: u64, count: usize, middle: f64, spikes: bool) -> Vec<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut uniform = move || random.next_u32() as f64 / f64::from(u32::MAX);
        let mut number = || {
            let normal: f64 = (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
            let spike = if spikes && uniform() < 0.1 { uniform() - 0.5 } else { 0.0 };
            middle + normal / 100.0 + spike
        };
        (0..count).map(|_| number()).collect()
    }

    #[test]
    fn intervals_cover_the_true_mean_as_often_as_they_claim() {
        for (count, spikes) in [(8, false), (8, true), (24, false), (24, true)] {
            let covers = |seed: &u64| {
                let (least, greatest) = estimate(&drawn(*seed, count, 0.02, spikes), 1.96).between();
                least <= 0.02 && 0.02 <= greatest
            };
            let misses = 400 - (0..400).filter(covers).count();
            // Five per cent of 400 are 20; 33 is three standard deviations more.
            assert!(misses <= 33, "{count} numbers, spikes {spikes}: {misses} of 400 intervals miss");
        }
    }
}
