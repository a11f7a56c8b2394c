//! The part for derivatives and formulas.

use super::{Formula, text_of};
use crate::core::graph::{Builder, Callee, FormCall, Inner, Operand, Part, Value, WrittenOut};
use crate::core::language::{Result, Span, exact};
use crate::core::ops::Form;

#[derive(Debug)]
pub struct Formulas;

static FORMS: [Form; 1] = [Form {
    name: "diff",
    help: "diff(L, a): the derivative of L with respect to the node a",
    gives_way: false,
    ..Form::DEFAULT
}];

impl Part for Formulas {
    fn forms(&self) -> &'static [Form] {
        &FORMS
    }

    fn make(&self, builder: &mut Builder<'_>, call: FormCall) -> Result<()> {
        builder.must_be_one(call.given, call.span)?;
        builder.differentiate(call.given, call.span)
    }

    fn callee(
        &self,
        builder: &Builder<'_>,
        name: &str,
        given: usize,
        span: Span,
    ) -> Result<Option<Callee>> {
        builder.prime_of(name, given, span)
    }

    fn written_out(&self, node: &Value, inner: Inner<'_>) -> Option<WrittenOut> {
        let formula = Formula::of(&Operand::Value(node.clone()), inner.is_inner, inner.most);
        let is_whole = formula.atoms.len() < inner.most;
        Some(WrittenOut { text: text_of(&formula.atoms, inner.name, exact), is_whole })
    }
}
