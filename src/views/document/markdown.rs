//! A page in Markdown, as GitHub shows it, with its pictures in files beside it.

use super::{DocumentFormat, Pages, in_address};
use crate::report::{Block, Document};

/// Markdown.
pub const MARKDOWN: DocumentFormat = DocumentFormat { endings: &[".md", ".markdown"], write };

fn write(document: &Document, stem: &str) -> Pages {
    let mut pages = Pages { text: format!("# {}\n", plain(&document.title)), pictures: Vec::new() };
    for block in &document.blocks {
        pages.text.push('\n');
        match block {
            Block::Heading(text) => pages.text.push_str(&format!("## {}\n", plain(text))),
            Block::Paragraph(text) => {
                // What begins with a mark may open a list.
                let mark = if text.starts_with(['+', '-', '=']) { "\\" } else { "" };
                pages.text.push_str(&format!("{mark}{}\n", plain(text)));
            }
            Block::Equation { typed, latex } => {
                let typed = fenced("text", typed);
                pages.text.push_str(&format!("{typed}\n{}", fenced("math", latex)));
            }
            Block::Rows { headers, rows, .. } => {
                pages.text.push_str(&row(headers));
                let rule: Vec<&str> =
                    (0..headers.len()).map(|at| if at == 0 { ":--" } else { "--:" }).collect();
                pages.text.push_str(&format!("| {} |\n", rule.join(" | ")));
                pages.text.extend(rows.iter().map(|cells| row(cells)));
            }
            Block::Picture { name, about, svg } => {
                let file = format!("{stem}-{name}.svg");
                pages.text.push_str(&format!("![{}]({})\n", plain(about), in_address(&file)));
                pages.pictures.push((file, svg.clone()));
            }
            Block::Verbatim(text) => pages.text.push_str(&fenced("text", text)),
            // Markdown may have HTML in it.
            Block::Rendered(html) => pages.text.push_str(html),
            Block::Statements(text) => pages.text.push_str(&fenced("gradcalc", text)),
        }
    }
    pages
}

fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| plain(cell)).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// A text in which nothing means anything.
fn plain(text: &str) -> String {
    const MARKS: &str = "\\`*_[]<>|$~#&!";
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            // A line goes on in Markdown until there is an empty one.
            '\n' | '\r' => escaped.push(' '),
            _ if MARKS.contains(character) => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// A text between fences longer than any in it.
fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(3.max(longest + 1));
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}
