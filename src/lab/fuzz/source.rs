//! Where positions come from: random games, and constructed positions that are played on from.

use super::RandomGame;
use super::construct::{construct, construct_rare};
use super::rng::Rng;
use super::shuffle::is_plain;
use crate::backend::{Child, Survey};
use crate::game::board::Square;
use crate::game::position;
use crate::game::position::Position;
use crate::game::rules::Status;
use crate::game::variant::{Color, Rulings, Variant, VariantId};
use serde::Serialize;
use siphasher::sip::SipHasher13;
use std::hash::Hasher as _;

/// The longest game, in plies.
const LONGEST: u32 = 200;
/// How many plies a constructed position is played on at most.
const PLAYED_ON: usize = 6;
/// How many plies one is played on at most that shows something rare, which play would soon leave.
const PLAYED_ON_FROM_RARE: usize = 2;
/// How many of a hundred constructed positions show something rare, and how often play goes on to it.
const RARE: usize = 50;
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

/// Where random games get their seeds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seeds {
    /// This and the following ones.
    From(u64),
    /// Those made of a seed and the number of a batch, so that other seeds and other batches have other games.
    Of {
        /// The seed of all batches.
        seed: u64,
        /// The number of the batch.
        batch: u64,
        /// How many games were begun.
        begun: u64,
    },
}

impl Iterator for Seeds {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        Some(match self {
            Self::From(next) => {
                let seed = *next;
                *next = seed.wrapping_add(1);
                seed
            }
            Self::Of { seed, batch, begun } => {
                let mut hasher = SipHasher13::new();
                [*seed, *batch, *begun].into_iter().for_each(|number| hasher.write_u64(number));
                *begun += 1;
                // Fewer bits than a double has are the same number to every reader of JSON.
                hasher.finish() >> 11
            }
        })
    }
}

/// Random games, one after the other.
pub(super) struct Games<'a> {
    start: &'a str,
    seeds: Seeds,
    seed: u64,
    game: RandomGame,
    vfen: String,
    ply: u32,
}

impl<'a> Games<'a> {
    /// Games from this position, with these seeds.
    pub fn new(start: &'a str, mut seeds: Seeds) -> Self {
        let seed = seeds.next().unwrap_or_default();
        Self { start, seeds, seed, game: RandomGame::new(seed), vfen: start.to_owned(), ply: 0 }
    }

    fn next_game(&mut self) {
        *self = Self::new(self.start, self.seeds);
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
    /// Whether what is rare is to occur more often.
    seeks_rare: bool,
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
        let mut new = Self {
            variant,
            rulings,
            rng,
            seeks_rare: false,
            draft: None,
            vfen: String::new(),
            ply: 0,
            plies: 0,
        };
        new.construct();
        new
    }

    /// The same with more of what is rare.
    pub fn seeking_rare(mut self) -> Self {
        self.seeks_rare = true;
        self
    }

    fn construct(&mut self) {
        if self.seeks_rare && self.rng.chance(RARE) {
            let position = construct_rare(self.variant, self.rulings, &mut self.rng);
            self.plies = self.rng.below(PLAYED_ON_FROM_RARE + 1) as u32;
            return self.set(Draft { position, flipped: false, thinned: 0 });
        }
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

impl Constructions<'_> {
    /// A move to something rare, if there is one and it is to be made.
    fn rare<'s>(&mut self, survey: &'s Survey) -> Option<&'s Child> {
        if !self.seeks_rare {
            return None;
        }
        let is_rare = |child: &&Child| {
            let passes = child.vfen.split(' ').nth(3).is_some_and(|field| field != "-");
            passes || child.status.is_some_and(|status| RARELY.contains(&status))
        };
        let rare: Vec<_> = survey.children.iter().filter(is_rare).collect();
        self.rng.pick(&rare).filter(|_| self.rng.chance(RARE))
    }
}

/// How a game ends that does not end by a counter.
const RARELY: [Status; 4] = [Status::Lost, Status::Won, Status::Checkmate, Status::Stalemate];

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
        let special = self.rng.pick(&specials).filter(|_| self.rng.chance(40));
        let child = match self.rare(survey).or(special) {
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
