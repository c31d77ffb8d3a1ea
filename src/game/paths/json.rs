//! Legs in JSON, as `variant.json` and the command `betza` write them.

use super::{Also, AlsoAt, Area, Areas, Content, Contents, Finish, Lame, Leg, Program, Turn};
use crate::game::board::{ALFIL, CAMEL, DABBABA, DIAGONAL, KNIGHT, ORTHOGONAL, QUEEN, Step, TRIPPER, ZEBRA};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The sets of steps that have a name.
const NAMED: [(&str, &[Step]); 9] = [
    ("orthogonal", &ORTHOGONAL),
    ("diagonal", &DIAGONAL),
    ("queen", &QUEEN),
    ("knight", &KNIGHT),
    ("camel", &CAMEL),
    ("zebra", &ZEBRA),
    ("dabbaba", &DABBABA),
    ("alfil", &ALFIL),
    ("tripper", &TRIPPER),
];

/// A leg as JSON. A missing field has its default.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct LegFile {
    /// The steps, by a name or as `[files, ranks]`. The default is those of the leg before.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Steps>,
    /// The turns from the leg before, in degrees clockwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Vec<Degrees>>,
    /// The fewest steps; the default is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<u8>,
    /// The most steps, `"any"`, or `"same"` for as many as the leg before; the default is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<Most>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lame: Option<Lame>,
    /// The default is `["empty"]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    through: Option<Vec<Content>>,
    /// The default is `["empty", "enemy"]` without `then`, and none with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<Vec<Content>>,
    /// The default is `["empty"]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    corner: Option<Vec<Content>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    takes: Vec<Taken>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<Extra>,
    #[serde(skip_serializing_if = "is_default")]
    finish: Finish,
    #[serde(skip_serializing_if = "is_default")]
    unmoved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Areas>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<Areas>,
    #[serde(skip_serializing_if = "is_default")]
    passes: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    then: Vec<LegFile>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Where a leg captures without ending there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Taken {
    Passed,
    Corner,
}

/// A capture next to the path as JSON: [`Also`].
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    at: AlsoAt,
    #[serde(default)]
    turn: Degrees,
    #[serde(default)]
    must: bool,
}

/// A turn in degrees, clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
struct Degrees(f32);

/// A set of steps, by its name or one by one.
#[derive(Clone, Debug, PartialEq)]
struct Steps(Vec<Step>);

/// The most steps of a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Most {
    Number(u8),
    Any,
    Same,
}

impl LegFile {
    fn read_all(legs: &[Self], place: &str, before: Option<&[Step]>) -> Result<Program, String> {
        let read = |(index, leg): (usize, &Self)| leg.to_leg(&format!("{place}[{index}]"), before);
        legs.iter().enumerate().map(read).collect()
    }

    /// The leg after one with the steps `before`, if there is one.
    ///
    /// # Errors
    /// If a leg has no steps or a turn that is not a multiple of 22.5 degrees. The error begins with the place, such as `moves[0].then[1]`.
    pub(crate) fn to_leg(&self, place: &str, before: Option<&[Step]>) -> Result<Leg, String> {
        let steps = match (&self.steps, before) {
            (Some(steps), _) => steps.0.clone(),
            (None, Some(before)) => before.to_vec(),
            (None, None) => {
                return Err(format!(
                    "{place}: no `steps`; expected a name such as \"knight\", or [files, ranks]"
                ));
            }
        };
        let turns = |turns: &Vec<Degrees>| turns.iter().map(|degrees| degrees.turn(place)).collect();
        let contents = |list: &Option<Vec<Content>>, default| match list {
            Some(list) => list.iter().fold(Contents::NONE, |set, &content| set.with(content)),
            None => default,
        };
        let areas = |areas: &Option<Areas>| areas.as_ref().map(|areas| areas.0.clone());
        let also = |extra: &Extra| {
            Ok::<_, String>(Also { at: extra.at, turn: extra.turn.turn(place)?, must: extra.must })
        };
        let last = if self.then.is_empty() { Contents::OPEN } else { Contents::NONE };
        let least = self.least.unwrap_or(1);
        if let Some(problem) = self.unused(&steps, least) {
            return Err(format!("{place}: {problem}"));
        }
        Ok(Leg {
            turn: self.turn.as_ref().map(turns).transpose()?,
            least,
            most: match self.most {
                Some(Most::Number(most)) => Some(most),
                Some(Most::Any | Most::Same) => None,
                None => Some(least.max(1)),
            },
            same: self.most == Some(Most::Same),
            lame: self.lame,
            through: contents(&self.through, Contents::EMPTY),
            end: contents(&self.end, last),
            corner: contents(&self.corner, Contents::EMPTY),
            only: self.only.clone(),
            takes_passed: self.takes.contains(&Taken::Passed),
            takes_corner: self.takes.contains(&Taken::Corner),
            also: self.also.iter().map(also).collect::<Result<_, _>>()?,
            finish: self.finish,
            unmoved: self.unmoved,
            from: areas(&self.from),
            within: areas(&self.within),
            passes: self.passes,
            clause: self.clause.clone(),
            then: Self::read_all(&self.then, &format!("{place}.then"), Some(&steps))?,
            steps,
        })
    }

