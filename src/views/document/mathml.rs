//! Equations as a browser sets them: MathML, from the LaTeX that the exports write.

use crate::views::escaped;
use crate::views::export::greek_letter;

/// Commands that are a mark, and what a browser shows for it.
const MARKS: &[(&str, &str)] = &[
    ("cdot", "\u{22C5}"),
    ("times", "×"),
    ("ne", "\u{2260}"),
    ("le", "\u{2264}"),
    ("ge", "\u{2265}"),
    ("land", "\u{2227}"),
    ("lor", "\u{2228}"),
    ("lnot", "\u{AC}"),
    ("infty", "∞"),
    ("partial", "∂"),
    ("dots", "…"),
    ("cdots", "\u{22EF}"),
    ("vdots", "\u{22EE}"),
    ("ddots", "\u{22F1}"),
    ("lfloor", "\u{230A}"),
    ("rfloor", "\u{230B}"),
    ("lceil", "\u{2308}"),
    ("rceil", "\u{2309}"),
    ("backslash", "\\"),
];
/// Commands whose operand is text.
const TEXTS: &[(&str, &str)] = &[
    ("text", "mtext"),
    ("mathit", "mi"),
    ("mathbf", "mi"),
    ("mathrm", "mi"),
    ("operatorname", "mi"),
];
/// Commands that take operands, and how many.
const ELEMENTS: &[(&str, &str, usize)] = &[("\\frac", "mfrac", 2), ("\\sqrt", "msqrt", 1)];
/// A root that says which.
const ROOT: (&str, usize) = ("mroot", 2);
/// Tables, and the marks around them.
const TABLES: &[(&str, [&str; 2])] =
    &[("aligned", ["", ""]), ("cases", ["{", ""]), ("pmatrix", ["(", ")"])];

