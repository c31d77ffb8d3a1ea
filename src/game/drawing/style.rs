//! How text for people looks.

/// Whether text may be coloured, and how wide it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether it may be coloured.
    pub colour: bool,
    /// The most characters of a line of words. Positions, moves and commands keep to one line, so that they can be copied.
    pub width: usize,
}

impl Default for Style {
    /// Without colour, and with a hundred characters behind the indent.
    fn default() -> Self {
        Self { colour: false, width: 102 }
    }
}

impl Style {
    /// The width of words that stand behind an indent of two.
    pub(crate) const fn indented(self) -> usize {
        self.width.saturating_sub(2)
    }
}
