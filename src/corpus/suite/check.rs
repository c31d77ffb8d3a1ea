//! The checks of a case: questions with expected answers.

use super::moves::MoveList;
use super::{Case, Tier};
use crate::backend::Question;
use crate::backend::serve::MAX_DEPTH;
use crate::corpus::question::{Expected, Query};
use crate::corpus::relation::Relation;
use crate::game::perft::Count;
use crate::game::position::VfenErrorKind;
use crate::game::rules::Status;
use crate::game::variant::VariantId;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_with::rust::maps_duplicate_key_is_error as each_key_once;
// An omitted value differs from `null`, which is a value still to be filled in.
use serde_with::rust::unwrap_or_skip as present;
use std::collections::BTreeMap;
use std::fmt;

/// A question with its expected answer. Its text, such as `perft:3` or `moves_of:e4`, is its name within the
/// case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Check {
    /// The question.
    pub question: Query,
    /// The expected answer.
    pub expected: Expected,
    /// The nodes of this and all shallower counts of the case; 0 for other questions.
    nodes: u128,
    /// The nodes to visit, if they are known.
    cost: Option<u128>,
}

/// The checks of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(from = "File")]
pub struct Checks {
    /// The checks with known values, by kind, cheap ones first.
    pub list: Vec<Check>,
    /// The questions whose values are missing.
    pub missing: Vec<Query>,
    /// What a file must not have: a kind of check without a question, no check at all, or a count that is too deep.
    pub(super) problem: Option<String>,
}

/// The kinds of checks, named as in the corpus files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields of `File` are the documentation")]
pub enum Kind {
    Perft,
    Position,
    Moves,
    MovesOf,
    Illegal,
    After,
    Status,
    Rejects,
    Classes,
    /// A relation between answers; not written in any file.
    #[serde(skip_deserializing)]
    Relation,
}

/// Writes the name used in the files.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The checks of a case as a suite file holds them, by kind.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct File {
    /// Depth to count. `u8` because counting uses stack for every ply.
    #[serde(deserialize_with = "keyed")]
    perft: Option<BTreeMap<u8, Option<Count>>>,
    /// The canonical VFEN after the line.
    #[serde(deserialize_with = "present::deserialize")]
    position: Option<Option<String>>,
    /// All legal moves, sorted bytewise.
    #[serde(deserialize_with = "present::deserialize")]
    moves: Option<Option<MoveList>>,
    /// Square to all legal moves of its piece, sorted bytewise.
    #[serde(deserialize_with = "keyed")]
    moves_of: Option<BTreeMap<String, Option<MoveList>>>,
    /// Texts that must be refused as moves.
    #[serde(deserialize_with = "required_list")]
    illegal: Option<Vec<String>>,
    /// Move to the VFEN after it.
    #[serde(deserialize_with = "keyed")]
    after: Option<BTreeMap<String, Option<String>>>,
    /// The status.
    #[serde(deserialize_with = "present::deserialize")]
    status: Option<Option<Status>>,
    /// VFENs that must be refused.
    #[serde(deserialize_with = "required_list")]
    rejects: Option<Vec<Reject>>,
    /// Depth to the numbers of the last moves by class. `vperft bless` does not fill them in.
    classes: Option<BTreeMap<u8, BTreeMap<String, Count>>>,
}

/// Reads an object with unique keys; refuses `null`.
fn keyed<'de, D: Deserializer<'de>, K, V>(from: D) -> Result<Option<BTreeMap<K, V>>, D::Error>
where
    K: Deserialize<'de> + Ord,
    V: Deserialize<'de>,
{
    #[derive(Deserialize)]
    #[serde(transparent, bound = "K: Deserialize<'de> + Ord, V: Deserialize<'de>")]
    struct Keyed<K, V>(#[serde(deserialize_with = "each_key_once::deserialize")] BTreeMap<K, V>);

    let keyed = Option::<Keyed<K, V>>::deserialize(from)?.map(|keyed| keyed.0);
    keyed.map(Some).ok_or_else(|| {
        D::Error::custom(
            "null; expected an object that names what to ask, each with null for `vperft bless` to fill in",
        )
    })
}

/// Reads a list that `vperft bless` cannot fill in; refuses `null`.
fn required_list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let list = Option::<Vec<T>>::deserialize(from)?;
    list.map(Some)
        .ok_or_else(|| D::Error::custom("null; expected a list, which `vperft bless` cannot fill in"))
}

/// A VFEN that must be refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reject {
    /// The malformed position.
    vfen: String,
    /// The expected kind of error.
    kind: VfenErrorKind,
}

