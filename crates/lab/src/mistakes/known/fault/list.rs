//! Lists the faults of a variant.

use super::{ChildFault, Direction, Fault, InputFault, StateFault, StatusFault};
use crate::mistakes::known::Class;
use std::collections::BTreeMap;
use vperft::inner::game::variant::{Variant, VariantId};

/// The faults of a variant, given the classes of moves that occur in it. Some have no effect anywhere; for
/// example, the mirror image of a move may always be legal.
#[must_use]
pub fn faults(variant: VariantId, classes: &[Class]) -> Vec<Fault> {
    let mut list = Vec::new();
    // Sorted by text, so that the order does not depend on the sample.
    let mut directions = BTreeMap::<String, (Direction, i8)>::new();
    let mut order: Vec<_> = (0..classes.len()).collect();
    order.sort_by(|&one, &other| classes[one].text.cmp(&classes[other].text));
    for index in order {
        let (class, number) = (&classes[index], index as u32);
        list.push(Fault::Forget(number));
        let entry = Variant::get(variant).entry(class.piece.kind);
        if class.step.is_some() && entry.is_some_and(|entry| entry.several_ways) {
            list.push(Fault::Duplicate(number));
        }
        if !class.has_effects && class.step.is_some_and(|step| step.files != 0) {
            list.push(Fault::Mirror(number));
        }
        if let Some((dir, length)) = Direction::from_class(class).filter(|_| !class.has_effects) {
            let entry = directions.entry(dir.text(variant)).or_insert((dir, 0));
            entry.1 = entry.1.max(length);
        }
    }
    for (dir, farthest) in directions.into_values() {
        list.extend([Fault::ForgetDirection(dir), Fault::Longer(dir, farthest), Fault::Wrap(dir)]);
        list.extend([Fault::Through(dir, true), Fault::Through(dir, false)]);
        if farthest > 1 {
            list.push(Fault::Shorter(dir, farthest));
        }
    }
    list.extend(ChildFault::all(variant).into_iter().map(Fault::Child));
    list.extend(StateFault::all(variant).into_iter().map(Fault::State));
    list.extend(StatusFault::all(variant).into_iter().map(Fault::Status));
    list.extend(InputFault::all(variant).into_iter().map(Fault::Input));
    list
}
