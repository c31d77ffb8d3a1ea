//! The VFEN fields after the board: rights, en passant and fields of single variants.

use super::Expected::{Reads, Refuses, Says};
use super::check;
use vperft::inner::game::position::VfenErrorKind::*;
use vperft::inner::game::variant::VariantId;

#[test]
fn rights() {
    check(&[
        (
            "not-a-square",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K3R w ^k1,j1 - 0 1",
            Says(
                "unmoved, `k1`: is not a square; expected squares separated by commas, `*` or `-` [unmoved]",
            ),
        ),
        (
            "star-in-a-list",
            VariantId::VANGUARD,
            "8k7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/H7K7 w a1,^* - 0 1",
            Refuses(Unmoved),
        ),
        (
            "listed-twice",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K3R w f1,j1,^f1 - 0 1",
            Says("unmoved, square f1: is listed twice [unmoved]"),
        ),
        (
            "nothing-there",
            VariantId::SANDBOX,
            "5k4/10/1-6-1/10/10/10/10/1-6-1/10/5K4 w ^a1 - 0 1",
            Refuses(Unmoved),
        ),
        ("no-right-to-hold", VariantId::CETRAN3, "5k6/12/12/12/12/12/12/3K8 w ^d1 - 0 1", Refuses(Unmoved)),
        (
            "starts-elsewhere",
            VariantId::VANGUARD,
            "8k7/16/16/16/16/16/16/16/16/16/16/16/4P11/16/16/8K7 w ^e4 - 0 1",
            Refuses(Unmoved),
        ),
        (
            "any-order",
            VariantId::RYUGI,
            "r4k3r/10/10/10/10/10/10/10/10/R4K3R w j1,f10,f1,a10 - 0 1",
            Reads("r4k3r/10/10/10/10/10/10/10/10/R4K3R w a10,f1,f10,j1 - 0 1"),
        ),
        (
            "all-listed-is-a-star",
            VariantId::RYUGI,
            "r4k3r/10/10/10/10/10/10/10/10/R4K3R w a1,a10,f1,f10,j1,j10 - 0 1",
            Reads("r4k3r/10/10/10/10/10/10/10/10/R4K3R w * - 0 1"),
        ),
        (
            "star-without-rook",
            VariantId::RYUGI,
            "r4k4/10/10/10/10/10/10/10/10/5K4 w * - 0 1",
            Reads("r4k4/10/10/10/10/10/10/10/10/5K4 w * - 0 1"),
        ),
        (
            "star-for-nothing",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K4 w * - 0 1",
            Reads("5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1"),
        ),
        (
            "star-without-rights-in-the-variant",
            VariantId::CETRAN3,
            "5k6/12/12/12/12/12/12/3K8 w * - 0 1",
            Reads("5k6/12/12/12/12/12/12/3K8 w - - 0 1"),
        ),
        (
            "king-without-unmoved-rook",
            VariantId::RYUGI,
            "r4k4/10/10/10/10/10/10/10/10/R4K4 w a10,f1,f10 - 0 1",
            Reads("r4k4/10/10/10/10/10/10/10/10/R4K4 w a10,f10 - 0 1"),
        ),
        (
            "rook-without-unmoved-king",
            VariantId::SANDBOX,
            "5k4/10/1-6-1/10/10/10/10/PP6-1/10/R4K4 w a1,a3 - 0 1",
            Reads("5k4/10/1-6-1/10/10/10/10/PP6-1/10/R4K4 w a3 - 0 1"),
        ),
        (
            "rights-need-no-partner",
            VariantId::VANGUARD,
            "8k7/16/16/16/16/16/16/16/16/16/16/16/16/P14P/16/H7K7 w p3,a1 - 0 1",
            Reads("8k7/16/16/16/16/16/16/16/16/16/16/16/16/P14P/16/H7K7 w a1,p3 - 0 1"),
        ),
    ]);
}

