//! A self-contained HTML page.

use super::escaped;

const LOOKS: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem auto; padding: 0 1rem; max-width: 46rem;
  background: #fcfcfa; color: #22221f; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin-top: 2rem; }
pre, code { font: 14px/1.5 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
pre { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.15rem 0.7rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
img { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) {
body { background: #1b1b19; color: #f0efea; }
}
@media print { h2 { break-after: avoid; } img, tr { break-inside: avoid; } pre { white-space: pre-wrap; } }
";

/// Returns a page with this title above `body`, which is HTML.
pub fn web_page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{LOOKS}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         {body}</body>\n</html>\n"
    )
}
