//! Keys of positions.

use super::text::identity;
use super::{Relation, RelationResult, line, moves, spread};
use crate::backend::{PositionPath, VariantBackend};
use std::collections::HashMap;

/// The number of moves after which all replies are compared.
const EXPANDED_MOVES: usize = 4;

/// Compares the position, all its children, and the grandchildren by some moves.
pub(super) fn hold(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> RelationResult {
    let mut seen = Seen { keys: HashMap::new(), identities: HashMap::new() };
    view.key(path)?;
    let list = moves(view, path)?;
    let mut family = vec![path.moves.to_vec()];
    family.extend(list.iter().map(|text| line(path, &[text])));
    for text in spread(&list, EXPANDED_MOVES) {
        let first = line(path, &[text]);
        let replies = moves(view, PositionPath { moves: &first, ..path })?;
        family.extend(replies.iter().map(|reply| line(path, &[text, reply])));
    }
    for moves in &family {
        let member = PositionPath { vfen: path.vfen, moves };
        let vfen = member.canonical(view)?;
        for key in [view.key(member)?, view.key((&vfen).into())?] {
            if let Some(broken) = seen.take(key, &vfen) {
                return Ok(Some(broken));
            }
        }
    }
    Ok(None)
}

/// The keys and positions so far.
struct Seen {
    /// The identity of a position for repetition, with its key and VFEN.
    keys: HashMap<String, (u128, String)>,
    identities: HashMap<u128, (String, String)>,
}

impl Seen {
    fn take(&mut self, key: u128, vfen: &str) -> Option<super::Broken> {
        let identity = identity(vfen);
        let hex = |key: u128| vec![format!("{key:032x}")];
        let (known, other) = self.keys.entry(identity.clone()).or_insert_with(|| (key, vfen.to_owned()));
        if *known != key {
            let what = format!("the keys of one position, {other} and {vfen}");
            return Some(Relation::Keys.broken(what, vec![("first", hex(*known)), ("then", hex(key))]));
        }
        let (known, other) =
            self.identities.entry(key).or_insert_with(|| (identity.clone(), vfen.to_owned()));
        if *known != identity {
            let what = format!("the key of two positions, {other} and {vfen}");
            return Some(Relation::Keys.broken(what, vec![("key", hex(key))]));
        }
        None
    }
}
