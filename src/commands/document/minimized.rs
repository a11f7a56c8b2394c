//! What a page has on a root that was minimized: its data, and how it rises around its minimum.

use indexmap::IndexMap;

use super::fitted::{picture, table_of};
use crate::graph::Value;
use crate::language::{Result, is_reference};
use crate::report::Block;
use crate::session::Session;

/// The most leaves that have a picture,
const MOST_PICTURES: usize = 4;
/// which goes so many standard uncertainties to either side.
const FAR: f64 = 3.0;

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
