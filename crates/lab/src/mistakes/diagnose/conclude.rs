//! Counts what each mistake explains, and finds its examples and its clause.

use super::answers::WrongAnswer;
use super::attribution::{Attribution, Chosen};
use super::diagnosis::{DiagnosedCause, Diagnosis, Witness};
use super::difference_map::DifferenceMap;
use super::halt::{Halt, unless_stopped};
use super::inquiry::Inquiry;
use crate::differences::reason::{clause_of_field, clause_of_status};
use crate::mistakes::known::{Mistake, MoveChange, Origin};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::{BackendError, Question};
use vperft::inner::game::variant::{Clause, PieceType, Variant};

/// The number of further rules that are named because they explain as much.
const MAX_EQUAL_RULES: usize = 2;
/// The maximum number of examples of a mistake.
const MAX_EXAMPLES: usize = 3;
/// The number of probes that show what a clause allows.
const MAX_PROBES_OF_CLAUSES: usize = 40;

impl Inquiry<'_> {
    /// Builds the diagnosis.
    ///
    /// # Errors
    /// Returns an error if the rules give no answer.
    pub fn conclude(&mut self, attribution: Attribution) -> Result<Diagnosis, BackendError> {
        let Attribution { chosen, base, described, is_separated } = attribution;
        let target = self.backend.without(&described);
        let joint = base.differences.without(&described);
        let is_explained = |number: usize| target.0.get(&number) == joint.0.get(&number);
        // What each mistake shows by itself, and whether it contradicts no answer.
        let invented = base.differences.without(&self.backend);
        let mut shown = Vec::new();
        for one in &chosen {
            let own = match one {
                Chosen::Mistake { mistake, adds, .. } => {
                    let alone = unless_stopped(self.baseline(&[*mistake]))?;
                    alone.map_or_else(|| adds.clone(), |alone| alone.differences)
                }
                Chosen::Pattern(pattern) => pattern.covers.clone(),
            };
            let is_certain = own.intersection(&invented).count() == 0;
            shown.push((own.intersection(&self.backend), is_certain));
        }
        // A position counts for the rarest of its mistakes, so that a frequent one hides no other.
        let mut explained = vec![0; chosen.len()];
        for number in self.backend.0.keys().filter(|number| is_explained(**number)) {
            let shows = |index: &usize| shown[*index].0.0.contains_key(number);
            let rarest = (0..chosen.len()).filter(shows).min_by_key(|index| shown[*index].0.0.len());
            explained[rarest.unwrap_or(0)] += 1;
        }
        let mut causes = Vec::new();
        for ((one, (shown, is_certain)), explained) in chosen.iter().zip(&shown).zip(explained) {
            let cause = self.cause(one, shown, explained)?;
            let others = if is_separated { Vec::new() } else { self.equal_rules(one) };
            let is_certain = *is_certain && others.is_empty();
            let words = [vec![cause.words.clone()], others].concat().join(", or ");
            let words = if is_certain { words } else { format!("perhaps {words}") };
            causes.push(DiagnosedCause { words, ..cause });
        }
        // A mistake that explains no position entirely is not named.
        causes.retain(|cause| cause.explained > 0 && !cause.examples.is_empty());
        causes.sort_by_key(|cause| (cause.is_leniency, Reverse((cause.explained, cause.shown))));
        let nothing = BTreeSet::new();
        let all = self.backend.0.keys().copied();
        let mut unexplained: Vec<_> = all
            .chain(joint.0.keys().copied().filter(|number| !self.backend.0.contains_key(number)))
            .filter(|number| !is_explained(*number))
            .map(|number| {
                let [own, joint] = [&target, &joint].map(|map| map.0.get(&number).unwrap_or(&nothing));
                self.witness(number, own.difference(joint).cloned().collect())
            })
            .collect();
        unexplained.sort_by_key(|witness| witness.differences.is_empty());
        self.has_stopped();
        Ok(Diagnosis {
            asked: self.probes.len(),
            requests: self.requests,
            differing: self.backend.0.len() + self.changing.0.len(),
            unanswered: self.unanswered.clone(),
            causes,
            unexplained,
            changing: self
                .changing
                .0
                .iter()
                .map(|(number, wrong)| self.witness(*number, wrong.iter().cloned().collect()))
                .collect(),
            counts_only: Vec::new(),
            is_stopped: self.is_stopped,
        })
    }

    /// The clauses and readings that explain as much as a mistake, by their titles.
    fn equal_rules(&self, chosen: &Chosen) -> Vec<String> {
        let Chosen::Mistake { mistake, alike, .. } = chosen else { return Vec::new() };
        // Without a clause that variants share, more would be wrong than here.
        let is_own = |clause: Clause| clause.variant().is_some();
        let is_rule = |other: &&Mistake| !other.is_generated() && other.clause().is_none_or(is_own);
        let rules = alike.iter().map(|other| &self.mistakes[*other]).filter(is_rule);
        let titles =
            rules.map(|other| other.title.clone()).filter(|title| *title != self.mistakes[*mistake].title);
        titles.take(MAX_EQUAL_RULES).collect()
    }

    /// A mistake with its simplest examples.
    fn cause(
        &self,
        chosen: &Chosen,
        shown: &DifferenceMap,
        explained: usize,
    ) -> Result<DiagnosedCause, BackendError> {
        let mut places: Vec<_> = shown
            .0
            .iter()
            .map(|(&number, common)| {
                let (probe, theirs) = (&self.probes[number], self.backend.0.get(&number));
                let is_input = probe.question != Question::Survey;
                let board = probe.vfen.split(' ').next().unwrap_or_default();
                let pieces = board.chars().filter(|c| c.is_alphabetic()).count();
                let is_partial = theirs.is_none_or(|theirs| theirs.len() > common.len());
                ((is_partial, is_input, !probe.moves.is_empty(), pieces, common.len(), number), number)
            })
            .collect();
        places.sort_unstable();
        let numbers: Vec<_> = places.into_iter().map(|(_, number)| number).take(MAX_EXAMPLES).collect();
        let of = |number: &usize| shown.0.get(number).into_iter().flatten().cloned().collect();
        let examples = numbers.iter().map(|number| self.witness(*number, of(number))).collect();
        let cause = |words: String| DiagnosedCause {
            words,
            mistake: None,
            clause: None,
            alike: Vec::new(),
            explained,
            shown: shown.0.len(),
            examples,
            is_leniency: false,
            chosen: chosen.clone(),
        };
        Ok(match chosen {
            Chosen::Mistake { mistake, alike, words, .. } => {
                let own = &self.mistakes[*mistake];
                let alike = alike.iter().map(|other| self.mistakes[*other].title.clone());
                let alike = alike.filter(|title| *title != own.title).collect();
                let clause = match own.origin {
                    Origin::Clause => own.clause(),
                    Origin::Reading => None,
                    Origin::Generated | Origin::OneSided => {
                        if own.is_of_state() && !shown.0.values().flatten().any(is_child) {
                            self.clause_of_state(own)?
                        } else {
                            let of_piece = |kind: PieceType| self.first_clause_of(kind);
                            let of_limit = || own.limited().and_then(of_piece);
                            match self.clause_of(&numbers, shown)?.or_else(of_limit) {
                                None => self.clause_of_similar(&numbers, shown)?,
                                found => found,
                            }
                            .or_else(|| own.kind().and_then(of_piece))
                        }
                    }
                };
                let words = words.clone().unwrap_or_else(|| own.title.clone());
                let is_leniency = own.is_leniency();
                DiagnosedCause { mistake: Some(own.clone()), clause, alike, is_leniency, ..cause(words) }
            }
            Chosen::Pattern(pattern) => {
                let rules = &Variant::get(self.variant).rule_clauses;
                let of_rule = pattern.rule().and_then(|rule| rules.get(&rule)?.parse().ok());
                let is_forbidden = shown.0.values().flatten().all(is_extra);
                let clause = match of_rule {
                    _ if pattern.is_of_play() => {
                        pattern.example(self).map_or(Ok(None), |example| self.allowing_clause(example))?
                    }
                    // Something before these positions may be wrong.
                    _ if pattern.is_vague && shown.0.keys().all(|number| self.is_consequence(*number)) => {
                        None
                    }
                    Some(clause) if is_forbidden => {
                        let forbidding = unless_stopped(self.deciding_clause(&numbers, shown, true))?;
                        forbidding.flatten().or(Some(clause))
                    }
                    None => match self.clause_of(&numbers, shown)? {
                        None => self.clause_of_similar(&numbers, shown)?,
                        clause => clause,
                    },
                    clause => clause,
                };
                let is_leniency = pattern.is_leniency;
                DiagnosedCause { clause, is_leniency, ..cause(pattern.sentence.clone()) }
            }
        })
    }

    /// The clause of a field that is wrong, or of the moves that are played wrongly, where wrong answers are consequences.
    fn clause_of_state(&self, own: &Mistake) -> Result<Option<Clause>, BackendError> {
        if let Some(field) = own.field() {
            let clauses: Vec<_> = self.mistakes.iter().filter_map(Mistake::clause).collect();
            return Ok(clause_of_field(&clauses, field));
        }
        self.played_wrongly(own).map_or(Ok(None), |played| self.allowing_clause(played))
    }

    /// A legal move that a mistake plays wrongly, with the number of its probe.
    fn played_wrongly(&self, own: &Mistake) -> Option<(usize, String)> {
        let (change, _) = own.answer_change()?;
        (0..self.right.len()).find_map(|number| {
            let context = self.right_context(number)?;
            let change = change.changes(&context, &self.classes).into_iter().next()?;
            let MoveChange::Child(index, _) = change else { return None };
            Some((number, context.moves[index].text.clone()))
        })
    }

    /// The first clause of the rules about a piece.
    fn first_clause_of(&self, kind: PieceType) -> Option<Clause> {
        Variant::get(self.variant).clauses_of(kind).first().copied()
    }

    /// The clause of a mistake: the deciding one. If there is none, one that all wrong cases cite and no right one, or the one about the
    /// wrong field.
    fn clause_of(&self, numbers: &[usize], shown: &DifferenceMap) -> Result<Option<Clause>, BackendError> {
        // Many clauses decide whether a side has moves, and one says what that is called.
        if shown.0.values().flatten().all(|one| matches!(one, WrongAnswer::Status { .. }))
            && let Some(naming) = self.naming_clause(shown)
        {
            return Ok(Some(naming));
        }
        let deciding = unless_stopped(self.deciding_clause(numbers, shown, false))?.flatten();
        let cited = || self.cited_by_wrong_cases_alone(shown);
        Ok(deciding.or_else(cited).or_else(|| self.naming_clause(shown)))
    }

    /// The clause that allows the legal move most similar to an illegal one, or the first about its piece.
    fn clause_of_similar(
        &self,
        numbers: &[usize],
        shown: &DifferenceMap,
    ) -> Result<Option<Clause>, BackendError> {
        let first = |number: &usize| Some((*number, shown.0.get(number)?.first()?));
        let illegal = numbers.iter().find_map(first).filter(|(_, one)| is_extra(one));
        let Some((number, text)) = illegal.and_then(|(number, one)| Some((number, one.text()?))) else {
            return Ok(None);
        };
        let allowing = match self.similar_move(number, text) {
            Some(similar) => self.allowing_clause(similar)?,
            None => None,
        };
        let piece = Variant::get(self.variant).piece(text.split(' ').next().unwrap_or_default());
        Ok(allowing.or_else(|| self.first_clause_of(piece?.kind)))
    }

    /// The clause without which the rules do not allow a legal move of a probe.
    fn allowing_clause(&self, (number, text): (usize, String)) -> Result<Option<Clause>, BackendError> {
        let missing = DifferenceMap([(number, [WrongAnswer::Missing { text }].into())].into());
        Ok(unless_stopped(self.deciding_clause(&[number], &missing, false))?.flatten())
    }

    /// The clause without which the rules change all of these answers: the one of the variant that changes least, then a
    /// shared one. Clauses that only forbid moves come first for illegal ones; `must_forbid` leaves out the others.
    fn deciding_clause(
        &self,
        numbers: &[usize],
        shown: &DifferenceMap,
        must_forbid: bool,
    ) -> Result<Option<Clause>, Halt> {
        let clauses: Vec<_> =
            (0..self.mistakes.len()).filter(|mistake| self.mistakes[*mistake].clause().is_some()).collect();
        let base = self.baseline(&[])?;
        let more =
            (0..self.probes.len().min(MAX_PROBES_OF_CLAUSES)).filter(|number| !numbers.contains(number));
        let all: Vec<_> = numbers.iter().copied().chain(more).collect();
        let effects = self.differences_with_each(&base, &clauses, &all)?;
        let is_forbidden = shown.0.values().flatten().all(is_extra);
        let allows = |effects: &DifferenceMap| {
            effects.0.values().flatten().any(|one| matches!(one, WrongAnswer::Missing { .. }))
        };
        let is_about = |one: &WrongAnswer, other: &WrongAnswer| match (one, other) {
            (WrongAnswer::Child { text, field, .. }, WrongAnswer::Child { text: other, field: own, .. }) => {
                text == other && field == own
            }
            (WrongAnswer::Status { .. }, WrongAnswer::Status { .. }) => true,
            _ => one == other,
        };
        // How many of the wrong answers the clause decides, if it decides some at each position.
        let decided = |effects: &DifferenceMap| {
            let at = |number: &usize| {
                let own = || effects.0.get(number).into_iter().flatten();
                let wrong = shown.0.get(number).into_iter().flatten();
                wrong.filter(|one| own().any(|own| is_about(own, one))).count()
            };
            let counts: Vec<_> = numbers.iter().map(at).collect();
            if counts.contains(&0) { 0 } else { counts.iter().sum() }
        };
        let uses = |clause: Clause| base.asked.iter().filter(|asked| asked.contains(clause)).count();
        let deciding = effects.iter().map(|(mistake, effects)| (*mistake, decided(effects), allows(effects)));
        // Among equal clauses, the one that the rules use least is the most specific.
        let is_possible = |decided: usize, allows: bool| decided > 0 && !(must_forbid && allows);
        let deciding = deciding.filter(|(_, decided, allows)| is_possible(*decided, *allows));
        let best = deciding.min_by_key(|(mistake, decided, allows)| {
            let clause = self.mistakes[*mistake].clause();
            let is_shared = clause.is_some_and(|clause| clause.variant().is_none());
            (Reverse(*decided), is_forbidden && *allows, is_shared, clause.map_or(0, uses), *mistake)
        });
        Ok(best.and_then(|(mistake, ..)| self.mistakes[mistake].clause()))
    }

    /// A clause that all cases with a shown difference cite, and none that is answered right.
    fn cited_by_wrong_cases_alone(&self, shown: &DifferenceMap) -> Option<Clause> {
        let cited = |number: usize| self.cited.get(&self.probes[number].case).into_iter().flatten();
        let mut counts = BTreeMap::<&String, usize>::new();
        for id in shown.0.keys().flat_map(|number| cited(*number).collect::<BTreeSet<_>>()) {
            *counts.entry(id).or_default() += 1;
        }
        let right = (0..self.probes.len()).filter(|number| !self.backend.0.contains_key(number));
        let of_right: BTreeSet<_> = right.flat_map(cited).collect();
        let of_all = counts.iter().filter(|(id, count)| **count == shown.0.len() && !of_right.contains(**id));
        of_all.map(|(id, _)| id.parse().ok()).next().flatten()
    }

    /// The clause about a field or a status, if nothing else is wrong: no clause decides what it must not be.
    fn naming_clause(&self, shown: &DifferenceMap) -> Option<Clause> {
        let clauses: Vec<_> = self.mistakes.iter().filter_map(Mistake::clause).collect();
        let mut found = shown.0.values().flatten().map(|one| match one {
            WrongAnswer::Child { field, .. } => clause_of_field(&clauses, field),
            WrongAnswer::Status { expected, answered } => {
                let word = |text: &String| serde_json::from_value(text.as_str().into()).ok();
                clause_of_status(self.variant, &clauses, word(expected)?, word(answered)?)
            }
            _ => None,
        });
        let first = found.next().flatten()?;
        found.all(|other| other == Some(first)).then_some(first)
    }

    fn witness(&self, number: usize, differences: Vec<WrongAnswer>) -> Witness {
        let probe = self.probes[number].clone();
        let vfen = self.right[number].as_ref().map_or_else(|| probe.vfen.clone(), |right| right.vfen.clone());
        Witness { probe, vfen, differences, is_shrunk: false }
    }
}

