//! How many mutants of its data the corpus of a variant notices.

use super::{DataMutant, mutants, witnesses};
use rayon::prelude::*;
use serde::Serialize;
use vperft::inner::backend::{BackendError, InProcess};
use vperft::inner::corpus::check::judge_check;
use vperft::inner::corpus::suite::{Case, Check, Corpus, Tier};
use vperft::inner::game::variant::{Color, Obeys, PieceEntry, Variant, VariantId};

/// The score of a corpus.
#[derive(Clone, Debug, Serialize)]
pub struct DataAudit {
    /// The variant.
    pub variant: VariantId,
    /// The mutants, each with the first case that notices it.
    pub mutants: Vec<DataMutantRow>,
    /// The paths of the fields that the variant has and no mutant changes.
    pub unchanged: Vec<&'static str>,
}

/// A mutant, and whether the corpus notices it.
#[derive(Clone, Debug, Serialize)]
pub struct DataMutantRow {
    /// The mistake.
    pub title: String,
    /// The first case that notices it, and the check of the case. `None` if none does.
    pub killed: Option<(String, String)>,
    /// A position that shows it, if no case notices it and one was found; the start position if only a game shows it.
    pub vfen: Option<String>,
}

impl DataAudit {
    /// The mutants that no case notices although a position shows them.
    pub fn missed(&self) -> impl Iterator<Item = &DataMutantRow> {
        self.mutants.iter().filter(|row| row.vfen.is_some())
    }

    /// The number of mutants that some case notices.
    #[must_use]
    pub fn killed(&self) -> usize {
        self.mutants.iter().filter(|row| row.killed.is_some()).count()
    }
}

/// Tries every mutant of the data on the checks of the smoke tier, and searches positions for those that no case notices. `progress` is
/// called after each mutant.
///
/// # Errors
/// If the backend fails.
pub fn audit(
    corpus: &Corpus,
    variant: VariantId,
    seed: u64,
    progress: &(dyn Fn() + Sync),
) -> Result<DataAudit, BackendError> {
    let cases: Vec<_> = corpus.cases.iter().filter(|(of, _)| *of == variant).map(|(_, case)| case).collect();
    let mut checks: Vec<(&Case, &Check)> =
        cases.into_iter().flat_map(|case| case.list().map(move |check| (case, check))).collect();
    // Cheap checks first: most mutants are noticed by one. A mutant that none notices is tried on all of them.
    checks.retain(|(_, check)| check.tier() <= Tier::Smoke);
    checks.sort_by_key(|(_, check)| check.nodes());
    let killed = |mutant: &DataMutant| {
        let mut backend = InProcess::new("mutant".to_owned(), mutant.rules.clone());
        let notices = |&&(case, check): &&(&Case, &Check)| {
            let vfen = &corpus.position(case).vfen;
            !judge_check(&mut backend, variant, vfen, case, check).is_pass()
        };
        let killed = checks.iter().find(notices).map(|(case, check)| (case.id.clone(), check.to_string()));
        progress();
        killed
    };
    let mutants = mutants(variant);
    let killed: Vec<_> = mutants.par_iter().map(killed).collect();
    let alive: Vec<_> = mutants
        .iter()
        .zip(&killed)
        .filter(|(_, killed)| killed.is_none())
        .map(|(mutant, _)| mutant.clone())
        .collect();
    let witnesses = witnesses(variant, &alive, seed)?;
    let mut shown = (0..alive.len() as u32).map(|index| {
        witnesses.iter().find(|witness| witness.shows.contains(&index)).map(|witness| &witness.vfen)
    });
    let table = Variant::get(variant);
    let start = table.starts.first().map(|start| &start.vfen);
    let row = |(mutant, killed): (DataMutant, Option<_>)| {
        let found = if killed.is_none() { shown.next().flatten() } else { None };
        let vfen = found.or_else(|| start.filter(|_| killed.is_none() && mutant.is_of_games)).cloned();
        DataMutantRow { title: mutant.title, killed, vfen }
    };
    let rows = mutants.into_iter().zip(killed).map(row).collect();
    Ok(DataAudit { variant, mutants: rows, unchanged: unchanged(table) })
}

/// The paths of the fields that can change an answer and that no mutant changes, as far as the variant has them.
fn unchanged(table: &Variant) -> Vec<&'static str> {
    let any = |has: &dyn Fn(&PieceEntry) -> bool| table.pieces.iter().any(has);
    let all = [
        ("starts", true),
        ("pieces[].least", any(&|entry| Color::BOTH.map(|color| entry.least.for_color(color)) != [0; 2])),
        ("pieces[].most", any(&|entry| entry.most.is_some())),
        ("pieces[].royal_up_to", any(&|entry| entry.royal_up_to.is_some())),
        ("pieces[].initial_right", any(&|entry| entry.initial_right)),
        ("pieces[].pawn", any(&|entry| entry.pawn.is_some())),
        ("en_passant", table.en_passant.is_some()),
        ("closing", table.closing.is_some()),
        ("ban", table.ban.is_some()),
        ("royalty", !table.royalty.also.is_empty() || table.royalty.check != Obeys::Always),
        ("promotion[].on", !table.promotion.is_empty()),
        ("promotion[].by", !table.promotion.is_empty()),
        ("goals[].on", !table.goals.is_empty()),
        ("goals[].pieces", !table.goals.is_empty()),
        ("extinction[].pieces", !table.extinction.is_empty()),
        ("dead[].kinds", !table.dead.is_empty()),
    ];
    all.into_iter().filter_map(|(path, has)| has.then_some(path)).collect()
}
