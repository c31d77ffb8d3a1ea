//! Descriptions as sentences.

use super::effects::Effect;
use crate::mistakes::known::facts::{Class, Fact, Line, Toward};
use vperft::inner::game::board::Step;
use vperft::inner::game::variant::{Color, PieceType, Variant, VariantId};
use vperft::inner::support::plural::{plural, verb};

/// The moves that a description covers.
pub(super) struct Covered<'c> {
    /// The texts of the moves.
    pub moves: &'c [&'c str],
    /// The number of right moves for which the description holds as well.
    pub exceptions: usize,
    /// Whether these are many, because nothing tells the moves apart.
    pub is_vague: bool,
    /// Whether they are all in one position.
    pub is_one_position: bool,
}

impl Covered<'_> {
    /// The moves by name, if the sentence is about these moves only: one position shows which moves are wrong there, not which are
    /// wrong everywhere.
    pub fn named(&self, effect: &Effect, facts: &[Fact]) -> Option<String> {
        let has_particulars = !facts.iter().all(Fact::is_general);
        (self.is_one_position && !self.is_vague && has_particulars).then(|| listed(effect, self.moves))?
    }
}

/// A description of moves as a sentence: `S: every slide of six squares or more is missing`.
pub(super) fn sentence(variant: VariantId, effect: &Effect, facts: &[Fact], covered: &Covered<'_>) -> String {
    let mut facts = facts.to_vec();
    facts.sort_by_key(|fact| fact.order());
    if covered.is_one_position && matches!(effect, Effect::Child(..) | Effect::Played) {
        facts.retain(|fact| fact.is_general() || matches!(fact, Fact::ClockAtMost | Fact::NumberAtMost));
    }
    let words = Words { variant, facts: &facts };
    let label = words.label().map_or_else(String::new, |label| format!("{label}: "));
    if let Some(list) = covered.named(effect, &facts) {
        return label + &list;
    }
    let every = match (covered.moves.len(), covered.exceptions) {
        (1, _) => "one",
        (_, 0) => "every",
        _ => "nearly every",
    };
    let phrase = words.phrase();
    if covered.is_vague {
        let of = covered.moves.len();
        let such = format!("({of} of {} such moves)", of + covered.exceptions);
        let article = if phrase.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        return match effect {
            Effect::Child(_, how) => format!("{label}after {article} {phrase} {how} {such}"),
            Effect::Changed(how) => format!("{label}{article} {phrase} {how} {such}"),
            _ => format!("{label}{article} {phrase} is missing {such}"),
        };
    }
    match effect {
        Effect::Missing => format!("{label}{every} {phrase} is missing"),
        Effect::Changed(how) => format!("{label}{every} {phrase} {how}"),
        Effect::Extra(_) => format!("{label}illegal moves are listed: {phrase}"),
        Effect::Duplicate => format!("{label}{every} {phrase} is listed twice"),
        Effect::Child(_, how) => format!("{label}after {every} {phrase} {how}"),
        Effect::Played => format!("{label}after {every} {phrase} the moves of the next position are wrong"),
        Effect::Status { expected, answered } => {
            let mods = words.modifiers();
            format!("the status is `{answered}` where it is `{expected}`{mods}")
        }
        Effect::Refused => format!("valid positions are refused{}", words.modifiers()),
        Effect::Accepted => "invalid input is accepted".into(),
    }
}

/// That moves with these facts are missing: `K: every castling move to the left is missing`.
pub(in crate::mistakes) fn missing(variant: VariantId, facts: &[Fact]) -> String {
    anywhere(variant, &Effect::Missing, facts)
}

/// That illegal moves with these facts are listed.
pub(in crate::mistakes) fn illegal(variant: VariantId, facts: &[Fact]) -> String {
    anywhere(variant, &Effect::Extra(String::new()), facts)
}

/// A sentence about moves in any number of positions.
fn anywhere(variant: VariantId, effect: &Effect, facts: &[Fact]) -> String {
    let covered = Covered { moves: &[], exceptions: 0, is_vague: false, is_one_position: false };
    sentence(variant, effect, facts, &covered)
}

/// The moves by name; `None` if the effect is not in which moves there are.
fn listed(effect: &Effect, moves: &[&str]) -> Option<String> {
    const MAX_NAMED: usize = 2;
    let is = verb(moves.len(), "is", "are");
    let what = match effect {
        Effect::Missing => format!("{is} missing"),
        Effect::Extra(_) => format!("{is} illegal and listed"),
        Effect::Duplicate => format!("{is} listed twice"),
        Effect::Changed(how) => how.clone(),
        _ => return None,
    };
    let mut named: Vec<_> = moves.iter().take(MAX_NAMED).map(|text| format!("`{text}`")).collect();
    let more = moves.len() - named.len();
    named.extend((more > 0).then(|| format!("{more} more")));
    Some(format!("{} {what} in one position", named.join(" and ")))
}

struct Words<'w> {
    variant: VariantId,
    facts: &'w [Fact],
}

