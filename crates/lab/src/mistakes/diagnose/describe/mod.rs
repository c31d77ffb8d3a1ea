//! Describes what wrong answers have in common that no known mistake explains.
//!
//! Every wrong move is a row of facts: piece, direction, distance, hurdle, capture, zone, class. A description is a few facts
//! that hold for many wrong moves of one kind and for nearly no right one. Invariant: a description claims nothing beyond the
//! answers of the backend; it is what they show, in words.

mod compare;
mod effects;
pub(in crate::mistakes) mod rules;
pub(in crate::mistakes) mod words;

use super::answers::{Answers, Response, WrongAnswer};
use super::difference_map::DifferenceMap;
use super::halt::Halt;
use super::inquiry::Inquiry;
use super::probe::Probe;
use super::world::survey;
use crate::mistakes::known::facts::{
    Class, Fact, LeftOut, class, complete, holds, moved_by, of_move, of_position, of_status, rule,
};
use crate::mistakes::known::{Classes, LegalMove, PositionContext};
use effects::{Effect, changed, manner};
use rayon::prelude::*;
use rules::Search;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::game::board::SquareSet;
use vperft::inner::game::notation::Entry;
use vperft::inner::game::variant::{RuleName, Variant};

/// The most descriptions of one kind of difference.
const MAX_RULES: usize = 6;
/// The most probes with illegal moves that are used to find the clauses that forbid them.
const MAX_EXTRA_PROBES: usize = 8;
/// The highest price of a description of any number of positions, and how much it grows with each.
const MAX_COST_OF_CHANCE: usize = 3;
const COST_PER_POSITION: usize = 3;
/// The fewest positions that show which moves are played wrongly: few right ones are after moves of the same kind.
const MIN_POSITIONS_OF_PLAY: usize = 4;
/// A description of wrong answers.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The words.
    pub sentence: String,
    /// The differences that it covers.
    pub covers: DifferenceMap,
    /// The number of these differences.
    pub count: usize,
    /// Whether the wrong answers are only that invalid input is accepted.
    pub is_leniency: bool,
    /// Whether the wrong answers are in positions after moves.
    pub is_of_children: bool,
    /// Whether the sentence names the moves instead of describing them.
    names_moves: bool,
    /// Whether right answers fit the facts as well.
    pub is_vague: bool,
    /// The moves that a program with this mistake leaves out, if that is the mistake.
    pub left_out: Option<LeftOut>,
    /// The price of the facts: a high one says that they are far-fetched.
    pub cost: usize,
    effect: Effect,
    facts: Vec<Fact>,
}

/// The right moves of a probe with their facts.
pub(super) struct Described {
    context: PositionContext,
    /// The squares of the pieces that have moved since the given position.
    moved: SquareSet,
    of_position: Vec<Fact>,
    of_status: Vec<Fact>,
    of_moves: Vec<Vec<Fact>>,
    /// The facts about illegal moves that the rules without a clause allow and the backend does not.
    of_unlisted: Vec<Vec<Fact>>,
    /// The facts about the move that led to the position.
    of_last: Option<Vec<Fact>>,
}

/// The facts about the right moves of every probe; `None` where there are no moves.
pub(super) type Descriptions = Vec<Option<Described>>;

/// A wrong answer.
struct Observation {
    probe: usize,
    atoms: Vec<WrongAnswer>,
    facts: Vec<Fact>,
}

