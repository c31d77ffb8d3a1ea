//! The mutants of the data of a variant.

use crate::mistakes::slips;
use vperft::inner::game::variant::{
    Castling, CastlingFiles, Outcome, PieceType, Repetition, RuleName, Standard, Status, Variant, VariantId,
    Wins,
};
use vperft::inner::generators::data::{Change, Data, Ends};

/// The rules of a variant with one mistake.
#[derive(Clone)]
pub struct DataMutant {
    /// The mistake, such as `Knight: without the step (1, 2)`.
    pub title: String,
    /// The kind whose moves are wrong. `None` if it is another rule.
    pub kind: Option<PieceType>,
    /// Whether it shows in games alone, so that no position shows it.
    pub is_of_games: bool,
    /// The rules.
    pub rules: Data<Standard>,
}

/// The mutants of a variant, those of the pieces in the order of the file first.
#[must_use]
pub fn mutants(variant: VariantId) -> Vec<DataMutant> {
    let table = Variant::get(variant);
    let right = Data::new(variant, Standard);
    let mut found = Vec::new();
    for entry in &table.pieces {
        for (title, program) in slips::changes(&entry.program) {
            let rules = right.changed(&Change::Program(entry.kind, program));
            let title = format!("{}: {title}", entry.name);
            found.push(DataMutant { title, kind: Some(entry.kind), is_of_games: false, rules });
        }
    }
    let of_positions = promotions(table).into_iter().chain(rules(table)).chain(ends(table));
    let of_positions = of_positions.map(|change| (change, false));
    for ((title, change), is_of_games) in
        of_positions.chain(repetition(table).into_iter().map(|change| (change, true)))
    {
        found.push(DataMutant { title, kind: None, is_of_games, rules: right.changed(&change) });
    }
    found
}

/// Changes of the promotions.
fn promotions(table: &Variant) -> Vec<(String, Change)> {
    let mut found = Vec::new();
    for (index, rule) in table.promotion.iter().enumerate() {
        let name = table.entry(rule.piece).map_or("", |entry| entry.name.as_str());
        let mut change = |title: String, edit: &dyn Fn(&mut Vec<vperft::inner::game::variant::Promotion>)| {
            let mut rules = table.promotion.clone();
            edit(&mut rules);
            found.push((format!("{name}: {title}"), Change::Promotion(rules)));
        };
        change("does not promote".into(), &|rules| {
            rules.remove(index);
        });
        for (number, kind) in rule.to.iter().enumerate().filter(|_| rule.to.len() > 1) {
            let title = format!("does not promote to {:?}", kind);
            change(title, &|rules| {
                rules[index].to.remove(number);
            });
        }
        let title = if rule.forced { "may stay what it is" } else { "must promote" };
        change(title.into(), &|rules| rules[index].forced = !rule.forced);
        let title =
            if rule.stock { "promotes to kinds that are all there" } else { "promotes to lost kinds only" };
        change(title.into(), &|rules| rules[index].stock = !rule.stock);
    }
    found
}

/// Rules that are left out. Repetition and its order need a game, so that no position shows them.
fn rules(table: &Variant) -> impl Iterator<Item = (String, Change)> {
    let can_be = |status| table.statuses.contains(&status);
    let castles = table.castling.is_some();
    let all = [
        (RuleName::Check, table.has_check, "check is ignored"),
        (RuleName::Checkmate, can_be(Status::Checkmate), "checkmate is not the end"),
        (
            RuleName::Stalemate,
            can_be(Status::Stalemate) || can_be(Status::Lost),
            "a side without a move plays on",
        ),
        (RuleName::Over, can_be(Status::Won), "a lost King is not the end"),
        (
            RuleName::Succession,
            table.pieces.iter().any(|entry| entry.succeeds.is_some()),
            "there is no succession",
        ),
        (RuleName::Castling, castles, "there is no castling"),
        (RuleName::CastlingPath, castles, "castling over pieces or after moves"),
        (RuleName::CastlingAttack, castles, "castling out of or through check"),
        (RuleName::Counter, table.counter_limit.is_some(), "there is no draw by the counter"),
        (RuleName::Goal, !table.goals.is_empty(), "goals do not count"),
        (RuleName::Extinction, !table.extinction.is_empty(), "extinction does not count"),
        (RuleName::MustCapture, table.must_capture, "a capture is not forced"),
        (RuleName::MayCheck, !table.may_check, "moves may give check"),
        (RuleName::Dead, !table.dead.is_empty(), "there are no dead positions"),
    ];
    let left_out = all.into_iter().filter(|(_, applies, _)| *applies);
    left_out.map(|(rule, _, title)| (title.to_owned(), Change::Without(rule)))
}

/// The results of a game.
const OUTCOMES: [Outcome; 3] = [Outcome::Lost, Outcome::Won, Outcome::Draw];

/// Collects other values of the fields that decide the ends of games, by the paths of the fields.
struct OtherEnds {
    right: Ends,
    found: Vec<(String, Change)>,
}

impl OtherEnds {
    fn new(table: &Variant) -> Self {
        Self { right: Ends::of(table), found: Vec::new() }
    }

    fn add(&mut self, title: String, edit: impl FnOnce(&mut Ends)) {
        let mut ends = self.right.clone();
        edit(&mut ends);
        self.found.push((title, Change::Ends(Box::new(ends))));
    }

