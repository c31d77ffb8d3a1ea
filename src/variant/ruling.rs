//! Rulings: the choices the published rules leave open, each with the reading the harness takes first.

use super::VariantId;
use std::fmt;

/// Declares the rulings: one enum each, the struct that holds a reading of every one, and their table.
macro_rules! rulings {
    ($($(#[$doc:meta])* $field:ident: $Ruling:ident, $name:literal, $variant:ident { $($Reading:ident $value:literal),+ })+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            #[allow(missing_docs, reason = "the clause that holds the ruling says what each reading means")]
            pub enum $Ruling { #[default] $($Reading),+ }
        )+

        /// One reading of every ruling. The default holds the readings the corpus is written for.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Rulings { $($(#[$doc])* pub $field: $Ruling),+ }

        impl Rulings {
            /// The readings the harness takes.
            pub const DEFAULT: Self = Self { $($field: first(&[$($Ruling::$Reading),+])),+ };

            /// Takes another reading of one ruling.
            ///
            /// # Errors
            /// If there is no ruling of this name, or it has no such reading; the error lists what there is.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), UnknownRuling> {
                match name {
                    $($name => self.$field = match value {
                        $($value => $Ruling::$Reading,)+
                        _ => return Err(UnknownRuling::reading(name, value, &[$($value),+])),
                    },)+
                    _ => return Err(UnknownRuling::name(name)),
                }
                Ok(())
            }

            /// The reading taken of the ruling of this name.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<&'static str> {
                match name {
                    $($name => Some(match self.$field { $($Ruling::$Reading => $value),+ }),)+
                    _ => None,
                }
            }
        }

        /// Every ruling, in the order of the rules texts.
        pub const RULINGS: &[Ruling] =
            &[$(Ruling { name: $name, variant: VariantId::$variant, readings: &[$($value),+] }),+];
    };
}

/// The first of several readings.
const fn first<T: Copy>(readings: &[T]) -> T {
    readings[0]
}

/// A ruling as the rules text states it.
#[derive(Clone, Copy, Debug)]
pub struct Ruling {
    /// Its name on the command line.
    pub name: &'static str,
    /// The variant whose rules text states it.
    pub variant: VariantId,
    /// The readings, the harness's own first.
    pub readings: &'static [&'static str],
}

