//! `vperft` with a backend `slowed`, which is `fast` with an artificial slowdown, to test `vperft speed`.
//!
//! After counting, `slowed` runs an empty loop N times for every thousand leaves, with N from `VPERFT_SPIN`. The program has every
//! command of `vperft`; `serve --backend slowed` turns it into a backend for another `vperft`.

use std::error::Error;
use std::hint::black_box;
use vperft::backend::{
    Answer, Backend, BackendError, CountPlan, Options, PositionPath, Question, Registry, VariantBackend,
};
use vperft::inner::game::variant::VariantId;
use vperft_cli as cli;

/// Delegates to another backend and adds a loop to every count.
struct Slowed {
    inner: Box<dyn Backend>,
    variant: VariantId,
    spin: u128,
}

impl Slowed {
    fn view(&mut self) -> Result<&mut dyn VariantBackend, BackendError> {
        self.inner.of(self.variant)
    }
}

impl Backend for Slowed {
    fn identity(&self) -> String {
        "slowed@1".into()
    }

    fn variants(&self) -> Vec<VariantId> {
        self.inner.variants()
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        self.variant = variant;
        Ok(self)
    }
}

impl VariantBackend for Slowed {
    fn variant(&self) -> VariantId {
        self.variant
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        let answer = self.view()?.ask(path, question, plan)?;
        if let (Question::Perft { .. }, Answer::Count(leaves)) = (question, &answer) {
            for turn in 0..leaves * self.spin / 1000 {
                black_box(turn);
            }
        }
        Ok(answer)
    }
}

fn open(options: &Options) -> Result<Box<dyn Backend>, Box<dyn Error + Send + Sync>> {
    let mut registry = Registry::default();
    vperft_fast::register(&mut registry);
    let inner = registry.open("fast", options)?;
    let spin = std::env::var("VPERFT_SPIN").ok();
    let spin = spin.map_or(Ok(0), |text| text.parse()).map_err(|_| "VPERFT_SPIN is not a number")?;
    Ok(Box::new(Slowed { inner, variant: VariantId::RYUGI, spin }))
}

fn main() {
    cli::main(|registry| registry.add_backend("slowed", open))
}
