//! Series of points of a history. All points of a series have the same backend, position, metric, work and kind of machine.

use super::Entry;
use crate::speed::measure::Figures;
use crate::speed::{Machine, Signature};
use vperft::inner::game::variant::VariantId;

/// The metric of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Metric {
    /// Instructions per leaf: exact, so that every change is real.
    Instructions,
    /// Leaves per second of processor time, or of wall time on systems that do not report it.
    Speed,
}

impl Metric {
    /// Both metrics.
    pub const ALL: [Self; 2] = [Self::Instructions, Self::Speed];

    /// Its name and unit.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Instructions => "instructions/leaf",
            Self::Speed => "leaves/s",
        }
    }

    /// The work and the value, if the metric was measured.
    fn measured(self, figures: &Figures) -> Option<(Signature, f64)> {
        match self {
            Self::Instructions => {
                figures.instructions.as_ref().map(|counted| (counted.signature, counted.per_leaf()))
            }
            Self::Speed => figures
                .time
                .as_ref()
                .map(|time| (time.signature, time.per_processor_second.unwrap_or(time.per_second))),
        }
    }
}

/// A series of points.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    /// The backend.
    pub backend: String,
    /// The variant.
    pub variant: VariantId,
    /// The position.
    pub position: String,
    /// The metric of the values.
    pub metric: Metric,
    /// The machine of the first point.
    pub machine: Machine,
    /// The work.
    pub signature: Signature,
    /// The points in the order of the file: the index of the entry, and the value.
    pub points: Vec<(usize, f64)>,
}

/// A change of an exact metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Change {
    /// The index of the entry that changed it.
    pub entry: usize,
    /// The value before.
    pub from: f64,
    /// The value from then on.
    pub to: f64,
}

impl Series {
    /// Its name without the metric.
    pub fn name(&self) -> String {
        format!("{} {}/{}", self.backend, self.variant, self.position)
    }

    /// The changes of an exact series. Times scatter; finding their change points is left to other programs.
    pub fn changes(&self) -> Vec<Change> {
        if self.metric != Metric::Instructions {
            return Vec::new();
        }
        let pairs = self.points.windows(2).map(|pair| (pair[0], pair[1]));
        let changed = pairs.filter(|((_, from), (_, to))| from.to_bits() != to.to_bits());
        changed.map(|((_, from), (entry, to))| Change { entry, from, to }).collect()
    }
}

/// The series of a history, in the order of their first points.
pub(crate) fn series(entries: &[Entry]) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for (at, Entry { measured, .. }) in entries.iter().enumerate() {
        for figures in &measured.rows {
            for metric in Metric::ALL {
                let Some((signature, value)) = metric.measured(figures) else { continue };
                let joins = |series: &&mut Series| {
                    series.metric == metric
                        && (series.variant, &series.position) == (figures.variant, &figures.position)
                        && (&series.backend, series.signature) == (&measured.backend, signature)
                        && series.machine.is_like(&measured.machine)
                };
                match all.iter_mut().find(joins) {
                    Some(series) => series.points.push((at, value)),
                    None => all.push(Series {
                        backend: measured.backend.clone(),
                        variant: figures.variant,
                        position: figures.position.clone(),
                        metric,
                        machine: measured.machine.clone(),
                        signature,
                        points: vec![(at, value)],
                    }),
                }
            }
        }
    }
    all
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::speed::Unit;
    use crate::speed::measure::{Instructions, Measurement, Times};
    use pretty_assertions::assert_eq;

    /// An entry with one position.
    pub fn entry(commit: &str, processor: &str, depth: u32, total: u64, speed: f64) -> Entry {
        let row = vperft::inner::corpus::bench::rows_of(&["rococo"]).unwrap().swap_remove(0);
        let unit = Unit::for_depth(&row, depth).unwrap();
        let signature = Signature::from_units([&unit]);
        let leaves = unit.leaves;
        let time = Times {
            signature,
            depth,
            leaves,
            per_second: speed,
            per_processor_second: None,
            between: (speed, speed),
            instructions_per_leaf: None,
        };
        let instructions = Instructions { signature, depth, leaves, total };
        let figures = Figures {
            variant: row.variant,
            position: row.name,
            time: Some(time),
            instructions: Some(instructions),
        };
        let machine = Machine {
            processor: processor.into(),
            cores: 2,
            system: "x86_64 linux".into(),
            load: 0.0,
            vperft: "0".into(),
            valgrind: None,
        };
        let measured = Measurement {
            backend: "fast".into(),
            identity: "fast@1".into(),
            machine,
            signature,
            startup_seconds: 0.1,
            peak_memory: None,
            requests_per_second: None,
            rows: vec![figures],
        };
        Entry::new(commit.into(), "2026-11-23T00:00:00Z".into(), measured)
    }

    #[test]
    fn only_points_of_the_same_work_and_machine_are_joined() {
        let entries = [
            entry("a", "one", 2, 6250, 1e6),
            entry("b", "one", 2, 6250, 1.1e6),
            entry("c", "other", 2, 6250, 2e6),
            entry("d", "one", 3, 99, 1e6),
            entry("e", "one", 2, 6251, 1e6),
        ];
        let found = series(&entries);
        let points = |metric: Metric| {
            let of = found.iter().filter(|series| series.metric == metric);
            of.map(|series| series.points.iter().map(|(at, _)| *at).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        for metric in Metric::ALL {
            assert_eq!(points(metric), [vec![0, 1, 4], vec![2], vec![3]], "{metric:?}");
        }
        let changes: Vec<_> = found.iter().flat_map(Series::changes).collect();
        assert_eq!(changes, [Change { entry: 4, from: 10.0, to: 6251.0 / 625.0 }]);
    }

    #[test]
    fn lines_survive_a_round_trip_and_malformed_ones_are_refused() {
        let entries = [entry("a", "one", 2, 6250, 1e6), entry("b", "one", 2, 6250, 1e6)];
        let text = format!("{}\n\n{}\n", entries[0].line(), entries[1].line());
        assert_eq!(Entry::parse_lines(&text).as_deref(), Ok(&entries[..]));
        for (from, to, expected) in [
            ("\"version\":1", "\"version\":2", "line 1: version 2 of the format; the highest"),
            ("vperft-speed", "other", "line 1: the format `other`; expected `vperft-speed`"),
            ("\"commit\"", "\"comit\"", "line 1: missing field `commit`"),
            ("{\"format\"", "{\"format", "line 1: "),
        ] {
            let error = Entry::parse_lines(&text.replace(from, to)).expect_err(to);
            assert!(error.starts_with(expected), "{to}: {error}");
        }
    }
}
