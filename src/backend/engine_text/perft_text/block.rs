//! The tables of a text: which lines belong together, which table is meant, and what its total is.

use super::role::Role;
use super::spaced::sum;
use super::{Line, Row, Total, TotalKind};

/// A table of the text, with its totals.
#[derive(Clone)]
pub(super) struct Block {
    pub rows: Vec<Row>,
    /// The moves with numbers before them.
    leading: Vec<Row>,
    /// The sum of the rows; `None` if it overflows.
    sum: Option<u128>,
    /// Whether a total has followed the rows.
    has_ended: bool,
    pub totals: Vec<Total>,
    pub depth: Option<u32>,
    /// The first move without a readable count, with its line.
    pub unread: Option<(usize, String, String)>,
    /// The line above the table that says whose counts it has.
    pub heading: Option<(Role, String)>,
}

impl Default for Block {
    fn default() -> Self {
        let (rows, leading, totals, sum) = (Vec::new(), Vec::new(), Vec::new(), Some(0));
        Self { rows, leading, sum, has_ended: false, totals, depth: None, unread: None, heading: None }
    }
}

impl Block {
    const fn holds_moves(&self) -> bool {
        !self.rows.is_empty() || !self.leading.is_empty()
    }

    /// Adds up the rows again, after their counts have changed.
    pub fn sum_up(&mut self) {
        self.sum = sum(&self.rows);
    }

    /// Whether a total is the sum of all rows.
    pub fn has_their_sum(&self) -> bool {
        self.totals.iter().any(|total| Some(total.count) == sum(&self.rows))
    }

    /// The same table with other rows and totals.
    pub fn with(&self, rows: Vec<Row>, totals: Vec<Total>) -> Self {
        Self { sum: sum(&rows), rows, totals, ..self.clone() }
    }

    /// The same table below a heading, which may say whose counts it has.
    pub fn below(self, heading: String) -> Self {
        Self { heading: Role::of_text(&heading).zip(Some(heading)), ..self }
    }

    /// The total, and the number of moves that the text states.
    pub fn total(&self, depth: Option<u32>) -> (Option<Total>, Option<u128>) {
        let (sum, rows) = (self.sum, self.rows.len() as u128);
        let last = self.rows.last().map_or(0, |row| row.line);
        let is_of_depth = |total: &&Total| total.depth.is_none() || depth.is_none() || total.depth == depth;
        // People who also write down the right total mean the other one.
        let has_own = self.totals.iter().filter(is_of_depth).any(|total| !total.is_expected);
        let is_meant = |total: &&Total| is_of_depth(total) && !(has_own && total.is_expected);
        let of =
            |kind: TotalKind| self.totals.iter().filter(is_meant).filter(move |total| total.kind == kind);
        let best = |kind: TotalKind| {
            let of_depth = || of(kind).find(|total| total.depth.is_some() && total.depth == depth);
            let is_sum = |total: &&Total| rows > 0 && Some(total.count) == sum;
            of(kind).find(is_sum).or_else(of_depth).or_else(|| of(kind).next())
        };
        let is_number = |total: &&Total| rows > 0 && total.count == rows && Some(total.count) != sum;
        let named = best(TotalKind::Named);
        let moves = of(TotalKind::Moves).find(|total| named.is_some() || is_number(total));
        let counted = || best(TotalKind::Moves).filter(|total| !is_number(total));
        // A number alone is the total only below the moves.
        let bare = || {
            let below = |total: &&Total| total.line > last;
            let is_sum = |total: &&Total| rows > 0 && Some(total.count) == sum;
            let found = of(TotalKind::Bare).filter(below).find(is_sum);
            found.or_else(|| of(TotalKind::Bare).rfind(below))
        };
        let total = named.or_else(bare).or_else(counted);
        (total.cloned(), moves.map(|total| total.count))
    }

    /// Takes the numbers before the moves as their counts if no move has one behind it and they do not only number the
    /// moves. Returns whether they are.
    pub fn settle_leading(&mut self, depth: Option<u32>) -> bool {
        let Some(first) = self.leading.first() else { return false };
        let is_sum = |total: &Total| Some(total.count) == sum(&self.leading);
        let numbers = |from: u128| self.leading.iter().zip(from..).all(|(row, number)| row.count == number);
        let is_single = self.leading.len() == 1 && depth == Some(1);
        let is_numbering = (numbers(0) || numbers(1)) && !is_single && !self.totals.iter().any(is_sum);
        if self.rows.is_empty() && self.unread.is_none() && !is_numbering {
            self.rows = std::mem::take(&mut self.leading);
            return true;
        }
        let unread = (first.line, first.label.clone(), String::new());
        if self.unread.as_ref().is_none_or(|(line, ..)| *line > unread.0) {
            self.unread = Some(unread);
        }
        false
    }