/// Whether the position after a move is wrong.
const fn is_child(one: &WrongAnswer) -> bool {
    matches!(one, WrongAnswer::Child { .. })
}

/// Whether an illegal move is listed.
const fn is_extra(one: &WrongAnswer) -> bool {
    matches!(one, WrongAnswer::Extra { .. })
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use super::*;
    use crate::mistakes::diagnose::answers::Known;
    use crate::mistakes::diagnose::probe::Probe;
    use crate::mistakes::diagnose::world::World;
    use pretty_assertions::assert_eq;
    use vperft::inner::corpus::suite::{Corpus, Source};
    use vperft::inner::game::variant::{Rulings, VariantId};

    const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

    /// The clause that the diagnosis names for a wrong move number. Switching off a clause cannot change the move number, so
    /// the diagnosis uses the clauses that the cases cite. Each case lists these clauses, and whether the backend answers it
    /// wrongly.
    fn clause(cases: &[(&[&str], bool)]) -> Option<&'static str> {
        let corpus = Corpus::load(&Source::of_variants(&[VariantId::RYUGI])).expect("it is embedded");
        let settings = Settings { positions: 0, causes: 1, rulings: Rulings::default() };
        let mut inquiry = Inquiry::new(&corpus, VariantId::RYUGI, &settings, &());
        let mut rules = World::new(VariantId::RYUGI, &settings.rulings, &inquiry.classes, &[]);
        let wrong = WrongAnswer::Child {
            text: "K f1-f2".into(),
            field: "move number",
            expected: "1".into(),
            answered: "2".into(),
        };
        for (number, (clauses, is_wrong)) in cases.iter().enumerate() {
            let case = format!("ryugi/{number}");
            let probe = Probe {
                case: case.clone(),
                vfen: KINGS.into(),
                moves: Vec::new(),
                question: Question::Survey,
            };
            let right = rules.respond(&probe).expect("it answers");
            inquiry.cited.insert(case, clauses.iter().map(|id| (*id).to_owned()).collect());
            inquiry.known.push(Known::from_response(&right));
            inquiry.backend.set(number, is_wrong.then(|| wrong.clone()).into_iter().collect());
            inquiry.right.push(right);
            inquiry.probes.push(probe);
        }
        inquiry.list_suspects().expect("it is not stopped");
        let numbers: Vec<_> = inquiry.backend.0.keys().copied().collect();
        let found = inquiry.clause_of(&numbers, &inquiry.backend).expect("it answers");
        found.map(|clause| clause.id())
    }

    #[test]
    fn without_a_deciding_clause_the_one_that_only_wrong_cases_cite_is_named() {
        for (cases, expected) in [
            (&[(&["RYU-KING", "GEN-CLOCK"][..], true), (&["GEN-CLOCK"], true)][..], Some("GEN-CLOCK")),
            (
                &[(&["RYU-KING", "GEN-CLOCK"], true), (&["GEN-CLOCK"], true), (&["RYU-KING"], false)],
                Some("GEN-CLOCK"),
            ),
            // A case that is answered right cites it too.
            (&[(&["GEN-CLOCK"], true), (&["GEN-CLOCK"], false)], None),
            // A wrong case does not cite it.
            (&[(&["GEN-CLOCK"], true), (&["RYU-KING"], true)], None),
            (&[(&[], true)], None),
        ] {
            assert_eq!(clause(cases), expected, "{cases:?}");
        }
    }
}