impl File {
    /// See [`Checks::problem`].
    fn problem(&self) -> Option<String> {
        let lengths = [
            ("perft", self.perft.as_ref().map(BTreeMap::len)),
            ("moves_of", self.moves_of.as_ref().map(BTreeMap::len)),
            ("illegal", self.illegal.as_ref().map(Vec::len)),
            ("after", self.after.as_ref().map(BTreeMap::len)),
            ("rejects", self.rejects.as_ref().map(Vec::len)),
            ("classes", self.classes.as_ref().map(BTreeMap::len)),
        ];
        if let Some((kind, _)) = lengths.iter().find(|(_, length)| *length == Some(0)) {
            return Some(format!("`{kind}` is empty; expected at least one check, or no `{kind}`"));
        }
        let has_one = [self.position.is_some(), self.moves.is_some(), self.status.is_some()].contains(&true);
        if !has_one && lengths.iter().all(|(_, length)| length.is_none()) {
            return Some("`checks` is empty; expected at least one check".into());
        }
        let classes = self.classes.iter().flatten();
        if let Some((depth, _)) = classes.clone().find(|(_, counts)| counts.is_empty()) {
            return Some(format!("`classes` has no number at depth {depth}; expected at least one"));
        }
        let depths = self.perft.iter().flat_map(BTreeMap::keys).chain(classes.map(|(depth, _)| depth));
        let deepest = depths.max().filter(|depth| u32::from(**depth) > MAX_DEPTH)?;
        Some(format!("depth {deepest}; expected at most {MAX_DEPTH}"))
    }
}

impl From<File> for Checks {
    fn from(file: File) -> Self {
        let problem = file.problem();
        let perft = file.perft.into_iter().flatten().map(|(depth, count)| {
            (Query::Ask(Question::Perft { depth: depth.into() }), count.map(|count| Expected::Count(count.0)))
        });
        let position = file.position.into_iter();
        let position = position.map(|vfen| (Query::Ask(Question::Read), vfen.map(Expected::Position)));
        let known = |list: Option<MoveList>| list.map(|list| Expected::Moves(list.0));
        let moves = file.moves.into_iter().map(|list| (Query::Ask(Question::Moves), known(list)));
        let moves_of = file.moves_of.into_iter().flatten();
        let moves_of = moves_of.map(|(square, list)| (Query::Ask(Question::MovesOf { square }), known(list)));
        let illegal = file.illegal.into_iter().flatten();
        let illegal = illegal.map(|text| (Query::Ask(Question::After { text }), Some(Expected::IllegalMove)));
        let after = file.after.into_iter().flatten();
        let after =
            after.map(|(text, vfen)| (Query::Ask(Question::After { text }), vfen.map(Expected::Position)));
        let status =
            file.status.into_iter().map(|word| (Query::Ask(Question::Status), word.map(Expected::Status)));
        let rejects = file
            .rejects
            .into_iter()
            .flatten()
            .map(|reject| (Query::Input(reject.vfen), Some(Expected::InvalidPosition(reject.kind))));
        let classes = file.classes.into_iter().flatten().map(|(depth, counts)| {
            let counts = counts.into_iter().map(|(name, count)| (name, count.0)).collect();
            (Query::Ask(Question::Classes { depth: depth.into() }), Some(Expected::Classes(counts)))
        });
        let all =
            perft.chain(position).chain(moves).chain(moves_of).chain(illegal).chain(after).chain(status);
        let all = all.chain(rejects).chain(classes);
        let (mut known, mut missing) = (Vec::new(), Vec::new());
        for (question, expected) in all {
            match expected {
                Some(expected) => known.push((question, expected)),
                None => missing.push(question),
            }
        }
        Self { missing, problem, ..Self::new(known) }
    }
}

impl Kind {
    /// The kind of a question; the expected answer, if known, tells refused moves from others.
    #[must_use]
    pub fn from_query(question: &Query, expected: Option<&Expected>) -> Self {
        match question {
            Query::Ask(Question::Perft { .. } | Question::Divide { .. }) => Self::Perft,
            Query::Ask(Question::Read) => Self::Position,
            Query::Ask(Question::MovesOf { .. }) => Self::MovesOf,
            Query::Ask(Question::After { .. }) if expected == Some(&Expected::IllegalMove) => Self::Illegal,
            Query::Ask(Question::After { .. }) => Self::After,
            Query::Ask(Question::Status) => Self::Status,
            Query::Input(_) => Self::Rejects,
            Query::Ask(Question::Classes { .. }) => Self::Classes,
            // No suite file asks the questions after `Moves`.
            Query::Ask(
                Question::Moves
                | Question::Children
                | Question::Key
                | Question::Survey
                | Question::Digest
                | Question::Check,
            ) => Self::Moves,
            Query::Relation(_) => Self::Relation,
        }
    }

    /// The name of a check of this kind within its case.
    pub(super) fn name(self, question: &Query) -> String {
        match question.subject() {
            Some(subject) => format!("{self}:{subject}"),
            None => self.to_string(),
        }
    }
}

