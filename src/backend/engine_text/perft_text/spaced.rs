//! Tells counts with a space between their thousands, such as `4 865 609`, from counts with further numbers behind them.
//!
//! A row such as `e2e4 20 380` can be read in both ways, so the sums of the table decide. Invariant: a number behind the
//! count is a running total only if it equals the sum so far in every row.

use super::{Row, Total};

/// A number of a row and those that follow it directly, as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    texts: Vec<String>,
    /// Whether each number continues the one before: it has three digits, and one space is between them.
    continues: Vec<bool>,
}

impl Numbers {
    /// A number, and those that follow it, each with the text between.
    pub fn new<'a>(first: &str, further: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut numbers = Self { texts: vec![first.to_owned()], continues: vec![false] };
        for (gap, text) in further {
            numbers.texts.push(text.to_owned());
            numbers.continues.push(gap == " " && text.len() == 3 && is_digits(text));
        }
        numbers
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// The counts that start at an index, each with the index after it, the shortest first.
    fn counts(&self, from: usize) -> impl Iterator<Item = (usize, u128)> + '_ {
        let first = self.texts.get(from).filter(|text| is_digits(text));
        let may_continue = first.is_some_and(|text| text.len() <= 3 && !text.starts_with('0'));
        let is_joined = move |end: &usize| *end == from + 1 || may_continue && self.continues[*end - 1];
        let ends = (from + 1..=self.texts.len()).take_while(is_joined);
        ends.filter(move |_| first.is_some())
            .filter_map(move |end| Some((end, self.texts[from..end].concat().parse().ok()?)))
    }

    /// The longest count at the start.
    pub fn joined(&self) -> Option<u128> {
        self.counts(0).last().map(|(_, count)| count)
    }

    /// Whether the numbers are this many and together are one count.
    pub fn is_one(&self, number: usize) -> bool {
        self.texts.len() == number
            && (number == 1 || self.counts(0).last().is_some_and(|(end, _)| end == number))
    }

    /// The count before a running total, if one follows that is the sum so far.
    fn before_running_total(&self, so_far: u128) -> Option<u128> {
        let is_sum = |(end, count): &(usize, u128)| {
            let sum = so_far.checked_add(*count);
            self.counts(*end).any(|(_, running)| Some(running) == sum)
        };
        self.counts(0).find(is_sum).map(|(_, count)| count)
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The sum of the counts; `None` if it overflows.
pub(super) fn sum(rows: &[Row]) -> Option<u128> {
    rows.iter().try_fold(0_u128, |sum, row| sum.checked_add(row.count))
}

/// Takes the numbers behind the counts for running totals, if they are. Returns whether they are.
pub(super) fn settle_running_totals(rows: &mut [Row]) -> bool {
    let counts = with_running_totals(rows);
    counts.map(|counts| set(rows, counts)).is_some()
}

/// Takes the numbers behind the counts for their thousands, if they are.
pub(super) fn settle_spaces(rows: &mut [Row], totals: &[Total]) {
    if let Some(counts) = with_spaces(rows, totals) {
        set(rows, counts);
    }
}

/// The counts of a depth, if those behind each move are of depth 1, 2, and so on.
pub(super) fn of_plies(rows: &[Row], depth: Option<u32>) -> Option<Vec<u128>> {
    let ply = usize::try_from(depth?).ok()?.checked_sub(1)?;
    let plies = |row: &Row| [vec![row.count], row.further.clone()].concat();
    let number = rows.first()?.further.len();
    let are_plies = |row: &Row| row.count == 1 && row.further.len() == number && plies(row).is_sorted();
    let counts: Option<Vec<_>> = rows.iter().map(|row| plies(row).get(ply).copied()).collect();
    counts.filter(|_| rows.len() > 1 && number > 0 && rows.iter().all(are_plies))
}

/// Sets the counts of the rows, each of which then has one number.
pub(super) fn set(rows: &mut [Row], counts: Vec<u128>) {
    rows.iter_mut().zip(counts).for_each(|(row, count)| {
        row.count = count;
        row.further.clear();
        row.numbers = Numbers::default();
    });
}

/// The counts if a running total follows each.
fn with_running_totals(rows: &[Row]) -> Option<Vec<u128>> {
    let mut so_far = 0_u128;
    let count = |row: &Row| {
        let count = row.numbers.before_running_total(so_far)?;
        so_far = so_far.checked_add(count)?;
        Some(count)
    };
    rows.iter().map(count).collect()
}

/// The counts if the numbers are running totals, the last of which is the total.
pub(super) fn settle_running(rows: &mut [Row], totals: &[Total]) {
    let last = rows.last().map(|row| row.count);
    let is_total = |count: Option<u128>| totals.iter().any(|total| Some(total.count) == count);
    if is_total(last) && !is_total(sum(rows)) && rows.is_sorted_by_key(|row| row.count) {
        let mut before = 0;
        rows.iter_mut().for_each(|row| row.count -= std::mem::replace(&mut before, row.count));
    }
}

/// The counts if spaces separate thousands: in every row, three digits follow or nothing. A total that is the sum of the
/// counts without them is evidence against it.
pub(super) fn with_spaces(rows: &[Row], totals: &[Total]) -> Option<Vec<u128>> {
    let counts = rows.iter().map(|row| match row.numbers.continues.get(1) {
        None => Some(row.count),
        Some(_) => row.numbers.joined().filter(|count| *count != row.count),
    });
    let counts = counts.collect::<Option<Vec<_>>>()?;
    let joined = counts.iter().try_fold(0_u128, |sum, count| sum.checked_add(*count));
    let is_total = |sum: Option<u128>| totals.iter().any(|total| Some(total.count) == sum);
    (is_total(joined) || !is_total(sum(rows))).then_some(counts)
}
