//! Expected values under other readings of the rulings than those the corpus is written for.

use super::workers::spread;
use super::{Open, Selection};
use crate::backend::{Backend, BackendError};
use crate::notation;
use crate::suite::{Case, Check, Checks, Corpus, Count, Kind, Reject};
use crate::variant::{RULINGS, Rulings, VariantId};
use serde::Serialize;
use std::collections::BTreeSet;

/// A corpus with the values that hold under some readings.
#[derive(Debug)]
pub struct Restated {
    /// The corpus. Only the selected cases are restated, and keep of their counts those that are run; the others
    /// are as they were.
    pub corpus: Corpus,
    /// The readings that are not the default ones, as `NAME=VALUE`, each with the variant it is of.
    pub readings: Vec<(VariantId, String)>,
    /// What has no meaning under these readings and is left out.
    pub left_out: Vec<LeftOut>,
    /// The checks whose value differs from that of the corpus: id of the case, name of the check.
    changed: BTreeSet<(String, String)>,
}

/// A case, or one of its checks, that means nothing under the readings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The id of the case.
    pub case: String,
    /// The name of the check; none if it is the whole case.
    pub check: Option<String>,
    /// Why.
    pub reason: String,
}

impl Restated {
    /// The readings that are not the default ones of a variant, in words.
    #[must_use]
    pub fn readings_of(&self, variant: VariantId) -> String {
        let own = self.readings.iter().filter(|(of, _)| *of == variant);
        own.map(|(_, reading)| reading.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Whether the value of a check is not that of the corpus.
    #[must_use]
    pub fn is_changed(&self, case: &str, check: &Check<'_>) -> bool {
        !self.changed.is_empty() && self.changed.contains(&(case.to_owned(), check.to_string()))
    }
}

/// The readings that are not the default ones, each with the variant it is of, as `NAME=VALUE`.
fn amended(rulings: &Rulings) -> Vec<(VariantId, String)> {
    let default = Rulings::default();
    let other = RULINGS.iter().filter(|ruling| rulings.get(ruling.name) != default.get(ruling.name));
    other
        .map(|ruling| {
            (ruling.variant, format!("{}={}", ruling.name, rulings.get(ruling.name).unwrap_or("?")))
        })
        .collect()
}

/// Has `open`, a backend that follows these readings and is right, say what holds in the selected cases of the
/// variants whose rulings are not at their default. Under the default readings everything stays as it is.
///
/// # Errors
/// If that backend fails otherwise than by refusing a position or a move.
///
/// # Panics
/// If the operating system gives no threads, or that backend panics.
pub fn restate(
    mut corpus: Corpus,
    selection: &Selection,
    rulings: &Rulings,
    open: Open<'_>,
    jobs: usize,
) -> Result<Restated, BackendError> {
    let amended = amended(rulings);
    if amended.is_empty() {
        return Ok(Restated { corpus, readings: amended, left_out: Vec::new(), changed: BTreeSet::new() });
    }
    let concerned = |variant: VariantId, case: &Case| {
        amended.iter().any(|(of, _)| *of == variant) && selection.fits(variant, case)
    };
    let indices = corpus.cases.iter().enumerate();
    let indices: Vec<_> =
        indices.filter(|(_, (variant, case))| concerned(*variant, case)).map(|(index, _)| index).collect();
    let restated = spread(indices.len(), jobs, &|backend: &mut Option<Box<dyn Backend>>, number| {
        let (variant, case) = &corpus.cases[indices[number]];
        let backend = backend.get_or_insert_with(open).as_mut();
        Oracle { backend, variant: *variant, selection }.case(&corpus.position(case).vfen, case)
    });
    let mut changed = BTreeSet::new();
    let mut left_out = Vec::new();
    for (index, stated) in indices.into_iter().zip(restated) {
        let (checks, out) = stated?;
        let case = &mut corpus.cases[index].1;
        let before: Vec<(String, String)> = case.list().map(|check| described(&check)).collect();
        case.checks = checks;
        let new = case.list().map(|check| described(&check)).filter(|check| !before.contains(check));
        changed.extend(new.map(|(name, _)| (case.id.clone(), name)));
        left_out.extend(out);
    }
    Ok(Restated { corpus, readings: amended, left_out, changed })
}

/// The name of a check and all it holds.
fn described(check: &Check<'_>) -> (String, String) {
    // The nodes of a perft check are those of the cheaper ones too, which are none of its own values.
    let value = match check {
        Check::Perft { count, .. } => count.to_string(),
        other => format!("{other:?}"),
    };
    (check.to_string(), value)
}

/// What to expect of a case, and what is left out of it.
type Stated = (Checks, Vec<LeftOut>);

/// Says what holds in the cases of a variant.
struct Oracle<'a> {
    backend: &'a mut dyn Backend,
    variant: VariantId,
    selection: &'a Selection,
}

impl Oracle<'_> {
    fn case(&mut self, vfen: &str, case: &Case) -> Result<Stated, BackendError> {
        let mut checks = Checks { rejects: Vec::new(), ..Checks::default() };
        let mut out = Vec::new();
        let mut leave_out = |check: Option<String>, reason: String| {
            out.push(LeftOut { case: case.id.clone(), check, reason });
        };
        for reject in &case.checks.rejects {
            match self.backend.read(self.variant, &reject.vfen) {
                Err(BackendError::Position(error)) => {
                    checks.rejects.push(Reject { vfen: reject.vfen.clone(), kind: error.kind });
                }
                Err(error) => return Err(error),
                Ok(_) => {
                    let reason = "the position is valid under these readings".to_owned();
                    leave_out(Some(format!("{}:{}", Kind::Rejects, reject.vfen)), reason);
                }
            }
        }
        match self.answers(vfen, case, &mut checks) {
            Err(error @ (BackendError::Position(_) | BackendError::Move(_))) => {
                // Where the position or the line has no meaning, nothing that was expected there has.
                if case.list().any(|check| check.kind() != Kind::Rejects) {
                    leave_out(None, error.to_string());
                }
                Ok((Checks { rejects: checks.rejects, ..Checks::default() }, out))
            }
            answer => answer.map(|()| (checks, out)),
        }
    }

