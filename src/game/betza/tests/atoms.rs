//! The letters of atoms and their steps.

use super::super::atom::Atom;
use crate::game::board::Step;
use pretty_assertions::assert_eq;

#[test]
fn letters_are_those_of_the_published_table() {
    for (text, small, large) in [
        ("W", 0, 1),
        ("G", 3, 3),
        ("WX", 0, 4),
        ("FX", 1, 4),
        ("DY", 2, 4),
        ("NY", 3, 4),
        ("AY", 4, 4),
        ("DX", 0, 5),
        ("NX", 1, 5),
        ("AX", 2, 5),
        ("CY", 3, 5),
        ("ZY", 4, 5),
        ("HX", 0, 6),
        ("CX", 1, 6),
        ("ZX", 2, 6),
        ("GX", 3, 6),
    ] {
        let mut letters = text.chars();
        let (letter, suffix) = (letters.next().unwrap(), letters.next());
        let atom = match suffix {
            None => Atom::leap(letter),
            Some(suffix) => Atom::extended(letter, suffix),
        };
        assert_eq!(atom, Some(Atom::Leap { small, large }), "{text}");
        assert_eq!(atom.map(Atom::letters).as_deref(), Some(text));
    }
    assert_eq!(Atom::extended('W', 'Y'), None);
    assert_eq!(Atom::leap('J').map(Atom::letters).as_deref(), Some("Z"));
}

#[test]
fn steps_go_clockwise() {
    let knight = Atom::leap('N').unwrap();
    let expected: Vec<_> = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
        .map(|(files, ranks)| Step::new(files, ranks))
        .to_vec();
    assert_eq!(knight.steps(0xFF), expected);
    assert_eq!(Atom::leap('D').unwrap().steps(0x01), [Step::new(0, 2)]);
    assert_eq!(Atom::leap('D').unwrap().step(1), Step::new(2, 2));
    assert_eq!(Atom::Universal.steps(0xFF).len(), 960);
}
