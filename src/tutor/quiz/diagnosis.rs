//! The common mistakes: one row for each, which recognizes an answer and says what went wrong.

mod adding_up;
mod chain_rule;
mod whole_answer;
mod wrong_answer;

pub use wrong_answer::WrongAnswer;

use crate::report::Sentence;

/// One way to go wrong: one row of the table.
pub struct Diagnosis {
    /// Its name, for JSON and where another one fits better.
    pub name: &'static str,
    /// The skill to practice.
    pub practice: &'static str,
    /// Returns the words after "no" to an answer that it explains; none to any other.
    says: fn(&WrongAnswer<'_>) -> Option<Sentence>,
}

/// Every diagnosis; where several fit, the first one is said.
static DIAGNOSES: &[Diagnosis] = &[
    Diagnosis {
        name: "one use only",
        practice: "adding up (one use only)",
        says: adding_up::one_use,
    },
    Diagnosis {
        name: "a use left out",
        practice: "adding up (a use left out)",
        says: adding_up::left_out,
    },
    Diagnosis {
        name: "the sum of the local derivatives",
        practice: "chain rule (sum of local derivatives only)",
        says: adding_up::locals,
    },
    Diagnosis {
        name: "its own value for the other factor",
        practice: "product (own value for the other factor)",
        says: chain_rule::own_value,
    },
    Diagnosis {
        name: "the local derivative alone",
        practice: "chain rule (local only)",
        says: chain_rule::local,
    },
    Diagnosis {
        name: "the upstream alone",
        practice: "local derivatives (upstream only)",
        says: chain_rule::upstream,
    },
    Diagnosis { name: "the sign", practice: "sign", says: chain_rule::sign },
    Diagnosis {
        name: "local plus upstream",
        practice: "chain rule (a product, not a sum)",
        says: chain_rule::local_plus_upstream,
    },
    Diagnosis {
        name: "a factor of 2",
        practice: "factors (twice or half)",
        says: whole_answer::factor,
    },
    Diagnosis {
        name: "its own data",
        practice: "data and grad (the data for the grad)",
        says: whole_answer::own_data,
    },
    Diagnosis {
        name: "the product of the uses",
        practice: "adding up (product of the uses)",
        says: adding_up::product,
    },
    Diagnosis {
        name: "the mean of the uses",
        practice: "adding up (mean of the uses)",
        says: adding_up::mean,
    },
    Diagnosis {
        name: "the rule at the input",
        practice: "rules over the output (taken at the input)",
        says: chain_rule::at_input,
    },
    Diagnosis {
        name: "a part of the rule",
        practice: "rules (part left out)",
        says: chain_rule::in_part,
    },
    Diagnosis {
        name: "a breadth-first pass",
        practice: "order (pushing too early)",
        says: whole_answer::breadth_first,
    },
    Diagnosis {
        name: "rounding",
        practice: "rounding (keep three digits)",
        says: whole_answer::rounded,
    },
];

/// The diagnosis that fits an answer best, the words for it, and the next one that fits too.
pub fn diagnose(
    wrong: &WrongAnswer<'_>,
) -> Option<(&'static Diagnosis, Sentence, Option<&'static Diagnosis>)> {
    let mut fitting = DIAGNOSES.iter().filter_map(|row| Some((row, (row.says)(wrong)?)));
    let (best, words) = fitting.next()?;
    Some((best, words, fitting.next().map(|(next, _)| next)))
}
