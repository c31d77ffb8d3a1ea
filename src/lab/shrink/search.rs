//! The search for a smaller position.

use super::super::descend::{Cause, Detail, Kind, SearchEvent, SearchObserver, Side};
use super::edit::Scene;
use super::size::Size;
use super::target::{Look, Other, Seen, Sides, Target, again};
use crate::backend::{BackendError, PositionPath};
use crate::game::board::{Square, SquareSet};
use crate::game::notation;
use crate::game::variant::{Clause, Rulings, Variant, VariantId};
use crate::lab::clause_switch::ClauseSwitch;
use serde::Serialize;
use std::collections::{BTreeSet, HashSet};

/// How many differences of other kinds are kept.
const OTHERS: usize = 20;
/// Among how many men pairs are tried that go together.
const PAIRS: usize = 12;

/// What to shrink, and by which means.
pub struct ShrinkSettings<'s> {
    /// The variant.
    pub variant: VariantId,
    /// The readings of both sides.
    pub rulings: &'s Rulings,
    /// The position from which the moves to the cause are played.
    pub root: PositionPath<'s>,
    /// How many plies were counted at the position of the cause.
    pub depth: u32,
    /// How many questions both sides may be asked together.
    pub max_requests: u64,
    /// The clauses that it may be about, if there is somebody who can do without them.
    pub clause_switch: Option<&'s ClauseSwitch<'s>>,
}

/// Why it was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Nothing that was tried is smaller.
    Smallest,
    /// As many questions were asked as may be.
    MaxRequests,
    /// Somebody ended it.
    Stopped,
    /// Asked for itself the position does not show the difference, or now it does and now it does not.
    NotShown,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct ShrinkResult {
    /// The kind of the difference.
    pub kind: Kind,
    /// What differs.
    pub detail: Detail,
    /// The clauses it is about: without any one of them the rules answer as the second side does. None if that is not known.
    pub clauses: Vec<&'static str>,
    /// The position, as the side that is believed prints it.
    pub vfen: String,
    /// The moves that are played from there before they differ.
    pub moves: Vec<String>,
    /// How many men there are.
    pub men: usize,
    /// How many men there were.
    pub men_before: usize,
    /// How many moves there were.
    pub moves_before: usize,
    /// What differs at the first position, and no longer at this one: see [`Detail::classes`].
    pub left_out: Vec<String>,
    /// Differences of other kinds that were met on the way, each once.
    pub others: Vec<Other>,
    /// How many questions were asked.
    pub requests: u64,
    /// Why it was ended.
    pub end: End,
}

impl ShrinkResult {
    /// A cause that cannot be shrunk, as it is at this place.
    pub(in crate::lab) fn unshown(
        shrinking: &ShrinkSettings<'_>,
        cause: &Cause,
        place: PositionPath<'_>,
    ) -> Self {
        let scene = Scene::read(&cause.vfen, Variant::get(shrinking.variant), shrinking.rulings, &[]);
        let men = scene.map_or(0, |scene| scene.men().len());
        Self {
            kind: cause.kind,
            detail: cause.detail.clone(),
            clauses: Vec::new(),
            vfen: place.vfen.to_owned(),
            moves: place.moves.to_vec(),
            men,
            men_before: men,
            moves_before: place.moves.len(),
            left_out: Vec::new(),
            others: Vec::new(),
            requests: 0,
            end: End::NotShown,
        }
    }

    /// The same as a cause at the end of its moves.
    #[must_use]
    pub fn cause(&self) -> Cause {
        Cause { kind: self.kind, detail: self.detail.clone(), vfen: self.vfen.clone(), path: Vec::new() }
    }
}

/// Makes the position of a cause, and the moves to it, as small as they get while both sides differ in the same way.
///
/// # Errors
/// If the side that is believed does not even read the position.
pub fn shrink(
    shrinking: &ShrinkSettings<'_>,
    cause: &Cause,
    a: &mut Side<'_>,
    b: &mut Side<'_>,
    observer: &SearchObserver<'_>,
) -> Result<ShrinkResult, BackendError> {
    let before = a.requests + b.requests;
    let target = Target::new(shrinking.variant, cause.kind, &cause.detail);
    let mut search = Search {
        shrinking,
        variant: Variant::get(shrinking.variant),
        sides: Sides { a, b, observer },
        target,
        before,
        refused: HashSet::new(),
        others: Vec::new(),
    };
    search.all(cause)
}

