//! Measures whether `diagnose` names the mistakes of a program: one at a time, and three at once.

use super::{Lab, Mistake, clauses, report_list};
use crate::table::{print_head, row};
use crate::{Result, number_from};
use serde::Deserialize;

/// The most questions that a diagnosis may ask. Its time depends on the machine.
const MAX_REQUESTS: u64 = 100_000;

/// The parts of the JSON of `vperft diagnose` that count here.
#[derive(Deserialize)]
struct Diagnosis {
    differing: usize,
    mistakes: Vec<Named>,
    unexplained: Vec<serde_json::Value>,
    requests: u64,
    seconds: f64,
}

/// A mistake that `diagnose` names, and those with equal answers.
#[derive(Deserialize)]
struct Named {
    mistake: String,
    alike: Vec<String>,
}

impl Named {
    fn includes(&self, mistake: &Mistake) -> bool {
        let name = mistake.to_string();
        self.mistake == name || self.alike.contains(&name)
    }
}

fn diagnose(lab: &Lab, variant: &str, mistakes: &[&Mistake]) -> Result<Diagnosis> {
    let program = lab.program(variant, mistakes)?;
    let answer = lab.vperft.run(&["diagnose", variant, "--backend", &program, "--format", "json"])?;
    let names: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    answer.expect(&[0, 1], &format!("{variant} {}", names.join(", ")))?.json()
}

/// Fails if fewer than 95 in 100 mistakes that show are named first, or one takes more than [`MAX_REQUESTS`].
pub fn each_is_named_first(lab: &Lab) -> Result<bool> {
    print_head(&[
        "variant",
        "mistake",
        ">differing",
        ">questions",
        ">seconds",
        ">unexplained",
        "named first",
    ]);
    let (mut shown, mut hits, mut large, mut unseen) = (0, 0, 0, 0);
    let mut missed = Vec::new();
    for (variant, mistake) in lab.mistakes()? {
        let found = diagnose(lab, variant, &[&mistake])?;
        if found.differing == 0 {
            unseen += 1;
            continue;
        }
        shown += 1;
        let first = found.mistakes.first();
        let is_hit = first.is_some_and(|first| first.includes(&mistake));
        if is_hit {
            hits += 1;
        } else {
            let first = first.map_or("nothing", |first| &first.mistake);
            missed.push(format!("{variant} {mistake}: {} named, {first} first", found.mistakes.len()));
        }
        if found.requests > MAX_REQUESTS {
            large += 1;
        }
        let (seconds, unexplained) = (format!("{:.1}", found.seconds), found.unexplained.len());
        let is_hit = if is_hit { "yes" } else { "no" };
        row!(variant, mistake, found.differing, found.requests, seconds, unexplained, is_hit);
    }
    eprintln!(
        "{hits} of {shown} are named first, or equal the first in every answer; {unseen} more do not show; {large} take \
         more than {MAX_REQUESTS} questions"
    );
    report_list("not named first", &missed);
    Ok(shown > 0 && hits * 100 >= shown * 95 && large == 0)
}

/// Switches three clauses off at once, `DRAWS` times for each variant. Fails if fewer than 80 in 100 draws are named completely.
pub fn three_are_named(lab: &Lab) -> Result<bool> {
    print_head(&[
        "variant",
        "clauses",
        ">differing",
        ">named",
        ">unexplained",
        ">seconds",
        "all three named",
    ]);
    let (mut tried, mut hits) = (0, 0);
    let mut missed = Vec::new();
    for variant in &lab.variants {
        let mut candidates = Candidates::of(variant)?;
        for number in 1..=number_from("DRAWS", 10)? {
            let mistakes = candidates.draw(lab, variant, number)?;
            let found = diagnose(lab, variant, &mistakes.iter().collect::<Vec<_>>())?;
            tried += 1;
            let is_hit =
                mistakes.iter().all(|mistake| found.mistakes.iter().any(|named| named.includes(mistake)));
            let names = mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let (named, unexplained) = (found.mistakes.len(), found.unexplained.len());
            let seconds = format!("{:.1}", found.seconds);
            let yes_or_no = if is_hit { "yes" } else { "no" };
            row!(variant, names, found.differing, named, unexplained, seconds, yes_or_no);
            if is_hit {
                hits += 1;
            } else {
                let named: Vec<&str> = found.mistakes.iter().map(|named| named.mistake.as_str()).collect();
                missed.push(format!("{variant} {names}: named {}", named.join(", ")));
            }
        }
    }
    eprintln!("all three clauses are named in {hits} of {tried} draws");
    report_list("not all named", &missed);
    Ok(tried > 0 && hits * 100 >= tried * 80)
}

/// The clauses of a variant's own rules, each with whether it shows when it alone is off, once that is known.
struct Candidates(Vec<(String, Option<bool>)>);

impl Candidates {
    fn of(variant: &str) -> Result<Self> {
        let own = clauses(variant)?.into_iter().filter(|clause| !clause.starts_with("GEN-"));
        Ok(Self(own.map(|clause| (clause, None)).collect()))
    }

    /// Draws three clauses that show alone. The order is that of the digests of their names, so that every machine draws the same.
    fn draw(&mut self, lab: &Lab, variant: &str, number: usize) -> Result<Vec<Mistake>> {
        self.0.sort_by_cached_key(|(clause, _)| md5::compute(format!("{number} {clause}\n")).0);
        let mut drawn = Vec::new();
        for (clause, shows) in &mut self.0 {
            let mistake = Mistake::Without(clause.clone());
            let shows = match shows {
                Some(known) => *known,
                None => *shows.insert(diagnose(lab, variant, &[&mistake])?.differing > 0),
            };
            if shows {
                drawn.push(mistake);
            }
            if drawn.len() == 3 {
                break;
            }
        }
        Ok(drawn)
    }
}
