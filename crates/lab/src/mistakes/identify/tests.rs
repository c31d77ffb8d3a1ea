//! Identifies every reading of every ruling.

use super::{
    Aspect, Decision, DecisionOutcome, ResponseTracker, RulingPlan, confirm, decide, identify, plan,
};
use pretty_assertions::assert_eq;
use vperft::inner::backend::{
    Answer, Backend, BackendError, CountPlan, Options, PositionPath, Question, Registry, VariantBackend,
    derive_answer,
};
use vperft::inner::corpus::suite::{Corpus, Source};
use vperft::inner::game::variant::{Ruling, Rulings, VariantId};

fn decide_afresh(ruling_plan: &RulingPlan, view: &mut dyn VariantBackend) -> Decision {
    decide(ruling_plan, view, &mut ResponseTracker::default()).expect("it answers")
}

/// The reference backend under these rulings.
fn reference(rulings: &Rulings) -> Box<dyn Backend> {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    let options = Options { rulings: rulings.clone(), ..Options::default() };
    registry.open("reference", &options).expect("the reference is registered")
}

fn rulings(readings: &[(&str, &str)]) -> Rulings {
    let mut rulings = Rulings::default();
    for (ruling, reading) in readings {
        rulings.set(ruling, reading).expect("the tests name rulings and readings there are");
    }
    rulings
}

fn corpus(variant: VariantId) -> Corpus {
    Corpus::load(&Source::of_variants(&[variant])).expect("the embedded corpus")
}

fn planned(variant: VariantId) -> Vec<RulingPlan> {
    plan(&corpus(variant), variant, &Rulings::default(), &reference).expect("the reference answers")
}

/// The reading found for each ruling of the plan, in order.
fn found(plan: &[RulingPlan], view: &mut dyn VariantBackend) -> Vec<(&'static str, &'static str)> {
    let reading = |ruling_plan| {
        let finding = decide_afresh(ruling_plan, view);
        (finding.ruling.name, finding.reading().unwrap_or("not found"))
    };
    plan.iter().map(reading).collect()
}

/// Identifies every reading, with the other rulings at their default.
fn check(variant: VariantId) {
    let plan = planned(variant);
    let expected: Vec<_> = Ruling::of_variant(variant)
        .filter(|ruling| ruling.readings.len() > 1)
        .map(|ruling| (ruling.name, ruling.readings[0]))
        .collect();
    assert!(!expected.is_empty(), "{variant} has rulings");
    for (index, ruling_plan) in plan.iter().enumerate() {
        for &reading in ruling_plan.ruling.readings {
            let name = ruling_plan.ruling.name;
            let readings = rulings(&[(name, reading)]);
            let mut backend = reference(&readings);
            let view = backend.of(variant).expect("the reference has the variant");
            let mut expected = expected.clone();
            expected[index].1 = reading;
            assert_eq!(found(&plan, view), expected, "{name}={reading}");
            let joint = confirm(&plan, &readings, &reference, view);
            let joint = joint.expect("the reference answers");
            assert_eq!(joint.mismatches, [], "{name}={reading}");
            assert!(joint.answers > 0, "{name}={reading}");
        }
    }
}

#[test]
fn every_reading_of_vanguard_is_identified() {
    check(VariantId::VANGUARD);
}

#[test]
fn a_ruling_about_the_start_stays_undecided() {
    let mut backend = reference(&Rulings::default());
    let view = backend.of(VariantId::CETRAN3).expect("the reference has the variant");
    // A few positions are enough, because none distinguishes the readings.
    let mut corpus = corpus(VariantId::CETRAN3);
    corpus.positions.retain(|id, _| id.starts_with("cetran3/random-1"));
    let plan = plan(&corpus, VariantId::CETRAN3, &Rulings::default(), &reference);
    let decision = decide_afresh(&about(&plan.expect("the reference answers"), "ranks"), view);
    let why = "only the start position is known to differ, and it is not asked about";
    let expected = DecisionOutcome::Undecided { left: vec!["12", "10", "8"], why: why.into() };
    assert_eq!(decision.outcome, expected);
}

#[test]
fn every_reading_of_rococo_is_identified() {
    check(VariantId::ROCOCO);
}

#[test]
fn every_reading_of_sandbox_is_identified() {
    check(VariantId::SANDBOX);
}

/// The reference backend with some wrong answers.
struct Odd {
    reference: Box<dyn Backend>,
    /// The variant of the last request.
    asked: VariantId,
    moves: fn(Vec<String>) -> Result<Vec<String>, BackendError>,
}

impl Backend for Odd {
    fn identity(&self) -> String {
        "odd@1".into()
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        self.asked = variant;
        Ok(self)
    }
}