    /// Adds a number that is one greater, and one that is one less, but at least `least`.
    fn add_numbers(&mut self, path: &str, number: usize, least: usize, edit: impl Fn(&mut Ends, usize)) {
        let less = number.checked_sub(1).filter(|less| *less >= least);
        for other in less.into_iter().chain([number + 1]) {
            self.add(format!("{path}: {other}"), |ends| edit(ends, other));
        }
    }
}

/// Other numbers of occurrences, and other results of repetition.
fn repetition(table: &Variant) -> Vec<(String, Change)> {
    let mut others = OtherEnds::new(table);
    let Some(right) = others.right.repetition() else { return Vec::new() };
    let mut edit = |title: String, edit: &dyn Fn(&mut Repetition)| {
        others.add(format!("results.repetition.{title}"), |ends| {
            let mut repetition = right;
            edit(&mut repetition);
            ends.results.repetition = Some(repetition);
        });
    };
    for times in [right.times - 1, right.times + 1].into_iter().filter(|times| *times > 1) {
        edit(format!("times: {times}"), &|repetition| repetition.times = times);
    }
    for result in OUTCOMES.into_iter().filter(|result| *result != right.result) {
        edit(format!("result: {result:?}"), &|repetition| repetition.result = result);
    }
    others.found
}

/// Other values of the fields that decide how a game ends on the board or by the counter, and where castling leads.
fn ends(table: &Variant) -> Vec<(String, Change)> {
    let mut others = OtherEnds::new(table);
    let has_royals = table.pieces.iter().any(|entry| entry.royal);
    for (is_check, name) in [(false, "stalemate"), (true, "checkmate")] {
        if is_check && !(has_royals && table.has_check) {
            continue;
        }
        let right = others.right.without_moves(is_check);
        for result in OUTCOMES {
            let mut other = others.right.clone();
            let field = if is_check { &mut other.results.checkmate } else { &mut other.results.stalemate };
            *field = Some(result);
            if other.without_moves(is_check) != right {
                others.found.push((format!("results.{name}: {result:?}"), Change::Ends(Box::new(other))));
            }
        }
    }
    if let Some(limit) = table.counter_limit {
        let edit = |ends: &mut Ends, limit: usize| ends.counter_limit = u32::try_from(limit).ok();
        others.add_numbers("counter_limit", limit as usize, 1, edit);
    }
    dead(table, &mut others);
    extinction(table, &mut others);
    goals(table, &mut others);
    if let Some(castling) = table.castling {
        others.add("castling: the King goes one square farther".into(), |ends| {
            ends.castling = Some(farther(castling));
        });
    }
    others.found
}

/// Other positions that are dead.
fn dead(table: &Variant, others: &mut OtherEnds) {
    for (index, rule) in table.dead.iter().enumerate() {
        others.add(format!("dead[{index}]: left out"), |ends| {
            ends.dead.remove(index);
        });
        if let Some(most) = rule.most {
            let edit = |ends: &mut Ends, most| ends.dead[index].most = Some(most);
            others.add_numbers(&format!("dead[{index}].most"), most, 0, edit);
        }
        others.add(format!("dead[{index}].one_color: {}", !rule.one_color), |ends| {
            ends.dead[index].one_color = !rule.one_color;
        });
    }
}

/// Other ends of a side with few pieces.
fn extinction(table: &Variant, others: &mut OtherEnds) {
    for (index, rule) in table.extinction.iter().enumerate() {
        let path = |field: &str| format!("extinction[{index}].{field}");
        others.add_numbers(&path("most"), rule.most, 0, |ends, most| ends.extinction[index].most = most);
        let edit = |ends: &mut Ends, enemies| ends.extinction[index].enemies = enemies;
        others.add_numbers(&path("enemies"), rule.enemies, 0, edit);
        others.add(path(&format!("reply: {}", !rule.reply)), |ends| {
            ends.extinction[index].reply = !rule.reply;
        });
        for result in OUTCOMES.into_iter().filter(|result| *result != rule.result) {
            others.add(path(&format!("result: {result:?}")), |ends| ends.extinction[index].result = result);
        }
    }
}

/// Other goals.
fn goals(table: &Variant, others: &mut OtherEnds) {
    const WINS: [Wins; 5] =
        [Wins::AtOnce, Wins::NextTurn, Wins::AfterBlack, Wins::Safe, Wins::SafeOrNextTurn];
    for (index, goal) in table.goals.iter().enumerate() {
        let edit = |ends: &mut Ends, count| ends.goals[index].count = count;
        others.add_numbers(&format!("goals[{index}].count"), goal.count, 1, edit);
        for wins in WINS.into_iter().filter(|wins| *wins != goal.wins) {
            others.add(format!("goals[{index}].wins: {wins:?}"), |ends| ends.goals[index].wins = wins);
        }
    }
}

/// Castling that leads the King one square farther to either side, where its files are given with the Rook too.
fn farther(mut castling: Castling) -> Castling {
    let moved = |[king, rook]: [char; 2], by: i8| {
        [king, rook].map(|file| char::from((file as u8).wrapping_add_signed(by)))
    };
    for files in [&mut castling.any_file, &mut castling.files].into_iter().flatten() {
        let CastlingFiles { lower, higher } = *files;
        *files = CastlingFiles { lower: moved(lower, -1), higher: moved(higher, 1) };
    }
    castling.distances = Some(castling.distances.unwrap_or_default().greater());
    castling
}
