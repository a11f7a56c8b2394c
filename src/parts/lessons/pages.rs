//! What is shown of a lesson at a time.

use std::mem;
use std::ops::Range;

use super::fence::Fence;
use super::lesson::{Lesson, PartKind};
use super::transcript::{is_transcript, typed};

impl Lesson {
    /// Splits the parts of a lesson, whose text this is, into what is shown at a time: up to a block, or to
    /// the next heading.
    pub fn units(&self, text: &str) -> Vec<Range<usize>> {
        let mut units: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        let mut has_prose = false;
        // What is not shown does not part what stands around it.
        let mut is_interrupted = false;
        for (at, part) in self.parts.iter().enumerate() {
            let own = text.get(part.places.clone()).unwrap_or_default();
            match part.kind {
                PartKind::Prose if own.trim().is_empty() => {}
                PartKind::Prose => {
                    let goes_on = mem::take(&mut is_interrupted) && !own.trim().starts_with('#');
                    if mem::replace(&mut has_prose, true) && !goes_on {
                        units.push(start..at);
                        start = at;
                    }
                }
                PartKind::NewSession | PartKind::Vary(_) => is_interrupted = true,
                PartKind::Code(_) | PartKind::Exercise(..) | PartKind::Wrong(..) => {
                    units.push(start..at + 1);
                    (start, has_prose, is_interrupted) = (at + 1, false, false);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_shown_parts_nothing() {
        let count = |text: &str| Lesson::read(text).units(text).len();
        assert_eq!(count("# A\n\nsession: new\n\nb\n\n```gradcalc\n1\n```\n"), 1);
        assert_eq!(count("# A\n\nvary: a\n\nb\n\n<!-- session: new -->\n\nc\n"), 1);
        assert_eq!(count("# A\n\nsession: new\n\n# B\n\nc\n"), 2);
        assert_eq!(count("a\n\n# B\n\nc\n"), 2);
    }
}
