//! A block `task`: a goal that statements are to reach.

use super::blocks::{add_line, after, lines};
use super::exercise::{Begun, Exercise, Key};
use super::worksheet::{BLANK, Sheet};
use crate::command::syntax::statements;
use crate::core::graph::Value;
use crate::core::language::{
    Error, Result, Span, Tree, counted, parse_expression, quoted, visible_lines,
};
use crate::core::ops::constant;
use crate::core::session::{Session, same_bits};
use crate::parts::learn::{Question, Verdict};
use crate::report::{Paragraph, Role, and};

/// Something to reach by statements.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    pub text: String,
    /// The condition that says when it is, with its place in the block.
    pub goal: (String, Span),
    /// The most statements that it may take.
    pub most: Option<usize>,
    /// The leaves that may change; empty if all may.
    pub only: Vec<String>,
}

impl Task {
    /// Reads a block.
    ///
    /// # Errors
    ///
    /// It does not have exactly one goal, or the number of statements is invalid.
    pub fn read(content: &str) -> Result<Task> {
        let (mut text, mut goal, mut most, mut only) = (String::new(), None, None, Vec::new());
        for (start, line) in lines(content) {
            if let Some((condition, span)) = after(line, start, "goal") {
                // It is shown beside typed text, and may end in a comment.
                let shown = visible_lines(&condition.replace('\t', " "));
                if goal.replace((shown, span)).is_some() {
                    let error = Error::new(span, "a task has one goal");
                    return Err(error.hint("join conditions with and: goal L < 0 and a > 0"));
                }
            } else if let Some((count, span)) = after(line, start, "at most") {
                let number = count.split_whitespace().next().and_then(|it| it.parse().ok());
                let Some(number) = number.filter(|it| *it > 0) else {
                    let error = Error::new(span, "at most needs a number above 0");
                    return Err(error.hint("write: at most 3 statements"));
                };
                most = Some(number);
            } else if let Some((names, _)) = after(line, start, "only") {
                let names = names.split([' ', ',']).filter(|it| !it.is_empty());
                only.extend(names.map(str::to_owned));
            } else if !(text.is_empty() && line.trim().is_empty()) {
                add_line(&mut text, line);
            }
        }
        let whole = Span::new(0, content.trim_end().len());
        let Some(goal) = goal.filter(|(condition, _)| !condition.is_empty()) else {
            let error = Error::new(whole, "a task without a goal");
            return Err(error.hint("end it with a line such as: goal L < 0"));
        };
        Ok(Task { text: text.trim_end().to_owned(), goal, most, only })
    }

    /// The limits after the goal: the number of statements, and the leaves that may change.
    pub fn limit(&self) -> String {
        let most =
            self.most.map(|most| format!(", in at most {}", counted(most as u64, "statement")));
        let only =
            (!self.only.is_empty()).then(|| format!(", changing only {}", self.changeable()));
        most.into_iter().chain(only).collect()
    }

    fn changeable(&self) -> String {
        and(self.only.clone(), self.only.len())
    }

    /// The goal with its limits.
    pub fn said_goal(&self) -> String {
        format!("Goal: {}{}.", self.goal.0, self.limit())
    }
}

impl Exercise for Task {
    fn begin(&self, session: &mut Session) -> Result<Begun> {
        number_of_goal(session, self)?;
        Ok(Begun::Task(Attempt::new(session, self.clone())))
    }

    fn keys(&self, session: &mut Session) -> Result<Vec<Key>> {
        if number_of_goal(session, self)?.is_some_and(holds) {
            let error = Error::new(self.goal.1, "this goal is reached from the start");
            return Err(error.hint("write a goal that is false at first"));
        }
        Ok(Vec::new())
    }

    fn on_sheet(&self, sheet: Sheet, _: &[Key]) -> String {
        let lines = self.most.unwrap_or(LINES).min(LINES * 2);
        let (text, goal, most) = (visible_lines(&self.text), &self.goal.0, self.limit());
        let text = format!("{text}\n\nGoal: `{goal}`{most}\n");
        match sheet {
            // Escaped, as a line of these marks alone is a rule.
            Sheet::Worksheet => text + &format!("\n- \\{BLANK}").repeat(lines) + "\n",
            Sheet::Key => text,
        }
    }

