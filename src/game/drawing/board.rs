//! Draws a position for a terminal or a log.

use super::details::{details, turn};
use super::ground::{Ground, is_dark};
use crate::game::board::{Square, SquareSet};
use crate::game::notation;
use crate::game::position;
use crate::game::position::Position;
use crate::game::variant::{Color, Rulings, Unvalidated, Variant, VariantId};
use anstyle::{Ansi256Color, Style};

/// Draws a position, one line for each rank. Every line ends with a line break.
///
/// Without colour, the board has a frame, a dot is an empty square, and shade is an edge square. With colour, the squares are checkered
/// instead. A square in parentheses closes once it is empty, a square full of strokes has closed, and an arrow marks the first rank of
/// the side to move.
#[must_use]
pub fn board(position: &Position, colour: bool) -> String {
    Drawing::new(position, colour).draw()
}

/// The same, with marks on the squares that these moves name: brackets, or a background colour.
pub(crate) fn marked(position: &Position, moves: &[String], colour: bool) -> String {
    let variant = Variant::get(position.variant);
    let squares = moves.iter().flat_map(|text| notation::squares(variant, position.shape, text));
    let marks = squares.collect();
    Drawing { marks, ..Drawing::new(position, colour) }.draw()
}

/// Draws a position without checking it against any clause, so that an invalid position can be drawn too. Empty if the VFEN is
/// malformed.
pub fn draw_unvalidated(variant: VariantId, vfen: &str, colour: bool) -> String {
    draw_unvalidated_marked(variant, vfen, &[], colour)
}

/// The same, with marks on the squares that these moves name.
pub fn draw_unvalidated_marked(variant: VariantId, vfen: &str, moves: &[String], colour: bool) -> String {
    position::parse(vfen, Variant::get(variant), &Unvalidated(&Rulings::DEFAULT))
        .map_or_else(|_| String::new(), |position| marked(&position, moves, colour))
}

/// A drawing: the position, and the measures that all lines share.
struct Drawing<'a> {
    position: &'a Position,
    variant: &'a Variant,
    colour: bool,
    /// The marked squares.
    marks: SquareSet,
    /// The width of the longest label, in columns.
    label_width: usize,
    /// The width of the longest rank number, in columns.
    rank_width: usize,
}

impl<'a> Drawing<'a> {
    fn new(position: &'a Position, colour: bool) -> Self {
        let variant = Variant::get(position.variant);
        let label_width = variant.pieces.iter().map(|entry| entry.label.len()).max().unwrap_or(1);
        let rank_width = variant.labels.rank(position.shape.ranks() - 1).to_string().len();
        Self { position, variant, colour, marks: SquareSet::EMPTY, label_width, rank_width }
    }

    fn draw(&self) -> String {
        let ranks = (0..self.position.shape.ranks()).rev().map(|rank| self.rank(rank));
        let (top, bottom) = if self.colour {
            (None, None)
        } else {
            let line = "─".repeat(self.width());
            (Some(self.indented(&format!("┌{line}┐"))), Some(self.indented(&format!("└{line}┘"))))
        };
        let turn = self.paint(TURN, &turn(self.position));
        let details = details(self.position, self.width().max(MIN_WRAP));
        let under = std::iter::once(turn).chain(details).map(|line| self.inside(&line));
        let files = || std::iter::once(self.files());
        let lines = files().chain(top).chain(ranks).chain(bottom).chain(files()).chain(under);
        lines.map(|line| line + "\n").collect()
    }

    /// The width of a rank, in columns.
    fn width(&self) -> usize {
        usize::from(self.position.shape.files()) * (self.label_width + 2)
    }

    /// Indents a line to the start of the board, right of the rank numbers.
    fn indented(&self, line: &str) -> String {
        format!("{:1$}{line}", "", self.rank_width + 1)
    }

    /// Indents a line to the start of the squares, right of the frame if there is one.
    fn inside(&self, line: &str) -> String {
        self.indented(&format!("{}{line}", if self.colour { "" } else { " " }))
    }

    /// The names of the files, each above the first letter of the labels.
    fn files(&self) -> String {
        let names: String = (0..self.position.shape.files())
            .map(|file| format!(" {:<1$} ", self.variant.labels.file(file), self.label_width))
            .collect();
        self.inside(&self.paint(COORDINATES, names.trim_end()))
    }

    /// One rank between its numbers. An arrow marks the first rank of the side to move.
    fn rank(&self, rank: u8) -> String {
        let side = if self.colour { "" } else { "│" };
        let number = self.variant.labels.rank(rank);
        let left = self.paint(COORDINATES, &format!("{number:>0$}", self.rank_width));
        let squares: String =
            (0..self.position.shape.files()).map(|file| self.square(Square::new(file, rank))).collect();
        let right = self.paint(COORDINATES, &number.to_string());
        let line = format!("{left} {side}{squares}{side} {right}");
        if self.position.rank_for(self.position.turn, Square::new(0, rank)) > 0 {
            return line;
        }
        let gap = self.rank_width - number.to_string().len() + 1;
        format!("{line}{:gap$}{}", "", self.paint(TURN, "◀"))
    }

