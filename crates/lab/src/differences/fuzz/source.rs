//! Sources of positions: random games, and constructed positions that are continued by random play.

use super::RandomGame;
use super::construct::{construct, construct_rare};
use super::rng::Rng;
use super::shuffle::is_plain;
use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;
use std::hash::Hasher as _;
use vperft::inner::backend::{Child, Survey};
use vperft::inner::game::board::Square;
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Color, Rulings, Variant, VariantId};

/// The longest game, in plies.
const MAX_GAME_PLIES: u32 = 200;
/// The most plies played from a constructed position.
const MAX_PLIES_PLAYED: usize = 6;
/// The most plies played from a rare position, since play soon leads away from it.
const MAX_PLIES_PLAYED_FROM_RARE: usize = 2;
/// The share of constructed positions that are rare, and the probability that play leads to a rare child.
const RARE_PERCENT: usize = 50;
/// The number of times a refused construction loses pieces before another replaces it.
const MAX_THINNINGS: u32 = 3;

/// The origin of a position.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Origin {
    /// Reached by random play from the start position: `vperft sample` with this seed reproduces it.
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
    /// One of all positions with few pieces.
    Enumerated,
}

/// A stream of positions. The next position depends on a backend's answer about the last one.
pub(super) trait Source {
    /// The next position, and its origin.
    fn next(&mut self) -> (String, Origin);

    /// Continues after the last position, given the survey of it with sorted moves.
    fn accepted(&mut self, survey: &Survey);

    /// Continues after the last position was refused. Returns whether the refusal was to be expected, because
    /// no legal move led to the position.
    fn refused(&mut self) -> bool;
}

/// Where random games get their seeds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seeds {
    /// This seed and the following ones.
    From(u64),
    /// Hashes of a seed and a batch, so that different seeds and batches have different games.
    Hashed {
        /// The seed of all batches.
        seed: u64,
        /// The number of the batch.
        batch: u64,
        /// The number of games begun.
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
            Self::Hashed { seed, batch, begun } => {
                let mut hasher = SipHasher13::new();
                [*seed, *batch, *begun].into_iter().for_each(|number| hasher.write_u64(number));
                *begun += 1;
                // Every JSON reader can represent 53 bits exactly.
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
    /// Games from a position, with these seeds.
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
            || self.ply == MAX_GAME_PLIES
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
    /// Whether rare positions occur more often.
    seeks_rare: bool,
    /// The construction that was not accepted yet.
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
    /// Positions of a variant with this generator.
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

    /// Makes rare positions more frequent.
    pub fn seeking_rare(mut self) -> Self {
        self.seeks_rare = true;
        self
    }

    fn construct(&mut self) {
        if self.seeks_rare && self.rng.chance(RARE_PERCENT) {
            let position = construct_rare(self.variant, self.rulings, &mut self.rng);
            self.plies = self.rng.below(MAX_PLIES_PLAYED_FROM_RARE + 1) as u32;
            return self.set(Draft { position, flipped: false, thinned: 0 });
        }
        let position = construct(self.variant, self.rulings, &mut self.rng);
        self.plies = self.rng.below(MAX_PLIES_PLAYED + 1) as u32;
        self.set(Draft { position, flipped: false, thinned: 0 });
    }

    fn set(&mut self, draft: Draft) {
        self.vfen = position::print(&draft.position, self.rulings);
        self.ply = 0;
        self.draft = Some(draft);
    }

    /// Removes about a third of the pieces, but no royals.
    fn thin(&mut self, position: &mut Position) {
        for color in Color::BOTH {
            for square in position.occupied(color) {
                let entry = position.piece(square).and_then(|piece| self.variant.entry(piece.kind));
                let is_kept = entry.is_some_and(|entry| entry.keep);
                // A square that closes would have to be closed once it is empty.
                let closes =
                    self.variant.closing_squares().contains(&square) || FIXED_SQUARES.contains(&square);
                let fixed = is_kept || closes || Some(square) == ban_square(position, 0);
                if !fixed && Some(square) != ban_square(position, 1) && self.rng.chance(33) {
                    position.take(square);
                }
            }
        }
    }
}

/// Squares that keep their pieces on every board: b3, b8, i3 and i8. They must not change, since the positions of a
/// seed depend on them and the corpus was filled and is measured with these.
const FIXED_SQUARES: [Square; 4] =
    [Square::new(1, 2), Square::new(1, 7), Square::new(8, 2), Square::new(8, 7)];

/// One of the two squares of the ban.
fn ban_square(position: &Position, index: usize) -> Option<Square> {
    position.ban.map(|(first, second)| [first, second][index])
}

impl Constructions<'_> {
    /// A move to a rare position, with the probability of one.
    fn rare_child<'s>(&mut self, survey: &'s Survey) -> Option<&'s Child> {
        if !self.seeks_rare {
            return None;
        }
        let is_rare = |child: &&Child| {
            let passes = child.vfen.split(' ').nth(3).is_some_and(|field| field != "-");
            let has_many_effects = child.text.matches("; ").count() > 1;
            passes || has_many_effects || child.status.is_some_and(|status| RARE_STATUSES.contains(&status))
        };
        let rare: Vec<_> = survey.children.iter().filter(is_rare).collect();
        self.rng.pick(&rare).filter(|_| self.rng.chance(RARE_PERCENT))
    }
}

/// The statuses that end a game before a counter does.
const RARE_STATUSES: [Status; 4] = [Status::Lost, Status::Won, Status::Checkmate, Status::Stalemate];

impl Source for Constructions<'_> {
    fn next(&mut self) -> (String, Origin) {
        (self.vfen.clone(), Origin::Constructed { ply: self.ply })
    }

    fn accepted(&mut self, survey: &Survey) {
        self.draft = None;
        if survey.children.is_empty() || self.ply == self.plies {
            return self.construct();
        }
        // Rules interact in moves that do more than go to a square.
        let special = |text: &str| !is_plain(self.variant, text);
        let specials: Vec<_> = survey.children.iter().filter(|child| special(&child.text)).collect();
        let special = self.rng.pick(&specials).filter(|_| self.rng.chance(40));
        let child = match self.rare_child(survey).or(special) {
            Some(child) => child,
            None => &survey.children[self.rng.below(survey.children.len())],
        };
        self.vfen.clone_from(&child.vfen);
        self.ply += 1;
    }

    fn refused(&mut self) -> bool {
        // A position reached by play has no draft.
        let Some(mut draft) = self.draft.take() else { return false };
        if !draft.flipped {
            draft.flipped = true;
            draft.position.turn = !draft.position.turn;
            draft.position.en_passant = None;
        } else if draft.thinned < MAX_THINNINGS {
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
