//! The perft counts of the corpus, each with its position.

use vperft::inner::backend::{Backend, BackendError, Question};
use vperft::inner::corpus::check::SelectedCase;
use vperft::inner::corpus::question::{Expected, Query};
use vperft::inner::corpus::suite::Check;
use vperft::inner::game::variant::VariantId;

/// A position with its perft counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted<'a> {
    /// The variant.
    pub variant: VariantId,
    /// The id of the case.
    pub id: &'a str,
    /// The VFEN of the position after the line of the case.
    pub vfen: String,
    /// Depth and count, by depth, at least one.
    pub counts: Vec<(u32, u128)>,
}

/// The selected counts, case by case. The second list names the cases whose line the backend could not play,
/// with the reason.
pub fn counted<'a>(
    selected: &[SelectedCase<'a>],
    backend: &mut dyn Backend,
) -> (Vec<Counted<'a>>, Vec<(&'a str, BackendError)>) {
    let (mut counted, mut unplayed) = (Vec::new(), Vec::new());
    for item in selected {
        let counts: Vec<_> = item.checks.iter().filter_map(|check| count(check)).collect();
        if counts.is_empty() {
            continue;
        }
        let id = item.case.id.as_str();
        let path = item.case.path(item.vfen);
        // A case without a line needs no backend for its variant.
        let vfen = if path.moves.is_empty() {
            Ok(item.vfen.to_owned())
        } else {
            backend.of(item.variant).and_then(|view| view.after(path))
        };
        match vfen {
            Ok(vfen) => counted.push(Counted { variant: item.variant, id, vfen, counts }),
            Err(error) => unplayed.push((id, error)),
        }
    }
    (counted, unplayed)
}

/// The depth and the count of a perft check.
const fn count(check: &Check) -> Option<(u32, u128)> {
    match (&check.question, &check.expected) {
        (Query::Ask(Question::Perft { depth }), Expected::Count(count)) => Some((*depth, *count)),
        _ => None,
    }
}
