//! gradcalc: a calculator that shows its gradients.
// The parser pest generates without its std feature names this crate.
extern crate alloc;

pub mod commands;
pub mod graph;
pub mod language;
pub mod ops;
pub mod report;
pub mod session;
pub mod shell;
pub mod teach;
pub mod views;
