//! What is shown of a lesson at a time.

use std::mem;
use std::ops::Range;

use super::{Fence, Lesson, PartKind, is_transcript, typed};

impl Lesson {
    /// Splits the parts of a lesson, whose text this is, into what is shown at a time: up to a block, or to
    /// the next heading.
    pub fn units(&self, text: &str) -> Vec<Range<usize>> {
        let mut units: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        let mut has_prose = false;
        for (at, part) in self.parts.iter().enumerate() {
            let own = text.get(part.places.clone()).unwrap_or_default();
            match part.kind {
                PartKind::Prose if own.trim().is_empty() => {}
                PartKind::Prose => {
                    if mem::replace(&mut has_prose, true) {
                        units.push(start..at);
                        start = at;
                    }
                }
                PartKind::NewSession | PartKind::Vary(_) => {}
                PartKind::Code(_) | PartKind::Exercise(..) | PartKind::Wrong(..) => {
                    units.push(start..at + 1);
                    (start, has_prose) = (at + 1, false);
                }
            }
        }
        if has_prose {
            units.push(start..self.parts.len());
        }
        units
    }
}

impl Fence {
    /// What is run of a block.
    pub fn script(&self) -> String {
        if is_transcript(&self.content) { typed(&self.content) } else { self.content.clone() }
    }
}