impl Inquiry<'_> {
    /// The facts about the right moves of all probes.
    ///
    /// # Errors
    /// Returns an error if it is stopped.
    pub fn descriptions(&self) -> Result<Descriptions, Halt> {
        let unlisted = self.unlisted()?;
        let describe = |(number, right): (usize, &Response)| {
            self.go_on()?;
            let moves = &self.probes[number].moves;
            let mut described = right.as_ref().and_then(|answers| self.describe_moves(answers, moves));
            if let Some(own) = &mut described {
                let texts = unlisted.0.get(&number).into_iter().flatten().filter_map(WrongAnswer::text);
                own.of_unlisted = texts.map(|text| self.facts_of_extra(Some(own), text)).collect();
                own.of_last = self.last_move(&self.probes[number])?;
            }
            Ok(described)
        };
        self.right.par_iter().enumerate().map(describe).collect()
    }

    /// The facts about the last move of a path.
    fn last_move(&self, probe: &Probe) -> Result<Option<Vec<Fact>>, Halt> {
        let Some((text, moves)) = probe.moves.split_last() else { return Ok(None) };
        let before = Probe { moves: moves.to_vec(), ..probe.clone() };
        let right = self.world(&[]).respond(&before)?;
        let described = right.and_then(|answers| self.describe_moves(&answers, moves));
        Ok(described.and_then(|described| Some(described.facts(described.find(text)?.1))))
    }

    /// Whether wrong moves of a probe may be those of another position: it is reached by moves, and the backend does not show it.
    pub fn is_consequence(&self, probe: usize) -> bool {
        !self.probes[probe].moves.is_empty() && self.known[probe].children.is_empty()
    }

    /// The wrong moves after moves, if all wrong answers are about positions that are reached by moves and not shown.
    fn played(&self, descriptions: &Descriptions, rest: &DifferenceMap) -> Vec<Observation> {
        let observation = |(&probe, differences): (&usize, &BTreeSet<WrongAnswer>)| {
            let facts = descriptions[probe].as_ref()?.of_last.clone();
            let facts = facts.filter(|_| self.is_consequence(probe))?;
            let atoms = differences.iter().cloned().collect();
            Some(Observation { probe, atoms, facts })
        };
        rest.0.iter().map(observation).collect::<Option<_>>().unwrap_or_default()
    }

    /// The illegal moves that the backend does not list, although the rules without a clause allow them, of the clauses that forbid
    /// some of those that it lists.
    fn unlisted(&self) -> Result<DifferenceMap, Halt> {
        let base = self.baseline(&[])?;
        let is_extra = |one: &WrongAnswer| matches!(one, WrongAnswer::Extra { .. });
        let extra = self.backend.filtered(is_extra);
        let some: Vec<_> = extra.0.keys().copied().take(MAX_EXTRA_PROBES).collect();
        let clauses: Vec<_> =
            (0..self.mistakes.len()).filter(|mistake| self.mistakes[*mistake].clause().is_some()).collect();
        let effects = self.differences_with_each(&base, &clauses, &some)?;
        let forbids = |effects: &DifferenceMap| effects.intersection(&extra).count() > 0;
        let forbidding: Vec<_> =
            effects.iter().filter(|(_, effects)| forbids(effects)).map(|(mistake, _)| *mistake).collect();
        let everywhere: Vec<_> = (0..self.probes.len()).collect();
        let mut unlisted = DifferenceMap::default();
        for effects in self.differences_with_each(&base, &forbidding, &everywhere)?.values() {
            unlisted.extend(&effects.filtered(is_extra).without(&extra));
        }
        Ok(unlisted)
    }

    /// The facts about the right moves of a position that these moves led to.
    fn describe_moves(&self, answers: &Answers, moves: &[String]) -> Option<Described> {
        let context = PositionContext::new(self.variant, &survey(answers), &mut Classes::default())?;
        let (rules, position) = (&self.attacks, &context.position);
        let of_position = of_position(rules, position, !moves.is_empty());
        let of_status = of_status(rules, position, !moves.is_empty());
        let moved = moved_by(position, moves);
        let is_checked = of_position.contains(&Fact::InCheck(true));
        let of_moves = context.moves.iter();
        let of_moves =
            of_moves.map(|legal| of_move(rules, position, moved, is_checked, &legal.mv, true)).collect();
        Some(Described {
            context,
            moved,
            of_position,
            of_status,
            of_moves,
            of_unlisted: Vec::new(),
            of_last: None,
        })
    }

    /// Descriptions of the differences in `rest`, those of the most differences first; vague ones if there are no others. If a mistake
    /// about children is known, wrong answers after moves may be its consequences, and are not described.
    ///
    /// # Errors
    /// Returns an error if it is stopped.
    pub fn patterns(
        &self,
        descriptions: &Descriptions,
        rest: &DifferenceMap,
        has_wrong_children: bool,
    ) -> Result<Vec<Pattern>, Halt> {
        let mut groups = BTreeMap::<Effect, Vec<Observation>>::new();
        let is_consequence = |probe: usize| has_wrong_children && !self.probes[probe].moves.is_empty();
        for (&probe, differences) in rest.0.iter().filter(|(probe, _)| !is_consequence(**probe)) {
            for (effect, atoms, facts) in self.observe(descriptions[probe].as_ref(), differences) {
                groups.entry(effect).or_default().push(Observation { probe, atoms, facts });
            }
        }
        let played = self.played(descriptions, rest);
        if !played.is_empty() && !has_wrong_children {
            groups.insert(Effect::Played, played);
        }
        let describe = |(effect, observations): (&Effect, &Vec<Observation>)| {
            self.describe(descriptions, effect, observations)
        };
        let vague = |(effect, observations): (&Effect, &Vec<Observation>)| {
            self.vague(descriptions, effect, observations)
        };
        let mut patterns: Vec<_> = groups.iter().flat_map(describe).collect();
        if patterns.is_empty() {
            patterns = groups.iter().flat_map(vague).collect();
        }
        // The search for a description ends early if it is stopped.
        self.go_on()?;
        let key =
            |pattern: &Pattern| (Reverse(pattern.count), pattern.is_of_play(), pattern.sentence.clone());
        patterns.sort_by_cached_key(key);
        Ok(patterns)
    }

    /// The differences at a position that a description covers: of a description that names moves, only these.
    pub fn described_differences(
        &self,
        pattern: &Pattern,
        right: &Answers,
        moves: &[String],
        differences: &BTreeSet<WrongAnswer>,
    ) -> BTreeSet<WrongAnswer> {
        let described = self.describe_moves(right, moves);
        let observed = self.observe(described.as_ref(), differences).into_iter();
        let is_covered = |facts: &[Fact]| holds(&pattern.facts, facts);
        let covered = observed.filter(|(effect, _, facts)| *effect == pattern.effect && is_covered(facts));
        let is_named = |atom: &WrongAnswer| pattern.covers.0.values().any(|known| known.contains(atom));
        let covered = covered.flat_map(|(_, atoms, _)| atoms);
        covered.filter(|atom| !pattern.names_moves || is_named(atom)).collect()
    }

    /// In which way the positions after moves are wrong in all of these differences, if it is one way.
    pub fn manner(&self, descriptions: &Descriptions, differences: &DifferenceMap) -> Option<String> {
        let observed = differences.0.iter();
        let observed = observed.flat_map(|(probe, own)| self.observe(descriptions[*probe].as_ref(), own));
        let manners: BTreeSet<_> = observed
            .map(|(effect, ..)| if let Effect::Child(_, how) = effect { Some(how) } else { None })
            .collect();
        manners.into_iter().reduce(|_, _| None).flatten()
    }

    /// The wrong answers of a probe: in which way each is wrong, the differences it consists of, and the facts about it.
    fn observe(
        &self,
        described: Option<&Described>,
        differences: &BTreeSet<WrongAnswer>,
    ) -> Vec<(Effect, Vec<WrongAnswer>, Vec<Fact>)> {
        let mut found = Vec::new();
        let mut paired = BTreeSet::new();
        for difference in differences {
            if paired.contains(difference) {
                continue;
            }
            let mut atoms = vec![difference.clone()];
            let legal = |text: &str| described.and_then(|described| described.find(text));
            let (effect, facts) = match difference {
                WrongAnswer::Missing { text } => {
                    let Some((described, index)) = legal(text) else { continue };
                    let right = &described.context.moves[index];
                    let other = differences.iter().find_map(|other| match other {
                        WrongAnswer::Extra { text } if !paired.contains(other) => {
                            let how = changed(self.variant, &right.mv, text, &described.context.position)?;
                            Some((how, other))
                        }
                        _ => None,
                    });
                    let facts = described.facts(index);
                    match other {
                        Some((how, other)) => {
                            paired.insert(other.clone());
                            atoms.push(other.clone());
                            (Effect::Changed(how), facts)
                        }
                        None => (Effect::Missing, facts),
                    }
                }
                WrongAnswer::Extra { text } => {
                    let facts = self.facts_of_extra(described, text);
                    let exposes = facts.contains(&Fact::Exposes(true));
                    let kind = facts.iter().filter(|fact| fact.is_general() && !exposes);
                    let kind: Vec<_> = kind.map(|fact| format!("{fact:?}")).collect();
                    (Effect::Extra(kind.join(" ")), facts)
                }
                WrongAnswer::Duplicate { text } => {
                    let facts = match legal(text) {
                        Some((described, index)) => described.facts(index),
                        None => self.facts_of_extra(described, text),
                    };
                    (Effect::Duplicate, facts)
                }
                WrongAnswer::Child { text, field, expected, answered } => {
                    let Some((described, index)) = legal(text) else { continue };
                    let right = &described.context.moves[index];
                    let how = manner(&described.context.position, right, field, expected, answered);
                    (Effect::Child(field, how), described.facts(index))
                }
                WrongAnswer::Status { expected, answered } => {
                    let facts = described.map(|described| described.of_status.clone());
                    let (expected, answered) = (expected.clone(), answered.clone());
                    (Effect::Status { expected, answered }, facts.unwrap_or_default())
                }
                WrongAnswer::Refused => {
                    let facts = described.map(|described| described.of_status.clone());
                    (Effect::Refused, facts.unwrap_or_default())
                }
                WrongAnswer::Accepted => (Effect::Accepted, Vec::new()),
            };
            found.push((effect, atoms, facts));
        }
        // An extra move that is paired with a later missing one does not count as another wrong answer.
        found
            .retain(|(effect, atoms, _)| !(matches!(effect, Effect::Extra(_)) && paired.contains(&atoms[0])));
        found
    }

    /// The facts about a move that is not legal.
    fn facts_of_extra(&self, described: Option<&Described>, text: &str) -> Vec<Fact> {
        let table = Variant::get(self.variant);
        let facts = described.and_then(|described| {
            let position = &described.context.position;
            let mv = Entry::parse(table, text).ok()?.to_move(table, position.shape)?;
            // A move of a piece that is not there cannot be played.
            let facts = if position.piece(mv.from) == Some(mv.piece) {
                let is_checked = described.of_position.contains(&Fact::InCheck(true));
                of_move(&self.attacks, position, described.moved, is_checked, &mv, false)
            } else {
                vec![Fact::Kind(mv.piece.kind)]
            };
            // No position but one after moves has an en passant capture and no square for it.
            let is_implied =
                |fact: &Fact| *fact == Fact::AfterMoves && class(position, &mv) == Class::EnPassant;
            let of_position = described.of_position.iter().filter(|fact| !is_implied(fact));
            Some(facts.into_iter().chain(of_position.copied()).collect())
        });
        facts.unwrap_or_default()
    }

    /// Descriptions of the wrong answers of one kind.
    fn describe(
        &self,
        descriptions: &Descriptions,
        effect: &Effect,
        observations: &[Observation],
    ) -> Vec<Pattern> {
        let others = self.others(descriptions, effect, observations);
        let wanted = observations.iter().map(|one| (true, one.facts.as_slice()));
        let rows: Vec<_> = wanted.chain(others.iter().map(|facts| (false, facts.as_slice()))).collect();
        let rules = Search::new(rows.iter().copied()).rules(MAX_RULES, &|| self.observer.is_stopped());
        let mut taken = BTreeSet::new();
        let mut found = Vec::<(Vec<Fact>, Vec<&Observation>, usize, usize)>::new();
        for rule in rules {
            let number = |index: &usize| rule.rows.contains(*index) && !taken.contains(index);
            let numbers: Vec<_> = (0..observations.len()).filter(number).collect();
            taken.extend(numbers.iter().copied());
            let own: Vec<_> = numbers.iter().map(|index| &observations[*index]).collect();
            let rows: Vec<_> = own.iter().map(|one| one.facts.as_slice()).collect();
            let facts = complete(&rule.facts, &rows);
            // Promotions to several kinds are one description.
            match found.iter_mut().find_map(|known| Some((united(&known.0, &facts)?, known))) {
                Some((facts, known)) => {
                    known.0 = facts;
                    known.1.extend(own);
                    known.2 += rule.exceptions;
                }
                None => found.push((facts, own, rule.exceptions, rule.cost())),
            }
        }
        let pattern = |(facts, own, exceptions, cost): (Vec<Fact>, Vec<&Observation>, usize, usize)| {
            Pattern { cost, ..self.pattern(effect, facts, &own, exceptions, false) }
        };
        found.into_iter().map(pattern).filter(Pattern::is_borne_out).collect()
    }

    /// A description of these wrong answers.
    fn pattern(
        &self,
        effect: &Effect,
        facts: Vec<Fact>,
        own: &[&Observation],
        exceptions: usize,
        is_vague: bool,
    ) -> Pattern {
        let mut covers = BTreeMap::<usize, BTreeSet<WrongAnswer>>::new();
        for one in own {
            covers.entry(one.probe).or_default().extend(one.atoms.iter().cloned());
        }
        let moves: Vec<_> = own.iter().filter_map(|one| one.atoms[0].text()).collect();
        let is_one_position = covers.len() == 1;
        let covered = words::Covered { moves: &moves, exceptions, is_vague, is_one_position };
        let is_left_out = *effect == Effect::Missing && !is_vague;
        Pattern {
            sentence: words::sentence(self.variant, effect, &facts, &covered),
            count: if *effect == Effect::Played {
                covers.values().map(BTreeSet::len).sum()
            } else {
                own.len()
            },
            is_leniency: *effect == Effect::Accepted,
            covers: DifferenceMap(covers),
            names_moves: covered.named(effect, &facts).is_some(),
            is_of_children: matches!(effect, Effect::Child(..) | Effect::Played),
            is_vague,
            left_out: LeftOut::from_facts(&facts).filter(|_| is_left_out),
            cost: 0,
            effect: effect.clone(),
            facts,
        }
    }

    /// For each piece and class of moves, how many are wrong: the description if nothing tells the wrong moves apart from
    /// right ones.
    fn vague(
        &self,
        descriptions: &Descriptions,
        effect: &Effect,
        observations: &[Observation],
    ) -> Vec<Pattern> {
        if !matches!(effect, Effect::Missing | Effect::Changed(_) | Effect::Child(..)) {
            return Vec::new();
        }
        let others = self.others(descriptions, effect, observations);
        let general =
            |facts: &[Fact]| facts.iter().filter(|fact| fact.is_general()).copied().collect::<Vec<_>>();
        let mut groups = Vec::<(Vec<Fact>, Vec<&Observation>)>::new();
        for one in observations {
            let facts = general(&one.facts);
            match groups.iter_mut().find(|(known, _)| *known == facts) {
                Some((_, own)) => own.push(one),
                None => groups.push((facts, vec![one])),
            }
        }
        let pattern = |(facts, own): (Vec<Fact>, Vec<&Observation>)| {
            let exceptions = others.iter().filter(|other| general(other) == facts).count();
            self.pattern(effect, facts, &own, exceptions, true)
        };
        groups.into_iter().map(pattern).collect()
    }
}