    /// One square: the label, or the sign of an empty square, with one column on either side.
    fn square(&self, square: Square) -> String {
        let ground = Ground::at(self.position, square);
        let is_marked = self.marks.contains(square);
        let (left, fill, right) = match ground {
            Ground::Edge if is_marked && !self.colour => ("[", "░", "]"),
            Ground::Common | Ground::Brouhaha if is_marked && !self.colour => ("[", " ", "]"),
            Ground::Edge if !self.colour => ("░", "░", "░"),
            Ground::Common | Ground::Edge => (" ", " ", " "),
            Ground::Brouhaha => ("(", " ", ")"),
            Ground::Closed => ("╱", "╱", "╱"),
        };
        let piece = self.position.piece(square);
        let body = match piece {
            Some(piece) => self.variant.label(piece).to_owned(),
            None if fill == " " && !self.colour => "·".to_owned(),
            None => fill.to_owned(),
        };
        let rest = fill.repeat(self.label_width - body.chars().count());
        let style = |piece| match style(ground, is_dark(square), piece) {
            style if is_marked => style.bg_color(Some(MARK.into())),
            style => style,
        };
        let (label, marks) = (style(piece.map(|piece| piece.color)), style(None));
        if left == " " {
            return self.paint(label, &format!("{left}{body}{rest}{right}"));
        }
        let parts = [(marks, left), (label, &body), (marks, &format!("{rest}{right}"))];
        parts.map(|(style, text)| self.paint(style, text)).concat()
    }

