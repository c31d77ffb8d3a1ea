//! Diagnoses backends with known mistakes.

use super::answers::Answers;
use super::probe::{Probe, probes};
use super::world::{World, classes};
use super::{DiagnosedCause, Diagnosis, Settings, diagnose};
use crate::basic_answers::BasicAnswers;
use crate::mistakes::known::{Classes, Mistake, Origin};
use pretty_assertions::assert_eq;
use vperft::inner::backend::{
    Answer, Backend, BackendError, CountPlan, Options, PositionPath, Question, Registry, VariantBackend,
};
use vperft::inner::corpus::suite::{Corpus, Source};
use vperft::inner::game::notation::NotationError;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Rulings, VariantId};

fn corpus(variant: VariantId) -> Corpus {
    Corpus::load(&Source::of_variants(&[variant])).expect("it is embedded")
}

/// The rules without some clauses, and under other readings.
fn modified_rules(off: &[&str], readings: &[(&str, &str)]) -> Box<dyn Backend> {
    let mut options = Options::default();
    off.iter().for_each(|id| options.off.insert(id.parse().expect(id)));
    readings.iter().for_each(|(name, reading)| options.rulings.set(name, reading).expect(name));
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    registry.open("reference", &options).expect("it is built in")
}

fn diagnosed(corpus: &Corpus, variant: VariantId, backend: &mut dyn Backend) -> Diagnosis {
    diagnosed_in(90, corpus, variant, backend)
}

fn diagnosed_in(
    positions: usize,
    corpus: &Corpus,
    variant: VariantId,
    backend: &mut dyn Backend,
) -> Diagnosis {
    let settings = Settings { positions, causes: 8, rulings: Rulings::default() };
    diagnose(corpus, variant, backend, None, &settings, &()).expect("it answers")
}

/// The title of a known mistake, or a description.
fn title(cause: &DiagnosedCause) -> String {
    cause.mistake.as_ref().map_or_else(|| cause.words.clone(), |mistake| mistake.title.clone())
}

#[track_caller]
fn check(variant: VariantId, off: &[&str], readings: &[(&str, &str)]) {
    let diagnosis = diagnosed(&corpus(variant), variant, modified_rules(off, readings).as_mut());
    let mut named: Vec<_> = diagnosis.causes.iter().map(title).collect();
    named.sort();
    let mut expected: Vec<_> = off.iter().map(|id| format!("without {id}")).collect();
    expected.extend(readings.iter().map(|(name, reading)| format!("{name} = {reading}")));
    expected.sort();
    assert_eq!(named, expected, "{variant}");
    assert!(diagnosis.unexplained.is_empty(), "{variant} without {off:?}: {:?}", diagnosis.unexplained);
}

#[test]
fn correct_rules_have_no_mistake() {
    let diagnosis = diagnosed(&corpus(VariantId::RYUGI), VariantId::RYUGI, modified_rules(&[], &[]).as_mut());
    assert_eq!((diagnosis.differing, diagnosis.causes.len(), diagnosis.unexplained.len()), (0, 0, 0));
}

#[test]
fn readings_are_named() {
    check(VariantId::ROCOCO, &[], &[("chameleon-leap-swap", "no")]);
    check(VariantId::SANDBOX, &["SBX-VAO"], &[("promote-inside", "on-entering")]);
}

#[test]
fn a_clause_of_the_variant_comes_before_shared_ones() {
    let mut rules = modified_rules(&["GEN-ATTACK"], &[]);
    // The first positions have no castling through an attacked square.
    let diagnosis = diagnosed_in(120, &corpus(VariantId::RYUGI), VariantId::RYUGI, rules.as_mut());
    let named: Vec<_> = diagnosis.causes.iter().map(|one| (title(one), one.alike.join(" | "))).collect();
    assert_eq!(named, [("without RYU-CASTLE-3".to_owned(), "without GEN-ATTACK".to_owned())]);
}

/// A backend that answers by another, in its own way.
struct Altered<A> {
    rules: Box<dyn Backend>,
    variant: VariantId,
    answer: A,
}

