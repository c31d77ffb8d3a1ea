//! Parts of the board in a file: squares, whole ranks and whole files.

use std::collections::BTreeSet;

/// A square as file and rank, both from 1.
pub(super) type Place = (u8, u8);

/// The parts of a region, as White sees them. Parts beyond the board are on no square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region(Vec<Part>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Rank(u8),
    File(u8),
    Square(u8, u8),
}

impl Region {
    /// The region of one rank.
    pub fn rank(rank: u8) -> Self {
        Self(vec![Part::Rank(rank)])
    }

    pub fn nowhere() -> Self {
        Self(Vec::new())
    }

    /// The ranks from `first` to `last`.
    pub fn ranks(first: u8, last: u8) -> Self {
        Self((first..=last).map(Part::Rank).collect())
    }

    /// Reads `*8`, `a*`, `e4` and lists of these. `-` stands for none.
    pub fn parse(text: &str) -> Option<Self> {
        let file = |letter: char| letter.is_ascii_lowercase().then(|| letter as u8 - b'a' + 1);
        let rank = |text: &str| text.parse().ok().filter(|rank| (1..=16).contains(rank));
        let words = text.split_whitespace().take_while(|word| *word != "-");
        let parts = words.map(|word| {
            let word = word.to_ascii_lowercase();
            if let Some(rest) = word.strip_prefix('*') {
                return rank(rest).map(Part::Rank);
            }
            let letter = word.chars().next().and_then(file)?;
            match &word[1..] {
                "*" => Some(Part::File(letter)),
                rest => rank(rest).map(|rank| Part::Square(letter, rank)),
            }
        });
        parts.collect::<Option<_>>().map(Self)
    }

    /// Whether it names squares that a board of this size does not have.
    pub fn goes_beyond(&self, files: u8, ranks: u8) -> bool {
        self.0.iter().any(|part| match *part {
            Part::Rank(rank) => rank > ranks,
            Part::File(file) => file > files,
            Part::Square(file, rank) => file > files || rank > ranks,
        })
    }

    /// The squares on a board of this size.
    pub fn squares(&self, files: u8, ranks: u8) -> BTreeSet<Place> {
        let has = |(file, rank): Place| {
            self.0.iter().any(|part| match *part {
                Part::Rank(one) => one == rank,
                Part::File(one) => one == file,
                Part::Square(one, other) => (one, other) == (file, rank),
            })
        };
        let all = (1..=files).flat_map(|file| (1..=ranks).map(move |rank| (file, rank)));
        all.filter(|place| has(*place)).collect()
    }
}

/// The squares as Black sees them: the board turned over.
pub(super) fn mirrored(squares: &BTreeSet<Place>, ranks: u8) -> BTreeSet<Place> {
    squares.iter().map(|&(file, rank)| (file, ranks + 1 - rank)).collect()
}

/// Squares as `variant.json` names them: whole ranks, then the others.
pub(super) fn named(squares: &BTreeSet<Place>, files: u8, ranks: u8) -> Vec<String> {
    let is_whole = |rank: u8| (1..=files).all(|file| squares.contains(&(file, rank)));
    let whole: Vec<u8> = (1..=ranks).filter(|rank| is_whole(*rank)).collect();
    let mut names: Vec<String> = whole
        .iter()
        .map(|&rank| if rank == ranks { "rank -1".into() } else { format!("rank {rank}") })
        .collect();
    let rest = squares.iter().filter(|(_, rank)| !whole.contains(rank));
    names.extend(rest.map(|&(file, rank)| format!("{}{rank}", file_letter(file))));
    names
}

/// The letter of a file.
pub(super) fn file_letter(file: u8) -> char {
    char::from(b'a' + file - 1)
}

/// Whether no line leaves the squares and enters them again, so that a slide between two of them stays within.
pub(super) fn is_convex(squares: &BTreeSet<Place>, files: u8, ranks: u8) -> bool {
    let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let next = |(file, rank): Place, (by_file, by_rank): (i8, i8)| {
        let moved = (file.checked_add_signed(by_file)?, rank.checked_add_signed(by_rank)?);
        ((1..=files).contains(&moved.0) && (1..=ranks).contains(&moved.1)).then_some(moved)
    };
    squares.iter().all(|&start| {
        directions.iter().all(|&direction| {
            let line = std::iter::successors(Some(start), |place| next(*place, direction));
            let mut outside = line.skip_while(|place| squares.contains(place));
            !outside.any(|place| squares.contains(&place))
        })
    })
}