impl Odd {
    fn new(readings: &Rulings, moves: fn(Vec<String>) -> Result<Vec<String>, BackendError>) -> Self {
        Self { reference: reference(readings), asked: VariantId::VANGUARD, moves }
    }

    fn right(&mut self) -> &mut dyn VariantBackend {
        self.reference.of(self.asked).expect("the reference has the variant")
    }
}

impl VariantBackend for Odd {
    fn variant(&self) -> VariantId {
        self.asked
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        match question {
            Question::Moves => {
                let moves = self.right().moves(path)?;
                (self.moves)(moves).map(Answer::Moves)
            }
            question if question.is_basic() => self.right().ask(path, question, plan),
            question => derive_answer(self, path, question, plan),
        }
    }
}

/// The questions about one ruling.
fn about(plan: &[RulingPlan], name: &str) -> RulingPlan {
    plan.iter().find(|ruling_plan| ruling_plan.ruling.name == name).expect("the plan has the ruling").clone()
}

#[test]
fn answers_outside_all_readings_match_none() {
    let plan = planned(VariantId::VANGUARD);
    // A Berserker that leaps to only some squares of the ring follows neither reading.
    let moves = |moves: Vec<String>| {
        let even = |text: &String| text.ends_with(['0', '2', '4', '6', '8']);
        let berserker = |text: &String| text.to_lowercase().starts_with("br ");
        Ok(moves.into_iter().filter(|text| !(berserker(text) && even(text))).collect())
    };
    let readings = rulings(&[("berserker-leap", "ring")]);
    let mut odd = Odd::new(&readings, moves);
    let view = odd.of(VariantId::VANGUARD).expect("it has all variants");
    let ruling_plan = about(&plan, "berserker-leap");
    let finding = decide_afresh(&ruling_plan, view);
    let DecisionOutcome::Neither { by, answer } = finding.outcome else { panic!("{:?}", finding.outcome) };
    assert_eq!(by.ask(view).ok(), Some(answer));
    // No reading agrees with every answer, although each may agree with one.
    for reading in 0..ruling_plan.ruling.readings.len() {
        let mut is_excluded = false;
        for question in &ruling_plan.questions {
            is_excluded |= question.answers[reading] != question.ask(view).ok();
        }
        assert!(is_excluded, "{reading}: {:?}", ruling_plan.questions);
    }
    // The fault does not affect other rulings, but the joint check reports it.
    assert_eq!(decide_afresh(&about(&plan, "lancer-leap"), view).reading(), Some("both"));
    let joint = confirm(&plan, &readings, &reference, view);
    let mismatches = joint.expect("the reference answers").mismatches;
    assert!(!mismatches.is_empty());
    assert!(mismatches.iter().all(|mismatch| mismatch.extra.is_empty()), "{mismatches:?}");
}

#[test]
fn missing_answers_leave_a_ruling_undecided() {
    let plan = planned(VariantId::ROCOCO);
    let moves = |_| Err(BackendError::Unsupported("lists of moves".into()));
    let mut odd = Odd::new(&Rulings::default(), moves);
    let view = odd.of(VariantId::ROCOCO).expect("it has all variants");
    let ruling_plan = about(&plan, "mutual-own");
    assert!(ruling_plan.questions.iter().all(|question| matches!(question.aspect, Aspect::Moves(_))));
    let expected = DecisionOutcome::Undecided {
        left: vec!["no", "yes"],
        why: "the backend does not support this: lists of moves".into(),
    };
    assert_eq!(decide_afresh(&ruling_plan, view).outcome, expected);
}

#[test]
fn interacting_readings_are_identified() {
    for (variant, readings) in [
        (VariantId::VANGUARD, &[("bowman-path", "both"), ("bowman-shot", "any-direction")][..]),
        (VariantId::VANGUARD, &[("lancer-leap", "move-only"), ("archer-slide", "move-only")]),
        (VariantId::ROCOCO, &[("mutual-own", "yes"), ("chameleon-swap", "either")]),
        (VariantId::SANDBOX, &[("knight-exchange-twin", "no"), ("castle-and-induce", "castling-wins")]),
    ] {
        let mut backend = reference(&rulings(readings));
        let identified = identify(&corpus(variant), variant, &reference, backend.as_mut());
        let identified = identified.expect("the reference answers");
        for finding in &identified.findings {
            let name = finding.ruling.name;
            let own = readings.iter().find(|(ruling, _)| *ruling == name);
            let expected = own.map_or(finding.ruling.readings[0], |(_, reading)| reading);
            assert_eq!(finding.reading(), Some(expected), "{readings:?}: {name}");
        }
        assert_eq!(identified.joint.mismatches, [], "{readings:?}");
    }
}
