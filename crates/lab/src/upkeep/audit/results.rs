//! The results of an audit.

use super::fields::FieldRow;
use super::rulebook::Action;
use super::sample::Candidate;
use super::score::Matrix;
use serde::{Deserialize, Serialize};
use vperft::inner::corpus::suite::Tier;
use vperft::inner::game::perft::serialize_count;
use vperft::inner::game::variant::VariantId;

/// What the corpus of a variant covers and which mistakes it notices.
#[derive(Clone, Debug, Serialize)]
pub struct Audit {
    /// The variant.
    pub variant: VariantId,
    /// The number of positions.
    pub positions: usize,
    /// The number of cases.
    pub cases: usize,
    /// The size of the smoke tier.
    pub smoke: Smoke,
    /// Every clause of the variant.
    pub clauses: Vec<ClauseRow>,
    /// The coverage of classes of moves.
    pub classes: ClassRow,
    /// The combinations of an effect of a move, a field of the VFEN and a side that occur.
    pub fields: Vec<FieldRow>,
    /// The mutants of the rulebook, then the generated mutants that have an effect somewhere.
    pub mutants: Vec<MutantRow>,
    /// The titles of generated mutants without any effect.
    pub equivalent: Vec<String>,
    /// Explanations of mutants that are noticed, or that do not exist.
    pub stale: Vec<&'static str>,
    /// Positions that would fill the gaps.
    #[serde(skip)]
    pub gaps: Vec<Candidate>,
    /// The mutants that each case notices; the numbers are indices into `mutants`.
    #[serde(skip)]
    pub matrix: Matrix,
}

/// The size of the smoke tier.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Smoke {
    /// The number of cases.
    pub cases: usize,
    /// The number of leaf nodes that its checks count.
    #[serde(serialize_with = "serialize_count")]
    pub nodes: u128,
}

/// The coverage of a clause.
#[derive(Clone, Debug, Serialize)]
pub struct ClauseRow {
    /// The id of the clause.
    pub clause: &'static str,
    /// The cases that cite and exercise it.
    pub cases: Vec<String>,
    /// The effects of the clause in these cases.
    pub acts: Action,
    /// The effects of the clause in constructed positions.
    pub can: Action,
    /// The reason why the clause has no effect in any position of the variant.
    pub explained: Option<&'static str>,
}

impl ClauseRow {
    /// Whether the clause has no effect, or a case cites and exercises it and shows every possible effect on moves.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        let shown = (self.acts.allows || !self.can.allows) && (self.acts.forbids || !self.can.forbids);
        self.explained.is_some() || !self.cases.is_empty() && shown
    }
}

/// The coverage of the classes of moves of a variant.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ClassRow {
    /// The number of positions in the sample.
    pub positions: u64,
    /// The seed of the sample.
    pub seed: u64,
    /// The number of classes that occurred.
    pub occurring: usize,
    /// The number of these classes that are in a move list of the corpus.
    pub listed: usize,
    /// The other classes.
    pub missing: Vec<MissingClass>,
}

/// A class of moves that is in no move list of the corpus.
#[derive(Clone, Debug, Serialize)]
pub struct MissingClass {
    /// The text of the class.
    pub class: String,
    /// The number of moves of this class that occurred.
    pub moves: u64,
    /// A position with such a move.
    pub vfen: String,
}

/// A mutant and what notices it.
#[derive(Clone, Debug, Serialize)]
pub struct MutantRow {
    /// The title.
    pub title: String,
    /// The kind.
    pub kind: &'static str,
    /// The cheapest check that notices the mutant; `None` if it is alive.
    pub killed: Option<KilledBy>,
    /// The reason why no check can notice the mutant.
    pub explained: Option<&'static str>,
    /// A position where the mutant has an effect.
    pub vfen: Option<String>,
}

impl MutantRow {
    /// Whether no check notices the mutant and no explanation is given.
    #[must_use]
    pub const fn is_alive(&self) -> bool {
        self.killed.is_none() && self.explained.is_none()
    }
}

/// The check that notices a mutant.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct KilledBy {
    /// The case.
    pub case: String,
    /// The check.
    pub check: String,
    /// The lowest tier that notices the mutant.
    pub tier: Tier,
    /// The depth of the check: 0 for a status or a refusal, 1 for lists and children, else the depth of the
    /// count.
    pub depth: u8,
    /// The number of cases that notice the mutant.
    pub cases: usize,
}

/// The minimum share of classes of moves that must be listed, per mille.
const LISTED_PER_MILLE: usize = 995;

impl Audit {
    /// Whether every clause is covered, nearly every class of moves is listed, every field of an effect has a
    /// case of the smoke tier, and every mutant is noticed or explained.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let covered = self.clauses.iter().all(ClauseRow::is_covered);
        let listed = self.classes.listed * 1000 >= self.classes.occurring * LISTED_PER_MILLE;
        let fields = self.fields.iter().all(FieldRow::has_case);
        covered && listed && fields && !self.mutants.iter().any(MutantRow::is_alive) && self.stale.is_empty()
    }
}

/// The kinds of mutants of the rulebook.
pub const RULEBOOK: [&str; 2] = ["clause off", "other reading"];
