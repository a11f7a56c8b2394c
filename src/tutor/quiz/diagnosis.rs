//! What a wrong answer gives away: the table of the usual mistakes.

mod feedback;
mod mistakes;
mod wrong_answer;

pub use wrong_answer::{Case, Slip};

use crate::report::Sentence;

/// One way to go wrong: one row of the table.
pub struct Diagnosis {
    /// What it is called where another one fits better, and in JSON.
    pub name: &'static str,
    /// What to practise.
    pub practise: &'static str,
    /// The wrong numbers that it leads to.
    slips: fn(&Case<'_>) -> Vec<Slip>,
    /// What to say after "no" to the one that was given.
    says: fn(&Case<'_>, &Slip) -> Sentence,
}

/// Every diagnosis; where several fit, the first one is said.
pub static DIAGNOSES: &[Diagnosis] = &[
    Diagnosis {
        name: "one use only",
        practise: "adding up (one use only)",
        slips: mistakes::one_use,
        says: feedback::one_use,
    },
    Diagnosis {
        name: "a use left out",
        practise: "adding up (a use left out)",
        slips: mistakes::left_out,
        says: feedback::left_out,
    },
    Diagnosis {
        name: "the sum of the local derivatives",
        practise: "chain rule (sum of local derivatives only)",
        slips: mistakes::locals,
        says: feedback::locals,
    },
    Diagnosis {
        name: "its own value for the other factor",
        practise: "product (own value for the other factor)",
        slips: mistakes::own_value,
        says: feedback::own_value,
    },
    Diagnosis {
        name: "the local derivative alone",
        practise: "chain rule (local only)",
        slips: mistakes::local,
        says: feedback::local,
    },
    Diagnosis {
        name: "the upstream alone",
        practise: "local derivatives (upstream only)",
        slips: mistakes::upstream,
        says: feedback::upstream,
    },
    Diagnosis { name: "the sign", practise: "sign", slips: mistakes::sign, says: feedback::sign },
    Diagnosis {
        name: "local plus upstream",
        practise: "chain rule (a product, not a sum)",
        slips: mistakes::local_plus_upstream,
        says: feedback::local_plus_upstream,
    },
    Diagnosis {
        name: "a factor of 2",
        practise: "factors (twice or half)",
        slips: mistakes::factor,
        says: feedback::factor,
    },
    Diagnosis {
        name: "its own data",
        practise: "data and grad (the data for the grad)",
        slips: mistakes::own_data,
        says: feedback::own_data,
    },
    Diagnosis {
        name: "the product of the uses",
        practise: "adding up (product of the uses)",
        slips: mistakes::product,
        says: feedback::product,
    },
    Diagnosis {
        name: "the mean of the uses",
        practise: "adding up (mean of the uses)",
        slips: mistakes::mean,
        says: feedback::mean,
    },
    Diagnosis {
        name: "the rule at the input",
        practise: "rules over the output (taken at the input)",
        slips: mistakes::at_input,
        says: feedback::at_input,
    },
    Diagnosis {
        name: "a part of the rule",
        practise: "rules (a part left out)",
        slips: mistakes::in_part,
        says: feedback::in_part,
    },
    Diagnosis {
        name: "a breadth-first pass",
        practise: "order (pushing too early)",
        slips: mistakes::breadth_first,
        says: feedback::breadth_first,
    },
    Diagnosis {
        name: "rounding",
        practise: "rounding (keep three digits)",
        slips: mistakes::rounded,
        says: feedback::rounded,
    },
];

/// The diagnosis that fits an answer best: its place in the table, what to say of it, and the name
/// of the next one that fits too.
pub fn diagnose(case: &Case<'_>) -> Option<(usize, Sentence, Option<&'static str>)> {
    let mut fitting = DIAGNOSES.iter().enumerate().filter_map(|(place, row)| {
        let slip = (row.slips)(case).into_iter().find(|slip| case.is(slip.value))?;
        Some((place, row, slip))
    });
    let (place, row, slip) = fitting.next()?;
    let said = (row.says)(case, &slip);
    Some((place, said, fitting.next().map(|(_, next, _)| next.name)))
}
