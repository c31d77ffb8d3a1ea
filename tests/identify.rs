//! Every reading of every ruling is recognised from outside.

use pretty_assertions::assert_eq;
use vperft::backend::{Backend, BackendError, Options, Registry};
use vperft::identify::{Aspect, Deciding, Outcome, confirm, decide, identify, plan};
use vperft::rules::Status;
use vperft::suite::{Corpus, Source};
use vperft::variant::{RULINGS, Rulings, VariantId};

/// The reference backend under these rulings.
fn reference(rulings: &Rulings) -> Box<dyn Backend> {
    let mut registry = Registry::default();
    vperft::reference::register(&mut registry);
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

fn corpus() -> Corpus {
    Corpus::load(&Source::default()).expect("the embedded corpus")
}

fn planned(variant: VariantId) -> Vec<Deciding> {
    plan(&corpus(), variant, &Rulings::default(), &reference).expect("the reference answers")
}

/// The readings found, for every ruling of the plan, in their order.
fn found(plan: &[Deciding], backend: &mut dyn Backend) -> Vec<(&'static str, &'static str)> {
    let reading = |deciding| {
        let finding = decide(deciding, backend);
        (finding.ruling.name, finding.reading().unwrap_or("not found"))
    };
    plan.iter().map(reading).collect()
}

/// Every reading is recognised, the other rulings being at their default and recognised as such.
fn check(variant: VariantId) {
    let plan = planned(variant);
    let expected: Vec<_> = RULINGS
        .iter()
        .filter(|ruling| ruling.variant == variant && ruling.readings.len() > 1)
        .map(|ruling| (ruling.name, ruling.readings[0]))
        .collect();
    assert!(!expected.is_empty(), "{variant} has rulings");
    for (index, deciding) in plan.iter().enumerate() {
        for &reading in deciding.ruling.readings {
            let name = deciding.ruling.name;
            let readings = rulings(&[(name, reading)]);
            let mut backend = reference(&readings);
            let mut expected = expected.clone();
            expected[index].1 = reading;
            assert_eq!(found(&plan, backend.as_mut()), expected, "{name}={reading}");
            let joint = confirm(&plan, variant, &readings, &reference, backend.as_mut());
            let joint = joint.expect("the reference answers");
            assert_eq!(joint.misfits, [], "{name}={reading}");
            assert!(joint.answers > 0, "{name}={reading}");
        }
    }
}

#[test]
fn every_reading_of_vanguard_is_recognised() {
    check(VariantId::Vanguard);
}

#[test]
fn where_a_game_starts_is_left_open() {
    let outcome =
        decide(&about(&planned(VariantId::Cetran3), "ranks"), reference(&Rulings::default()).as_mut());
    let why = "only the start position is known to differ, and a backend is not asked where a game starts";
    let expected = Outcome::Undecided { left: vec!["12", "10", "8"], why: why.into() };
    assert_eq!(outcome.outcome, expected);
}

#[test]
fn every_reading_of_rococo_is_recognised() {
    check(VariantId::Rococo);
}

#[test]
fn every_reading_of_sandbox_is_recognised() {
    check(VariantId::Sandbox);
}

/// The reference that answers some questions in a way of its own.
struct Odd {
    reference: Box<dyn Backend>,
    moves: fn(Vec<String>) -> Result<Vec<String>, BackendError>,
}

impl Backend for Odd {
    fn identity(&self) -> String {
        "odd@1".into()
    }

    fn read(&mut self, variant: VariantId, vfen: &str) -> Result<String, BackendError> {
        self.reference.read(variant, vfen)
    }

    fn moves(&mut self, variant: VariantId, vfen: &str) -> Result<Vec<String>, BackendError> {
        (self.moves)(self.reference.moves(variant, vfen)?)
    }

    fn perft(&mut self, variant: VariantId, vfen: &str, depth: u32) -> Result<u128, BackendError> {
        self.reference.perft(variant, vfen, depth)
    }

    fn divide(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
    ) -> Result<Vec<(String, u128)>, BackendError> {
        self.reference.divide(variant, vfen, depth)
    }

    fn after(&mut self, variant: VariantId, vfen: &str, line: &[String]) -> Result<String, BackendError> {
        self.reference.after(variant, vfen, line)
    }

    fn status(&mut self, variant: VariantId, vfen: &str, line: &[String]) -> Result<Status, BackendError> {
        self.reference.status(variant, vfen, line)
    }
}

/// The questions about one ruling.
fn about(plan: &[Deciding], name: &str) -> Deciding {
    plan.iter().find(|deciding| deciding.ruling.name == name).expect("the plan has the ruling").clone()
}

#[test]
fn what_no_reading_does_is_none_of_them() {
    let plan = planned(VariantId::Vanguard);
    // A Berserker that leaps to some squares of the ring and not to others follows neither reading.
    let moves = |moves: Vec<String>| {
        let even = |text: &String| text.ends_with(['0', '2', '4', '6', '8']);
        let berserker = |text: &String| text.to_lowercase().starts_with("br ");
        Ok(moves.into_iter().filter(|text| !(berserker(text) && even(text))).collect())
    };
    let readings = rulings(&[("berserker-leap", "ring")]);
    let mut backend = Odd { reference: reference(&readings), moves };
    let finding = decide(&about(&plan, "berserker-leap"), &mut backend);
    let Outcome::Neither { by, answer } = finding.outcome else { panic!("{:?}", finding.outcome) };
    assert!(by.answers.iter().all(|own| own.as_ref() != Some(&answer)), "{by:?}");
    // It does not hide what the backend does elsewhere, but it does not fit.
    assert_eq!(decide(&about(&plan, "lancer-leap"), &mut backend).reading(), Some("both"));
    let joint = confirm(&plan, VariantId::Vanguard, &readings, &reference, &mut backend);
    let misfits = joint.expect("the reference answers").misfits;
    assert!(!misfits.is_empty());
    assert!(misfits.iter().all(|misfit| misfit.extra.is_empty()), "{misfits:?}");
}

#[test]
fn a_backend_that_does_not_answer_leaves_it_open() {
    let plan = planned(VariantId::Rococo);
    let moves = |_| Err(BackendError::Unsupported("lists of moves".into()));
    let mut backend = Odd { reference: reference(&Rulings::default()), moves };
    let deciding = about(&plan, "mutual-own");
    assert!(deciding.questions.iter().all(|question| matches!(question.aspect, Aspect::Moves(_))));
    let expected = Outcome::Undecided {
        left: vec!["no", "yes"],
        why: "the backend does not support this: lists of moves".into(),
    };
    assert_eq!(decide(&deciding, &mut backend).outcome, expected);
}

#[test]
fn readings_that_meet_are_recognised_together() {
    for (variant, readings) in [
        (VariantId::Vanguard, &[("bowman-path", "both"), ("bowman-shot", "any-direction")][..]),
        (VariantId::Vanguard, &[("lancer-leap", "move-only"), ("archer-slide", "move-only")]),
        (VariantId::Rococo, &[("mutual-own", "yes"), ("chameleon-swap", "either")]),
        (VariantId::Sandbox, &[("knight-exchange-twin", "no"), ("castle-and-induce", "castling-wins")]),
    ] {
        let mut backend = reference(&rulings(readings));
        let identified = identify(&corpus(), variant, &reference, backend.as_mut());
        let identified = identified.expect("the reference answers");
        for finding in &identified.findings {
            let name = finding.ruling.name;
            let own = readings.iter().find(|(ruling, _)| *ruling == name);
            let expected = own.map_or(finding.ruling.readings[0], |(_, reading)| reading);
            assert_eq!(finding.reading(), Some(expected), "{readings:?}: {name}");
        }
        assert_eq!(identified.joint.misfits, [], "{readings:?}");
    }
}
