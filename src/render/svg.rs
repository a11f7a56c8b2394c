//! The common parts of SVG pictures: opening, styles and text.

/// The width of a character in pixels, an upper bound for common monospaced fonts.
pub const CHARACTER: f64 = 8.0;
/// The head of an arrow.
pub const ARROWHEAD: &str = "\
<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"8\" \
markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" \
d=\"M0 0.5 L8 4 L0 7.5 z\"/></marker></defs>\n";

/// The styles of every picture, for light and dark mode.
const LOOKS: &str = "\
svg { font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.paper { fill: #fcfcfa; } text { fill: #22221f; } .faint, .label { fill: #6b6b66; } .name { font-weight: bold; }
.frame, .ellipse { fill: #ffffff; stroke: #6b6b66; } .wall, .edge { stroke: #6b6b66; fill: none; }
.head { fill: #6b6b66; }
.positive .frame { stroke: #1c5cab; } .positive .grad { fill: #1c5cab; }
.negative .frame { stroke: #b1560b; } .negative .grad { fill: #b1560b; }
.zero .frame { stroke: #9a9a94; stroke-dasharray: 4 3; } .zero .grad { fill: #6b6b66; }
.wild .frame { stroke: #b0174f; stroke-width: 2.5; } .wild .grad { fill: #b0174f; font-weight: bold; }
.above { fill: #1c5cab; } .below { fill: #b1560b; }
.untaken { opacity: 0.4; }
@media (prefers-color-scheme: dark) {
.paper { fill: #1b1b19; } text { fill: #f0efea; } .faint, .label { fill: #a3a29b; }
.frame, .ellipse { fill: #262624; stroke: #a3a29b; } .wall, .edge { stroke: #8b8a84; }
.head { fill: #8b8a84; }
.positive .frame { stroke: #6aa9f4; } .positive .grad { fill: #8abcf8; }
.negative .frame { stroke: #e8924a; } .negative .grad { fill: #f0a868; }
.above { fill: #6aa9f4; } .below { fill: #e8924a; }
.zero .frame { stroke: #77766f; } .zero .grad { fill: #a3a29b; }
.wild .frame { stroke: #f0709c; } .wild .grad { fill: #f58fb2; }
}
";

/// The start of a picture: size, title, description, styles and background.
pub fn opening(size: (f64, f64), title: &str, description: &str) -> String {
    let (width, height) = (size.0.ceil(), size.1.ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{LOOKS}</style>\n{ARROWHEAD}\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(title),
        escaped(description),
    )
}

pub fn word(class: &str, (x, y): (f64, f64), anchor: &str, text: &str) -> String {
    let text = escaped(text);
    format!(
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    )
}

/// Escapes text for an element or an attribute.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{FFFE}'..='\u{FFFF}' => escaped.push('\u{FFFD}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
