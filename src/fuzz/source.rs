//! Where positions come from: random games, and constructed positions that are played on from.

use super::RandomGame;
use super::construct::construct;
use super::rng::Rng;
use super::shuffle::is_plain;
use crate::backend::Survey;
use crate::board::Square;
use crate::position::{self, Position};
use crate::rules::Status;
use crate::variant::{Color, Rulings, Variant, VariantId};
use serde::Serialize;

/// The longest game, in plies.
const LONGEST: u32 = 200;
/// How many plies a constructed position is played on at most.
const PLAYED_ON: usize = 6;
/// How often a constructed position that is refused is thinned out before another takes its place.
const THINNINGS: u32 = 3;

/// Where a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Origin {
    /// Reached by random play from the start position: `vperft sample` with this seed reaches it again.
    Game {
        /// The seed of the game.
        seed: u64,
        /// The number of plies played.
        ply: u32,
    },
    /// Constructed.
    Constructed {
        /// The number of random plies played since.
        ply: u32,
    },
    /// Given by the user.
    Given,
}

/// A stream of positions that goes on from what a backend says about the last one.
pub(super) trait Source {
    /// The next position, and where it comes from.
    fn next(&mut self) -> (String, Origin);

    /// Takes in what is so at the position that was last given out, its moves sorted.
    fn accepted(&mut self, survey: &Survey);

    /// Takes in that the position last given out is refused. Whether that is no wonder, because no legal move
    /// led there.
    fn refused(&mut self) -> bool;
}

/// Random games, one after the other.
pub(super) struct Games<'a> {
    start: &'a str,
    seed: u64,
    game: RandomGame,
    vfen: String,
    ply: u32,
}

impl<'a> Games<'a> {
    /// Games from this position, with this and the following seeds.
    pub fn new(start: &'a str, seed: u64) -> Self {
        Self { start, seed, game: RandomGame::new(seed), vfen: start.to_owned(), ply: 0 }
    }

    fn next_game(&mut self) {
        *self = Self::new(self.start, self.seed.wrapping_add(1));
    }
}

impl Source for Games<'_> {
    fn next(&mut self) -> (String, Origin) {
        (self.vfen.clone(), Origin::Game { seed: self.seed, ply: self.ply })
    }

    fn accepted(&mut self, survey: &Survey) {
        if survey.children.is_empty()
            || survey.status.is_some_and(|status| status != Status::Ongoing)
            || self.ply == LONGEST
        {
            return self.next_game();
        }
        let choice = self.game.choose(survey.children.len());
        self.vfen.clone_from(&survey.children[choice].vfen);
        self.ply += 1;
    }

    fn refused(&mut self) -> bool {
        false
    }
}

/// Constructed positions, each followed by those of a few random plies.
pub(super) struct Constructions<'a> {
    variant: &'static Variant,
    rulings: &'a Rulings,
    rng: Rng,
    /// The position last constructed, for as long as it has not been accepted.
    draft: Option<Draft>,
    vfen: String,
    ply: u32,
    plies: u32,
}

struct Draft {
    position: Position,
    flipped: bool,
    thinned: u32,
}

impl<'a> Constructions<'a> {
    /// Positions of a variant by this generator.
    pub fn new(variant: VariantId, rulings: &'a Rulings, rng: Rng) -> Self {
        let variant = Variant::get(variant);
        let mut new = Self { variant, rulings, rng, draft: None, vfen: String::new(), ply: 0, plies: 0 };
        new.construct();
        new
    }

    fn construct(&mut self) {
        let position = construct(self.variant, self.rulings, &mut self.rng);
        self.plies = self.rng.below(PLAYED_ON + 1) as u32;
        self.set(Draft { position, flipped: false, thinned: 0 });
    }

    fn set(&mut self, draft: Draft) {
        self.vfen = position::print(&draft.position, self.rulings);
        self.ply = 0;
        self.draft = Some(draft);
    }

    /// Takes about a third of the pieces off the board, but no royals.
    fn thin(&mut self, position: &mut Position) {
        for color in Color::BOTH {
            for square in position.occupied(color) {
                let entry = position.piece(square).and_then(|piece| self.variant.entry(piece.kind));
                let is_kept = entry.is_some_and(|entry| entry.keep);
                // A square that closes would have to be closed once it is emptied.
                let closes = self.variant.closing_squares().contains(&square) || LEFT_ALONE.contains(&square);
                let fixed = is_kept || closes || Some(square) == ban(position, 0);
                if !fixed && Some(square) != ban(position, 1) && self.rng.chance(33) {
                    position.take(square);
                }
            }
        }
    }
}

/// Squares that are left alone on every board, b3, b8, i3 and i8: so a seed gives the positions by which the corpus was
/// filled and is measured.
const LEFT_ALONE: [Square; 4] = [Square::new(1, 2), Square::new(1, 7), Square::new(8, 2), Square::new(8, 7)];

/// One of the two squares of the ban.
fn ban(position: &Position, index: usize) -> Option<Square> {
    position.ban.map(|(first, second)| [first, second][index])
}

impl Source for Constructions<'_> {
    fn next(&mut self) -> (String, Origin) {
        (self.vfen.clone(), Origin::Constructed { ply: self.ply })
    }

    fn accepted(&mut self, survey: &Survey) {
        self.draft = None;
        if survey.children.is_empty() || self.ply == self.plies {
            return self.construct();
        }
        // Moves that do more than go somewhere are where rules meet.
        let special = |text: &str| !is_plain(self.variant, text);
        let specials: Vec<_> = survey.children.iter().filter(|child| special(&child.text)).collect();
        let child = match self.rng.pick(&specials).filter(|_| self.rng.chance(40)) {
            Some(child) => child,
            None => &survey.children[self.rng.below(survey.children.len())],
        };
        self.vfen.clone_from(&child.vfen);
        self.ply += 1;
    }

    fn refused(&mut self) -> bool {
        // A position that was played on to has no draft.
        let Some(mut draft) = self.draft.take() else { return false };
        if !draft.flipped {
            draft.flipped = true;
            draft.position.turn = !draft.position.turn;
            draft.position.en_passant = None;
        } else if draft.thinned < THINNINGS {
            draft.flipped = false;
            draft.thinned += 1;
            draft.position.en_passant = None;
            self.thin(&mut draft.position);
        } else {
            self.construct();
            return true;
        }
        self.set(draft);
        true
    }
}
