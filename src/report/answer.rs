//! The value of a node in a report.

use std::rc::Rc;

use serde_json::Value;

use super::{Facts, Numbers, exact_json, facts_of};

/// A number, rows, or the members of a group, with a name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Answer {
    /// Its name.
    pub name: String,
    /// nan for a group.
    pub data: f64,
    /// The members of a group.
    pub members: Option<Vec<Answer>>,
    /// The standard uncertainty.
    pub u: Option<f64>,
    /// The numbers of the rows; `data` is that of the current row.
    pub rows: Option<Vec<f64>>,
    /// The texts of the rows; `None` for a gap.
    pub texts: Option<Vec<Option<String>>>,
    /// The standard uncertainties of the rows.
    pub row_uncertainties: Option<Rc<Vec<f64>>>,
    /// The divisors of a remainder, one or one for each row: no remainder is printed as its divisor.
    pub divisors: Vec<f64>,
    /// True for `L = -8`, false for `-8`.
    pub named: bool,
}

impl Answer {
    /// Returns its fields.
    pub fn facts(&self) -> Facts {
        let mut facts = facts_of([("name", self.name.as_str().into())]);
        let (key, data) = match (&self.members, &self.texts, &self.rows) {
            (Some(members), ..) => {
                ("members", members.iter().map(|it| Value::Object(it.facts())).collect())
            }
            (_, Some(texts), _) => {
                ("data", texts.iter().map(|it| Value::from(it.clone())).collect())
            }
            (.., Some(rows)) => ("data", rows.json()),
            (None, None, None) => ("data", self.data.json()),
        };
        facts.insert(key.to_owned(), data);
        let u = self.row_uncertainties.as_ref().map(|rows| rows.json());
        let u = u.or(self.u.map(exact_json));
        facts.extend(u.map(|u| ("u".to_owned(), u)));
        facts
    }
}
