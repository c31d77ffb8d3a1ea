//! The mutants of the data of a variant.

use crate::mistakes::slips;
use vperft::inner::game::variant::{PieceType, RuleName, Standard, Status, Variant, VariantId};
use vperft::inner::generators::data::{Change, Data};

/// The rules of a variant with one mistake.
#[derive(Clone)]
pub struct DataMutant {
    /// The mistake, such as `Knight: without the step (1, 2)`.
    pub title: String,
    /// The kind whose moves are wrong. `None` if it is another rule.
    pub kind: Option<PieceType>,
    /// The rules.
    pub rules: Data<Standard>,
}

/// The mutants of a variant, those of the pieces in the order of the file first.
#[must_use]
pub fn mutants(variant: VariantId) -> Vec<DataMutant> {
    let table = Variant::get(variant);
    let right = Data::new(variant, Standard);
    let mut found = Vec::new();
    for entry in &table.pieces {
        for (title, program) in slips::changes(&entry.program) {
            let rules = right.changed(&Change::Program(entry.kind, program));
            let title = format!("{}: {title}", entry.name);
            found.push(DataMutant { title, kind: Some(entry.kind), rules });
        }
    }
    for (title, change) in promotions(table).into_iter().chain(rules(table)) {
        found.push(DataMutant { title, kind: None, rules: right.changed(&change) });
    }
    found
}

/// Changes of the promotions.
fn promotions(table: &Variant) -> Vec<(String, Change)> {
    let mut found = Vec::new();
    for (index, rule) in table.promotion.iter().enumerate() {
        let name = table.entry(rule.piece).map_or("", |entry| entry.name.as_str());
        let mut change = |title: String, edit: &dyn Fn(&mut Vec<vperft::inner::game::variant::Promotion>)| {
            let mut rules = table.promotion.clone();
            edit(&mut rules);
            found.push((format!("{name}: {title}"), Change::Promotion(rules)));
        };
        change("does not promote".into(), &|rules| {
            rules.remove(index);
        });
        for (number, kind) in rule.to.iter().enumerate().filter(|_| rule.to.len() > 1) {
            let title = format!("does not promote to {:?}", kind);
            change(title, &|rules| {
                rules[index].to.remove(number);
            });
        }
        let title = if rule.forced { "may stay what it is" } else { "must promote" };
        change(title.into(), &|rules| rules[index].forced = !rule.forced);
        let title =
            if rule.stock { "promotes to kinds that are all there" } else { "promotes to lost kinds only" };
        change(title.into(), &|rules| rules[index].stock = !rule.stock);
    }
    found
}

/// Rules that are left out. Repetition and its order need a game, so that no position shows them.
fn rules(table: &Variant) -> impl Iterator<Item = (String, Change)> {
    let can_be = |status| table.statuses.contains(&status);
    let castles = table.castling.is_some();
    let all = [
        (RuleName::Check, table.has_check, "check is ignored"),
        (RuleName::Checkmate, can_be(Status::Checkmate), "checkmate is not the end"),
        (
            RuleName::Stalemate,
            can_be(Status::Stalemate) || can_be(Status::Lost),
            "a side without a move plays on",
        ),
        (RuleName::Over, can_be(Status::Won), "a lost King is not the end"),
        (
            RuleName::Succession,
            table.pieces.iter().any(|entry| entry.succeeds.is_some()),
            "there is no succession",
        ),
        (RuleName::Castling, castles, "there is no castling"),
        (RuleName::CastlingPath, castles, "castling over pieces or after moves"),
        (RuleName::CastlingAttack, castles, "castling out of or through check"),
        (RuleName::Counter, table.counter_limit.is_some(), "there is no draw by the counter"),
        (RuleName::Goal, !table.goals.is_empty(), "goals do not count"),
        (RuleName::Extinction, !table.extinction.is_empty(), "extinction does not count"),
        (RuleName::MustCapture, table.must_capture, "a capture is not forced"),
        (RuleName::MayCheck, !table.may_check, "moves may give check"),
        (RuleName::Dead, !table.dead.is_empty(), "there are no dead positions"),
    ];
    let left_out = all.into_iter().filter(|(_, applies, _)| *applies);
    left_out.map(|(rule, _, title)| (title.to_owned(), Change::Without(rule)))
}