/// A position at which the sides differ in the way that is looked for.
#[derive(Clone)]
struct Taken {
    scene: Scene,
    size: Size,
    vfen: String,
    seen: Seen,
}

struct Search<'s, 'a, 'b> {
    shrinking: &'s ShrinkSettings<'s>,
    variant: &'static Variant,
    sides: Sides<'s, 'a, 'b>,
    target: Target,
    /// How many questions had been asked before.
    before: u64,
    /// What was tried in vain.
    refused: HashSet<(String, Vec<String>)>,
    others: Vec<Other>,
}

impl Search<'_, '_, '_> {
    fn all(&mut self, cause: &Cause) -> Result<ShrinkResult, BackendError> {
        let root = self.shrinking.root;
        let path = cause.path.iter().map(|stage| &stage.text);
        let route: Vec<_> = root.moves.iter().chain(path).cloned().collect();
        let Some(start) = self.start(cause, &route)? else {
            return Ok(self.unshown(cause, root.vfen, route));
        };
        if let Some(clause_switch) = self.shrinking.clause_switch {
            let place = PositionPath { vfen: &start.vfen, moves: &start.scene.moves };
            self.target.suspect(clause_switch, &start.seen, place);
        }
        let mut best = self.both_ways(&start);
        let mut kind = self.kind(&best);
        if kind != self.target.kind && !self.is_over() {
            // Somewhere on the way it became a mistake of another kind: asked again at every position, it does not.
            self.target.is_strict = true;
            self.refused.clear();
            best = self.both_ways(&start);
            kind = self.kind(&best);
        }
        let place = PositionPath { vfen: &best.vfen, moves: &best.scene.moves };
        let clauses = self.target.clauses(&best.seen, place);
        let left_out = cause.detail.classes().difference(&best.seen.detail.classes()).cloned().collect();
        let end = self.end();
        Ok(ShrinkResult {
            kind,
            detail: best.seen.detail,
            clauses: clauses.into_iter().map(Clause::id).collect(),
            men: best.size.men,
            men_before: Scene::read(&cause.vfen, self.variant, self.shrinking.rulings, &[])
                .map_or(best.size.men, |scene| scene.men().len()),
            moves_before: route.len(),
            vfen: best.vfen,
            moves: best.scene.moves,
            left_out,
            others: std::mem::take(&mut self.others),
            requests: self.requests(),
            end,
        })
    }

    /// Where to begin: at the position of the cause without any moves, if it shows there what differs, or else with them. What
    /// single questions do not show, a descent may.
    fn start(&mut self, cause: &Cause, route: &[String]) -> Result<Option<Taken>, BackendError> {
        if matches!(cause.kind, Kind::Flaky | Kind::Unknown) {
            return Ok(None);
        }
        let root = self.shrinking.root.vfen;
        let vfen = self.sides.a.after(PositionPath { vfen: root, moves: &[] })?;
        let places = [(cause.vfen.clone(), Vec::new()), (vfen, route.to_vec())];
        for descends in [false, true] {
            if descends {
                self.target.descend(self.shrinking.depth.max(1));
            }
            for (vfen, moves) in &places {
                let scene = Scene::read(vfen, self.variant, self.shrinking.rulings, moves);
                let Some(scene) = scene else { continue };
                let look = self.target.look(&mut self.sides, PositionPath { vfen, moves }, &cause.detail);
                if let Look::Same(seen) = look {
                    let size = Size::of(&scene, self.shrinking.rulings);
                    return Ok(Some(Taken { scene, size, vfen: vfen.clone(), seen }));
                }
            }
        }
        Ok(None)
    }

    /// What cannot be shrunk, as it is.
    fn unshown(&mut self, cause: &Cause, root: &str, route: Vec<String>) -> ShrinkResult {
        ShrinkResult {
            others: std::mem::take(&mut self.others),
            requests: self.requests(),
            end: if self.is_over() { self.end() } else { End::NotShown },
            ..ShrinkResult::unshown(self.shrinking, cause, PositionPath { vfen: root, moves: &route })
        }
    }

    /// The smaller one of what is found from the start in one order, and in the opposite one.
    fn both_ways(&mut self, start: &Taken) -> Taken {
        let best = self.run(start.clone(), false);
        let other = self.run(start.clone(), true);
        if other.size < best.size { other } else { best }
    }

    /// Makes it smaller until nothing that is tried is.
    fn run(&mut self, start: Taken, is_reversed: bool) -> Taken {
        let mut best = start;
        loop {
            let before = best.size.clone();
            best = self.without_line(best);
            best = self.fewer_men(best, is_reversed);
            best = self.pairs(best);
            best = self.first_of(best, Scene::shorter);
            best = self.first_of(best, Scene::without_rights);
            best = self.first_of(best, Scene::lower);
            best = self.each_man(best, is_reversed, Scene::plainer);
            best = self.first_of(best, Scene::turned);
            best = self.first_of(best, Scene::closed_up);
            best = self.each_man(best, is_reversed, Scene::nearer);
            if best.size == before || self.is_over() {
                return best;
            }
        }
    }

    /// Takes the first that will do, as long as there is one.
    fn first_of(&mut self, mut best: Taken, scenes: impl Fn(&Scene) -> Vec<Scene>) -> Taken {
        while let Some(taken) = self.any(scenes(&best.scene), &best) {
            best = taken;
        }
        best
    }

    /// The same with every man, once.
    fn each_man(
        &mut self,
        mut best: Taken,
        is_reversed: bool,
        scenes: impl Fn(&Scene, Square) -> Vec<Scene>,
    ) -> Taken {
        let mut men: Vec<_> = best.scene.men().iter().map(|(square, _)| *square).collect();
        if is_reversed {
            men.reverse();
        }
        for square in men {
            if let Some(taken) = self.any(scenes(&best.scene, square), &best) {
                best = taken;
            }
        }
        best
    }

    fn any(&mut self, scenes: Vec<Scene>, best: &Taken) -> Option<Taken> {
        scenes.into_iter().find_map(|scene| self.take(scene, best))
    }

    /// Begins later on the way: where all the moves were played, or some of them.
    fn without_line(&mut self, best: Taken) -> Taken {
        let length = best.scene.moves.len();
        for played in (1..=length).rev() {
            let (first, rest) = best.scene.moves.split_at(played);
            let Ok(vfen) = self.sides.a.after(PositionPath { vfen: &best.vfen, moves: first }) else {
                continue;
            };
            let scene = Scene::read(&vfen, self.variant, self.shrinking.rulings, rest);
            if let Some(taken) = scene.and_then(|scene| self.take(scene, &best)) {
                return taken;
            }
        }
        best
    }

    /// Takes men off the board: all that have nothing to do with the moves at once, then in ever smaller groups.
    fn fewer_men(&mut self, mut best: Taken, is_reversed: bool) -> Taken {
        let (mut men, apart) = self.order(&best, is_reversed);
        let mut group = apart.max(1);
        loop {
            let mut start = 0;
            while start < men.len() && !self.is_over() {
                let end = (start + group).min(men.len());
                match self.take(best.scene.without(&men[start..end]), &best) {
                    Some(taken) => {
                        best = taken;
                        men.drain(start..end);
                        let scene = &best.scene;
                        men.retain(|square| scene.position.piece(*square).is_some());
                    }
                    None => start = end,
                }
            }
            if group == 1 {
                return best;
            }
            group = (group / 2).min(men.len()).max(1);
        }
    }

    /// Takes men off the board two at a time, once there are few.
    fn pairs(&mut self, mut best: Taken) -> Taken {
        let (mut men, _) = self.order(&best, false);
        if men.len() > PAIRS {
            return best;
        }
        'again: loop {
            for one in 1..men.len() {
                for other in 0..one {
                    let pair = [men[other], men[one]];
                    if let Some(taken) = self.take(best.scene.without(&pair), &best) {
                        best = taken;
                        let scene = &best.scene;
                        men.retain(|square| scene.position.piece(*square).is_some());
                        continue 'again;
                    }
                }
            }
            return best;
        }
    }

    /// The squares of the men that may go, in the order in which they do: those that have nothing to do with the moves, then the
    /// others, royal ones last. And how many of the first there are.
    fn order(&self, best: &Taken, is_reversed: bool) -> (Vec<Square>, usize) {
        let involved = self.involved(best);
        let royal = |kind| self.variant.entry(kind).is_some_and(|entry| entry.royal);
        let men = best.scene.men();
        let is_needed = |piece: crate::game::variant::Piece| {
            let least = self.variant.entry(piece.kind).map_or(0, |entry| usize::from(entry.least));
            men.iter().filter(|(_, other)| *other == piece).count() <= least
        };
        let mut men: Vec<_> = men.iter().filter(|(_, piece)| !is_needed(*piece)).copied().collect();
        if is_reversed {
            men.reverse();
        }
        men.sort_by_key(|(square, piece)| (royal(piece.kind), involved.contains(*square)));
        let apart =
            men.iter().filter(|(square, piece)| !royal(piece.kind) && !involved.contains(*square)).count();
        (men.into_iter().map(|(square, _)| square).collect(), apart)
    }

    /// The squares that the first of the differing moves name, or those of the moves on the way.
    fn involved(&self, best: &Taken) -> SquareSet {
        let shape = best.scene.position.shape;
        let first = match &best.seen.detail {
            Detail::Moves { missing, extra, duplicate } => {
                [missing, extra, duplicate].into_iter().flatten().take(1).cloned().collect()
            }
            Detail::Child { text, .. } => vec![text.clone()],
            _ => Vec::new(),
        };
        let texts = first.iter().chain(&best.scene.moves);
        texts.flat_map(|text| notation::squares(self.variant, shape, text)).collect()
    }

    /// Takes a smaller position at which the sides differ in the same way.
    fn take(&mut self, scene: Scene, best: &Taken) -> Option<Taken> {
        let size = Size::of(&scene, self.shrinking.rulings);
        if self.is_over() || size >= best.size {
            return None;
        }
        let vfen = crate::game::position::print(&scene.position, self.shrinking.rulings);
        let key = (vfen, scene.moves);
        if self.refused.contains(&key) {
            return None;
        }
        let taken = self.show(&key, best);
        match &taken {
            Some(taken) => self
                .sides
                .observer
                .event(&SearchEvent::Smaller { pieces: taken.size.men, requests: self.requests() }),
            None => {
                self.refused.insert(key);
            }
        }
        taken
    }

    /// The position as the side that is believed prints it, if the sides differ there in the same way.
    fn show(&mut self, (vfen, moves): &(String, Vec<String>), best: &Taken) -> Option<Taken> {
        let mut vfen = vfen.clone();
        loop {
            let place = PositionPath { vfen: &vfen, moves };
            let seen = match self.target.look(&mut self.sides, place, &best.seen.detail) {
                Look::Same(seen) => seen,
                Look::Other(kind, detail) => {
                    self.keep(Other { kind, detail, vfen, moves: moves.clone() });
                    return None;
                }
                Look::Nothing => return None,
            };
            let printed = self.sides.a.after(PositionPath { vfen: &vfen, moves: &[] }).ok()?;
            if printed == vfen {
                let scene = Scene::read(&vfen, self.variant, self.shrinking.rulings, moves)?;
                let size = Size::of(&scene, self.shrinking.rulings);
                return (size < best.size).then_some(Taken { scene, size, vfen, seen });
            }
            // What is printed is canonical, so that this ends.
            if self.is_over() {
                return None;
            }
            vfen = printed;
        }
    }

    /// Notes a difference of another kind, unless it is one of those that are known.
    fn keep(&mut self, other: Other) {
        let known: BTreeSet<_> = self.others.iter().map(|other| (other.kind, other.detail.gist())).collect();
        if self.others.len() < OTHERS
            && !known.contains(&(other.kind, other.detail.gist()))
            && !self.is_over()
        {
            self.others.push(other);
        }
    }

    /// The kind of what was found, by asking again; as it was, if that is not possible any more.
    fn kind(&mut self, best: &Taken) -> Kind {
        if self.sides.observer.is_stopped() {
            return self.target.kind;
        }
        let place = PositionPath { vfen: &best.vfen, moves: &best.scene.moves };
        again(&mut self.sides, place, &best.seen).unwrap_or(self.target.kind)
    }

    fn requests(&self) -> u64 {
        self.sides.a.requests + self.sides.b.requests - self.before
    }

    fn is_over(&self) -> bool {
        self.sides.observer.is_stopped() || self.requests() >= self.shrinking.max_requests
    }

    fn end(&self) -> End {
        match (self.sides.observer.is_stopped(), self.is_over()) {
            (true, _) => End::Stopped,
            (false, true) => End::MaxRequests,
            (false, false) => End::Smallest,
        }
    }
}
