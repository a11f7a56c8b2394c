//! The README's pictures of a session: a real prompt's screen, colors and all, drawn as SVG.

use std::fmt::Write;

use super::terminal::{Attributes, PLAIN, Start, Terminal, look};
use crate::support::golden;
use vt100::Color;

const ROWS: u16 = 22;
const COLUMNS: u16 = 80;

/// The size of a character in the drawing's units.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 19.0;
const MARGIN: f64 = 16.0;

/// A terminal's own colors. The program's are the same on both.
struct Theme {
    name: &'static str,
    paper: &'static str,
    ink: &'static str,
}

const THEMES: [Theme; 2] = [
    Theme { name: "session-light.svg", paper: "#ffffff", ink: "#1f2328" },
    Theme { name: "session-dark.svg", paper: "#0d1117", ink: "#e6edf3" },
];

#[test]
fn the_pictures_of_a_session_are_what_a_terminal_shows() {
    let terminal = Start::new().size(ROWS, COLUMNS).run();
    for line in ["a = 2; b = -3; c = 10; f = -2", "L = (a*b + c) * f", ":grad L", ":explain b"] {
        terminal.enter(line);
    }
    // What is being typed, with its value in grey.
    terminal.type_text("L + a^2");
    terminal.wait_for("→ -4");
    let mut agree = true;
    for theme in &THEMES {
        let drawn = drawing(&terminal, theme);
        agree &= golden::agrees(&golden::project().join("docs").join(theme.name), &drawn);
    }
    assert!(agree, "the pictures differ; see above");
}

fn drawing(terminal: &Terminal, theme: &Theme) -> String {
    let runs = terminal.with_screen(runs);
    let rows = runs.iter().map(|run| run.row + 1).max().unwrap_or_default();
    let width = f64::from(COLUMNS) * WIDTH + 2.0 * MARGIN;
    let height = f64::from(rows) * HEIGHT + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" role=\"img\" aria-label=\"A session of gradcalc\" \
         font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, monospace\" \
         font-size=\"14\" fill=\"{}\">\n\
         <rect x=\"1\" y=\"1\" width=\"{:.0}\" height=\"{:.0}\" rx=\"8\" fill=\"{}\" stroke=\"#8b949e\"/>\n",
        theme.ink,
        width - 2.0,
        height - 2.0,
        theme.paper
    );
    for run in &runs {
        let x = MARGIN + f64::from(run.column) * WIDTH;
        let y = MARGIN + (f64::from(run.row) + 0.75) * HEIGHT;
        // The columns stay aligned whatever font there is.
        let length = run.text.chars().count() as f64 * WIDTH;
        let text = run.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{length:.1}\" \
             xml:space=\"preserve\"{}>{text}</text>",
            style(run.look)
        )
        .unwrap();
    }
    svg + "</svg>\n"
}

/// A piece of a row in one look.
struct Run {
    row: u16,
    column: u16,
    text: String,
    look: Attributes,
}

fn runs(screen: &vt100::Screen) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let cell = screen.cell(row, column).unwrap();
            let (text, look) = (cell.contents(), look(cell));
            if text.trim().is_empty() {
                continue;
            }
            match runs.last_mut().filter(|run| run.row == row && run.look == look) {
                Some(run) if column == run.column + run.text.chars().count() as u16 => {
                    run.text.push_str(text);
                }
                // A blank between two words of one look.
                Some(run) if column == run.column + run.text.chars().count() as u16 + 1 => {
                    run.text.push(' ');
                    run.text.push_str(text);
                }
                _ => runs.push(Run { row, column, text: text.to_owned(), look }),
            }
        }
    }
    runs
}

fn style(look: Attributes) -> String {
    assert!(!look.inverse, "no part of this session is inverse");
    let mut style = String::new();
    if let Color::Idx(index) = look.color {
        write!(style, " fill=\"{}\"", rgb(index)).unwrap();
    }
    let Attributes { bold, dim, underline, .. } = look;
    for (is_so, attribute) in [
        (bold, " font-weight=\"bold\""),
        (dim, " opacity=\"0.65\""),
        (underline, " text-decoration=\"underline\""),
    ] {
        style.push_str(if is_so { attribute } else { "" });
    }
    assert!(look == PLAIN || !style.is_empty());
    style
}

/// The color of an index: xterm's cube of 6 by 6 by 6 starts at 16, its grays at 232.
fn rgb(index: u8) -> String {
    assert!(index >= 16, "{index} looks different in every terminal");
    if index >= 232 {
        let gray = 8 + 10 * (index - 232);
        return format!("#{gray:02x}{gray:02x}{gray:02x}");
    }
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    let index = index - 16;
    let [red, green, blue] = [index / 36, index / 6 % 6, index % 6].map(level);
    format!("#{red:02x}{green:02x}{blue:02x}")
}