#[test]
fn en_passant() {
    check(&[
        (
            "no-square",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K4 b - ^k3 0 1",
            Says("en passant, `k3`: is not a square of the board; expected a square or - [en-passant]"),
        ),
        (
            "off-a-lower-board",
            VariantId::CETRAN3,
            "5k6/12/12/12/12/12/12/5K6 b - ^a12 0 1",
            Refuses(EnPassant),
        ),
        (
            "none-in-vanguard",
            VariantId::VANGUARD,
            "8k7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 b - ^a3 0 1",
            Says("en passant, `a3`: Vanguard Chess has no en passant; expected - [en-passant]"),
        ),
        (
            "none-in-rococo",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/10/10/10/4K5 w - ^a3 0 1",
            Refuses(EnPassant),
        ),
        ("on-the-edge", VariantId::CETRAN3, "5k6/12/12/12/12/12/12/5K6 b - ^a1 0 1", Refuses(EnPassant)),
        ("occupied", VariantId::RYUGI, "5k4/10/10/10/10/10/P9/P9/10/5K4 b - ^a3 0 1", Refuses(EnPassant)),
        (
            "no-pawn-beyond",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K4 b - ^a3 0 1",
            Says("en passant, `a3`: there is no White Pawn beyond it, on a4 [en-passant]"),
        ),
        (
            "no-double-step-from-there",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/4Pp4/10/10/5K4 b - ^e3 0 1",
            Says("en passant, `e3`: no White Pawn double-steps from e2 [en-passant]"),
        ),
        (
            "origin-occupied",
            VariantId::CETRAN3,
            "5k6/12/12/12/Pp10/12/N11/5K6 b - ^a3 0 1",
            Refuses(EnPassant),
        ),
        (
            "of-use",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/Pp8/10/10/5K4 b - a3 0 1",
            Reads("5k4/10/10/10/10/10/Pp8/10/10/5K4 b - a3 0 1"),
        ),
        (
            "of-use-on-the-tall-board",
            VariantId::CETRAN3,
            "12/12/5k6/12/pP10/12/12/12/12/12/12/5K6 w - - 0 1",
            Reads("12/12/5k6/12/pP10/12/12/12/12/12/12/5K6 w - - 0 1"),
        ),
        (
            "no-pawn-next-to-it",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/P9/10/10/5K4 b - a3 0 1",
            Reads("5k4/10/10/10/10/10/P9/10/10/5K4 b - - 0 1"),
        ),
        (
            "the-only-capturer-is-pinned",
            VariantId::RYUGI,
            "1k8/10/10/10/10/10/Pp8/10/10/1R3K4 b - a3 0 1",
            Reads("1k8/10/10/10/10/10/Pp8/10/10/1R3K4 b - - 0 1"),
        ),
        (
            "origin-closed-behind-the-pawn",
            VariantId::SANDBOX,
            "5k4/10/1-6-1/10/10/pP8/10/1-6-1/10/5K4 b - b4 0 1",
            Reads("5k4/10/1-6-1/10/10/pP8/10/1-6-1/10/5K4 b - b4 0 1"),
        ),
    ]);
}

#[test]
fn extra_fields() {
    check(&[
        (
            "unknown-name",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1 ^x=1",
            Says("extra field, `x=1`: Rococo with mirror arrays has no such field [extra-field]"),
        ),
        (
            "not-this-variants",
            VariantId::RYUGI,
            "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1 ^ban=a1+a2",
            Refuses(ExtraField),
        ),
        (
            "no-name",
            VariantId::VANGUARD,
            "8k7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1 ^ban",
            Says("extra field, `ban`: expected name=value [extra-field]"),
        ),
        (
            "twice",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/S9/10/s9/4K5 w - - 0 1 ban=x1+x3 ^ban=x1+x3",
            Refuses(ExtraField),
        ),
        (
            "one-square",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/S9/10/s9/4K5 w - - 0 1 ban=^x1",
            Says("extra field, `ban=x1`: expected two squares, such as ban=d4+d7 [ban]"),
        ),
        (
            "wrong-order",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/S9/10/s9/4K5 w - - 0 1 ban=^x3+x1",
            Refuses(Ban),
        ),
        (
            "off-line",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/S9/10/1s8/4K5 w - - 0 1 ban=^x3+a1",
            Refuses(Ban),
        ),
        (
            "two-chameleons",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/C9/10/c9/4K5 w - - 0 1 ban=^x1+x3",
            Refuses(Ban),
        ),
        (
            "two-friends",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/S9/10/C9/4K5 w - - 0 1 ban=^x1+x3",
            Refuses(Ban),
        ),
        (
            "by-place-and-not-by-letter",
            VariantId::ROCOCO,
            "4k5/10/10/10/10/10/S7c1/10/10/4K5 w - - 0 1 ban=x3+h3",
            Reads("4k5/10/10/10/10/10/S7c1/10/10/4K5 w - - 0 1 ban=x3+h3"),
        ),
    ]);
}
