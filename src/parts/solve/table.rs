//! What solving equations has found: a line for each leaf, with how it follows others.

use std::io;

use super::report::{Root, Slope, Solution};
use crate::render::Style;
use crate::render::line_writer::LineWriter;
use crate::render::text::sentences;
use crate::report::{Piece, Role, numbers};

/// The digits of how a leaf follows another.
const DIGITS: usize = 4;
/// How a leaf follows more others than this is for the machine formats.
const MOST_SLOPES: usize = 6;

/// Writes a line for each leaf: `x = 0.7391 ± 0.0030; dx/da = -0.2975`
pub fn write(solution: &Solution, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let several = solution.said_of_several(style.digits);
    let has_several = several.is_some();
    if let Some(text) = several {
        sentences::wrap(&[Piece::Text(format!("  {text}"), Role::Plain)], 4, style, line)?;
    }
    let says_more = |root: &&Root| !has_several || root.leaf.u.is_some() || !root.slopes.is_empty();
    for Root { leaf, slopes } in solution.leaves.iter().filter(says_more) {
        let data = match leaf.u {
            Some(u) => numbers::with_uncertainty(leaf.data, u, style.digits),
            None => numbers::answer(leaf.data, style.digits),
        };
        let mut text = format!("  {} = {data}", leaf.name);
        for (index, Slope { by, slope }) in slopes.iter().take(MOST_SLOPES).enumerate() {
            let slope = numbers::answer(*slope, style.digits.or(Some(DIGITS)));
            let between = if index == 0 { ";" } else { "," };
            text.push_str(&format!("{between} d{}/d{by}\u{A0}=\u{A0}{slope}", leaf.name));
        }
        if slopes.len() > MOST_SLOPES {
            text.push_str(", …");
        }
        sentences::wrap(&[Piece::Text(text, Role::Plain)], 4, style, line)?;
    }
    Ok(())
}