/// A piece of LaTeX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece<'text> {
    /// A word or a mark after a backslash.
    Command(&'text str),
    /// Digits with a point.
    Number(&'text str),
    Character(char),
}

/// What is open, and what it has taken in.
struct Open {
    kind: Kind,
    items: Vec<String>,
}

enum Kind {
    /// The whole, or what is in braces.
    Row,
    /// Between `\left` and `\right`.
    Fence,
    /// A table, its marks, and its finished rows and cells.
    Table([&'static str; 2], Vec<Vec<String>>),
    /// An element that waits for so many operands.
    Element(&'static str, usize),
}

/// Returns an equation for a page; none where it has more than the exports write.
pub fn equation(latex: &str) -> Option<String> {
    let pieces = pieces(latex);
    let mut rest = pieces.as_slice();
    let mut open = vec![Open::of(Kind::Row)];
    while let Some((piece, after)) = rest.split_first() {
        rest = after;
        let top = open.last_mut()?;
        match piece {
            Piece::Number(number) => put(&mut open, format!("<mn>{number}</mn>")),
            Piece::Character('{') => open.push(Open::of(Kind::Row)),
            Piece::Character('}') => {
                let Open { kind: Kind::Row, items } = open.pop()? else { return None };
                put(&mut open, row(&items));
            }
            Piece::Character(mark @ ('^' | '_')) => {
                let base = top.items.pop().unwrap_or_else(|| row(&[]));
                let element = if *mark == '^' { "msup" } else { "msub" };
                open.push(Open { kind: Kind::Element(element, 2), items: vec![base] });
            }
            Piece::Character('&') => top.end_cell()?,
            Piece::Command("\\") => top.end_row()?,
            Piece::Character(it) if it.is_whitespace() => {}
            Piece::Character(it) => put(&mut open, character(*it)),
            Piece::Command("left") => {
                let (mark, after) = rest.split_first()?;
                rest = after;
                open.push(Open { kind: Kind::Fence, items: vec![fence(mark)?] });
            }
            Piece::Command("right") => {
                let (mark, after) = rest.split_first()?;
                rest = after;
                let Open { kind: Kind::Fence, mut items } = open.pop()? else { return None };
                items.push(fence(mark)?);
                put(&mut open, row(&items));
            }
            Piece::Command("begin") => {
                let (name, after) = text(rest)?;
                rest = after;
                let (_, marks) = TABLES.iter().find(|(known, _)| *known == name)?;
                open.push(Open::of(Kind::Table(*marks, vec![Vec::new()])));
            }
            Piece::Command("end") => {
                rest = text(rest)?.1;
                let mut table = open.pop()?;
                table.end_cell()?;
                put(&mut open, table.table()?);
            }
            Piece::Command(name) if element(name).is_some() => {
                let (element, count) = element(name)?;
                let index = match rest {
                    [
                        Piece::Character('['),
                        Piece::Number(of),
                        Piece::Character(']'),
                        after @ ..,
                    ] => {
                        rest = after;
                        Some(format!("<mn>{of}</mn>"))
                    }
                    _ => None,
                };
                // The index of a root is put first here, and second at its end.
                let kind = if index.is_some() { ROOT } else { (element, count) };
                let items = index.into_iter().collect();
                open.push(Open { kind: Kind::Element(kind.0, kind.1), items });
            }
            Piece::Command("," | " ") => put(&mut open, "<mspace width=\"0.2em\"/>".to_owned()),
            Piece::Command(name) => match TEXTS.iter().find(|(known, _)| known == name) {
                Some((_, element)) => {
                    let (said, after) = text(rest)?;
                    rest = after;
                    // Else a browser drops the blanks at its ends.
                    let said = escaped(&said).replace(' ', "\u{A0}");
                    put(&mut open, format!("<{element}>{said}</{element}>"));
                }
                None => put(&mut open, command(name)),
            },
        }
    }
    match open.as_slice() {
        [Open { kind: Kind::Row, items }] => {
            Some(format!("<math display=\"block\">{}</math>", items.concat()))
        }
        _ => None,
    }
}

impl Open {
    fn of(kind: Kind) -> Open {
        Open { kind, items: Vec::new() }
    }

    fn end_cell(&mut self) -> Option<()> {
        let Kind::Table(_, rows) = &mut self.kind else { return None };
        rows.last_mut()?.push(std::mem::take(&mut self.items).concat());
        Some(())
    }

    fn end_row(&mut self) -> Option<()> {
        self.end_cell()?;
        let Kind::Table(_, rows) = &mut self.kind else { return None };
        rows.push(Vec::new());
        Some(())
    }

    fn table(self) -> Option<String> {
        let Kind::Table([before, after], rows) = self.kind else { return None };
        let cells = |row: Vec<String>| -> String {
            row.iter().map(|cell| format!("<mtd style=\"text-align:left\">{cell}</mtd>")).collect()
        };
        let rows: String =
            rows.into_iter().map(|row| format!("<mtr>{}</mtr>", cells(row))).collect();
        let mark = |mark: &str| match mark {
            "" => String::new(),
            mark => format!("<mo>{mark}</mo>"),
        };
        Some(row(&[
            mark(before),
            format!("<mtable displaystyle=\"true\">{rows}</mtable>"),
            mark(after),
        ]))
    }
}

/// Puts an item where it belongs; elements that have all of their operands are items themselves.
fn put(open: &mut Vec<Open>, item: String) {
    let mut item = Some(item);
    while let (Some(top), Some(next)) = (open.last_mut(), item.take()) {
        top.items.push(next);
        let Kind::Element(name, count) = top.kind else { return };
        if top.items.len() < count {
            return;
        }
        if name == ROOT.0 {
            top.items.reverse();
        }
        item = Some(format!("<{name}>{}</{name}>", top.items.concat()));
        open.pop();
    }
}

fn row(items: &[String]) -> String {
    match items {
        [one] => one.clone(),
        all => format!("<mrow>{}</mrow>", all.concat()),
    }
}

/// A letter or a mark.
fn character(it: char) -> String {
    match it {
        '-' => "<mo>−</mo>".to_owned(),
        '\'' => "<mo>′</mo>".to_owned(),
        it if it.is_alphabetic() => format!("<mi>{it}</mi>"),
        it => format!("<mo>{}</mo>", escaped(&it.to_string())),
    }
}

/// A command that takes nothing: a mark, a Greek letter, or the name of a function.
fn command(name: &str) -> String {
    let mark = MARKS.iter().find(|(known, _)| *known == name);
    match (mark, greek_letter(name), name.chars().next()) {
        (Some((_, mark)), ..) => format!("<mo>{}</mo>", escaped(mark)),
        (None, Some(letter), _) => format!("<mi>{letter}</mi>"),
        (None, None, Some(first)) if !first.is_alphabetic() => character(first),
        _ => format!("<mi>{}</mi>", escaped(name)),
    }
}

/// The element of a command that takes operands, and their number.
fn element(name: &str) -> Option<(&'static str, usize)> {
    let row = ELEMENTS.iter().find(|(known, ..)| known.strip_prefix('\\') == Some(name));
    row.map(|(_, element, count)| (*element, *count))
}

/// The mark after `\left` or `\right`.
fn fence(piece: &Piece<'_>) -> Option<String> {
    match piece {
        Piece::Character(mark) => Some(format!("<mo>{}</mo>", escaped(&mark.to_string()))),
        Piece::Command(name) => Some(command(name)),
        Piece::Number(_) => None,
    }
}

/// The text in braces, and what follows them.
fn text<'rest, 'text>(rest: &'rest [Piece<'text>]) -> Option<(String, &'rest [Piece<'text>])> {
    let (mut depth, mut said) = (0_usize, String::new());
    for (at, piece) in rest.iter().enumerate() {
        match piece {
            Piece::Character('{') => depth += 1,
            Piece::Character('}') if depth < 2 => return Some((said, rest.get(at + 1..)?)),
            Piece::Character('}') => depth -= 1,
            Piece::Character(it) => said.push(*it),
            Piece::Number(number) => said.push_str(number),
            Piece::Command("backslash") => said.push('\\'),
            Piece::Command(name) => match greek_letter(name) {
                Some(letter) => said.push(letter),
                None => said.push_str(name),
            },
        }
    }
    None
}

fn pieces(latex: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = latex;
    while let Some(first) = rest.chars().next() {
        let end_of = |text: &str, is_in: fn(char) -> bool| {
            text.find(|it: char| !is_in(it)).unwrap_or(text.len())
        };
        let (piece, length) = if let Some(after) = rest.strip_prefix('\\') {
            let word = end_of(after, |it| it.is_ascii_alphabetic());
            let one = after.chars().next().map_or(0, char::len_utf8);
            let length = word.max(one);
            (Piece::Command(after.get(..length).unwrap_or_default()), 1 + length)
        } else if first.is_ascii_digit() {
            let length = end_of(rest, |it| it.is_ascii_digit() || it == '.');
            (Piece::Number(rest.get(..length).unwrap_or_default()), length)
        } else {
            (Piece::Character(first), first.len_utf8())
        };
        pieces.push(piece);
        rest = rest.get(length..).unwrap_or_default();
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_exports_write_is_set() {
        for (latex, wanted) in [
            (
                r"\frac{a}{x_{1} + 2.5}",
                "<mfrac><mi>a</mi><mrow><msub><mi>x</mi><mn>1</mn></msub><mo>+</mo><mn>2.5</mn></mrow></mfrac>",
            ),
            (
                r"e^{-k \, t}",
                "<msup><mi>e</mi><mrow><mo>−</mo><mi>k</mi><mspace width=\"0.2em\"/><mi>t</mi></mrow></msup>",
            ),
            (r"\mathit{si{\alpha}\_x}", "<mi>siα_x</mi>"),
            (r"\ln\left(\sigma\right)", "<mi>ln</mi><mrow><mo>(</mo><mi>σ</mi><mo>)</mo></mrow>"),
            (r"\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
            (r"\text{a < b}", "<mtext>a\u{A0}&lt;\u{A0}b</mtext>"),
            (
                r"\begin{cases}p & \text{if } g\\q & \text{else}\end{cases}",
                "<mrow><mo>{</mo><mtable displaystyle=\"true\"><mtr><mtd style=\"text-align:left\"><mi>p</mi></mtd>\
                 <mtd style=\"text-align:left\"><mtext>if\u{A0}</mtext><mi>g</mi></mtd></mtr><mtr>\
                 <mtd style=\"text-align:left\"><mi>q</mi></mtd><mtd style=\"text-align:left\">\
                 <mtext>else</mtext></mtd></mtr></mtable></mrow>",
            ),
        ] {
            let wanted = format!("<math display=\"block\">{wanted}</math>");
            assert_eq!(equation(latex), Some(wanted), "{latex}");
        }
    }

    #[test]
    fn what_does_not_close_is_none() {
        for latex in
            [r"\frac{a}", "{a", "a}", r"\left(a", r"\right)", "a & b", r"\begin{zz}a\end{zz}"]
        {
            assert_eq!(equation(latex), None, "{latex}");
        }
        let deep = "{".repeat(100_000) + &"}".repeat(100_000);
        assert!(equation(&deep).is_some());
    }
}
