//! Determines the kind of a mistake by repeating the question in other ways.

use super::cause::Kind;
use super::side::Side;
use vperft::inner::backend::{BackendError, PositionPath};

/// Returns `kind`, unless the wrong answer depends on how, when or in which process the question is asked.
///
/// # Errors
/// If the trusted side fails.
pub(crate) fn classify<T: PartialEq>(
    a: &mut Side<'_>,
    b: &mut Side<'_>,
    path: PositionPath<'_>,
    question: &dyn Fn(&mut Side<'_>, PositionPath<'_>) -> Result<T, BackendError>,
    answer: &T,
    kind: Kind,
) -> Result<Kind, BackendError> {
    let is_same = |other: &Result<T, BackendError>| other.as_ref().is_ok_and(|other| other == answer);
    // Asked twice, because a changing answer may repeat once by chance.
    if !(is_same(&question(b, path)) && is_same(&question(b, path))) {
        return Ok(Kind::Flaky);
    }
    // Two fresh processes are asked twice each. The first answer counts, since state kept from it may cause the
    // mistake.
    let mut is_wrong = || {
        let answers = b.ask_fresh(|fresh| Ok([question(fresh, path), question(fresh, path)]));
        answers.map_or([false; 2], |answers| answers.map(|answer| is_same(&answer)))
    };
    match [is_wrong(), is_wrong()] {
        [[true, true], [true, true]] => {}
        [[false, one], [false, other]] if one == other => return Ok(Kind::StateLeak),
        _ => return Ok(Kind::Flaky),
    }
    if !path.moves.is_empty() {
        let vfen = a.after(path)?;
        let right = question(a, (&vfen).into())?;
        if b.ask_fresh(|fresh| question(fresh, (&vfen).into())).is_ok_and(|given| given == right) {
            return Ok(Kind::Route);
        }
    }
    Ok(kind)
}

/// Whether two VFENs differ only in their counters.
pub(super) fn is_of_counters(a: &str, b: &str) -> bool {
    let others = |vfen: &str| -> Vec<String> {
        let fields = vfen.split(' ').enumerate();
        fields.filter(|(index, _)| !(4..=5).contains(index)).map(|(_, field)| field.to_owned()).collect()
    };
    others(a) == others(b)
}
