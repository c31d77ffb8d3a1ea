//! Statistics of what occurred in the compared positions, which show how much a comparison covers.

use super::Origin;
use serde::{Deserialize, Serialize, Serializer};
use siphasher::sip::SipHasher13;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher as _;
use vperft::inner::backend::{BackendError, Survey, VariantBackend};
use vperft::inner::game::notation::{Effect, Entry};
use vperft::inner::game::position::VfenErrorKind;
use vperft::inner::game::variant::{BoardItem, Variant, VariantId, board_item};

/// Numbers of positions and moves.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// The compared positions.
    pub positions: u64,
    /// The positions that differ in more than their counters.
    #[serde(skip_deserializing)]
    pub distinct: Distinct,
    /// The positions of random games.
    pub games: u64,
    /// The constructed positions, and those played from them.
    pub constructed: u64,
    /// The constructed positions that both backends refused, which are not part of the other numbers.
    pub refused: u64,
    /// The positions that a backend does not support, which are not part of the other numbers.
    #[serde(default)]
    pub unsupported: u64,
    /// The compared positions about which a backend answers moves and counts alone.
    #[serde(default)]
    pub in_part: u64,
    /// The different reasons for refusing some of these, ordered by reason.
    pub other_reasons: Vec<OtherReasons>,
    /// The legal moves, each with the position after it.
    pub moves: u64,
    /// For each label, the positions with such a piece of either colour.
    pub pieces: BTreeMap<Cow<'static, str>, u64>,
    /// The positions in which the side to move is in check, or that have a rare VFEN field.
    pub features: BTreeMap<Cow<'static, str>, u64>,
    /// For each status, the positions with it, if both backends support statuses.
    pub statuses: BTreeMap<String, u64>,
    /// For each effect, the moves that have it besides going to a square and capturing there.
    pub effects: BTreeMap<Cow<'static, str>, u64>,
}

/// The number of positions that differ in more than their counters.
///
/// Above about a million positions it is estimated from a sample, which bounds the memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distinct {
    /// Only hashes with this many trailing zeros are recorded.
    shift: u32,
    seen: BTreeSet<u64>,
}

impl Distinct {
    /// About the most hashes that are recorded.
    const MAX_KEPT: u64 = 1 << 20;

    /// An empty count for this many positions.
    const fn for_positions(positions: u64) -> Self {
        Self {
            shift: positions.div_ceil(Self::MAX_KEPT).next_power_of_two().trailing_zeros(),
            seen: BTreeSet::new(),
        }
    }

    fn add(&mut self, fields: &[&str]) {
        let mut hasher = SipHasher13::new();
        for (_, field) in fields.iter().enumerate().filter(|(index, _)| !matches!(index, 4 | 5)) {
            hasher.write(field.as_bytes());
            hasher.write_u8(b' ');
        }
        let hash = hasher.finish();
        if hash.trailing_zeros() >= self.shift {
            self.seen.insert(hash);
        }
    }

    /// The recorded hashes: the number of their trailing zeros, and 16 hexadecimal digits for each.
    pub(super) fn recorded(&self) -> (u32, String) {
        (self.shift, self.seen.iter().map(|hash| format!("{hash:016x}")).collect())
    }

    /// The count with these recorded hashes; `None` if they are malformed.
    pub(super) fn from_recorded(shift: u32, seen: &str) -> Option<Self> {
        let hashes = seen.as_bytes().chunks(16).map(|digits| {
            let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.len() == 16)?;
            u64::from_str_radix(digits, 16).ok()
        });
        (shift < u64::BITS).then_some(())?;
        Some(Self { shift, seen: hashes.collect::<Option<_>>()? })
    }

    fn merge(&mut self, mut other: Self) {
        self.shift = self.shift.max(other.shift);
        self.seen.append(&mut other.seen);
    }

    /// The number, an estimate if only a sample was recorded.
    #[must_use]
    pub fn count(&self) -> u64 {
        (self.seen.len() as u64) << self.shift
    }
}

impl Serialize for Distinct {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.count().serialize(serializer)
    }
}

/// Positions that both backends refuse for different reasons. A position may have several faults, so this is not a
/// difference.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct OtherReasons {
    /// The reason of the first backend.
    pub a: String,
    /// The reason of the second backend.
    pub b: String,
    /// The number of such positions.
    pub positions: u64,
    /// The first of them.
    pub vfen: String,
}

impl Stats {
    /// Empty statistics for this many positions.
    pub(super) fn for_positions(positions: u64) -> Self {
        Self { distinct: Distinct::for_positions(positions), ..Self::default() }
    }

    /// The statistics of a single position given by the user.
    #[must_use]
    pub fn given(survey: &Survey) -> Self {
        let mut stats = Self { positions: 1, moves: survey.children.len() as u64, ..Self::default() };
        stats.distinct.add(&survey.vfen.split(' ').collect::<Vec<_>>());
        stats
    }

    /// Adds a position. The backend is asked whether the side to move is in check.
    pub(super) fn add(&mut self, view: &mut dyn VariantBackend, survey: &Survey, origin: Origin) {
        let variant = view.variant();
        self.positions += 1;
        match origin {
            Origin::Game { .. } => self.games += 1,
            Origin::Constructed { .. } => self.constructed += 1,
            Origin::Given | Origin::Enumerated => {}
        }
        let fields: Vec<_> = survey.vfen.split(' ').collect();
        self.distinct.add(&fields);
        for label in labels(variant, fields[0]) {
            *self.pieces.entry(label.into()).or_default() += 1;
        }
        let features = [
            ("in check", is_in_check(view, &fields)),
            ("unmoved", fields.get(2).is_some_and(|field| *field != "-")),
            ("en passant", fields.get(3).is_some_and(|field| *field != "-")),
            ("closed", fields[0].contains('-')),
            ("ban", fields.get(6).is_some()),
        ];
        for (name, _) in features.into_iter().filter(|(_, holds)| *holds) {
            *self.features.entry(name.into()).or_default() += 1;
        }
        if let Some(status) = survey.status {
            *self.statuses.entry(status.to_string()).or_default() += 1;
        }
        self.moves += survey.children.len() as u64;
        for child in &survey.children {
            for effect in effects(variant, &child.text) {
                *self.effects.entry(effect.into()).or_default() += 1;
            }
        }
    }

