//! A page in HTML: one file, which needs nothing else.

use super::mathml::equation;
use super::{DocumentFormat, Pages, in_address};
use crate::report::{Block, Document};
use crate::views::escaped;

/// HTML.
pub const HTML: DocumentFormat = DocumentFormat { endings: &[".html", ".htm"], write };

const LOOKS: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem auto; padding: 0 1rem; max-width: 46rem;
  background: #fcfcfa; color: #22221f; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin-top: 2rem; }
pre, code { font: 14px/1.5 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
pre { overflow-x: auto; } math { font-size: 1.2rem; } .latex, .faint { color: #6b6b66; }
.wide { overflow: auto hidden; margin: 1rem 0; } table { border-collapse: collapse; }
th, td { padding: 0.15rem 0.7rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
img { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) {
body { background: #1b1b19; color: #f0efea; } .latex, .faint { color: #a3a29b; }
}
@media print { h2 { break-after: avoid; } img, tr { break-inside: avoid; } pre { white-space: pre-wrap; } }
";

fn write(document: &Document, _: &str) -> Pages {
    let title = escaped(&document.title);
    let blocks: String = document.blocks.iter().map(written).collect();
    let text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{LOOKS}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         {blocks}</body>\n</html>\n"
    );
    Pages { text, pictures: Vec::new() }
}

fn written(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("<h2>{}</h2>\n", escaped(text)),
        Block::Paragraph(text) => format!("<p>{}</p>\n", escaped(text)),
        Block::Equation { typed, latex } => format!(
            "<p><code>{}</code></p>\n{}<p class=\"latex\">LaTeX: <code>{}</code></p>\n",
            escaped(typed),
            equation(latex)
                .map(|set| format!("<div class=\"wide\">{set}</div>\n"))
                .unwrap_or_default(),
            escaped(latex)
        ),
        Block::Rows { headers, rows, faint } => {
            let looks = |at: usize| match faint.binary_search(&at) {
                Ok(_) => " class=\"faint\"",
                Err(_) => "",
            };
            let body: String =
                rows.iter().enumerate().map(|(at, cells)| row(("td", looks(at)), cells)).collect();
            let header = row(("th", ""), headers);
            format!("<div class=\"wide\"><table>\n{header}{body}</table></div>\n")
        }
        // As an address, so that the styles of one picture do not reach another.
        Block::Picture { about, svg, .. } => format!(
            "<p><img alt=\"{}\" src=\"data:image/svg+xml,{}\"></p>\n",
            escaped(about),
            in_address(svg)
        ),
        Block::Rendered(html) => html.clone(),
        Block::Verbatim(text) | Block::Statements(text) => {
            format!("<pre>{}</pre>\n", escaped(text))
        }
    }
}

fn row((tag, looks): (&str, &str), cells: &[String]) -> String {
    let cells: String =
        cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
    format!("<tr{looks}>{cells}</tr>\n")
}
