//! Diagnoses engines with mistakes that no clause and no reading is: `reference` with its moves or children edited.
//!
//! Every engine of the table must be named first in the words that the table asks for, and nothing else may be accused.
//! `ci/wrong-engines` prints the table with what is named. A push tries every twelfth (`VPERFT_SAMPLE`), others for each commit.

pub(super) mod table;

use super::{Diagnosis, Settings, diagnose};
use std::sync::Arc;
use table::{COMBINED, Engine, OPEN, Wrong, engines};
use vperft::inner::backend::{Backend, InProcess};
use vperft::inner::corpus::suite::{Corpus, Source};
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::{Position, VfenError};
use vperft::inner::game::rules::{Rules, Status};
use vperft::inner::game::variant::{Clause, ModifiedRulebook, Rulings, Standard, VariantId};
use vperft::inner::generators::reference;
use vperft::inner::generators::reference::{Cetran3, Game, Reference, Rococo, Ryugi, Sandbox, Vanguard};

/// The move in place of a move; `None` if there is none.
pub(super) type Alter = fn(&Position, &Move) -> Option<Move>;
/// Changes the child of a move.
pub(super) type Spoil = fn(&Position, &Move, &mut Position);

/// Moves besides the legal ones.
pub(super) type More = fn(&Position) -> Vec<Move>;

/// The status in place of the right one.
pub(super) type Judge = fn(&Position, Status) -> Status;

/// Rules whose legal moves, children and statuses are edited.
struct Edited<R> {
    rules: R,
    edit: Edit,
}

/// The edited part. It makes a backend of any variant.
#[derive(Clone, Copy)]
pub(super) struct Edit {
    alter: Alter,
    spoil: Spoil,
    judge: Judge,
    more: More,
}

impl Edit {
    const NONE: Self = Self {
        alter: |_, mv| Some(*mv),
        spoil: |_, _, _| {},
        judge: |_, status| status,
        more: |_| Vec::new(),
    };

    /// A backend of a built-in variant without some clauses.
    fn backend(self, variant: VariantId, off: &[Clause]) -> Box<dyn Backend> {
        fn edited<G: Game + 'static>(edit: Edit, game: G) -> Box<dyn Backend> {
            Box::new(InProcess::new("wrong@1".into(), Edited { rules: Reference(game), edit }))
        }
        let book = ModifiedRulebook::new(Rulings::default(), off.iter().copied().collect());
        match variant {
            VariantId::RYUGI => edited(self, Ryugi { book }),
            VariantId::ROCOCO => edited(self, Rococo { book }),
            VariantId::VANGUARD => edited(self, Vanguard { book }),
            VariantId::SANDBOX => edited(self, Sandbox { book }),
            _ => edited(self, Cetran3 { book }),
        }
    }
}

impl<G: Game> Rules for Edited<Reference<G>> {
    type Position = Position;
    type Move = Move;

    fn variant(&self) -> VariantId {
        self.rules.variant()
    }

    fn parse(&self, vfen: &str) -> Result<Position, VfenError> {
        self.rules.parse(vfen)
    }

    fn print(&self, position: &Position) -> String {
        self.rules.print(position)
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let mut legal = Vec::new();
        self.rules.legal_moves(position, &mut legal);
        moves.extend(legal.iter().filter_map(|mv| (self.edit.alter)(position, mv)));
        let more = (self.edit.more)(position).into_iter().filter(|mv| !legal.contains(mv));
        moves.extend(more);
    }

    fn play(&self, position: &Position, mv: &Move) -> Position {
        let mut child = self.rules.play(position, mv);
        (self.edit.spoil)(position, mv, &mut child);
        child
    }

    fn move_text(&self, position: &Position, mv: &Move) -> String {
        self.rules.move_text(position, mv)
    }

    fn status(&self, position: &Position, occurrences: u32) -> Status {
        (self.edit.judge)(position, self.rules.status(position, occurrences))
    }

    fn key(&self, position: &Position) -> u128 {
        self.rules.key(position)
    }
}

impl Engine {
    fn backend(&self) -> Box<dyn Backend> {
        let edited = |edit: Edit| edit.backend(self.variant, &[]);
        match self.wrong {
            Wrong::Generator(alter) => Box::new(reference::altered(&Standard, &(Arc::new(alter) as _))),
            Wrong::List(alter) => edited(Edit { alter, ..Edit::NONE }),
            Wrong::Extra(more) => edited(Edit { more, ..Edit::NONE }),
            Wrong::Child(spoil) => edited(Edit { spoil, ..Edit::NONE }),
            Wrong::Status(judge) => edited(Edit { judge, ..Edit::NONE }),
        }
    }
}

