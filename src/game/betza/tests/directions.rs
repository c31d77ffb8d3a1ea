//! Directions that letters select, and how they are written.

use super::super::atom::Class;
use super::super::direction::{Letter, select, write};
use Class::{Compass, Diagonal, Oblique, Orthogonal};
use pretty_assertions::assert_eq;

fn letters(text: &str) -> Vec<Letter> {
    text.chars().enumerate().map(|(index, letter)| Letter { letter, column: index + 1 }).collect()
}

#[test]
fn letters_select_what_xboard_selects() {
    for (class, text, expected) in [
        (Orthogonal, "f", 0x01),
        (Orthogonal, "fs", 0x45),
        (Orthogonal, "frl", 0x45),
        (Orthogonal, "fr", 0x05),
        (Diagonal, "f", 0x82),
        (Diagonal, "fr", 0x02),
        (Diagonal, "rf", 0x02),
        (Diagonal, "fb", 0xAA),
        (Diagonal, "flbr", 0x88),
        (Oblique, "f", 0x81),
        (Oblique, "ff", 0x81),
        (Oblique, "fs", 0x42),
        (Oblique, "fr", 0x02),
        (Oblique, "rf", 0x01),
        (Oblique, "fh", 0xC3),
        (Oblique, "hr", 0x55),
        (Oblique, "lv", 0x90),
        (Oblique, "s", 0x66),
        (Oblique, "ffrr", 0x87),
        (Compass, "f", 0x01),
        (Compass, "fs", 0x82),
        (Compass, "fr", 0x02),
        (Compass, "frl", 0x42),
        (Compass, "bs", 0x28),
        (Compass, "lv", 0xA0),
        (Compass, "v", 0x11),
        (Compass, "ffrr", 0x05),
    ] {
        assert_eq!(select(class, &letters(text)), Ok(Some(expected)), "{class:?} {text}");
    }
    assert_eq!(select(Orthogonal, &letters("mc")), Ok(None));
    assert_eq!(select(Oblique, &letters("h")).unwrap_err().column, 1);
    assert_eq!(select(Compass, &letters("fh")).unwrap_err().column, 2);
}

#[test]
fn every_set_of_directions_can_be_written() {
    for (class, all) in [(Orthogonal, 0x55), (Diagonal, 0xAA), (Oblique, 0xFF), (Compass, 0xFF)] {
        for set in (1..=255_u8).filter(|set| set & !all == 0 && *set != all) {
            let text = write(class, set, all);
            assert_eq!(select(class, &letters(&text)), Ok(Some(set)), "{class:?} {set:#x} {text}");
        }
    }
}
