//! The clauses of a rules text that are about one type of piece.

use super::{Clause, PieceType, Variant};
use crate::game::paths::Leg;
use std::collections::BTreeSet;

impl Variant {
    /// The clauses about a type of piece, in the order of the rules text: those of its moves in `variant.json`, those that its name is
    /// part of the id of, and those of castling, promotion and en passant if it takes part. If there is none, the clauses with its name in
    /// their text.
    #[must_use]
    pub fn clauses_of(&self, kind: PieceType) -> Vec<Clause> {
        let own = || Clause::all().filter(|clause| clause.variant() == Some(self.id));
        let full = kind.name().to_uppercase();
        let last = full.rsplit('-').next().unwrap_or_default();
        let has_full = own().any(|clause| subject(clause) == full);
        let name = if has_full { full.as_str() } else { last };
        let castles = self.castling.is_some_and(|castling| [castling.king, castling.rook].contains(&kind));
        let passes = self.en_passant.as_ref().is_some_and(|passing| passing.piece == kind);
        let mut of_legs = BTreeSet::new();
        let mut legs: Vec<&Leg> = self.entry(kind).into_iter().flat_map(|entry| &entry.program).collect();
        while let Some(leg) = legs.pop() {
            of_legs.extend(leg.clause.as_deref());
            legs.extend(&leg.then);
        }
        let is_about = |clause: &Clause| match subject(*clause) {
            _ if of_legs.contains(clause.id()) => true,
            "CASTLE" => castles,
            "EP" => passes,
            "PROMOTE" | "ENTRY" => self.is_pawn(kind),
            subject => subject == name,
        };
        let found: Vec<_> = own().filter(is_about).collect();
        if !of_legs.is_empty() || found.iter().any(|clause| subject(*clause) == name) {
            return found;
        }
        let written = self.entry(kind).map_or("", |entry| entry.name.as_str());
        own().filter(|clause| found.contains(clause) || mentions(clause.text(), written)).collect()
    }
}

/// The subject of a clause, by its id: `BOWMAN` for `VAN-BOWMAN-2`.
fn subject(clause: Clause) -> &'static str {
    let subject = clause.id().split_once('-').map_or("", |(_, subject)| subject);
    subject.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-')
}

/// Whether a text has a name as a word.
fn mentions(text: &str, name: &str) -> bool {
    let words =
        |text: &str| text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect::<Vec<_>>();
    let (text, name) = (words(text), words(name));
    name.iter().any(|word| !word.is_empty()) && text.windows(name.len()).any(|window| window == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::VariantId;
    use pretty_assertions::assert_eq;

    #[test]
    fn every_piece_has_clauses() {
        for variant in VariantId::all() {
            let variant = Variant::get(variant);
            for entry in &variant.pieces {
                let found = variant.clauses_of(entry.kind);
                assert!((1..=12).contains(&found.len()), "{} {}: {found:?}", variant.title, entry.name);
            }
        }
        for (variant, label, expected) in [
            (VariantId::RYUGI, "K", "RYU-KING RYU-CASTLE-1 RYU-CASTLE-2 RYU-CASTLE-3"),
            (VariantId::RYUGI, "I", "RYU-KIRIN"),
            (VariantId::RYUGI, "P", "RYU-PAWN-1 RYU-PAWN-2 RYU-EP RYU-PROMOTE"),
            (VariantId::ROCOCO, "L", "ROC-LEAPER-1 ROC-LEAPER-2"),
            (VariantId::VANGUARD, "B", "VAN-BISHOP"),
            (VariantId::VANGUARD, "W", "VAN-WIZARD-1 VAN-WIZARD-2"),
        ] {
            let table = Variant::get(variant);
            let piece = table.piece(label).expect(label);
            let found: Vec<_> = table.clauses_of(piece.kind).into_iter().map(Clause::id).collect();
            assert_eq!(found.join(" "), expected, "{label}");
        }
    }
}
