//! The arguments of `:set`: numbers and uncertainties of leaves, rows of columns, and networks.

use crate::command::arguments::leaves;
use crate::command::hooks::Setting;
use crate::command::notes;
use crate::command::syntax::Word;
use crate::core::graph::Value;
use crate::core::language::{Error, Kind, Result, Step, Tree, quoted};
use crate::core::session::{Session, with_row};
use crate::parts::HOOKS;
use crate::report::{Paragraph, counted};

/// The changes of a `:set`.
#[derive(Default)]
pub(super) struct Changes<'text> {
    /// The leaves that are shown one by one, or rows of theirs, from 1.
    pub shown: Vec<(Option<usize>, Value)>,
    /// The new numbers of leaves.
    pub numbers: Vec<(Value, f64)>,
    /// Columns, their rows from 1, and the numbers there.
    pub rows: Vec<(Value, usize, f64)>,
    /// The settings with a `±`.
    pub uncertain: Vec<Setting<'text>>,
    /// Sentences on networks.
    pub summaries: Vec<Paragraph>,
    /// Notes on names whose older leaves the root uses, and on what was typed.
    pub notes: Vec<String>,
}

impl<'text> Changes<'text> {
    /// Takes a name and its value.
    pub fn take(
        &mut self,
        session: &mut Session,
        name: Word<'text>,
        value: Word<'text>,
    ) -> Result<()> {
        if session.network(name.text).is_some() {
            return self.take_network(session, name, value);
        }
        let place = name.row();
        let called = place.map_or(name.name(), |(column, _)| column);
        let leaf = session.find_leaf(called, name.span)?;
        let row = place.map(|place| session.row_of(&leaf, place, name.span)).transpose()?;
        self.notes.extend(older_use(session, &leaf, (called, row), value));
        let column = quoted(called);
        if leaf.is_text() {
            return Err(Error::new(name.span, format!("{column} is a column of text"))
                .hint("change the file and :read it again"));
        }
        let tree = value.right_side()?;
        self.notes.extend(notes::of_typed(session, &tree));
        let (given, is_uncertain) = number_of(tree);
        match (row, &given) {
            (Some(_), _) if is_uncertain => {
                return Err(Error::new(value.span, "cannot set the ± of one row")
                    .hint(format!(":set {column} ± [0.1, 0.2, …] sets all rows")));
            }
            (None, Some(_)) if leaf.is_per_row() => {
                let hint =
                    format!("change one row, :set {column}[3] VALUE, or assign a new column");
                return Err(Error::new(name.span, format!("{column} is a column")).hint(hint));
            }
            _ => {}
        }
        let number = given.map(|tree| session.number(&tree)).transpose();
        let number = number.map_err(|error| error.moved(value.offset()))?;
        match (row, number) {
            (Some(row), number) => self.rows.extend(number.map(|it| (leaf.clone(), row, it))),
            (None, number) => self.numbers.extend(number.map(|it| (leaf.clone(), it))),
        }
        if is_uncertain {
            let number = number.unwrap_or(leaf.data());
            self.uncertain.push(Setting { leaf: leaf.clone(), number, name, value });
        }
        if row.is_some() || !leaf.is_per_row() {
            self.shown.push((row, leaf));
        }
        Ok(())
    }

    /// The numbers of all leaves of a network.
    fn take_network(
        &mut self,
        session: &mut Session,
        name: Word<'_>,
        value: Word<'_>,
    ) -> Result<()> {
        let leaves = leaves(session, name)?;
        let numbers = column(session, value)?;
        let (text, count) = (quoted(name.text), leaves.len());
        if numbers.len() != count {
            let found = counted(numbers.len() as u64, "number");
            let message = format!("{text} has {count} leaves, found {found}");
            return Err(
                Error::new(value.span, message).hint(format!(":set {text}.b1.1 0 sets one leaf"))
            );
        }
        let numbered = counted(count as u64, "number");
        self.summaries.push(Paragraph::new(format!("  {}: {numbered}", name.text)));
        self.numbers.extend(leaves.into_iter().zip(numbers));
        Ok(())
    }

    /// The leaves that change.
    pub fn leaves(&self) -> impl Iterator<Item = &Value> {
        let numbers = self.numbers.iter().map(|(leaf, _)| leaf);
        let uncertain = self.uncertain.iter().map(|setting| &setting.leaf);
        numbers.chain(uncertain).chain(self.rows.iter().map(|(leaf, ..)| leaf))
    }
}

/// Returns the tree before a `±`, except the leaf's own number, and whether there is a `±`.
fn number_of(tree: Tree<'_>) -> (Option<Tree<'_>>, bool) {
    let has_mark = |steps: &[Step]| {
        steps
            .last()
            .is_some_and(|it| matches!(it.kind, Kind::PlusMinus { .. } | Kind::Evaluation(_)))
    };
    let mut before = tree.clone();
    while has_mark(&before.steps) {
        before.steps = before.operands().first().map(|first| first.to_vec()).unwrap_or_default();
    }
    let is_present = before.steps.last().is_some_and(|it| matches!(it.kind, Kind::Present));
    ((!is_present).then_some(before), has_mark(&tree.steps))
}

/// Returns the numbers of a column, typed or computed, or one number.
fn column(session: &mut Session, word: Word<'_>) -> Result<Vec<f64>> {
    let tree = word.right_side()?;
    session.tentatively(|session| {
        let bound = (HOOKS.bind)(session, None, &tree).unwrap_or_else(|| session.evaluate(&tree));
        let node = bound.map_err(|error| error.moved(word.offset()))?.value;
        if node.is_per_row() { session.all_rows(&node) } else { Ok(vec![node.data()]) }
    })
}

/// Returns a note if the root uses an older leaf of that name instead.
fn older_use(
    session: &mut Session,
    leaf: &Value,
    (name, row): (&str, Option<usize>),
    value: Word<'_>,
) -> Option<String> {
    let root = session.root().cloned()?;
    let older = session.older_use(&root, leaf, name)?;
    let root = session.names().call(&root);
    let root = if root == older { "the root is".to_owned() } else { format!("{root} uses") };
    let name = quoted(name);
    let place = with_row(older.clone(), row);
    let value = quoted(value.text);
    Some(format!("{root} the older {name}, {older}; to change that one, :set {place} {value}"))
}
