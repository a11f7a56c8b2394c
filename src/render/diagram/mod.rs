//! Diagrams: the boxes, edges and layout of a graph, and the picture as SVG.

pub mod labels;
pub mod layout;
pub(super) mod shapes;
pub(super) mod svg;