    /// The problem with a field that cannot matter, since the other fields leave it nothing to say.
    fn unused(&self, steps: &[Step], least: u8) -> Option<&'static str> {
        let goes_once = least <= 1 && matches!(self.most, None | Some(Most::Number(1)));
        let is_near = |step: &Step| step.files.abs().max(step.ranks.abs()) == 1;
        let ends = self.end.iter().flatten().chain(self.corner.iter().flatten());
        let meets = |content: &Content| matches!(content, Content::Enemy | Content::Friend);
        let may_meet = ends.into_iter().any(meets) || self.end.is_none() && self.then.is_empty();
        let has_passed = self.takes.contains(&Taken::Passed);
        Some(match () {
            () if self.corner.is_some() && self.then.is_empty() => {
                "`corner`, but no leg follows; expected legs in `then`"
            }
            () if goes_once && self.through.is_some() => {
                "`through`, but a single step has no squares on its way; expected `most`"
            }
            () if goes_once && has_passed => {
                "`takes` what it passed, but a single step passes nothing; expected `most`"
            }
            () if self.only.is_some() && !may_meet => {
                "`only`, but neither `end` nor `corner` accepts a piece; expected enemy or friend there"
            }
            () if self.lame.is_some() && steps.iter().all(is_near) => {
                "`lame`, but its steps go to neighbouring squares; expected a longer step"
            }
            () => return None,
        })
    }

    /// A leg as JSON, without the fields that have their defaults.
    #[must_use]
    pub fn write(leg: &Leg) -> Self {
        let contents = |set: Contents, default| {
            let all = [Content::Empty, Content::Enemy, Content::Friend, Content::Passed];
            (set != default).then(|| all.into_iter().filter(|&content| set.has(content)).collect())
        };
        let areas = |areas: &Option<Vec<Area>>| areas.clone().map(Areas);
        let last = if leg.then.is_empty() { Contents::OPEN } else { Contents::NONE };
        let takes = [(leg.takes_passed, Taken::Passed), (leg.takes_corner, Taken::Corner)];
        Self {
            steps: Some(Steps(leg.steps.clone())),
            turn: leg.turn.as_ref().map(|turns| turns.iter().map(Degrees::from).collect()),
            least: (leg.least != 1).then_some(leg.least),
            most: match (leg.same, leg.most) {
                (true, _) => Some(Most::Same),
                (false, None) => Some(Most::Any),
                (false, Some(most)) => (most != leg.least.max(1)).then_some(Most::Number(most)),
            },
            lame: leg.lame,
            through: contents(leg.through, Contents::EMPTY),
            end: contents(leg.end, last),
            corner: contents(leg.corner, Contents::EMPTY),
            only: leg.only.clone(),
            takes: takes.into_iter().filter_map(|(takes, what)| takes.then_some(what)).collect(),
            also: leg
                .also
                .iter()
                .map(|also| Extra { at: also.at, turn: Degrees::from(&also.turn), must: also.must })
                .collect(),
            finish: leg.finish,
            unmoved: leg.unmoved,
            from: areas(&leg.from),
            within: areas(&leg.within),
            passes: leg.passes,
            clause: leg.clause.clone(),
            then: leg.then.iter().map(Self::write).collect(),
        }
    }
}

impl From<&Turn> for Degrees {
    fn from(turn: &Turn) -> Self {
        Self(f32::from(turn.0) * 22.5)
    }
}

