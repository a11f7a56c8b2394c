//! `:fitted`: what residual means, as saved sessions say it.

use super::{Fitted, put_fitted};
use crate::command::{Argument, Arguments, Command, Group};
use crate::core::language::{Error, Result, Word, quoted};
use crate::core::ops::SUBTRACT;
use crate::core::session::Session;
use crate::parts::rows::{self, LeftOut};
use crate::report::Report;

/// `:fitted`, which stands behind the commands on names.
pub const OF_SAVED_SESSIONS: &[Command] = &[Command {
    name: "fitted",
    aliases: &[],
    group: Group::Session,
    arguments: &[Argument::node("Y - F"), rows::WITHOUT, rows::ROW],
    summary: "say which node residual means after a :fit, as saved sessions do",
    details: "\
After :fit Y = F the name residual means Y - F, and fit means F, where nothing of yours has these names. The ROWs are \
those that the fit left out.",
    example: ":fitted y - m*t",
    run: fitted,
}];

fn fitted(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let word = arguments.word("Y - F")?;
    let rows: Vec<Word<'_>> =
        if arguments.has("without") { arguments.words("ROW").collect() } else { Vec::new() };
    let residual = arguments.root(session, "Y - F")?;
    if residual.rows().is_none() || !residual.operation().is_some_and(|it| it.is(SUBTRACT)) {
        let message = format!("{} is no difference of rows", quoted(word.text));
        return Err(
            Error::new(word.span, message).hint("the data go first, the model after a minus")
        );
    }
    let left_out = LeftOut::of_named(arguments, rows, (&residual, word.text))?.rows();
    put_fitted(session, Some(Fitted { residual, left_out, typed: None }));
    Ok(Report::default())
}
