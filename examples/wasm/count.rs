//! Counts from the start of Rococo as a WebAssembly module, without files and threads. `ci/wasm` runs it under node.

use vperft::reference::{Reference, Rococo};
use vperft::rules::Rules as _;
use vperft::variant::{Standard, Variant, VariantId};

fn main() {
    let rules = Reference(Rococo { book: Standard });
    let start = rules.parse(&Variant::get(VariantId::ROCOCO).starts[0].vfen).expect("it is valid");
    // A panic ends node with an error.
    assert_eq!(rules.perft(&start, 3, &mut Vec::new()), 23863);
}
