//! The walk that starts from a table of counts.
//!
//! A table alone shows every root move that differs, and no more. With the program that printed it, the walk goes on below
//! the root, but only if that program still counts what the table says.

use super::cause::{Kind, PathStep};
use super::columns::ReportedColumn;
use super::given::{GivenRows, differing};
use super::result::Descent;
use super::rows::{moves_differ, sum};
use super::walk::Walk;
use crate::differences::search::SearchEvent;
use vperft::inner::backend::BackendError;
use vperft::inner::game::perft::CountError;

impl Walk<'_, '_, '_> {
    /// Compares a table with the counts of the trusted side, and continues below the root if the tested side counts what
    /// the table says.
    pub(super) fn compare_given(
        &mut self,
        rows: Vec<(String, u128)>,
        a: u128,
        column: &ReportedColumn,
        given: &GivenRows,
        total: Option<u128>,
    ) -> Result<(), BackendError> {
        let Descent { root, depth, .. } = *self.descent;
        let matched = given.matched(&rows);
        // Of an excerpt, only the moves that it lists are compared.
        let is_excerpt = total.is_none() && column.is_excerpt(&matched, &rows);
        let kept = |rows: &[(String, u128)]| -> Vec<_> {
            rows.iter().filter(|(text, _)| !is_excerpt || matched.lists(text)).cloned().collect()
        };
        let step = |(text, a, b)| PathStep { text, a, b };
        self.differing = differing(&rows, &matched.rows).into_iter().map(step).collect();
        self.differing.extend(matched.wrong_sums.iter().cloned().map(step));
        let given_sum = given.sum().ok_or(CountError::Overflow)?;
        if let Some(total) = total.filter(|total| *total != given_sum) {
            let kind = if given_sum == a { Kind::SumOnly } else { Kind::Unknown };
            let note = format!("this is the total of the table, but its lines add up to {given_sum}");
            self.record(kind, self.count_detail(depth, a, total, Some(note)), &[])?;
        }
        match self.b.as_mut().map(|b| b.rows(root, depth, &rows)) {
            Some(Ok(live)) if self.is_program_of(given, &kept(&live), a)? => {
                return self.below_root(rows, Some(Ok(live)), a, Some(given_sum).filter(|_| !is_excerpt));
            }
            Some(Err(error)) if !matches!(error, BackendError::Unsupported(_)) => {
                self.record_no_answer(&[], &error, Some(depth))?;
            }
            _ => {}
        }
        // From here on, the table alone is compared.
        self.b = None;
        if given_sum != a && !is_excerpt && self.is_off_by_a_ply(Some(given_sum))? {
            return Ok(());
        }
        self.positions += 1;
        self.observer.event(&SearchEvent::Position(root.moves));
        if let Some(detail) = moves_differ(&kept(&rows), &matched.rows) {
            self.record(Kind::Set, detail, &[])?;
        }
        let all = self.differing.clone();
        for (number, step) in all.iter().enumerate() {
            if self.causes.len() >= self.descent.causes || self.observer.is_stopped() {
                self.left += (all.len() - number) as u64;
                break;
            }
            let is_move = rows.iter().any(|(text, _)| *text == step.text);
            if is_move {
                let detail = self.count_detail(depth - 1, step.a, step.b, None);
                self.push(Kind::Unknown, detail, std::slice::from_ref(step))?;
            } else {
                let note = format!(
                    "below the promotions {} together, as the table does not name the piece",
                    step.text
                );
                self.push(Kind::Unknown, self.count_detail(depth - 1, step.a, step.b, Some(note)), &[])?;
            }
        }
        Ok(())
    }

    /// Whether the tested side counts what the table says. If not, that is a cause.
    fn is_program_of(
        &mut self,
        given: &GivenRows,
        live: &[(String, u128)],
        a: u128,
    ) -> Result<bool, BackendError> {
        let matched = given.matched(live);
        let mut sorted = live.to_vec();
        sorted.sort();
        if matched.rows == sorted && matched.wrong_sums.is_empty() {
            return Ok(true);
        }
        let mut others = differing(&sorted, &matched.rows);
        others.extend(matched.wrong_sums);
        let note = match others.first() {
            Some((text, live, table)) => {
                format!("{text} has {table} in the table, and {live} by the backend")
            }
            None => "the table and the backend list different moves".into(),
        };
        let counted = sum(live)?;
        self.counted = Some(counted);
        let detail = self.count_detail(self.descent.depth, a, counted, Some(note));
        self.record(Kind::OtherProgram, detail, &[])?;
        Ok(false)
    }
}