/// The answer to a question, which a closure gets from the rules.
type Ask<'a> = &'a mut dyn FnMut(&Question) -> Result<Answer, BackendError>;

impl<A: FnMut(Ask<'_>, &Question) -> Result<Answer, BackendError>> Backend for Altered<A> {
    fn identity(&self) -> String {
        "altered".into()
    }

    fn variants(&self) -> Vec<VariantId> {
        vec![self.variant]
    }

    fn of(&mut self, _: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        Ok(self)
    }
}

impl<A: FnMut(Ask<'_>, &Question) -> Result<Answer, BackendError>> VariantBackend for Altered<A> {
    fn variant(&self) -> VariantId {
        self.variant
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        let view = self.rules.of(self.variant)?;
        (self.answer)(&mut |question| view.ask(path, question, plan), question)
    }
}

#[test]
fn answers_that_change_hide_no_mistake_and_are_none() {
    let mut asked = 0_usize;
    let answer = |ask: Ask<'_>, question: &Question| {
        let mut answer = ask(question)?;
        if let Answer::Moves(moves) = &mut answer {
            asked += 1;
            if asked.is_multiple_of(5) {
                moves.pop();
            }
        }
        Ok(answer)
    };
    let mut backend = Altered { rules: modified_rules(&["RYU-EP"], &[]), variant: VariantId::RYUGI, answer };
    let diagnosis = diagnosed(&corpus(VariantId::RYUGI), VariantId::RYUGI, &mut backend);
    assert_eq!(diagnosis.causes.iter().map(title).collect::<Vec<_>>(), ["without RYU-EP"]);
    assert!(diagnosis.unexplained.is_empty(), "{:?}", diagnosis.unexplained);
    assert!(diagnosis.changing.len() > 10, "{:?}", diagnosis.changing);
    assert_eq!(diagnosis.differing, diagnosis.explained() + diagnosis.changing.len());
}

/// A backend that gives no answer.
struct Silent;

impl Backend for Silent {
    fn identity(&self) -> String {
        "silent".into()
    }

    fn variants(&self) -> Vec<VariantId> {
        vec![VariantId::RYUGI]
    }

    fn of(&mut self, _: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        Err(BackendError::Crash("it ended".into()))
    }
}

#[test]
fn an_unresponsive_backend_is_an_error() {
    let settings = Settings { positions: 250, causes: 8, rulings: Rulings::default() };
    let diagnosis = diagnose(&corpus(VariantId::RYUGI), VariantId::RYUGI, &mut Silent, None, &settings, &());
    assert!(matches!(diagnosis, Err(BackendError::Crash(_))), "{diagnosis:?}");
}

/// The rules with a generated fault.
struct Mutant {
    world: World,
    variant: VariantId,
    /// The answer to the last path, because every child of a path is asked for.
    last: Option<(Probe, Option<Answers>)>,
}

impl Mutant {
    fn respond(
        &mut self,
        place: PositionPath<'_>,
        question: Question,
    ) -> Result<Option<Answers>, BackendError> {
        let (vfen, moves) = (place.vfen.to_owned(), place.moves.to_vec());
        let probe = Probe { case: String::new(), vfen, moves, question };
        if let Some((_, response)) = self.last.as_ref().filter(|(last, _)| *last == probe) {
            return Ok(response.clone());
        }
        let response = self.world.respond(&probe)?;
        self.last = Some((probe, response.clone()));
        Ok(response)
    }

    fn here(&mut self, place: PositionPath<'_>) -> Result<Answers, BackendError> {
        let refused = || BackendError::from(NotationError::Illegal(place.moves.join(" ")));
        self.respond(place, Question::Survey)?.ok_or_else(refused)
    }
}

impl Backend for Mutant {
    fn identity(&self) -> String {
        "mutant".into()
    }

    fn variants(&self) -> Vec<VariantId> {
        vec![self.variant]
    }

    fn of(&mut self, _: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        Ok(self)
    }
}

