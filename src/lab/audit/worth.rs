//! What an audit finds.

use super::rulebook_mutant::Action;
use super::sample::Candidate;
use super::score::Matrix;
use crate::corpus::suite::Tier;
use crate::game::perft::serialize_count;
use crate::game::variant::VariantId;
use serde::Serialize;

/// What the corpus of a variant is worth.
#[derive(Clone, Debug, Serialize)]
pub struct Audit {
    /// The variant.
    pub variant: VariantId,
    /// How many positions the corpus has.
    pub positions: usize,
    /// How many cases.
    pub cases: usize,
    /// How many cases are of the smoke tier, and what their checks of that tier count.
    pub smoke: Smoke,
    /// Every clause.
    pub clauses: Vec<ClauseRow>,
    /// The classes of moves.
    pub classes: ClassRow,
    /// Every mutant of the rulebook, then every generated one that shows somewhere.
    pub mutants: Vec<MutantRow>,
    /// Generated mutants that show nowhere.
    pub equivalent: Vec<String>,
    /// Explanations of mutants that are noticed after all, or are none.
    pub stale: Vec<&'static str>,
    /// What would fill the gaps.
    #[serde(skip)]
    pub gaps: Vec<Candidate>,
    /// Which cases notice which mutants; the numbers are those of `mutants`.
    #[serde(skip)]
    pub matrix: Matrix,
}

/// The smoke tier.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Smoke {
    /// Its cases.
    pub cases: usize,
    /// The leaf nodes its checks count.
    #[serde(serialize_with = "serialize_count")]
    pub nodes: u128,
}

/// A clause.
#[derive(Clone, Debug, Serialize)]
pub struct ClauseRow {
    /// Its id.
    pub clause: &'static str,
    /// The cases that cite and exercise it.
    pub cases: Vec<String>,
    /// How it acts in them.
    pub acts: Action,
    /// How it acts in constructed positions.
    pub can: Action,
    /// Why it acts in no position of the variant.
    pub explained: Option<&'static str>,
}

impl ClauseRow {
    /// Whether some case cites and exercises the clause, in every direction in which it can act on moves, or it cannot act.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        let shown = (self.acts.allows || !self.can.allows) && (self.acts.forbids || !self.can.forbids);
        self.explained.is_some() || !self.cases.is_empty() && shown
    }
}

/// The classes of moves of a variant.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ClassRow {
    /// How many positions were looked at.
    pub positions: u64,
    /// The seed they come from.
    pub seed: u64,
    /// How many classes occurred in them.
    pub occurring: usize,
    /// How many of these are in a move list of the corpus.
    pub listed: usize,
    /// The others.
    pub missing: Vec<MissingClass>,
}

/// A class of moves that no list of the corpus holds.
#[derive(Clone, Debug, Serialize)]
pub struct MissingClass {
    /// Its text.
    pub class: String,
    /// How many moves of it occurred.
    pub moves: u64,
    /// A position that shows it.
    pub vfen: String,
}

/// What became of a mutant.
#[derive(Clone, Debug, Serialize)]
pub struct MutantRow {
    /// What it is.
    pub title: String,
    /// Its kind.
    pub kind: &'static str,
    /// The case and the check that notice it most cheaply; none if it is alive.
    pub killed: Option<KilledBy>,
    /// Why it need not be killed.
    pub explained: Option<&'static str>,
    /// A position at which it shows.
    pub vfen: Option<String>,
}

impl MutantRow {
    /// Whether nothing notices it and nobody says why.
    #[must_use]
    pub const fn is_alive(&self) -> bool {
        self.killed.is_none() && self.explained.is_none()
    }
}

/// What notices a mutant.
#[derive(Clone, Debug, Serialize)]
pub struct KilledBy {
    /// The case.
    pub case: String,
    /// The check.
    pub check: String,
    /// The lowest tier at which it is noticed.
    pub tier: Tier,
    /// How deep the check looks: 0 for a status or a refusal, 1 for lists and children, else the depth of a count.
    pub depth: u8,
    /// How many cases notice it.
    pub cases: usize,
}

/// The least share of the classes of moves that is to be listed, in tenths of a percent.
const LISTED_PER_MILLE: usize = 995;

impl Audit {
    /// Whether every clause is covered, nearly every class of moves is listed, and every mutant is noticed or explained.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let covered = self.clauses.iter().all(ClauseRow::is_covered);
        let listed = self.classes.listed * 1000 >= self.classes.occurring * LISTED_PER_MILLE;
        covered && listed && !self.mutants.iter().any(MutantRow::is_alive) && self.stale.is_empty()
    }
}

/// The kinds of mutants of the rulebook.
pub const RULEBOOK: [&str; 2] = ["clause off", "other reading"];
