//! Budgets: what each input contributes to the uncertainty of a root, as `:budget` shows it.

pub mod contributions;
pub mod report;
pub mod table;
pub mod warnings;
