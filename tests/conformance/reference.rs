//! Runs every case of the corpus with `reference`, up to the tier `smoke`.

use vperft::backend::Backend as _;
use vperft::variant::VariantId;

vperft::conformance!(
    backend = |_variant| vperft::reference::all(&vperft::variant::Standard),
    variants = vperft::reference::all(&vperft::variant::Standard)
        .variants()
        .into_iter()
        .map(VariantId::name)
        .collect::<Vec<_>>(),
    tier = "smoke",
    group = "file",
);