    /// Whether two tables are about the same depth, and at least half of the moves of one are those of the other.
    fn is_of_same(&self, other: &Self) -> bool {
        self.depth == other.depth && are_alike(&self.rows, &other.rows)
    }
}

/// Whether at least half of the moves are the same.
pub(super) fn are_alike(first: &[Row], second: &[Row]) -> bool {
    let second_has = |row: &&Row| second.iter().any(|other| other.label == row.label);
    first.iter().filter(second_has).count() * 2 >= first.len().max(second.len()).max(1)
}

/// The tables of a text, as its lines are read.
#[derive(Default)]
pub(super) struct Blocks {
    blocks: Vec<Block>,
    /// The lines above the next table that say whose counts it has.
    headings: Vec<(Role, String)>,
    /// Whether a text was between the last move and now.
    is_after_text: bool,
}

/// The table that is meant.
pub(super) struct Chosen {
    pub block: Block,
    /// Another table of the same moves and depth.
    pub second: Option<Block>,
    /// The number of the other tables.
    pub further: usize,
}

impl Blocks {
    /// Adds a line without a move and without a total, which may be the heading of the next table.
    pub fn add_text(&mut self, text: &str) {
        self.is_after_text = true;
        let Some(role) = Role::of_text(text) else { return };
        self.headings.push((role, text.trim().to_owned()));
        if let Some(block) = self.blocks.last_mut()
            && block.holds_moves()
        {
            block.has_ended = true;
        }
    }

    /// Adds a line to the current table, or begins the next one.
    pub fn add(&mut self, number: usize, line: Line) {
        let holds_moves = !line.rows.is_empty() || line.unread.is_some();
        let is_after_text = self.is_after_text;
        self.is_after_text &= !holds_moves;
        let is_next = self.blocks.last().is_none_or(|block| {
            // A move that comes again below a text begins another table.
            let is_known = |row: &Row| block.rows.iter().any(|known| known.label == row.label);
            let is_again = is_after_text && line.rows.first().is_some_and(is_known);
            let begins =
                line.totals.is_empty() && line.depth.is_some() && !(holds_moves && line.depth == block.depth);
            block.has_ended && holds_moves || is_again || begins && block.holds_moves()
        });
        if is_next {
            self.blocks.push(Block::default());
        }
        let Some(block) = self.blocks.last_mut() else { return };
        if holds_moves && !block.holds_moves() {
            // A text above the table that names both says nothing.
            let mut headings = std::mem::take(&mut self.headings);
            let is_one = headings.windows(2).all(|pair| pair[0].0 == pair[1].0);
            block.heading = headings.pop().filter(|_| is_one);
        }
        let counts = || line.rows.iter().chain(&line.leading).map(|row| row.count);
        block.sum = block.sum.and_then(|sum| counts().try_fold(sum, |sum, count| sum.checked_add(count)));
        // The words of a move may stand in columns of their own.
        let single = |label: &str| label.split_whitespace().collect::<Vec<_>>().join(" ");
        let whole = |row: Row| Row { label: single(&row.label), ..row };
        let is_leading = !line.leading.is_empty();
        // A total behind one move is a running total.
        let is_running = line.rows.len() == 1;
        block.rows.extend(line.rows.into_iter().map(whole));
        block.leading.extend(line.leading.into_iter().map(whole));
        let ends = |total: &Total| total.kind == TotalKind::Named || block.sum == Some(total.count);
        block.has_ended |= block.holds_moves() && !is_running && line.totals.iter().any(ends);
        block.totals.extend(line.totals);
        block.depth = block.depth.or(line.depth);
        if let Some((label, text)) = line.unread.filter(|_| !is_leading) {
            block.unread.get_or_insert((number, label, text));
        }
    }

    /// The depths of the totals, in the order of the text.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<_> =
            self.blocks.iter().flat_map(|block| &block.totals).filter_map(|total| total.depth).collect();
        depths.dedup();
        depths
    }

    /// The table that is meant. Without a table, all lines count.
    pub fn choose(mut self, depth: Option<u32>) -> Chosen {
        let is_table = |block: &&Block| block.holds_moves() || block.unread.is_some();
        let tables = self.blocks.iter().filter(is_table).count();
        let find = |test: &dyn Fn(&Block) -> bool| {
            self.blocks.iter().position(|block| is_table(&block) && test(block))
        };
        let chosen = find(&|block| depth.is_some() && block.depth == depth)
            .or_else(|| find(&|block| block.depth.is_none()))
            .or_else(|| find(&|_| true));
        let Some(index) = chosen else {
            let mut whole = Block::default();
            for block in self.blocks {
                whole.totals.extend(block.totals);
                whole.depth = whole.depth.or(block.depth);
            }
            return Chosen { block: whole, second: None, further: 0 };
        };
        let block = self.blocks.remove(index);
        let second = self.blocks.into_iter().find(|other| block.is_of_same(other));
        let further = tables - 1 - usize::from(second.is_some());
        Chosen { block, second, further }
    }
}
