//! Charts, in the terminal and as SVG.

mod axes;
pub mod heat;
mod legend;
mod scale;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod text;
mod ticks;
