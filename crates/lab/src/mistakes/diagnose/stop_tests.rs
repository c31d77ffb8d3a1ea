//! A stopped diagnosis ends soon, with what it has found.

use super::answers::{Known, differences};
use super::diagnosis::Progress;
use super::evidence::Evidence;
use super::probe::probes;
use super::world::World;
use super::wrong_engines::table::{label, steps};
use super::{Diagnosis, RunEvidence, Settings, diagnose_run};
use crate::mistakes::known::Classes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use vperft::inner::corpus::suite::{Corpus, Source};
use vperft::inner::game::variant::{Rulings, VariantId};
use vperft::inner::generators::reference;
use vperft::inner::support::observer::Observer;

const VARIANT: VariantId = VariantId::RYUGI;

/// Stops after it was asked this often whether to, and notes when.
struct StopAfter {
    most: usize,
    asked: AtomicUsize,
    stopped: Mutex<Option<Instant>>,
}

impl StopAfter {
    const fn new(most: usize) -> Self {
        Self { most, asked: AtomicUsize::new(0), stopped: Mutex::new(None) }
    }
}

impl Observer<Progress> for StopAfter {
    fn is_stopped(&self) -> bool {
        let is_over = self.asked.fetch_add(1, Ordering::SeqCst) >= self.most;
        if is_over {
            let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
            stopped.get_or_insert_with(Instant::now);
        }
        is_over
    }
}

/// What a run of a program with several mistakes would show at these positions.
fn evidence(corpus: &Corpus) -> RunEvidence {
    let alter = |position: &_, mv: &_| {
        let (label, steps) = (label(position, mv), steps(mv));
        let is_left_out = label == "R" && steps > 3 || label == "N" && mv.from.file() == 0;
        (!is_left_out).then_some(*mv)
    };
    let mut wrong = reference::altered(&vperft::inner::game::variant::Standard, &(Arc::new(alter) as _));
    let mut rules = World::new(VARIANT, &Rulings::default(), &Classes::default(), &[]);
    let view = vperft::inner::backend::Backend::of(&mut wrong, VARIANT).expect("it is built in");
    let list = probes(corpus, VARIANT).into_iter().take(300).map(|probe| {
        let right = rules.respond(&probe).expect("it answers");
        let given = probe.ask_rules(view).expect("it answers");
        Evidence { probe, known: Known::from_response(&given), differences: differences(&right, &given) }
    });
    RunEvidence { list: list.collect(), ..RunEvidence::default() }
}

/// Diagnoses until the observer stops. Returns the diagnosis, and how long it took after the stop.
fn stopped(corpus: &Corpus, evidence: &RunEvidence, observer: &StopAfter) -> (Diagnosis, Duration) {
    let settings = Settings { positions: 0, causes: 8, rulings: Rulings::default() };
    let found = diagnose_run(corpus, VARIANT, evidence.clone(), &settings, observer).expect("it answers");
    let stopped = *observer.stopped.lock().unwrap_or_else(PoisonError::into_inner);
    (found, stopped.map_or(Duration::ZERO, |at| at.elapsed()))
}

#[test]
fn a_stop_ends_the_comparison_at_once() {
    let corpus = Corpus::load(&Source::of_variants(&[VARIANT])).expect("it is embedded");
    let evidence = evidence(&corpus);
    let (observer, began) = (StopAfter::new(usize::MAX), Instant::now());
    let (whole, _) = stopped(&corpus, &evidence, &observer);
    let (took, checks) = (began.elapsed(), observer.asked.into_inner());
    assert!(!whole.is_stopped && !whole.causes.is_empty() && whole.differing > 0, "{whole:?}");
    assert!(checks > 1000, "asked only {checks} times whether to stop");
    for eighth in 0..8 {
        let observer = StopAfter::new(checks * eighth / 8);
        let (found, after) = stopped(&corpus, &evidence, &observer);
        assert!(found.is_stopped, "{eighth} of 8");
        assert!(
            after < took / 4 + Duration::from_millis(200),
            "{eighth} of 8: {after:?} of {took:?} after the stop"
        );
        assert!(found.causes.len() <= whole.causes.len(), "{eighth} of 8: {found:?}");
    }
}
