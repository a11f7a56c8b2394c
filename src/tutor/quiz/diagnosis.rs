//! The table of common mistakes: each row recognizes wrong answers and explains them.

mod adding_up;
mod chain_rule;
mod whole_answer;
mod wrong_answer;

pub use wrong_answer::WrongAnswer;

use crate::report::Sentence;

/// A common mistake: one row of the table.
pub struct Diagnosis {
    /// Its name, for JSON and as the second choice after another diagnosis.
    pub name: &'static str,
    /// The skill to practice.
    pub practice: &'static str,
    /// Returns the words after "no" if the mistake explains the answer.
    explain: fn(&WrongAnswer<'_>) -> Option<Sentence>,
}

/// Every diagnosis; if several fit, the first one is given.
static DIAGNOSES: &[Diagnosis] = &[
    Diagnosis {
        name: "one use only",
        practice: "adding up (one use only)",
        explain: adding_up::one_use,
    },
    Diagnosis {
        name: "a use left out",
        practice: "adding up (a use left out)",
        explain: adding_up::left_out,
    },
    Diagnosis {
        name: "the sum of the local derivatives",
        practice: "chain rule (sum of local derivatives only)",
        explain: adding_up::locals,
    },
    Diagnosis {
        name: "its own value for the other factor",
        practice: "product (own value for the other factor)",
        explain: chain_rule::own_value,
    },
    Diagnosis {
        name: "the local derivative alone",
        practice: "chain rule (local only)",
        explain: chain_rule::local,
    },
    Diagnosis {
        name: "the upstream alone",
        practice: "local derivatives (upstream only)",
        explain: chain_rule::upstream,
    },
    Diagnosis { name: "the sign", practice: "sign", explain: chain_rule::sign },
    Diagnosis {
        name: "local plus upstream",
        practice: "chain rule (a product, not a sum)",
        explain: chain_rule::local_plus_upstream,
    },
    Diagnosis {
        name: "a factor of 2",
        practice: "factors (twice or half)",
        explain: whole_answer::factor,
    },
    Diagnosis {
        name: "its own data",
        practice: "data and grad (the data for the grad)",
        explain: whole_answer::own_data,
    },
    Diagnosis {
        name: "the product of the uses",
        practice: "adding up (product of the uses)",
        explain: adding_up::product,
    },
    Diagnosis {
        name: "the mean of the uses",
        practice: "adding up (mean of the uses)",
        explain: adding_up::mean,
    },
    Diagnosis {
        name: "the rule at the input",
        practice: "rules over the output (taken at the input)",
        explain: chain_rule::at_input,
    },
    Diagnosis {
        name: "a part of the rule",
        practice: "rules (part left out)",
        explain: chain_rule::in_part,
    },
    Diagnosis {
        name: "a breadth-first pass",
        practice: "order (pushing too early)",
        explain: whole_answer::breadth_first,
    },
    Diagnosis {
        name: "rounding",
        practice: "rounding (keep three digits)",
        explain: whole_answer::rounded,
    },
];

/// The first diagnosis that explains an answer, its words, and the next one that would.
pub fn diagnose(
    wrong: &WrongAnswer<'_>,
) -> Option<(&'static Diagnosis, Sentence, Option<&'static Diagnosis>)> {
    let mut fitting = DIAGNOSES.iter().filter_map(|row| Some((row, (row.explain)(wrong)?)));
    let (best, words) = fitting.next()?;
    Some((best, words, fitting.next().map(|(next, _)| next)))
}
