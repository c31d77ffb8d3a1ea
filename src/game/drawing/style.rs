//! The style of text for people.

/// The colour and the width of text for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether the text may be coloured.
    pub colour: bool,
    /// The greatest width of a line of prose, in characters. Positions, moves and commands are never wrapped, so that they can be copied.
    pub width: usize,
}

impl Default for Style {
    /// Without colour, and with a hundred characters after the indent.
    fn default() -> Self {
        Self { colour: false, width: 102 }
    }
}

impl Style {
    /// The width of prose after an indent of two characters.
    pub const fn indented(self) -> usize {
        self.width.saturating_sub(2)
    }
}