impl BasicAnswers for Mutant {
    fn read(&mut self, vfen: &str) -> Result<String, BackendError> {
        match self.respond(vfen.into(), Question::Read)? {
            Some(answers) => Ok(answers.vfen),
            None => modified_rules(&[], &[]).of(self.variant)?.read(vfen),
        }
    }

    fn moves(&mut self, place: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        Ok(self.here(place)?.moves.iter().map(|listed| listed.text.clone()).collect())
    }

    fn perft(&mut self, place: PositionPath<'_>, _: u32) -> Result<u128, BackendError> {
        Ok(self.moves(place)?.len() as u128)
    }

    fn after(&mut self, place: PositionPath<'_>) -> Result<String, BackendError> {
        let Some((last, before)) = place.moves.split_last() else { return self.read(place.vfen) };
        let before = PositionPath { moves: before, ..place };
        if let Some(listed) = self.here(before)?.find(last) {
            return Ok(listed.vfen.clone().unwrap_or_else(|| place.vfen.to_owned()));
        }
        let response = self.respond(before, Question::After { text: last.clone() })?;
        response.map(|answers| answers.vfen).ok_or_else(|| NotationError::Illegal(last.clone()).into())
    }

    fn status(&mut self, place: PositionPath<'_>) -> Result<Status, BackendError> {
        self.here(place)?.status.ok_or_else(|| BackendError::Unsupported("no status".into()))
    }
}

impl VariantBackend for Mutant {
    fn variant(&self) -> VariantId {
        self.variant
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        self.answer(path, question, plan)
    }
}

/// Every N-th generated fault that shows on the probes is named first, or has the same answers as the one
/// named first.
#[track_caller]
fn check_generated(variant: VariantId, step: usize, least: usize) {
    let mut rules = World::new(variant, &Rulings::DEFAULT, &Classes::default(), &[]);
    let corpus = corpus(variant);
    let response: Vec<_> = probes(&corpus, variant)
        .iter()
        .take(300)
        .map(|probe| rules.respond(probe).expect("it answers"))
        .collect();
    let classes = classes(variant, response.iter());
    let all = Mistake::all(variant, &Rulings::DEFAULT, &classes);
    let mut missed = Vec::new();
    let mut tried = 0;
    for mistake in all.iter().filter(|mistake| mistake.origin == Origin::Generated).step_by(step) {
        let world = World::new(variant, &Rulings::DEFAULT, &classes, &[mistake]);
        let diagnosis = diagnosed(&corpus, variant, &mut Mutant { world, variant, last: None });
        // One answer does not tell one kind of moves from another, so that its moves are the shortest description.
        if diagnosis.differing < 2 {
            continue;
        }
        tried += 1;
        let first = diagnosis.causes.first();
        let is_named =
            first.is_some_and(|first| title(first) == mistake.title || first.alike.contains(&mistake.title));
        if !is_named {
            missed.push((mistake.title.clone(), first.map(title)));
        }
    }
    println!("{variant}: {} of {tried} are named first or tied with the first", tried - missed.len());
    missed.iter().for_each(|(title, named)| println!("  {title}: named is {named:?}"));
    assert!(tried > 5, "{variant}: only {tried} show anything");
    assert!((tried - missed.len()) * 100 >= tried * least, "{variant}: of {tried}, missed: {missed:#?}");
}

#[test]
fn a_mistake_for_one_side_is_named() {
    let variant = VariantId::RYUGI;
    let rules = || World::new(variant, &Rulings::DEFAULT, &Classes::default(), &[]);
    let start = "k9/10/10/10/10/10/10/10/1D8/5K4 w - - 0 1";
    let probe =
        Probe { case: String::new(), vfen: start.into(), moves: Vec::new(), question: Question::Survey };
    let classes = classes(variant, [rules().respond(&probe).expect("it answers")].iter());
    let all = Mistake::all(variant, &Rulings::DEFAULT, &classes);
    let title = "direction forgotten: D +1+2, White alone";
    let mistake = all.iter().find(|mistake| mistake.title == title).expect(title);
    let world = World::new(variant, &Rulings::DEFAULT, &classes, &[mistake]);
    let diagnosis = diagnosed(&corpus(variant), variant, &mut Mutant { world, variant, last: None });
    assert_eq!(super::tests::title(&diagnosis.causes[0]), title);
    assert!(diagnosis.unexplained.is_empty(), "{:?}", diagnosis.unexplained);
}