impl Words<'_> {
    fn has(&self, fact: Fact) -> bool {
        self.facts.contains(&fact)
    }

    fn is_capture(&self) -> bool {
        let captures =
            |fact: &Fact| matches!(fact, Fact::Capture(true) | Fact::CapturesSeveral | Fact::Victim(_));
        self.facts.iter().any(captures)
    }

    fn kind_label(&self, kind: PieceType) -> &'static str {
        Variant::get(self.variant).entry(kind).map_or("", |entry| entry.label.as_str())
    }

    fn label(&self) -> Option<&'static str> {
        self.facts
            .iter()
            .find_map(|fact| if let Fact::Kind(kind) = fact { Some(self.kind_label(*kind)) } else { None })
    }

    /// The kind of move, what it does, and where it goes.
    fn phrase(&self) -> String {
        let line = self.facts.iter().find_map(|fact| match fact {
            Fact::Line(Line::Orthogonal) => Some("orthogonal "),
            Fact::Line(Line::Diagonal) => Some("diagonal "),
            Fact::Line(Line::Oblique) => Some("oblique "),
            _ => None,
        });
        line.unwrap_or_default().to_owned() + self.noun() + &self.distance() + &self.modifiers()
    }

    fn noun(&self) -> &'static str {
        let class = |fact: &Fact| if let Fact::Class(class) = fact { Some(*class) } else { None };
        match self.facts.iter().find_map(class) {
            Some(Class::Castling) => "castling move",
            Some(Class::Promotion) => "promotion",
            Some(Class::EnPassant) => "en passant capture",
            Some(Class::Exchange) => "exchange",
            Some(Class::Stay) => "move without leaving its square",
            Some(Class::Leave) => "move off the board",
            _ if self.is_capture() => "capture",
            _ if self.facts.iter().any(|fact| matches!(fact, Fact::AtLeast(_) | Fact::Hurdle(_)))
                && !self.has(Fact::Line(Line::Oblique)) =>
            {
                "slide"
            }
            _ => "move",
        }
    }

    fn distance(&self) -> String {
        let least =
            self.facts.iter().filter_map(|fact| if let Fact::AtLeast(n) = fact { Some(*n) } else { None });
        let most =
            self.facts.iter().filter_map(|fact| if let Fact::AtMost(n) = fact { Some(*n) } else { None });
        let what = if self.has(Fact::Line(Line::Oblique)) { "leap" } else { "square" };
        let count = |n: i8| match n {
            1 => format!("one {what}"),
            n => format!("{} {what}s", number(n)),
        };
        match (least.max(), most.min()) {
            (None, None) => String::new(),
            (Some(least), Some(most)) if least == most => format!(" of {}", count(least)),
            (None, Some(1)) => format!(" of {}", count(1)),
            (Some(least), None) => format!(" of {} or more", count(least)),
            (None, Some(most)) => format!(" of at most {}", count(most)),
            (Some(least), Some(most)) => format!(" of {} to {}", number(least), count(most)),
        }
    }

    /// The kinds that a Pawn becomes, in the place of the first.
    fn becomes(&self, first: PieceType) -> Option<String> {
        let kinds = self.facts.iter().filter_map(|fact| match fact {
            Fact::BecomesKind(kind) => Some(*kind),
            _ => None,
        });
        let kinds: Vec<_> = kinds.collect();
        let labels: Vec<_> = kinds.iter().map(|kind| self.kind_label(*kind)).collect();
        let (last, others) = labels.split_last().filter(|_| kinds.first() == Some(&first))?;
        let others = if others.is_empty() { String::new() } else { others.join(", ") + " and " };
        Some(format!("to {others}{last}"))
    }

    fn royal_label(&self) -> &'static str {
        Variant::get(self.variant).king().map_or("", |kind| self.kind_label(kind))
    }

    /// The words after the kind of move.
    fn modifiers(&self) -> String {
        self.facts.iter().filter_map(|fact| self.modifier(fact)).map(|words| format!(" {words}")).collect()
    }

    fn modifier(&self, fact: &Fact) -> Option<String> {
        let text = match *fact {
            Fact::Kind(_) | Fact::Class(_) | Fact::Line(_) | Fact::AtLeast(_) | Fact::AtMost(_) => {
                return None;
            }
            Fact::Capture(true) if self.noun() == "capture" || self.noun() == "en passant capture" => {
                return None;
            }
            Fact::Capture(true) => "with capture",
            Fact::Capture(false) => "without capture",
            Fact::CapturesSeveral => "of several pieces",
            Fact::Victim(kind) => return Some(format!("of {}", self.kind_label(kind))),
            Fact::BecomesKind(kind) => return self.becomes(kind),
            Fact::Toward(Toward::Forward) => "forward",
            Fact::Toward(Toward::Backward) => "backward",
            Fact::Toward(Toward::Sideways) => "sideways",
            Fact::Toward(Toward::Left) => "to the left",
            Fact::Toward(Toward::Right) => "to the right",
            Fact::Direction(step) => return Some(way(step, "ahead", "back")),
            Fact::BoardDirection(step) => return Some(way(step, "up", "down")),
            Fact::ExchangesWith(kind) => return Some(format!("with {}", self.kind_label(kind))),
            Fact::FromEdgeFile => "from the left or right edge",
            Fact::Hurdle(true) => "over a hurdle",
            Fact::Hurdle(false) => "over empty squares",
            Fact::OverFriend => "over a friend",
            Fact::OverEnemy => "over an enemy",
            Fact::FromStart(true) => "from a start square",
            Fact::FromStart(false) => "from a square that is not a start square",
            Fact::HasRight(true) => "of a piece that has not moved",
            Fact::HasRight(false) => "of a piece that has moved",
            Fact::ToLastRank => "to the last rank",
            Fact::FromRank(rank) => return Some(format!("from rank {} of its side", rank + 1)),
            Fact::ToRank(rank) => return Some(format!("to rank {} of its side", rank + 1)),
            Fact::FromRim(true) => "from the edge",
            Fact::FromRim(false) => "from inside the board",
            Fact::ToRim(true) => "to the edge",
            Fact::ToRim(false) => "to a square inside the board",
            Fact::ToCorner => "to a corner",
            Fact::ToEdgeFile => "to the left or right edge",
            Fact::TargetAttacked(true) => "to an attacked square",
            Fact::TargetAttacked(false) => "to a square that is not attacked",
            Fact::CrossesAttacked(true) => "over an attacked square",
            Fact::CrossesAttacked(false) => "over squares that are not attacked",
            Fact::PartnerAttacked(true) => "with an attacked partner",
            Fact::PartnerAttacked(false) => "with a partner that is not attacked",
            Fact::PartnerCrossesAttacked(true) => "where the partner crosses an attacked square",
            Fact::PartnerCrossesAttacked(false) => "where the partner crosses no attacked square",
            Fact::PartnerHurdle(true) => "where the partner crosses an occupied square",
            Fact::PartnerHurdle(false) => "where the partner crosses empty squares",
            Fact::FromFileOfUnmoved => "from the file of an equal piece that has not moved",
            Fact::UnmovedSinceGiven => "of a piece that has not moved since the given position",
            Fact::ClockAtLeast(clock) => return Some(format!("at a clock of {clock} or more")),
            Fact::OnBoard(kind) => return Some(format!("with {} on the board", self.kind_label(kind))),
            Fact::InCheck(true) => "in check",
            Fact::InCheck(false) => "when not in check",
            Fact::Exposes(true) => "that leaves its own side in check",
            Fact::ExposesTo(kind) => {
                return Some(format!("that leaves its own side in check from {}", self.kind_label(kind)));
            }
            Fact::ExposesAlong(_) | Fact::ExposesAlongRank => {
                let along = match fact {
                    Fact::ExposesAlong(Line::Orthogonal) => "along a rank or file",
                    Fact::ExposesAlong(Line::Diagonal) => "along a diagonal",
                    Fact::ExposesAlong(Line::Oblique) => "along an oblique line",
                    _ => "along the rank",
                };
                let is_said = self.facts.iter().any(|fact| matches!(fact, Fact::ExposesTo(_)));
                return Some(if is_said {
                    along.into()
                } else {
                    format!("that leaves its own side in check {along}")
                });
            }
            Fact::Pinned => "of a pinned piece",
            Fact::NotRoyal => return Some(format!("of a piece other than {}", self.royal_label())),
            Fact::Exposes(false) => "that no rule of the piece allows",
            Fact::Banned => "that is banned",
            Fact::BesideEnemy(kind) => return Some(format!("next to an enemy {}", self.kind_label(kind))),
            Fact::CanTakeEnPassant => "while an en passant capture is possible",
            Fact::UnderBan => "while a ban stands",
            Fact::Side(Color::White) => "by White",
            Fact::Side(Color::Black) => "by Black",
            Fact::ClockAtMost => "at clock 999,999,999",
            Fact::NumberAtMost => "at move number 999,999,999",
            Fact::AfterMoves => "in a position that was reached by moves",
        };
        Some(text.to_owned())
    }
}

/// A direction in words.
fn way(step: Step, up: &str, down: &str) -> String {
    let part = |count: i8, plus: &str, minus: &str, what: &str| {
        let side = if count > 0 { plus } else { minus };
        (count != 0).then(|| format!("{} {side}", plural(u32::from(count.unsigned_abs()), what)))
    };
    let parts = [part(step.files, "right", "left", "file"), part(step.ranks, up, down, "rank")];
    format!("in the direction {}", parts.into_iter().flatten().collect::<Vec<_>>().join(" and "))
}

/// A small number as a word.
fn number(n: i8) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    usize::try_from(n).ok().and_then(|n| WORDS.get(n)).map_or_else(|| n.to_string(), |word| (*word).into())
}