    fn asks_grad(&self) -> Option<bool> {
        Some(false)
    }
}

/// The lines for the statements of a task on a worksheet.
const LINES: usize = 3;

/// Returns the condition of a task.
fn goal_of(task: &Task) -> Result<Tree<'_>> {
    let (text, span) = &task.goal;
    parse_expression(text).map_err(|error| {
        let hint = error.advice().unwrap_or(HOW).to_owned();
        error.hint(hint).moved(span.start as usize)
    })
}

/// The form of a goal.
const HOW: &str = "a goal compares numbers: goal L < 0";

/// Returns the number of a goal; `None` if it has names that the text of the task asks for.
///
/// # Errors
///
/// When the goal cannot be read, has another unknown name, or is no number.
fn number_of_goal(session: &mut Session, task: &Task) -> Result<Option<f64>> {
    let tree = goal_of(task)?;
    let (_, place) = &task.goal;
    let is_leaf = |name: &str| session.names().get(name).is_some_and(Value::is_leaf);
    if let Some(other) = task.only.iter().find(|name| !is_leaf(name)) {
        let error = Error::new(*place, format!("{} is not a leaf", quoted(other)));
        return Err(error.hint("name the leaves that may change: only a b"));
    }
    let words = || task.text.split(|it: char| !(it.is_alphanumeric() || it == '_' || it == '.'));
    let is_told = |name: &str| words().any(|word| word.trim_end_matches('.') == name);
    let is_value = |name: &str| session.names().resolve(name).is_some() || constant(name).is_some();
    let mut unknown = tree.names().filter(|(name, _)| !is_value(name)).peekable();
    if unknown.peek().is_none() {
        let number = session.number(&tree);
        return number.map(Some).map_err(|error| error.moved(place.start as usize));
    }
    unknown.find(|(name, _)| !is_told(name)).map_or(Ok(None), |(name, span)| {
        let message = format!("unknown name {}", quoted(name));
        let error = Error::new(span, message).moved(place.start as usize);
        Err(error.hint("use names that a block defines, or that the text of the task contains"))
    })
}

/// True for the number of a condition that holds.
fn holds(number: f64) -> bool {
    number != 0.0 && !number.is_nan()
}

/// A task that is worked on.
#[derive(Debug)]
pub struct Attempt {
    pub(super) task: Task,
    /// The names of results in the goal.
    results: Vec<String>,
    /// The fixed names, with their nodes and the data of leaves.
    kept: Vec<(String, Value, f64)>,
    /// The typed changes that stand: the number of changes before each, and its statements.
    done: Vec<(u64, usize)>,
    /// The changes that stand.
    changes: u64,
    is_over: bool,
}

impl Attempt {
    /// Starts a task; undo stops here until the task is over.
    fn new(session: &mut Session, task: Task) -> Attempt {
        session.journal_mut().end_undo_here(true);
        let goal = goal_of(&task);
        let names = goal.iter().flat_map(Tree::names).map(|(name, _)| name);
        let results = names.filter(|name| is_result(session, name));
        let results: Vec<String> = results.map(str::to_owned).collect();
        let is_kept = |(name, node): &(&str, &Value)| {
            let is_used = node.is_leaf() || results.iter().any(|it| it == name);
            is_used && !task.only.is_empty() && !task.only.iter().any(|it| it == name)
        };
        let kept = session.names().iter().filter(is_kept);
        let kept = kept.map(|(name, node)| (name.to_owned(), node.clone(), node.data())).collect();
        let changes = session.journal().standing();
        Attempt { task, results, kept, done: Vec::new(), changes, is_over: false }
    }

    /// Notes a text that has run; returns true if it took more statements than it may.
    fn counts_too_many(&mut self, session: &Session, text: &str) -> bool {
        let (before, now) = (self.changes, session.journal().standing());
        self.changes = now;
        if now > before {
            let typed = statements(text, 0).count();
            let changes = usize::try_from(now - before).unwrap_or(usize::MAX);
            self.done.push((before, typed.min(changes)));
        } else {
            self.done.retain(|(begun, _)| *begun < now);
        }
        let count: usize = self.done.iter().map(|(_, count)| *count).sum();
        self.task.most.is_some_and(|most| count > most)
    }