    /// The answers to everything a case asks about its position.
    fn answers(&mut self, vfen: &str, case: &Case, checks: &mut Checks) -> Result<(), BackendError> {
        let variant = self.variant;
        let reached = self.backend.after(variant, vfen, &case.line)?;
        let needs_moves = case.checks.moves.is_some() || !case.checks.moves_of.is_empty();
        let mut moves = if needs_moves { self.backend.moves(variant, &reached)? } else { Vec::new() };
        moves.sort();
        checks.moves = case.checks.moves.as_ref().map(|_| moves.clone());
        for square in case.checks.moves_of.keys() {
            let of_square = moves.iter().filter(|text| notation::starts_on(text, square));
            checks.moves_of.insert(square.clone(), of_square.cloned().collect());
        }
        for text in case.checks.illegal.iter().chain(case.checks.after.keys()) {
            match self.backend.after(variant, &reached, std::slice::from_ref(text)) {
                Ok(child) => {
                    checks.after.insert(text.clone(), child);
                }
                Err(BackendError::Move(_)) => checks.illegal.push(text.clone()),
                Err(error) => return Err(error),
            }
        }
        if case.checks.status.is_some() {
            checks.status = Some(self.backend.status(variant, vfen, &case.line)?);
        }
        for check in case.list() {
            // Counting what is not run would take long for nothing.
            if let Check::Perft { depth, .. } = check
                && self.selection.takes(case, &check)
            {
                let count = self.backend.perft(variant, &reached, depth)?;
                checks.perft.insert(u8::try_from(depth).unwrap_or(u8::MAX), Count(count));
            }
        }
        Ok(())
    }
}