    /// Adds a position that both refused with these errors.
    pub fn add_refusal(&mut self, a: &BackendError, b: &BackendError, vfen: &str) {
        self.refused += 1;
        if let Some((a, b)) = a.reason().zip(b.reason()).filter(|(a, b)| a != b) {
            self.add_reasons(OtherReasons { a, b, positions: 1, vfen: vfen.to_owned() });
        }
    }

    fn add_reasons(&mut self, new: OtherReasons) {
        match self.other_reasons.binary_search_by(|old| (&old.a, &old.b).cmp(&(&new.a, &new.b))) {
            Ok(index) => self.other_reasons[index].positions += new.positions,
            Err(index) => self.other_reasons.insert(index, new),
        }
    }

    /// Adds other statistics.
    pub fn merge(&mut self, other: Self) {
        self.positions += other.positions;
        self.distinct.merge(other.distinct);
        self.games += other.games;
        self.constructed += other.constructed;
        self.refused += other.refused;
        self.unsupported += other.unsupported;
        self.in_part += other.in_part;
        other.other_reasons.into_iter().for_each(|reasons| self.add_reasons(reasons));
        self.moves += other.moves;
        sum(&mut self.pieces, other.pieces);
        sum(&mut self.features, other.features);
        sum(&mut self.statuses, other.statuses);
        sum(&mut self.effects, other.effects);
    }
}

fn sum<K: Ord>(total: &mut BTreeMap<K, u64>, other: BTreeMap<K, u64>) {
    for (key, number) in other {
        *total.entry(key).or_default() += number;
    }
}

/// The labels, as White's, of the piece types on a board.
fn labels(variant: VariantId, board: &str) -> BTreeSet<&'static str> {
    let table = Variant::get(variant);
    let mut found = BTreeSet::new();
    for mut rank in board.split('/') {
        while let Ok((length, item)) = board_item(table, rank) {
            if let BoardItem::Piece(piece) = item {
                found.extend(table.entry(piece.kind).map(|entry| entry.label.as_str()));
            }
            rank = &rank[length..];
        }
    }
    found
}

/// Whether the side to move is in check. If so, the backend refuses the position with the other side to move.
fn is_in_check(view: &mut dyn VariantBackend, fields: &[&str]) -> bool {
    let side = if fields.get(1) == Some(&"w") { "b" } else { "w" };
    let unmoved = fields.get(2).copied().unwrap_or("-");
    let answer = view.read(&format!("{} {side} {unmoved} - 0 1", fields[0]));
    answer.is_err_and(|error| error.fault() == Some(VfenErrorKind::KingCapturable))
}

/// The effects of a move by its canonical text, besides going to a square and capturing there.
fn effects(variant: VariantId, text: &str) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let Ok(entry) = Entry::parse(Variant::get(variant), text) else { return found };
    match entry.to {
        None => found.insert("leaves the board"),
        Some(to) => to == entry.from && found.insert("stays"),
    };
    for effect in &entry.effects {
        let is_new = found.insert(match *effect {
            Effect::Removal(_) => "removes",
            Effect::Travel(..) => "castles",
            Effect::Placing(_, square) if square == entry.from => "exchanges",
            Effect::Placing(..) => "promotes",
        });
        if !is_new {
            found.insert("removes several");
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn effects_are_read_from_the_text() {
        for (variant, text, expected) in [
            (VariantId::RYUGI, "N b1-c3", &[][..]),
            (VariantId::RYUGI, "K f1-h1; R j1-g1", &["castles"]),
            (VariantId::CHESS, "P a7-a8; Q-a8", &["promotes"]),
            (VariantId::VANGUARD, "W f16-e15; N-f16", &["exchanges"]),
            (VariantId::RYUGI, "P e5-f6; @-f5", &["removes"]),
            (VariantId::VANGUARD, "BR c2-c2; @-b3; @-c3", &["removes", "removes several", "stays"]),
            (VariantId::ROCOCO, "S d4-; @-d5", &["leaves the board", "removes"]),
        ] {
            assert_eq!(effects(variant, text).into_iter().collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn positions_count_once_whatever_their_counters() {
        for (positions, shift) in [(0, 0), (1 << 20, 0), ((1 << 20) + 1, 1), (1 << 30, 10), (u64::MAX, 44)] {
            assert_eq!(Distinct::for_positions(positions).shift, shift, "{positions}");
        }
        let of = |positions| {
            let mut distinct = Distinct::for_positions(positions);
            let vfens = (0..4000).map(|number| format!("{}/8 w - - {} {number}", number / 2, number % 7));
            vfens.for_each(|vfen| distinct.add(&vfen.split(' ').collect::<Vec<_>>()));
            distinct
        };
        assert_eq!(of(4000).count(), 2000);
        let about = of(4 << 20).count();
        assert!((1700..2300).contains(&about), "{about}");
        let mut both = of(4000);
        both.merge(of(4000));
        assert_eq!(both.count(), 2000);
    }

    #[test]
    fn labels_of_both_colours_count_once() {
        let found = labels(VariantId::VANGUARD, "h{nr}14/{NR}3K{sp}10");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["H", "K", "NR", "SP"]);
    }
}
