//! The table of common mistakes: each row recognizes wrong answers and explains them.

mod accumulation;
mod chain_rule;
mod rules;
mod whole_answer;
mod wrong_answer;
pub mod wrong_rules;

use crate::report::Paragraph;
pub use wrong_answer::WrongAnswer;

/// A common mistake: one row of the table.
pub struct Diagnosis {
    /// Its name, for JSON.
    pub name: &'static str,
    /// The skill to practice.
    pub practice: &'static str,
    /// Returns what there is to say if the mistake explains the answer.
    explain: fn(&WrongAnswer<'_>) -> Option<Paragraph>,
}

/// Every diagnosis; if several fit, the first one is given.
///
/// What comes from one particular mistake is before what many may give: a factor of 2 or the data of
/// some node is seen in most graphs by coincidence.
static DIAGNOSES: &[Diagnosis] = &[
    Diagnosis {
        name: "one use only",
        practice: "adding up (one use only)",
        explain: accumulation::one_use,
    },
    Diagnosis {
        name: "a use left out",
        practice: "adding up (a use left out)",
        explain: accumulation::left_out,
    },
    Diagnosis {
        name: "the sum of the local derivatives",
        practice: "chain rule (sum of local derivatives only)",
        explain: accumulation::locals,
    },
    Diagnosis {
        name: "its own value for the other factor",
        practice: "product (own value for the other factor)",
        explain: chain_rule::own_value,
    },
    Diagnosis {
        name: "the wrong branch",
        practice: "who gets the gradient (max, min, relu, abs)",
        explain: chain_rule::branch,
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
        name: "a part of the rule",
        practice: "rules (part left out)",
        explain: rules::in_part,
    },
    Diagnosis {
        name: "another rule",
        practice: "rules (that of something else)",
        explain: rules::another,
    },
    Diagnosis {
        name: "the rule at the input",
        practice: "rules over the output (taken at the input)",
        explain: rules::at_input,
    },
    Diagnosis {
        name: "local plus upstream",
        practice: "chain rule (a product, not a sum)",
        explain: chain_rule::local_plus_upstream,
    },
    Diagnosis {
        name: "the product of the uses",
        practice: "adding up (product of the uses)",
        explain: accumulation::product,
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
        name: "a breadth-first pass",
        practice: "order (pushing too early)",
        explain: whole_answer::breadth_first,
    },
    Diagnosis {
        name: "the data of a neighbor",
        practice: "data and grad (the data of another node)",
        explain: whole_answer::data_of_a_neighbor,
    },
];

/// The first diagnosis that explains an answer, and its words after "no". Those that give the very number come
/// before those that give one within half a percent.
pub fn diagnose(wrong: &WrongAnswer<'_>) -> Option<(&'static Diagnosis, Paragraph)> {
    [true, false].into_iter().find_map(|exactly| {
        let wrong = WrongAnswer { exactly, ..*wrong };
        DIAGNOSES.iter().find_map(|row| Some((row, (row.explain)(&wrong)?)))
    })
}