impl Pattern {
    /// Whether there are enough positions for the facts: a few positions have many facts in common by chance. That illegal moves are
    /// listed claims nothing about other moves.
    fn is_borne_out(&self) -> bool {
        if self.effect == Effect::Played && self.covers.0.len() < MIN_POSITIONS_OF_PLAY {
            return false;
        }
        let is_claim = !self.names_moves && !matches!(self.effect, Effect::Extra(_));
        !is_claim || self.cost <= MAX_COST_OF_CHANCE + COST_PER_POSITION * self.covers.0.len()
    }

    /// Whether it is about moves that are played wrongly, of a backend that does not show the position after them.
    pub fn is_of_play(&self) -> bool {
        self.effect == Effect::Played
    }

    /// A legal move of the piece and class, with the number of its probe.
    pub fn example(&self, inquiry: &Inquiry<'_>) -> Option<(usize, String)> {
        inquiry.move_with(&self.facts)
    }

    /// The rule that the description is about, if it is not one of the piece.
    pub fn rule(&self) -> Option<RuleName> {
        rule(&self.facts)
    }
}

/// The facts of two descriptions that differ in the kinds to which Pawns are promoted.
fn united(one: &[Fact], other: &[Fact]) -> Option<Vec<Fact>> {
    let split = |facts: &[Fact]| {
        let (mut kinds, others): (Vec<Fact>, Vec<Fact>) = facts.iter().partition(|fact| fact.is_promotion());
        kinds.dedup();
        (kinds, others)
    };
    let ((mut kinds, others), (more, same)) = (split(one), split(other));
    (others == same && !kinds.is_empty() && !more.is_empty()).then(|| {
        kinds.extend(more);
        kinds.extend(others);
        kinds
    })
}

impl Described {
    /// The number of the move with this text.
    fn find(&self, text: &str) -> Option<(&Self, usize)> {
        let found = self.context.moves.binary_search_by(|legal: &LegalMove| legal.text.as_str().cmp(text));
        found.ok().map(|index| (self, index))
    }

    /// The facts about a move and its position.
    fn facts(&self, index: usize) -> Vec<Fact> {
        self.of_moves[index].iter().chain(&self.of_position).copied().collect()
    }
}
