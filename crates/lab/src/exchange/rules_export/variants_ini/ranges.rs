//! Ranges that Fairy-Stockfish would join: it keeps one range for each direction of a piece, whether it slides or hops.

use vperft::inner::game::board::Step;
use vperft::inner::game::paths::Leg;

/// A range that no slide has: of a hopper with a limit.
const LIMITED_HOP: Option<u8> = Some(u8::MAX);

/// Whether a piece slides or hops in one direction with different ranges, or has a lame leap and a free one to the same square.
pub fn are_joined(program: &[Leg]) -> bool {
    let mut rides: Vec<(Step, Option<u8>)> = Vec::new();
    let mut leaps: Vec<(Step, bool)> = Vec::new();
    for leg in program {
        let range = if leg.then.is_empty() { leg.most } else { hop_range(leg) };
        for step in &leg.steps {
            if leg.then.is_empty() && leg.most == Some(1) {
                leaps.push((*step, leg.lame.is_some()));
            } else {
                rides.push((*step, range));
            }
        }
    }
    differ(&rides) || differ(&leaps)
}

/// The range of a hopper: one step behind the hurdle, or any number.
fn hop_range(leg: &Leg) -> Option<u8> {
    let mut last = leg;
    while let Some(next) = last.then.first() {
        last = next;
    }
    if leg.least == 0 { last.most } else { LIMITED_HOP }
}

fn differ<T: PartialEq>(list: &[(Step, T)]) -> bool {
    list.iter().any(|(step, one)| list.iter().any(|(other, two)| step == other && one != two))
}
