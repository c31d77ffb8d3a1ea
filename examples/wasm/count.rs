//! Counts from the start of Rococo where there is neither a file nor a thread: as a module for the web. `ci/wasm` runs it under node.

use vperft::reference::{Reference, Rococo};
use vperft::rules::Rules as _;
use vperft::variant::{Standard, Variant, VariantId};

fn main() {
    let rules = Reference(Rococo { book: Standard });
    let start = rules.parse(&Variant::get(VariantId::ROCOCO).starts[0].vfen).expect("it is valid");
    // As README.md has it. A panic is a trap, which ends node with an error.
    assert_eq!(rules.perft(&start, 3, &mut Vec::new()), 23863);
}
