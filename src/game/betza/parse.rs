//! The parser of XBetza: from text to the syntax tree. It knows which characters are letters of the notation and where they may be, and
//! not whether they make sense together.

use super::atom::Atom;
use super::direction::Letter;
use super::error::BetzaError;
use super::tree::{Leg, Part, Path, Range, Tree};
use crate::game::paths::MAX_DEPTH;

/// The most characters of a text.
pub const MAX_TEXT: usize = 1000;

/// The greatest range.
pub const MAX_RANGE: u8 = 15;

/// The lower-case letters of the notation that a path program can express.
const LETTERS: &str = "abcdefghijlmnpqrstuvyz";

/// Letters of the notation that a path program cannot express, and what they mean.
const REFUSED: [(char, &str); 3] = [
    ('k', "`k`, a capture of royal pieces only, which a path program cannot express"),
    ('o', "`o`, a board that is a cylinder, which a path program cannot express"),
    ('x', "`x`, the moves of neighbours, which a path program cannot express"),
];

/// The capital letters, for errors.
pub const ATOMS: &str = "an atom, one of A B C D F G H J K L N Q R U W Z";

/// Reads a text of XBetza.
///
/// # Errors
/// At the first character that cannot be there.
pub fn parse(text: &str) -> Result<Tree, BetzaError> {
    let mut reader = Reader::new(text)?;
    let mut parts = Vec::new();
    while !reader.is_at_end() {
        parts.push(reader.part()?);
    }
    Ok(Tree { parts })
}

/// The characters of a text, and how many of them are read.
pub struct Reader {
    characters: Vec<char>,
    position: usize,
}

impl Reader {
    /// Begins to read a text.
    ///
    /// # Errors
    /// If the text is empty or longer than [`MAX_TEXT`] characters.
    pub fn new(text: &str) -> Result<Self, BetzaError> {
        let characters: Vec<char> = text.chars().take(MAX_TEXT + 1).collect();
        match characters.len() {
            0 => Err(BetzaError::new(1, "the text is empty", ATOMS)),
            length if length > MAX_TEXT => {
                let expected = format!("at most {MAX_TEXT} characters");
                Err(BetzaError::new(MAX_TEXT + 1, "the text goes on", expected))
            }
            _ => Ok(Self { characters, position: 0 }),
        }
    }

    /// Whether all characters are read.
    pub fn is_at_end(&self) -> bool {
        self.position == self.characters.len()
    }

    /// The column of the next character.
    pub fn column(&self) -> usize {
        // An error at the end points to the last character, so that every column is in the text.
        (self.position + 1).min(self.characters.len())
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.characters.get(self.position).copied()
    }