    /// A fixed name that has changed.
    fn changed(&self, session: &Session) -> Option<&str> {
        let changed = self.kept.iter().find(|(name, node, data)| {
            let has_moved = node.is_leaf() && !same_bits(node.data(), *data);
            has_moved || session.names().get(name) != Some(node)
        });
        changed.map(|(name, ..)| name.as_str())
    }

    /// Undoes the statements for the task.
    fn begin_again(&mut self, session: &mut Session) {
        while session.undo().is_some() {}
        self.done.clear();
        self.changes = session.journal().standing();
    }
}

impl Question for Attempt {
    fn kind(&self) -> &'static str {
        "task"
    }

    fn asks(&self) -> Option<String> {
        (!self.is_over).then(|| TASK.to_owned())
    }

    fn prompt(&self) -> String {
        format!("{}\n{}", self.task.text, self.task.said_goal())
    }

    fn answer(&mut self, session: &mut Session, text: &str) -> Result<Verdict> {
        if text.trim() == AGAIN {
            self.begin_again(session);
            return Ok(Verdict::on(None, false, None));
        }
        if self.counts_too_many(session, text) {
            self.begin_again(session);
            let most = counted(self.task.most.unwrap_or_default() as u64, "statement");
            let said = format!("     That took more than {most}. Back to the start of the task.");
            return Ok(Verdict::on(None, false, None).saying(Paragraph::new(said)));
        }
        if let Some(name) = self.changed(session) {
            let only = self.task.changeable();
            let said = format!("     {name} has changed, but only {only} may. :undo reverts it.");
            return Ok(Verdict::say(Paragraph::new(said)));
        }
        let goal = goal_of(&self.task).and_then(|tree| session.number(&tree));
        if !goal.is_ok_and(holds) {
            return Ok(Verdict::default());
        }
        // `L = -1` does not change the lesson's L.
        if let Some(name) = self.results.iter().find(|name| !is_result(session, name)) {
            let goal = &self.task.goal.0;
            let said = format!("{goal}, but {name} is no longer computed: not reached.");
            let said = format!("     {said} :undo reverts it.");
            return Ok(Verdict::say(Paragraph::new(said)));
        }
        self.is_over = true;
        let said = Paragraph::new("     ").role("reached", Role::Right);
        let said = said.text(format!(": {}", self.task.goal.0));
        Ok(Verdict::on(None, true, None).saying(said))
    }

    fn hint(&mut self) -> Verdict {
        Verdict::say(Paragraph::new(NO_HELP))
    }

    fn give_up(&mut self) -> Verdict {
        self.hint()
    }

    fn leave(&mut self) -> Verdict {
        Verdict::default()
    }
}

/// The name of a task in submissions, and the line that marks a restart.
pub const TASK: &str = "task";
pub const AGAIN: &str = ":lesson again";

const NO_HELP: &str =
    "     A task has no hints and no answer. Any way to the goal is right; Enter skips the task.";

/// True for the name of a node that is computed.
fn is_result(session: &Session, name: &str) -> bool {
    session.names().resolve(name).is_some_and(|node| !node.is_leaf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_has_a_goal() {
        let content = "Make L negative.\ngoal L < 0\nat most 3 statements\n";
        let task = Task::read(content).unwrap();
        assert_eq!((task.text.as_str(), task.goal.1.of(content)), ("Make L negative.", "L < 0"));
        assert_eq!(task.most, Some(3));
        let task = Task::read("Go.\ngoal L < 0\nonly w1, w2 b\n").unwrap();
        assert_eq!(task.limit(), ", changing only w1, w2 and b");
        for wrong in
            ["", "do\n", "goal\n", "goal a\ngoal b\n", "goal a\nat most few\n", "goal a\nat most 0"]
        {
            assert!(Task::read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Task::read("goals are good\ngoal a\n").unwrap().text, "goals are good");
    }
}
