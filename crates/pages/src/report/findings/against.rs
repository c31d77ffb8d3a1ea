//! The answers of two backends to one question.

use super::descent::details;
use super::difference::SideNames;
use vperft::inner::corpus::failure::indented;
use vperft::inner::game::drawing::{Style, draw_unvalidated_marked};
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::differences::descend::Detail;
use vperft_lab::differences::reason::Reason;

/// A question to two backends.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    pub variant: VariantId,
    /// The position.
    pub vfen: &'a str,
    /// How the answers differ.
    pub detail: Option<&'a Detail>,
    /// The reason of the difference.
    pub reason: Option<&'a Reason>,
}

/// The names of both backends, the difference, its reason, and the board with the squares of differing moves marked.
#[must_use]
pub fn against(compared: &Compared<'_>, sides: &SideNames, style: Style) -> String {
    let Compared { variant, vfen, detail, reason } = *compared;
    let mut text = format!("{variant}\n");
    let mut line = |line: &str| text.push_str(&indented(&sanitise(line)));
    line(&format!("a        {}", sides.a));
    line(&format!("b        {}", sides.b));
    match detail {
        None => line("The backends agree."),
        Some(detail) => details(detail).iter().for_each(|words| line(words)),
    }
    reason.iter().flat_map(|reason| super::reason::reason(reason, style)).for_each(|words| line(&words));
    line(&format!("position {vfen}"));
    let moves: Vec<_> = detail.into_iter().flat_map(Detail::moves).cloned().collect();
    text.push_str(&indented(&draw_unvalidated_marked(variant, vfen, &moves, style.colour)));
    text
}
