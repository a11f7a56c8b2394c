//! The contribution of ± to expressions and sessions.

use super::save::typed;
use crate::core::graph::{
    Builder, FormCall, Operand, Part, Scope, Value, must_be_given, unavailable,
};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::Form;
use crate::core::session::Session;
use crate::parts::rows::only_right_side;

/// ±, as a part of the program.
#[derive(Debug)]
pub struct Uncertainties;

static FORMS: [Form; 2] = [
    Form {
        name: "measured",
        arguments: "x",
        help: "the mean of readings x ± their standard deviation / sqrt(n), as a new leaf",
        ..Form::DEFAULT
    },
    Form {
        name: "u",
        arguments: "y",
        help: "the standard uncertainty of y as a plain number, not updated later",
        ..Form::DEFAULT
    },
];

impl Part for Uncertainties {
    fn forms(&self) -> &'static [Form] {
        &FORMS
    }

    fn make(&self, builder: &mut Builder<'_>, call: FormCall) -> Result<()> {
        let FormCall { form, given, span } = call;
        if form.name == "measured" {
            return Err(only_right_side(form, span));
        }
        builder.must_be_one(given, span)?;
        must_be_given(form.name, 1, given, span)?;
        let u = match builder.pop() {
            Operand::Value(node) if node.is_per_row() => {
                return Err(Error::new(span, "u takes one number, found rows")
                    .hint("type only the name to see the uncertainty of each row"));
            }
            Operand::Value(node) => {
                let session = builder.scope.owner_mut().downcast_mut::<Session>();
                let session = session.ok_or_else(|| unavailable(form.name, span))?;
                if session.uses_data_again(&node) {
                    return Err(session.data_again("this", span));
                }
                let u = session.uncertainty(&node).unwrap_or(0.0);
                let is_lost = node.data().is_finite() && !u.is_finite();
                if let Some(why) = session.why_not_finite(&node, Some(u).filter(|_| is_lost), true)
                {
                    return Err(Error::new(span, why));
                }
                u
            }
            Operand::Constant(_) => 0.0,
        };
        builder.push_copy(u);
        Ok(())
    }

    fn plus_minus(&self, builder: &mut Builder<'_>, percent: bool, at: Span) -> Result<bool> {
        builder.plus_minus(percent, at).map(|()| true)
    }

    fn typed_after(&self, scope: &dyn Scope, leaf: &Value) -> String {
        let session = scope.owner().downcast_ref::<Session>();
        session.map_or_else(String::new, |session| typed(session, leaf))
    }

    fn moved(&self, scope: &mut dyn Scope, before: &[(Value, f64)]) {
        if let Some(session) = scope.owner_mut().downcast_mut::<Session>() {
            let outdated = session.outdated(before);
            session.put_errors(outdated);
        }
    }
}
