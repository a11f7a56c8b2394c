//! What a page has on a root that was minimized: its data, and how it rises around its minimum.

use indexmap::IndexMap;

use super::fitted::{as_sentence, correlations, must_stand, parameters, picture, table_of};
use crate::graph::{Operand, Value};
use crate::language::{Result, Word, is_reference};
use crate::report::{Block, MinimumReport, counted, numbers};
use crate::session::{Minimized, Session};
use crate::views::equations_of;

/// The most leaves that have a picture,
const MOST_PICTURES: usize = 4;
/// which goes so many standard uncertainties to either side.
const FAR: f64 = 3.0;

/// The digits of a figure on the whole.
const DIGITS: usize = 6;

/// The sections on a minimum that gave its leaves uncertainties.
///
/// # Errors
///
/// A leaf has moved since then.
pub(super) fn blocks(
    session: &mut Session,
    found: &Minimized,
    file: Word<'_>,
) -> Result<Vec<Block>> {
    must_stand(session, (&found.leaves, "minimize"), file)?;
    let report = &found.report;
    let mut blocks = data(session, &found.root)?;
    if let (Some(rows), Some(at)) = (report.rows, blocks.len().checked_sub(1)) {
        let said = format!("{} counted.", counted(rows as u64, "row"));
        blocks.insert(at, Block::Paragraph(said));
    }
    let root = Operand::Value(found.root.clone());
    blocks.extend([
        Block::Heading("Model"),
        Block::Equation {
            typed: found.typed.clone(),
            latex: equations_of(&root, &root, session.names()),
        },
        Block::Paragraph(taken_as(report).to_owned()),
        Block::Heading("Parameters"),
        parameters(&report.leaves),
    ]);
    blocks.extend(correlations(&report.leaves, &report.correlations));
    blocks.push(Block::Heading("Goodness of fit"));
    blocks.extend(figures(report));
    let said = found.said.iter().map(|said| Block::Paragraph(as_sentence(session, said)));
    blocks.extend(said);
    blocks.extend(pictures(session, &found.root, &found.typed));
    Ok(blocks)
}

/// What the root was said to be.
fn taken_as(found: &MinimumReport) -> &'static str {
    match found.log_likelihood {
        Some(_) => "It is taken as the negative logarithm of the likelihood of all rows.",
        None => "It is taken as χ², the sum of squared residuals in units of their uncertainties.",
    }
}

/// The figures on the whole, with what they are.
fn figures(found: &MinimumReport) -> Vec<Block> {
    let number = |value: f64| numbers::answer(value, Some(DIGITS));
    let root = found.log_likelihood.map_or(("χ²", found.data), |it| ("log likelihood", it));
    let all = [
        ("rows", found.rows.map(|rows| rows.to_string())),
        (root.0, Some(number(root.1))),
        ("AIC", found.aic.map(number)),
        ("BIC", found.bic.map(number)),
    ];
    let rows = all.into_iter().filter_map(|(name, text)| Some(vec![name.to_owned(), text?]));
    let headers = ["figure", "value"].map(str::to_owned).to_vec();
    let mut blocks = vec![Block::Rows { headers, rows: rows.collect(), faint: Vec::new() }];
    if found.aic.is_some() {
        blocks.push(Block::Paragraph(
            "AIC is 2k - 2 log L and BIC k log n - 2 log L of k parameters and n rows; a constant that the root \
             leaves out is missing in all three."
                .to_owned(),
        ));
    }
    blocks
}

/// The columns that a root uses.
pub(super) fn data(session: &mut Session, root: &Value) -> Result<Vec<Block>> {
    let leaves = session.order_of(root).leaves().filter(|leaf| leaf.as_column().is_some());
    let columns = leaves.cloned().map(|leaf| (leaf, Vec::new())).collect::<IndexMap<_, _>>();
    if columns.is_empty() {
        Ok(Vec::new())
    } else {
        Ok(vec![Block::Heading("Data"), table_of(session, &columns)?])
    }
}

/// The root over each leaf with an uncertainty, while the others stay.
pub(super) fn pictures(session: &mut Session, root: &Value, typed: &str) -> Vec<Block> {
    let leaves: Vec<Value> = session.order_of(root).unfrozen_leaves().to_vec();
    // An answer has no name of its own.
    let name = if is_reference(typed) { typed.to_owned() } else { format!("({typed})") };
    let mut blocks = Vec::new();
    for leaf in leaves {
        let Some(u) = session.uncertainty_of_leaf(&leaf).filter(|u| u.is_finite() && *u > 0.0)
        else {
            continue;
        };
        let called = session.names().call(&leaf);
        let [low, high] = [-FAR, FAR].map(|far| leaf.data() + far * u);
        let drawn = picture(session, &format!(":plot {name} {called} {low} {high}"));
        let about = format!("{typed} over {called}, the others as they are");
        let file = format!("{}-{}", "minimum", blocks.len() + 1);
        blocks.extend(drawn.map(|svg| Block::Picture { name: file, about, svg }));
        if blocks.len() == MOST_PICTURES {
            break;
        }
    }
    if !blocks.is_empty() {
        blocks.insert(0, Block::Heading("Pictures"));
    }
    blocks
}
