//! The audit of a variant that is only data.

use std::fmt::Write as _;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::upkeep::propose::DataAudit;

/// The score of each corpus, and the mutants that it does not notice, each with a position.
#[must_use]
pub fn data_audit(audits: &[DataAudit]) -> String {
    let mut text = String::new();
    for audit in audits {
        for row in audit.missed() {
            let vfen = row.vfen.as_deref().unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "no case notices: {}\n  {}", sanitise(&row.title), sanitise(vfen));
        }
        let (killed, missed) = (audit.killed(), audit.missed().count());
        let shown = killed + missed;
        let hidden = audit.mutants.len() - shown;
        let percent = if shown == 0 { 0.0 } else { 100.0 * killed as f64 / shown as f64 };
        let _ = writeln!(
            text,
            "{}: the cases notice {killed} of {} ({percent:.1} %); no position shows {hidden} more",
            audit.variant,
            plural(shown, "changed rule")
        );
        let fields: Vec<_> = audit.unchanged.iter().map(|path| format!("`{path}`")).collect();
        let _ = writeln!(text, "{}: not changed, so not measured: {}", audit.variant, fields.join(", "));
    }
    text
}
