//! The part for rows.

use super::column_text::makes_column;
use super::columns::Views;
use super::folds::fold;
use crate::core::graph::{Builder, FormCall, Part, Scope};
use crate::core::language::{Error, Result, Span, Step};
use crate::core::ops::Form;
use crate::core::session::Session;

#[derive(Debug)]
pub struct RowsPart;

static FORMS: [Form; 11] = [
    Form {
        name: "std",
        help: "the standard deviation of rows or arguments, with n - 1; gaps left out",
        ..Form::DEFAULT
    },
    Form {
        name: "var",
        help: "the variance of rows or arguments, with n - 1; gaps left out",
        ..Form::DEFAULT
    },
    Form {
        name: "median",
        help: "the middle one of rows or arguments, or the mean of two; gaps left out",
        ..Form::DEFAULT
    },
    Form {
        name: "median_low",
        help: "the median of rows or arguments, or the smaller of two in the middle; gaps left out",
        ..Form::DEFAULT
    },
    Form {
        name: "median_high",
        help: "the median of rows or arguments, or the larger of two in the middle; gaps left out",
        ..Form::DEFAULT
    },
    Form {
        name: "sum_given",
        help: "the sum of rows or arguments; gaps left out",
        ..Form::DEFAULT
    },
    Form {
        name: "mean_given",
        help: "the mean of rows or arguments; gaps left out",
        ..Form::DEFAULT
    },
    Form { name: "count", help: "the number of rows or arguments; gaps left out", ..Form::DEFAULT },
    Form {
        name: "sort",
        arguments: "x",
        help: "the rows of x from the smallest to the largest, as a new column; gaps left out",
        ..Form::DEFAULT
    },
    Form {
        name: "linspace",
        arguments: "first, last, n",
        help: "n numbers from first to last, as a new column",
        ..Form::DEFAULT
    },
    Form {
        name: "arange",
        arguments: "first, end, step",
        help: "the numbers from first up to end, without end, as a column; arange(5) is 0 to 4",
        ..Form::DEFAULT
    },
];

/// The error for a form inside an expression that must be a whole right side: `y = sort(x)`.
pub fn only_right_side(form: &Form, span: Span) -> Error {
    Error::new(span, format!("{} cannot be part of an expression", form.name))
        .hint(format!("give its result a name first: y = {}", form.written()))
}

impl Part for RowsPart {
    fn forms(&self) -> &'static [Form] {
        &FORMS
    }

    fn make(&self, builder: &mut Builder<'_>, call: FormCall) -> Result<()> {
        let FormCall { form, given, span } = call;
        if form.name == "sort" || makes_column(form.name) {
            return Err(only_right_side(form, span));
        }
        let given = builder.unfold_groups(given);
        builder.statistic(form, given, span)
    }

    fn fold(&self, builder: &mut Builder<'_>, form: &'static Form, span: Span) -> Result<bool> {
        let is_per_row = builder.last_operands(1).iter().any(|it| it.rows().is_some());
        match fold(form.name).filter(|_| is_per_row) {
            None => Ok(false),
            Some(fold) => builder.fold_last(fold, span).map(|()| true),
        }
    }

    fn text(&self, builder: &mut Builder<'_>, text: &str) -> bool {
        builder.push_text(text);
        true
    }

    fn check_text(&self, builder: &mut Builder<'_>, step: Step, called: &str) -> Result<()> {
        builder.take_text(step, called)
    }

    fn row(&self, builder: &mut Builder<'_>, row: &str, at: Span) -> Result<bool> {
        builder.row(row, at).map(|()| true)
    }

    fn notice_rows(&self, builder: &mut Builder<'_>) {
        builder.notice_new_rows();
    }

    fn begin(&self, scope: &mut dyn Scope) {
        if let Some(session) = scope.owner_mut().downcast_mut::<Session>() {
            session.part_setting_mut::<Views>().keep();
        }
    }

    fn fail(&self, scope: &mut dyn Scope) -> bool {
        let session = scope.owner_mut().downcast_mut::<Session>();
        session.is_some_and(|session| session.part_setting_mut::<Views>().restore())
    }
}
