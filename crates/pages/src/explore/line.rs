//! The positions along the moves of a request.

use super::error::Refusal;
use super::place::At;
use super::sides::Sides;

/// The positions along the moves that were asked about last, so that a longer or shorter line is not played from its root.
#[derive(Default)]
pub(super) struct Line {
    known: Option<At>,
    /// The VFEN of the root, and after each move of `known`.
    vfens: Vec<String>,
}

impl Line {
    /// The VFENs along the path, from the root to the end.
    ///
    /// # Errors
    /// If the rules refuse the root or a move. The refusal names the move.
    pub fn reach(&mut self, at: &At, sides: &mut Sides) -> Result<&[String], Refusal> {
        let shared = self.known.take().map_or(0, |known| shared(&known, at));
        self.vfens.truncate(shared);
        if self.vfens.is_empty() {
            let root = At { moves: Vec::new(), ..at.clone() };
            self.vfens.push(sides.believe(&root, |view| view.after(root.path()))?);
        }
        while let Some(text) = at.moves.get(self.vfens.len() - 1) {
            let index = self.vfens.len() - 1;
            let here = At { root: self.vfens[index].clone(), moves: vec![text.clone()], ..at.clone() };
            let after = sides.believe(&here, |view| view.after(here.path())).map_err(|refusal| Refusal {
                message: format!("move {}: {}", index + 1, refusal.message),
                index: Some(index),
                ..refusal
            })?;
            self.vfens.push(after);
        }
        self.known = Some(at.clone());
        Ok(&self.vfens)
    }
}

/// How many of the positions of a known path are also those of another path.
fn shared(known: &At, at: &At) -> usize {
    let root = |at: &At| At { moves: Vec::new(), ..at.clone() };
    if root(known) != root(at) {
        return 0;
    }
    1 + known.moves.iter().zip(&at.moves).take_while(|(left, right)| left == right).count()
}

/// Whether the last position may have occurred before: an earlier one is the same but for the counters (GEN-REPEAT).
pub(super) fn may_repeat(vfens: &[String]) -> bool {
    let same = |vfen: &String| {
        let fields = vfen.split(' ').enumerate();
        fields
            .filter(|(index, _)| !matches!(index, 4 | 5))
            .map(|(_, field)| field.to_owned())
            .collect::<Vec<_>>()
    };
    vfens.split_last().is_some_and(|(last, earlier)| earlier.iter().any(|vfen| same(vfen) == same(last)))
}