fn diagnosed(variant: VariantId, backend: &mut dyn Backend) -> Diagnosis {
    let corpus = Corpus::load(&Source::of_variants(&[variant])).expect("it is embedded");
    let settings = Settings { positions: 150, causes: 8, rulings: Rulings::default() };
    diagnose(&corpus, variant, backend, None, &settings, &()).expect("it answers")
}

/// Those of some engines that are tried: every VPERFT_SAMPLE-th, beginning at another one for each VPERFT_FUZZ_SEED.
fn sampled<T>(engines: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let step = number("VPERFT_SAMPLE").unwrap_or(1).max(1);
    engines.skip(number("VPERFT_FUZZ_SEED").unwrap_or(0) % step).step_by(step)
}

/// Whether a text has all words of one of the alternatives.
fn says(text: &str, alternatives: &[&[&str]]) -> bool {
    alternatives.iter().any(|words| words.iter().all(|word| text.contains(word)))
}

/// Diagnoses the engines of a variant. All are named first, and none is accused of anything else.
#[track_caller]
fn check(variant: VariantId) {
    let (mut tried, mut missed, mut accused) = (0, Vec::new(), Vec::new());
    let is_open = |engine: &Engine| OPEN.iter().any(|(name, _)| *name == engine.name);
    let of_variant = engines().filter(|engine| engine.variant == variant);
    assert!(of_variant.clone().count() >= 12, "{variant} has too few engines");
    for engine in sampled(of_variant) {
        let found = diagnosed(variant, engine.backend().as_mut());
        let summaries: Vec<_> = found.causes.iter().map(|cause| (cause.explained, cause.summary())).collect();
        println!("{variant}: {}: {} of {}", engine.name, found.explained(), found.differing);
        summaries.iter().for_each(|(count, words)| println!("  {count:>4}  {words}"));
        tried += 1;
        let is_named = summaries.first().is_some_and(|(_, words)| says(words, engine.named));
        if is_named == is_open(engine) {
            missed.push(engine.name);
        }
        if is_open(engine) {
            continue;
        }
        let is_false =
            |(_, words): &&(usize, String)| !says(words, engine.named) && !says(words, engine.true_too);
        accused.extend(summaries.iter().filter(is_false).map(|(_, words)| (engine.name, words.clone())));
    }
    println!("{variant}: {} of {tried} are named first", tried - missed.len());
    assert!(missed.is_empty(), "not named first, or open and named: {missed:#?}");
    assert!(accused.is_empty(), "accused falsely: {accused:#?}");
}

/// A test for each variant, so that they run side by side.
macro_rules! tests {
    ($($name:ident: $variant:ident,)*) => { $(#[test] fn $name() { check(VariantId::$variant); })* };
}

tests! {
    wrong_engines_of_ryugi_are_named: RYUGI,
    wrong_engines_of_rococo_are_named: ROCOCO,
    wrong_engines_of_vanguard_are_named: VANGUARD,
    wrong_engines_of_sandbox_are_named: SANDBOX,
    wrong_engines_of_cetran3_are_named: CETRAN3,
}

/// Diagnoses the engines with several mistakes. All their mistakes are named, and nothing else.
#[test]
fn several_mistakes_at_once_are_all_named() {
    let mut wrong = Vec::new();
    for engine in sampled(COMBINED.iter()) {
        let mut backend = engine.edit.backend(engine.variant, engine.off);
        let found = diagnosed(engine.variant, backend.as_mut());
        let summaries: Vec<_> = found.causes.iter().map(|cause| cause.summary()).collect();
        println!("{}: {}: {} of {}", engine.variant, engine.name, found.explained(), found.differing);
        summaries.iter().for_each(|words| println!("  {words}"));
        let is_named = |one: &&[&[&str]]| summaries.iter().any(|words| says(words, one));
        wrong.extend(
            engine
                .named
                .iter()
                .filter(|one| !is_named(one))
                .map(|one| format!("{}: not {one:?}", engine.name)),
        );
        let is_true = |words: &&String| engine.named.iter().any(|one| says(words, one));
        wrong.extend(
            summaries.iter().filter(|words| !is_true(words)).map(|words| format!("{}: {words}", engine.name)),
        );
        if found.explained() * 10 < found.differing * 9 {
            wrong.push(format!("{}: {} of {} explained", engine.name, found.explained(), found.differing));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
