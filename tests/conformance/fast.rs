//! Runs every case of the corpus with `fast`, up to the tier `ci`.

use vperft::backend::Backend as _;
use vperft::variant::VariantId;

vperft::conformance!(
    backend = |_variant| vperft_fast::all(),
    variants = vperft_fast::all().variants().into_iter().map(VariantId::name).collect::<Vec<_>>(),
    tier = "ci",
    group = "file",
);