    /// Reads the next character.
    pub fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.position += usize::from(next.is_some());
        next
    }

    /// An error at the next character.
    pub fn unexpected(&self, expected: &str) -> BetzaError {
        let found = match self.peek() {
            None => "the text ends".to_owned(),
            Some(found) if found.is_control() || found.is_whitespace() => {
                "a space or control character".into()
            }
            Some(found) => format!("unexpected `{found}`"),
        };
        BetzaError::new(self.column(), found, expected)
    }

    fn part(&mut self) -> Result<Part, BetzaError> {
        let column = self.column();
        let letters = self.letters()?;
        match self.peek() {
            Some('[') => self.bracket(column, letters).map(Part::Path),
            Some('O') => self.castling(letters),
            _ => self.chain(column, &letters).map(Part::Path),
        }
    }

    /// Reads lower-case letters.
    fn letters(&mut self) -> Result<Vec<Letter>, BetzaError> {
        let mut letters = Vec::new();
        while let Some(letter) = self.peek().filter(char::is_ascii_lowercase) {
            let column = self.column();
            if let Some((_, meaning)) = REFUSED.iter().find(|(refused, _)| *refused == letter) {
                return Err(BetzaError::new(column, meaning, "another modifier"));
            }
            if !LETTERS.contains(letter) {
                let expected =
                    "a modifier, one of b c d e f g h i j l m n p q r s t u v y z, or `a` between legs";
                return Err(BetzaError::new(column, format_args!("`{letter}` is not a modifier"), expected));
            }
            letters.push(Letter { letter, column });
            self.next();
        }
        Ok(letters)
    }

    /// Reads an atom, and makes a leg of each group of letters between `a`.
    fn chain(&mut self, column: usize, letters: &[Letter]) -> Result<Path, BetzaError> {
        let (atom_column, atom, range) = self.atom()?;
        let mut legs = Vec::new();
        let mut start = column;
        for letters in letters.split(|letter| letter.letter == 'a') {
            let leg_column = letters.first().map_or(start, |letter| letter.column);
            start = letters.last().map_or(start, |letter| letter.column + 1) + 1;
            if legs.len() == MAX_DEPTH {
                let expected = format!("at most {MAX_DEPTH} legs");
                return Err(BetzaError::new(leg_column.min(atom_column), "one more leg", expected));
            }
            let letters = letters.to_vec();
            let column = leg_column.min(atom_column);
            legs.push(Leg { letters, column, atom_column, atom, range, may_end: false });
        }
        Ok(Path { column, end: self.position + 1, prefix: Vec::new(), legs, bracket: false })
    }

    /// Reads legs in brackets.
    fn bracket(&mut self, first: usize, prefix: Vec<Letter>) -> Result<Path, BetzaError> {
        let no_chain = |letters: &[Letter]| match letters.iter().find(|letter| letter.letter == 'a') {
            Some(letter) => {
                let expected = "legs in brackets separated by `-` or `?`";
                Err(BetzaError::new(letter.column, "`a` together with brackets", expected))
            }
            None => Ok(()),
        };
        no_chain(&prefix)?;
        self.next();
        let mut legs = Vec::new();
        loop {
            let column = self.column();
            let letters = self.letters()?;
            no_chain(&letters)?;
            let (atom_column, atom, range) = self.atom()?;
            let mut leg = Leg { letters, column, atom_column, atom, range, may_end: false };
            let separator = self.column();
            match self.peek() {
                Some('-') => {}
                Some('?') => leg.may_end = true,
                Some(']') if !legs.is_empty() => {
                    legs.push(leg);
                    self.next();
                    let end = self.position + 1;
                    return Ok(Path { column: first, end, prefix, legs, bracket: true });
                }
                _ if legs.is_empty() => return Err(self.unexpected("`-` or `?` and a second leg")),
                _ => return Err(self.unexpected("`-` or `?` and another leg, or `]`")),
            }
            if legs.len() + 1 == MAX_DEPTH {
                return Err(BetzaError::new(separator, "one more leg", format!("at most {MAX_DEPTH} legs")));
            }
            legs.push(leg);
            self.next();
        }
    }

    fn castling(&mut self, letters: Vec<Letter>) -> Result<Part, BetzaError> {
        let column = self.column();
        self.next();
        match self.number()? {
            Some(squares @ 1..=7) => Ok(Part::Castling { column, squares, letters }),
            Some(_) => Err(BetzaError::new(column + 1, "castling by no or too many squares", "1 to 7")),
            None => {
                let expected = "the squares that the King goes, such as O2";
                Err(BetzaError::new(self.column(), "castling without a number", expected))
            }
        }
    }

    /// Reads an atom with its range.
    fn atom(&mut self) -> Result<(usize, Atom, Range), BetzaError> {
        let column = self.column();
        let Some(letter) = self.peek() else { return Err(self.unexpected(ATOMS)) };
        if letter == '(' || letter == ')' {
            let expected = "an atom, such as FX for (4,1), or the legs written out";
            return Err(BetzaError::new(
                column,
                "parentheses, which a path program cannot express",
                expected,
            ));
        }
        let (mut atom, default) = match letter {
            'B' => (Atom::FERZ, Range::Unlimited),
            'R' => (Atom::WAZIR, Range::Unlimited),
            'Q' => (Atom::Royal, Range::Unlimited),
            'K' => (Atom::Royal, Range::Upto(1)),
            'U' => (Atom::Universal, Range::Upto(1)),
            _ => match Atom::leap(letter) {
                Some(atom) => (atom, Range::Upto(1)),
                None => return Err(self.unexpected(ATOMS)),
            },
        };
        self.next();
        if let Some(suffix @ ('X' | 'Y')) = self.peek() {
            atom = Atom::extended(letter, suffix).ok_or_else(|| {
                let expected = "X after W F D N A H C Z G, or Y after D N A C Z";
                BetzaError::new(self.column(), format_args!("`{letter}{suffix}` is not an atom"), expected)
            })?;
            self.next();
        }
        // In `NNX` the second letter begins another atom, and after a suffix no letter is doubled.
        let is_doubled = self.position == column
            && self.peek() == Some(letter)
            && !matches!(self.characters.get(self.position + 1), Some('X' | 'Y'));
        if is_doubled && (atom == Atom::Universal || default == Range::Unlimited) {
            let found = format!("`{letter}` is doubled, but its range is unlimited already");
            return Err(BetzaError::new(self.column(), found, "another atom"));
        }
        if is_doubled {
            self.next();
            return Ok((column, atom, Range::Unlimited));
        }
        let range_column = self.column();
        let range = match self.number()? {
            None => default,
            Some(_) if atom == Atom::Universal => {
                return Err(BetzaError::new(range_column, "a range of U", "no range: U goes everywhere"));
            }
            Some(0) => Range::Unlimited,
            Some(range) => Range::Upto(range),
        };
        Ok((column, atom, range))
    }

    /// Reads a number, if there is one.
    fn number(&mut self) -> Result<Option<u8>, BetzaError> {
        let column = self.column();
        let start = self.position;
        while self.peek().is_some_and(|digit| digit.is_ascii_digit()) {
            self.next();
        }
        let digits: String = self.characters[start..self.position].iter().collect();
        if digits.is_empty() {
            return Ok(None);
        }
        if digits.len() > 1 && digits.starts_with('0') {
            let found = format!("the range {digits}, with a leading zero");
            return Err(BetzaError::new(column, found, "a number, or 0 alone for any number of steps"));
        }
        match digits.parse::<u8>() {
            Ok(range) if range <= MAX_RANGE => Ok(Some(range)),
            _ => {
                let expected = format!("at most {MAX_RANGE}, or 0 for any number of steps");
                Err(BetzaError::new(column, format_args!("the range {digits}"), expected))
            }
        }
    }
}
