//! The parts: one folder each, with the commands, methods, text and tests of a feature.

pub mod descent;
pub mod export;
pub mod fit;
pub mod formula;
pub mod hints;
pub mod learn;
pub mod least_squares;
pub mod lessons;
pub mod minimize;
pub mod networks;
pub mod plot;
pub mod rows;
pub mod solve;
pub mod uncertainty;