rulings! {
    /// How an Archer may use its slide.
    archer_slide: ArcherSlide, "archer-slide", Vanguard { Both "both", MoveOnly "move-only" }
    /// Which squares on the way of a Bowman's step must be empty.
    bowman_path: BowmanPath, "bowman-path", Vanguard
        { Either "either", OrthogonalFirst "orthogonal-first", DiagonalFirst "diagonal-first", Both "both" }
    /// Whether a Bowman may capture by displacement.
    bowman_landing: BowmanLanding, "bowman-landing", Vanguard { Empty "empty", Capture "capture" }
    /// In which directions a Bowman may shoot after its step.
    bowman_shot: BowmanShot, "bowman-shot", Vanguard { SameDirection "same-direction", AnyDirection "any-direction" }
    /// The leaps of a Berserker.
    berserker_leap: BerserkerLeap, "berserker-leap", Vanguard { Queenwise "queenwise", Ring "ring" }
    /// Whether a Berserker may return to its origin.
    berserker_return: BerserkerReturn, "berserker-return", Vanguard { AfterCapture "after-capture", Never "never" }
    /// The direction of a Lancer's second leap.
    lancer_second: LancerSecond, "lancer-second", Vanguard { SameDirection "same-direction", AnyDirection "any-direction" }
    /// How a Lancer may use its leaps.
    lancer_leap: LancerLeap, "lancer-leap", Vanguard { Both "both", MoveOnly "move-only" }
    /// Which Pawns, Soldiers and Helepoleis have never moved.
    initial: Initial, "initial", Vanguard { Unmoved "unmoved", StartSquare "start-square" }
    /// Whether a piece that a Wizard's exchange puts on its far rank promotes.
    promote_by_exchange: PromoteByExchange, "promote-by-exchange", Vanguard { Yes "yes", No "no" }
    /// The height of the Cetran Chess 3 board in the start position.
    ranks: Ranks, "ranks", Cetran3 { Twelve "12", Ten "10", Eight "8" }
    /// Whether a Swapper may destroy itself with a piece of its own side.
    mutual_own: MutualOwn, "mutual-own", Rococo { No "no", Yes "yes" }
    /// With whose Swappers a Chameleon may exchange.
    chameleon_swap: ChameleonSwap, "chameleon-swap", Rococo { Enemy "enemy", Either "either" }
    /// With which of a Chameleon's movements its withdrawing and approaching combine.
    chameleon_combine: ChameleonCombine, "chameleon-combine", Rococo { All "all", SlidesAndLeaps "slides-and-leaps" }
    /// What a Cannon Pawn may promote to.
    stock: Stock, "stock", Rococo { AllRemoved "all-removed" }
    /// When a capturing move may end on an empty edge square.
    edge: Edge, "edge", Rococo { Nearest "nearest", AnyIfNeeded "any-if-needed", Sole "sole" }
    /// The file on which the Sandbox Kings start.
    king_file: KingFile, "king-file", Sandbox { F "f", E "e" }
    /// Whether two identical Knights may exchange places.
    knight_exchange_twin: KnightExchangeTwin, "knight-exchange-twin", Sandbox { Yes "yes", No "no" }
    /// How far a diagonally induced piece slides.
    induced_diagonal: InducedDiagonal, "induced-diagonal", Sandbox { Exact "exact" }
    /// Whether an induced King slide stands beside castling to the same square.
    castle_and_induce: CastleAndInduce, "castle-and-induce", Sandbox { Both "both", CastlingWins "castling-wins" }
}

/// A ruling or a reading of one that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownRuling(String);

impl UnknownRuling {
    fn name(name: &str) -> Self {
        let known: Vec<_> = RULINGS.iter().map(|ruling| ruling.name).collect();
        Self(format!("unknown ruling `{name}`; known are {}", known.join(", ")))
    }

    fn reading(name: &str, value: &str, known: &[&str]) -> Self {
        Self(format!("ruling `{name}` has no reading `{value}`; it has {}", known.join(", ")))
    }
}

impl fmt::Display for Ruling {
    /// The ruling as the rules text writes it: `archer-slide = both`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.readings[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words in backquotes after `alternative` in the parenthesis that opens with `opening`.
    fn alternatives(prose: &str, opening: &str) -> Vec<String> {
        let from = prose.find(opening).unwrap_or_else(|| panic!("no `{opening}` in the rules texts"));
        let inside = prose[from + opening.len()..].split([')', ':']).next().unwrap_or_default();
        inside.split('`').skip(2).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn readings_are_those_of_the_rules_texts() {
        for ruling in RULINGS {
            let path = format!("{}/suites/{}/RULES.md", env!("CARGO_MANIFEST_DIR"), ruling.variant);
            let prose = std::fs::read_to_string(path).expect("every variant has its RULES.md");
            let prose = prose.split_whitespace().collect::<Vec<_>>().join(" ");
            let written = alternatives(&prose, &format!("`{ruling}"));
            assert_eq!(written, ruling.readings[1..], "{ruling}");
        }
    }

    #[test]
    fn readings_are_set_and_got_by_name() {
        for ruling in RULINGS {
            for reading in ruling.readings {
                let mut rulings = Rulings::default();
                rulings.set(ruling.name, reading).unwrap();
                assert_eq!(rulings.get(ruling.name), Some(*reading));
            }
            let error = Rulings::default().set(ruling.name, "nonsense").unwrap_err();
            assert!(error.to_string().contains(ruling.readings[0]), "{error}");
        }
        assert_eq!(Rulings::default(), Rulings::DEFAULT);
    }
}
