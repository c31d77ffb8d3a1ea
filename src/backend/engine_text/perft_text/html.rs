//! Turns HTML into the lines that a browser shows: a line for every row of a table, with bars between the cells.

/// Tags that end a line, and tags that leave no trace. A text with any of them, or with cells, is HTML.
const BLOCKS: [&str; 22] = [
    "tr", "br", "li", "p", "div", "dt", "table", "thead", "tbody", "tfoot", "caption", "pre", "ul", "ol",
    "dl", "hr", "html", "body", "head", "title", "h1", "h2",
];
const INLINE: [&str; 16] = [
    "span", "b", "strong", "i", "em", "code", "kbd", "tt", "a", "font", "small", "samp", "u", "col",
    "colgroup", "meta",
];
const CELLS: [&str; 3] = ["td", "th", "dd"];
/// Elements whose content is not shown.
const HIDDEN: [&str; 2] = ["style", "script"];
/// Named characters.
const ENTITIES: [(&str, char); 9] = [
    ("nbsp", '\u{a0}'),
    ("thinsp", '\u{2009}'),
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("ndash", '-'),
    ("minus", '-'),
];
/// The most bytes of a tag, and of a named or numbered character.
const MAX_TAG: usize = 1000;
const MAX_ENTITY: usize = 10;

/// The lines with their numbers in the text, from 1; `None` if the text is not HTML.
pub(super) fn lines(text: &str) -> Option<Vec<(usize, String)>> {
    let mut page = Page { number: 1, is_html: false, is_row: false, line: None, lines: Vec::new() };
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '<' => page.tag(rest),
            '&' => page.entity(rest),
            _ => None,
        };
        let length = length.unwrap_or_else(|| {
            page.push(c);
            c.len_utf8()
        });
        page.number += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    page.end_line();
    page.is_html.then_some(page.lines)
}

/// A page as far as it is read.
struct Page {
    /// The number of the line in the text.
    number: usize,
    is_html: bool,
    /// Whether this is inside a row of a table, where the end of a line is a space.
    is_row: bool,
    /// The line so far, and the number of its first character that is not a space.
    line: Option<(usize, String)>,
    lines: Vec<(usize, String)>,
}

impl Page {
    fn push(&mut self, c: char) {
        match (c, &mut self.line) {
            ('\n', _) if !self.is_row => self.end_line(),
            (c, None) if c.is_whitespace() => {}
            (c, None) => self.line = Some((self.number, c.into())),
            (c, Some((_, line))) => line.push(if c == '\n' { ' ' } else { c }),
        }
    }

    fn end_line(&mut self) {
        self.lines.extend(self.line.take());
    }

    /// Reads the tag at the start of a text. Returns the length of what it hides; `None` if there is no known tag.
    fn tag(&mut self, text: &str) -> Option<usize> {
        if text.starts_with("<!--") {
            return Some(text.find("-->").map_or(text.len(), |end| end + "-->".len()));
        }
        let end = text.bytes().take(MAX_TAG).position(|byte| byte == b'>')? + 1;
        if text.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype")) {
            self.is_html = true;
            return Some(end);
        }
        let inside = &text[1..];
        let (is_end, inside) = inside.strip_prefix('/').map_or((false, inside), |inside| (true, inside));
        let length = inside.find(|c: char| !c.is_ascii_alphanumeric())?;
        let name = inside[..length].to_ascii_lowercase();
        let name = name.as_str();
        let is_tag = inside[length..].starts_with(|c: char| c.is_whitespace() || matches!(c, '>' | '/'));
        if !is_tag {
            return None;
        }
        if CELLS.contains(&name) {
            if !is_end {
                " | ".chars().for_each(|c| self.push(c));
            }
        } else if BLOCKS.contains(&name) {
            self.end_line();
            self.is_row = name == "tr" && !is_end || self.is_row && name == "br";
        } else if HIDDEN.contains(&name) {
            self.is_html = true;
            return Some(if is_end { end } else { hidden(text, name) });
        } else if !INLINE.contains(&name) {
            return None;
        }
        self.is_html = true;
        Some(end)
    }

    /// Reads the named or numbered character at the start of a text.
    fn entity(&mut self, text: &str) -> Option<usize> {
        let end = text.bytes().take(MAX_ENTITY).position(|byte| byte == b';')?;
        let name = &text[1..end];
        let c = match name.strip_prefix('#') {
            Some(digits) => {
                let hex = digits.strip_prefix(['x', 'X']);
                let code = hex.map_or_else(|| digits.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
                char::from_u32(code?)?
            }
            None => ENTITIES.iter().find(|(own, _)| *own == name)?.1,
        };
        self.push(c);
        Some(end + 1)
    }
}

/// The length of an element whose content is not shown, up to its end tag.
fn hidden(text: &str, name: &str) -> usize {
    let is_end = |at: &usize| {
        let end = text.get(at + 2..at + 2 + name.len());
        text[*at..].starts_with("</") && end.is_some_and(|end| end.eq_ignore_ascii_case(name))
    };
    text.match_indices('<').map(|(at, _)| at).find(is_end).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str, expected: Option<&[(usize, &str)]>) {
        let found = lines(text);
        let found: Option<Vec<_>> =
            found.as_ref().map(|lines| lines.iter().map(|(number, line)| (*number, line.trim())).collect());
        assert_eq!(found.as_deref(), expected, "{text}");
    }

    #[test]
    fn a_row_of_a_table_is_a_line() {
        check("<tr><td>e2e4</td><td>20</td></tr>", Some(&[(1, "| e2e4 | 20")]));
        check(
            "<TR>\n<TD class='x'>e2e4\n<TD>20\n<TR>\n<TD>d2d4\n<TD>20\n",
            Some(&[(2, "| e2e4  | 20"), (5, "| d2d4  | 20")]),
        );
        check("<p>e2e4: 1&nbsp;600<br>d2d4: 20</p>", Some(&[(1, "e2e4: 1\u{a0}600"), (1, "d2d4: 20")]));
        check("<pre>e2e4: 20\nd2d4: <b>2</b>0\n</pre>", Some(&[(1, "e2e4: 20"), (2, "d2d4: 20")]));
        check(
            "<style>td { width: 20 }</style>\n<li>e2e4 &#8211; 20<!-- 21 --></li>",
            Some(&[(2, "e2e4 \u{2013} 20")]),
        );
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in [
            "e2e4 -> 20",
            "<e2e4> 20",
            "a < b && c > d",
            "<Move e2e4>: 20",
            "&lt;",
            "<",
            "</",
            "&#xffffffff;",
            "<td",
        ] {
            check(text, None);
        }
    }
}