    /// The text in this style, or unchanged in a drawing without colour.
    fn paint(&self, style: Style, text: &str) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// The least width, in columns, at which the details of a narrow board are wrapped.
const MIN_WRAP: usize = 60;
/// The style of the names of files and ranks.
const COORDINATES: Style = Style::new().dimmed();
/// The background of a marked square.
const MARK: Ansi256Color = Ansi256Color(64);
/// The style of the side to move.
const TURN: Style = Style::new().bold();

/// The style of the label of a piece, or of the sign of an empty square.
///
/// The backgrounds have a middle brightness, so that nearly white labels (White) and nearly black labels (Black) contrast with each of
/// them. The backgrounds differ in brightness, for readers who cannot distinguish their colours.
fn style(ground: Ground, dark: bool, piece: Option<Color>) -> Style {
    let back = match (ground, dark) {
        (Ground::Common | Ground::Brouhaha, false) => 137,
        (Ground::Common | Ground::Brouhaha, true) => 94,
        (Ground::Edge, false) => 67,
        (Ground::Edge, true) => 60,
        (Ground::Closed, _) => 240,
    };
    let (front, style) = match piece {
        Some(Color::White) => (231, Style::new().bold()),
        Some(Color::Black) => (16, Style::new().bold()),
        None if ground == Ground::Closed => (250, Style::new()),
        None => (223, Style::new()),
    };
    style.fg_color(Some(Ansi256Color(front).into())).bg_color(Some(Ansi256Color(back).into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position::parse;
    use crate::game::variant::Standard;
    use pretty_assertions::assert_eq;

    /// Draws a VFEN, or the default start position if it is empty.
    fn draw(id: VariantId, vfen: &str, colour: bool) -> String {
        let variant = Variant::get(id);
        let vfen = if vfen.is_empty() { &variant.starts[0].vfen } else { vfen };
        board(&parse(vfen, variant, &Standard).unwrap(), colour)
    }

    /// A drawing as the tests write it, without the line break after the opening quote.
    fn plain(id: VariantId, vfen: &str) -> String {
        format!("\n{}", draw(id, vfen, false))
    }

    #[test]
    fn the_ryugi_start() {
        assert_eq!(
            plain(VariantId::RYUGI, ""),
            "
     a  b  c  d  e  f  g  h  i  j
   ┌──────────────────────────────┐
10 │ r  i  b  m  q  k  d  b  i  r │ 10
 9 │ p  p  p  p  n  n  p  p  p  p │ 9
 8 │ ·  ·  ·  ·  p  p  ·  ·  ·  · │ 8
 7 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 7
 6 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 6
 5 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 5
 4 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 4
 3 │ ·  ·  ·  ·  P  P  ·  ·  ·  · │ 3
 2 │ P  P  P  P  N  N  P  P  P  P │ 2
 1 │ R  I  B  M  Q  K  D  B  I  R │ 1  ◀
   └──────────────────────────────┘
     a  b  c  d  e  f  g  h  i  j
    White to move
    move 1, clock 0
    unmoved a1 f1 j1 a10 f10 j10
"
        );
    }

    #[test]
    fn sandbox_with_a_closed_square() {
        let vfen = "r4k3r/1nqvljvqn1/pppppppppp/10/10/1P8/10/P-PPPPPPPP/1NQVLJVQN1/R4K3R b * b4 0 1";
        assert_eq!(
            plain(VariantId::SANDBOX, vfen),
            "
     a  b  c  d  e  f  g  h  i  j
   ┌──────────────────────────────┐
10 │ r  ·  ·  ·  ·  k  ·  ·  ·  r │ 10 ◀
 9 │ ·  n  q  v  l  j  v  q  n  · │ 9
 8 │ p (p) p  p  p  p  p  p (p) p │ 8
 7 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 7
 6 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 6
 5 │ ·  P  ·  ·  ·  ·  ·  ·  ·  · │ 5
 4 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 4
 3 │ P ╱╱╱ P  P  P  P  P  P (P) P │ 3
 2 │ ·  N  Q  V  L  J  V  Q  N  · │ 2
 1 │ R  ·  ·  ·  ·  K  ·  ·  ·  R │ 1
   └──────────────────────────────┘
     a  b  c  d  e  f  g  h  i  j
    Black to move
    move 1, clock 0, en passant b4
    unmoved a1 f1 j1 a3 c3–j3 a8–j8 a10 f10 j10
"
        );
    }

    #[test]
    fn the_rococo_start() {
        assert_eq!(
            plain(VariantId::ROCOCO, ""),
            "
    x  a  b  c  d  e  f  g  h  z
  ┌──────────────────────────────┐
9 │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│ 9
8 │░░░ s  a  l  c  k  l  w  i ░░░│ 8
7 │░░░ p  p  p  p  p  p  p  p ░░░│ 7
6 │░░░ ·  ·  ·  ·  ·  ·  ·  · ░░░│ 6
5 │░░░ ·  ·  ·  ·  ·  ·  ·  · ░░░│ 5
4 │░░░ ·  ·  ·  ·  ·  ·  ·  · ░░░│ 4
3 │░░░ ·  ·  ·  ·  ·  ·  ·  · ░░░│ 3
2 │░░░ P  P  P  P  P  P  P  P ░░░│ 2
1 │░░░ I  W  L  K  C  L  A  S ░░░│ 1
0 │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│ 0 ◀
  └──────────────────────────────┘
    x  a  b  c  d  e  f  g  h  z
   White to move
   move 1, clock 0
"
        );
    }

    #[test]
    fn vanguard_with_longer_labels() {
        let vfen = "4{pr}3k7/16/4{sl}11/16/5{gn}10/16/16/2{NR}1{SG}11/16/16/16/9{br}6/16/PP5{SL}8/2{BR}13/H6QK7 b * - 3 41";
        assert_eq!(
            plain(VariantId::VANGUARD, vfen),
            "
     a   b   c   d   e   f   g   h   i   j   k   l   m   n   o   p
   ┌────────────────────────────────────────────────────────────────┐
16 │ ·   ·   ·   ·   pr  ·   ·   ·   k   ·   ·   ·   ·   ·   ·   ·  │ 16 ◀
15 │ ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 15
14 │ ·   ·   ·   ·   sl  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 14
13 │ ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 13
12 │ ·   ·   ·   ·   ·   gn  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 12
11 │ ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 11
10 │ ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 10
 9 │ ·   ·   NR  ·   SG  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 9
 8 │ ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 8
 7 │ ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 7
 6 │ ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 6
 5 │ ·   ·   ·   ·   ·   ·   ·   ·   ·   br  ·   ·   ·   ·   ·   ·  │ 5
 4 │ ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 4
 3 │ P   P   ·   ·   ·   ·   ·   SL  ·   ·   ·   ·   ·   ·   ·   ·  │ 3
 2 │ ·   ·   BR  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·  │ 2
 1 │ H   ·   ·   ·   ·   ·   ·   Q   K   ·   ·   ·   ·   ·   ·   ·  │ 1
   └────────────────────────────────────────────────────────────────┘
     a   b   c   d   e   f   g   h   i   j   k   l   m   n   o   p
    Black to move
    move 41, clock 3
    unmoved a1 a3 b3 e14
"
        );
    }

    #[test]
    fn colour_changes_the_background_and_not_the_pieces() {
        for id in VariantId::BUILT_IN {
            let pieces =
                |drawing: &str| drawing.chars().filter(char::is_ascii_alphabetic).collect::<String>();
            let coloured = anstream::adapter::strip_str(&draw(id, "", true)).to_string();
            let without = draw(id, "", false);
            assert_eq!(pieces(&coloured), pieces(&without), "{id}");
            assert_eq!(coloured.lines().count() + 2, without.lines().count(), "{id}: the frame");
            assert!(!coloured.contains(['·', '░', '│']), "{id}");
        }
    }

    #[test]
    fn coloured_squares_alternate_and_edge_squares_differ() {
        let drawing = draw(VariantId::ROCOCO, "", true);
        let backs = |line: usize| -> Vec<String> {
            let parts = drawing.lines().nth(line).unwrap().split("48;5;").skip(1);
            parts.map(|part| part.split('m').next().unwrap_or_default().to_owned()).collect()
        };
        assert_eq!(backs(1), ["67", "60", "67", "60", "67", "60", "67", "60", "67", "60"]);
        assert_eq!(backs(4), ["60", "137", "94", "137", "94", "137", "94", "137", "94", "67"]);
    }
}
