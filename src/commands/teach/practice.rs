//! The backward pass by hand, and the quiz: commands that go on from where the learner is.

use super::super::given::count;
use super::super::{Command, Given, Group, Kind, Times, argument};
use crate::language::{self, Error, Result, Span, exact, parse_expression, quoted};
use crate::report::{Next, Report};
use crate::session::Session;
use crate::tutor::{Answer, Answered, Lesson, PassByHand, Quiz, Rules, Visit};

pub(in super::super) const PRACTICE: &[Command] = &[
    Command {
        name: "back",
        aliases: &[],
        group: Group::Teach,
        arguments: &[argument("ROOT", Kind::Node, Times::Maybe)],
        summary: "begin the backward pass by hand; :next or Enter takes a step",
        details: "\
Puts 1 at ROOT and waits. Each step takes one node and adds to the grads of its operands; done or \
waiting says whether more is to come. Until the pass is done :table shows · where a grad is not \
known. A change of the data ends it.",
        example: ":back L",
        uses_files: false,
        run: back,
    },
    Command {
        name: "next",
        aliases: &["n"],
        group: Group::Teach,
        arguments: &[argument("N", Kind::Count, Times::Maybe)],
        summary: "the next step, or N, of the pass by hand",
        details: "At the prompt an empty line does the same.",
        example: ":next",
        uses_files: false,
        run: next,
    },
    Command {
        name: "prev",
        aliases: &[],
        group: Group::Teach,
        arguments: &[],
        summary: "take the last step of the pass by hand back",
        details: "",
        example: ":prev",
        uses_files: false,
        run: previous,
    },
    Command {
        name: "visit",
        aliases: &[],
        group: Group::Teach,
        arguments: &[argument("NODE", Kind::Node, Times::Once)],
        summary: "in the pass by hand, take the step of NODE if it is ready",
        details: "A node is ready when all that use it have pushed their gradients to it.",
        example: ":visit L",
        uses_files: false,
        run: visit,
    },
    Command {
        name: "visit!",
        aliases: &[],
        group: Group::Teach,
        arguments: &[argument("NODE", Kind::Node, Times::Once)],
        summary: "take it although it is not ready, and see what becomes of it",
        details: "",
        example: ":visit! a",
        uses_files: false,
        run: visit_anyway,
    },
    Command {
        name: "quiz",
        aliases: &[],
        group: Group::Teach,
        arguments: &[
            argument("ROOT", Kind::Node, Times::Maybe),
            argument("fade", Kind::Word, Times::Maybe),
            argument("once", Kind::Word, Times::Maybe),
        ],
        summary: "asks for each grad, checks the answers and diagnoses wrong ones",
        details: "\
An answer is a number or an expression over names and the derivatives known so far (-2*b, \
b*dL/de); it is right within half a percent, and only 0 is right for 0. :hint helps twice, :skip \
tells the answer and goes on, :quit ends the quiz. With fade only the grads of the last step are \
asked for, then those of the last two, and so on. With once each question has one try. From a pipe \
answers are read one a line, and the exit status is the number of questions missed, at most 100.",
        example: ":quiz L",
        uses_files: false,
        run: quiz,
    },
];

fn back(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let root = given.root(session)?;
    given.done()?;
    let pass = PassByHand::new(session.tutor_context(&root)?);
    let parts = pass.opening();
    session.guard().go_on(Span::default())?;
    session.begin_lesson(Lesson::ByHand(pass));
    Ok(Report { kind: "back", parts, ..Report::default() })
}

/// What is said when there is no pass to go on with.
fn no_pass(given: &Given<'_>) -> Error {
    given
        .usage_error(Span::default(), "no backward pass is under way")
        .hint(":back ROOT begins one; a change of the data ends it")
}

fn next(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let steps = match given.word() {
        None => 1,
        Some(word) => usize::try_from(count(word, "N", 1, 1_000_000_000)?).unwrap_or(usize::MAX),
    };
    given.done()?;
    match session.lesson_mut() {
        Some(Lesson::ByHand(pass)) => {
            Ok(Report { kind: "next", parts: pass.next(steps), ..Report::default() })
        }
        _ => Err(no_pass(&given)),
    }
}