impl Degrees {
    fn turn(self, place: &str) -> Result<Turn, String> {
        let sixteenths = self.0 / 22.5;
        if sixteenths.fract() != 0.0 || !(-8.0..=8.0).contains(&sixteenths) {
            return Err(format!("{place}: turn {}; expected a multiple of 22.5 from -180 to 180", self.0));
        }
        // Half a turn is one turn, whichever way.
        Ok(Turn(if sixteenths == -8.0 { 8 } else { sixteenths as i8 }))
    }
}

impl Serialize for Degrees {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 {
            serializer.serialize_i16(self.0 as i16)
        } else {
            serializer.serialize_f32(self.0)
        }
    }
}

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match NAMED.iter().find(|(_, steps)| is_same_set(steps, &self.0)) {
            Some((name, _)) => serializer.serialize_str(name),
            None => serializer.collect_seq(self.0.iter().map(|step| [step.files, step.ranks])),
        }
    }
}

/// Whether two lists have the same steps.
fn is_same_set(one: &[Step], other: &[Step]) -> bool {
    one.len() == other.len() && one.iter().all(|step| other.contains(step))
}

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct StepsVisitor;
        impl<'de> Visitor<'de> for StepsVisitor {
            type Value = Steps;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let names: Vec<_> = NAMED.iter().map(|(name, _)| *name).collect();
                write!(f, "[files, ranks] of each step, or one of {}", names.join(", "))
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Steps, E> {
                let found = NAMED.iter().find(|(known, _)| *known == name);
                let wrong = || E::invalid_value(serde::de::Unexpected::Str(name), &self);
                found.map(|(_, steps)| Steps(steps.to_vec())).ok_or_else(wrong)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Steps, A::Error> {
                let mut steps = Vec::new();
                while let Some([files, ranks]) = list.next_element::<[i8; 2]>()? {
                    steps.push(Step::new(files, ranks));
                }
                Ok(Steps(steps))
            }
        }
        deserializer.deserialize_any(StepsVisitor)
    }
}

impl Serialize for Most {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u8(*number),
            Self::Any => serializer.serialize_str("any"),
            Self::Same => serializer.serialize_str("same"),
        }
    }
}

impl<'de> Deserialize<'de> for Most {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MostVisitor;
        impl Visitor<'_> for MostVisitor {
            type Value = Most;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of steps, \"any\", or \"same\"")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Most, E> {
                let wrong = |_| E::invalid_value(serde::de::Unexpected::Unsigned(number), &self);
                u8::try_from(number).map(Most::Number).map_err(wrong)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Most, E> {
                match text {
                    "any" => Ok(Most::Any),
                    "same" => Ok(Most::Same),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(MostVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn legs_are_read_and_written() {
        for text in [
            r#"[{"steps":"knight"}]"#,
            r#"[{"steps":"orthogonal","most":"any","end":["empty"]}]"#,
            r#"[{"steps":"diagonal","end":["empty","enemy"],"then":[{"steps":"orthogonal","turn":[-45,45],"most":"any"}]}]"#,
            r#"[{"steps":"orthogonal","most":"any","then":[{"steps":"diagonal","most":"same"}]}]"#,
            r#"[{"steps":[[0,1]],"least":2,"end":["empty"],"from":"rank 2","passes":true,"clause":"CHS-PAWN-2"}]"#,
            r#"[{"steps":"queen","end":["empty"],"also":[{"at":"end","turn":0,"must":false}]}]"#,
        ] {
            let files: Vec<LegFile> = serde_json::from_str(text).unwrap();
            let program = LegFile::read_all(&files, "moves", None).unwrap();
            let written: Vec<_> = program.iter().map(LegFile::write).collect();
            assert_eq!(serde_json::to_string(&written).unwrap(), text);
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, expected) in [
            (r#"[{"steps":"knigth"}]"#, "expected [files, ranks] of each step, or one of orthogonal"),
            (r#"[{"steps":"knight","most":"all"}]"#, "expected a number of steps, \"any\", or \"same\""),
            (r#"[{"steps":"knight","form":"rank 2"}]"#, "unknown field `form`"),
            (r#"[{"steps":"knight","from":"rank two"}]"#, "`rank two` is not a part of the board"),
            (r#"[{"most":2}]"#, "moves[0]: no `steps`"),
            (
                r#"[{"steps":"queen","then":[{"turn":[30]}]}]"#,
                "moves[0].then[0]: turn 30; expected a multiple",
            ),
        ] {
            let files: Result<Vec<LegFile>, _> = serde_json::from_str(text);
            let read = files.map_err(|error| error.to_string());
            let error = read.and_then(|files| LegFile::read_all(&files, "moves", None)).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