impl Checks {
    /// Makes checks from questions and expected answers.
    #[must_use]
    pub fn new(questions: Vec<(Query, Expected)>) -> Self {
        let check = |(question, expected)| Check { question, expected, nodes: 0, cost: Some(0) };
        let mut list: Vec<_> = questions.into_iter().map(check).collect();
        // Children are sorted by move, as in a file, even if one used to be a refusal.
        let order = |check: &Check| {
            let kind = check.kind();
            (check.question.is_count(), kind, check.question.subject().filter(|_| kind == Kind::After))
        };
        list.sort_by_cached_key(order);
        let mut nodes = 0_u128;
        for check in list.iter_mut().filter(|check| check.question.is_count()) {
            nodes = nodes.saturating_add(check.nodes());
            check.nodes = nodes;
        }
        let counted: BTreeMap<_, _> = list
            .iter()
            .filter_map(|check| match check.question {
                Query::Ask(Question::Perft { depth }) => Some((depth, (check.nodes, check.nodes()))),
                _ => None,
            })
            .collect();
        // The cost of a count of 0 is that of the positions one ply above. Nothing follows from another 0 there but at depth 2.
        let cost = |depth: u32| match counted.get(&depth) {
            Some(&(_, nodes)) if nodes > 0 => Some(nodes),
            _ if depth <= 1 => Some(0),
            Some(_) => {
                counted.get(&(depth - 1)).map(|(_, nodes)| *nodes).filter(|nodes| *nodes > 0 || depth == 2)
            }
            None => None,
        };
        for check in &mut list {
            match check.question {
                Query::Ask(Question::Perft { depth }) => check.cost = cost(depth),
                // To sort moves into classes takes as long as a count of the same depth, at least.
                Query::Ask(Question::Classes { depth }) => {
                    check.nodes = counted.get(&depth).map(|(nodes, _)| *nodes).unwrap_or_default();
                    check.cost = cost(depth);
                }
                _ => {}
            }
        }
        Self { list, missing: Vec::new(), problem: None }
    }
}

impl Case {
    /// Adds a check for every relation that applies to the position with this VFEN.
    pub fn add_relations(&mut self, variant: VariantId, vfen: &str) {
        let relations = Relation::ALL.into_iter().filter(|relation| relation.applies(variant, vfen));
        let check = |relation| Check {
            question: Query::Relation(relation),
            expected: Expected::Holds,
            nodes: 0,
            cost: Some(0),
        };
        self.checks.list.extend(relations.map(check));
    }
}

impl Check {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        Kind::from_query(&self.question, Some(&self.expected))
    }

    /// The lowest tier that includes the check by its cost. If the counts do not say the cost, the check is not cheap.
    #[must_use]
    pub fn tier(&self) -> Tier {
        Tier::for_nodes(self.nodes).max(if self.cost.is_none() { Tier::Deep } else { Tier::Smoke })
    }

    /// The leaf nodes that the check counts.
    #[must_use]
    pub const fn nodes(&self) -> u128 {
        self.expected.nodes()
    }

    /// The nodes that a backend visits to answer, at least; `None` if the counts of the case do not say.
    #[must_use]
    pub const fn cost(&self) -> Option<u128> {
        self.cost
    }

    /// The nodes of the shallower counts of the case: the positions on the way to those of this count.
    #[must_use]
    pub const fn on_the_way(&self) -> u128 {
        self.nodes.saturating_sub(self.nodes())
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind().name(&self.question))
    }
}

impl Case {
    /// The tier of one of its checks. The cheap checks of a case outside the smoke tier belong to the next
    /// tier.
    #[must_use]
    pub fn tier(&self, check: &Check) -> Tier {
        if self.smoke { check.tier() } else { check.tier().max(Tier::Ci) }
    }

    /// The checks of the case, by kind, cheap ones first.
    pub fn list(&self) -> impl Iterator<Item = &Check> {
        self.checks.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn checks_that_check_nothing_are_refused() {
        for (text, problem) in [
            ("{}", "`checks` is empty"),
            (r#"{"perft": {}}"#, "`perft` is empty"),
            (r#"{"perft": {"1": 20}, "moves_of": {}}"#, "`moves_of` is empty"),
            (r#"{"perft": {"1": 20}, "rejects": []}"#, "`rejects` is empty"),
            (r#"{"classes": {"1": {}}}"#, "`classes` has no number at depth 1"),
            (r#"{"perft": {"100": 13}}"#, "depth 100; expected at most 99"),
            (r#"{"perft": {"1": null}}"#, ""),
            (r#"{"moves": []}"#, ""),
            (r#"{"status": "ongoing"}"#, ""),
        ] {
            let checks: Checks = serde_json::from_str(text).expect("checks as a file has them");
            let error = checks.problem.unwrap_or_default();
            assert_eq!(
                (error.starts_with(problem), error.is_empty()),
                (true, problem.is_empty()),
                "{text}: {error}"
            );
        }
    }
}