fn previous(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    given.done()?;
    match session.lesson_mut() {
        Some(Lesson::ByHand(pass)) => Ok(Report::of("prev", pass.previous())),
        _ => Err(no_pass(&given)),
    }
}

fn visit(session: &mut Session, given: Given<'_>) -> Result<Report> {
    visit_node(session, given, false)
}

fn visit_anyway(session: &mut Session, given: Given<'_>) -> Result<Report> {
    visit_node(session, given, true)
}

fn visit_node(session: &mut Session, mut given: Given<'_>, anyway: bool) -> Result<Report> {
    let word = given.need("NODE")?;
    given.done()?;
    if !matches!(session.lesson(), Some(Lesson::ByHand(_))) {
        return Err(no_pass(&given));
    }
    let wanted = session.find(word.text, word.span)?;
    let Some(Lesson::ByHand(pass)) = session.lesson_mut() else {
        return Err(no_pass(&given));
    };
    let root = pass.root_name();
    match pass.visit(&wanted, anyway) {
        Visit::Pushed(parts) | Visit::Refused(parts) => {
            Ok(Report { kind: "visit", parts, ..Report::default() })
        }
        Visit::Stranger => {
            Err(Error::new(word.span, format!("{root} does not depend on {}", quoted(word.text)))
                .hint("only nodes of the pass can push"))
        }
    }
}

fn quiz(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let is_rule = |word: &language::Word<'_>| ["fade", "once"].contains(&word.text);
    let alone =
        given.peek().is_some_and(|word| is_rule(word) && session.names().get(word.text).is_none());
    let root = if alone { given.current_root(session)? } else { given.root(session)? };
    let mut rules = Rules::default();
    while given.peek().is_some_and(is_rule) {
        match given.word() {
            Some(word) if word.text == "once" => rules.once = true,
            _ => rules.fades = true,
        }
    }
    given.done()?;
    let mut quiz = Quiz::new(session.tutor_context(&root)?, rules);
    let parts = quiz.opening();
    session.guard().go_on(Span::default())?;
    session.begin_lesson(Lesson::Quiz(quiz));
    Ok(Report { kind: "quiz", parts, ..Report::default() })
}

/// Takes a line as an answer to the quiz under way.
pub fn answer(session: &mut Session, text: &str) -> Result<Report> {
    let start = text.len() - text.trim_start().len();
    let typed = text.trim();
    let read = match typed.strip_prefix(':') {
        Some(word) => Ok(directive(word.trim(), Span::new(start, start + typed.len()))?),
        None => number(session, text),
    };
    let Some(Lesson::Quiz(quiz)) = session.lesson_mut() else {
        return Ok(Report::default());
    };
    let answered = match read {
        Ok(answer) => quiz.answer(answer),
        Err(error) if quiz.rules().once => quiz.answer(Answer::Unreadable(error.message())),
        Err(error) => return Err(error),
    };
    let next = answered.missed.map_or(Next::GoOn, Next::Missed);
    let Answered { parts, facts, .. } = answered;
    Ok(Report { kind: "quiz", parts, facts, next })
}

/// Reads an answer that is a number or an expression.
fn number<'text>(session: &mut Session, text: &'text str) -> Result<Answer<'text>> {
    let mut tree = parse_expression(text)?;
    let has_names = tree.steps.iter().any(|step| matches!(step.kind, language::Kind::Name));
    if let Some(Lesson::Quiz(quiz)) = session.lesson_mut() {
        quiz.put_derivatives(&mut tree)?;
    }
    let (value, typed) = (session.number(&tree)?, text.trim());
    // What was typed is worth repeating beside its number where that is something else.
    Ok(Answer::Number(value, Some(typed).filter(|typed| has_names && *typed != exact(value))))
}

fn directive(word: &str, span: Span) -> Result<Answer<'static>> {
    const ALL: [(&str, Answer<'static>); 3] =
        [("hint", Answer::Hint), ("skip", Answer::Skip), ("quit", Answer::Quit)];
    let mut found = ALL.iter().filter(|(name, _)| !word.is_empty() && name.starts_with(word));
    found.next().map(|(_, answer)| *answer).ok_or_else(|| {
        Error::new(span, format!("a quiz is under way; it does not know :{}", quoted(word)))
            .hint("answer, or type :hint, :skip, or :quit to end the quiz")
    })
}