/// Fields of given positions that are misread, and positions after moves of a program that shows no positions.
#[test]
fn mistakes_in_positions_are_named() {
    let (variant, corpus) = (VariantId::CHESS, corpus(VariantId::CHESS));
    let all = Mistake::all(variant, &Rulings::DEFAULT, &Classes::default());
    let settings = Settings { positions: 250, causes: 8, rulings: Rulings::default() };
    for (title, clause) in [
        ("the en passant square of a given position is not read", "CHS-EP"),
        ("the initial rights of a given position are read with the sides exchanged", "CHS-CASTLE-2"),
        ("all rights of the other side lost by castling", "CHS-CASTLE-2"),
        ("every promotion is to the same piece (Q)", "CHS-PROMOTE"),
    ] {
        let mistake = all.iter().find(|mistake| mistake.title == title).expect(title);
        let world = World::new(variant, &Rulings::DEFAULT, &Classes::default(), &[mistake]);
        let rules = Box::new(Mutant { world, variant, last: None });
        let mut backend = Altered { rules, variant, answer: moves_alone };
        let found = diagnose(&corpus, variant, &mut backend, None, &settings, &()).expect("it answers");
        let named: Vec<_> = found.causes.iter().map(DiagnosedCause::summary).collect();
        assert_eq!(named, [format!("{title} ({clause})")]);
        assert!(found.unexplained.is_empty(), "{title}: {:?}", found.unexplained);
    }
}

/// Lists moves, and shows no positions.
fn moves_alone(ask: Ask<'_>, question: &Question) -> Result<Answer, BackendError> {
    match question {
        Question::Moves => ask(question),
        _ => Err(BackendError::Unsupported("it lists moves alone".into())),
    }
}

/// Counts, and lists no moves.
fn counts_alone(ask: Ask<'_>, question: &Question) -> Result<Answer, BackendError> {
    match question {
        Question::Perft { .. } => ask(question),
        _ => Err(BackendError::Unsupported("it prints totals alone".into())),
    }
}

#[test]
fn totals_alone_lead_to_positions_with_a_wrong_number_of_moves() {
    let settings = Settings { positions: 20, causes: 8, rulings: Rulings::default() };
    for without in [&[][..], &["RYU-EP"]] {
        let open = || -> Box<dyn Backend> {
            let (rules, variant) = (modified_rules(without, &[]), VariantId::RYUGI);
            Box::new(Altered { rules, variant, answer: counts_alone })
        };
        let corpus = corpus(VariantId::RYUGI);
        let found = diagnose(&corpus, VariantId::RYUGI, open().as_mut(), Some(&open), &settings, &());
        let found = found.expect("it counts");
        assert_eq!(
            (found.causes.len(), found.counts_only.is_empty()),
            (0, without.is_empty()),
            "{without:?}"
        );
        for failure in &found.counts_only {
            let how = failure.how.as_deref().unwrap_or_default();
            assert!(
                failure.depth == 1 && how.starts_with("it is ") && how.contains("; expected "),
                "{failure:?}"
            );
        }
    }
}

/// Tests few faults of two variants. `STEP=41` tests every 41st fault of each variant, which takes minutes.
#[test]
fn generated_mistakes_are_named() {
    let step = std::env::var("STEP").map(|step| step.parse().expect("STEP is a number"));
    let all = vperft::inner::generators::reference::all(&vperft::inner::game::variant::Standard).variants();
    let steps = match step {
        Ok(step) => all.into_iter().map(|variant| (variant, step)).collect(),
        Err(_) => vec![(VariantId::RYUGI, 101), (VariantId::ROCOCO, 199)],
    };
    for (variant, step) in steps {
        check_generated(variant, step, 90);
    }
}
