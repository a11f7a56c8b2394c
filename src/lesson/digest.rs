//! By what a lesson is known again.

use super::{Exercise, Lesson, PartKind, Within};

impl Lesson {
    /// A digest of what decides whether an answer is right: prose, questions and hints may be corrected.
    pub fn digest(&self) -> String {
        let mut text = String::new();
        let mut add = |kind: &str, said: &[&str]| {
            for said in [&[kind], said].concat() {
                // With its length, so that no two lessons read alike.
                text.extend([&*said.len().to_string(), " ", said, "\n"]);
            }
        };
        for part in &self.parts {
            match &part.kind {
                PartKind::Prose => {}
                PartKind::NewSession => add("session", &[]),
                PartKind::Vary(names) => add("vary", &[&names.join(" ")]),
                PartKind::Code(code) => add("code", &[&code.fence.script()]),
                PartKind::Exercise(_, Exercise::Quiz(statement)) => add("quiz", &[statement]),
                PartKind::Exercise(_, Exercise::Ask(ask)) => {
                    let (way, tolerance) = match &ask.within {
                        Within::HalfPercent => ("digits", ""),
                        Within::Tolerance(text, _) => ("within", text.as_str()),
                        Within::Percent(text, _) => ("percent", text.as_str()),
                    };
                    add("ask", &[&ask.key.0, way, tolerance]);
                }
                PartKind::Exercise(_, Exercise::Task(task)) => {
                    add("task", &[&task.goal.0, &task.limit()]);
                }
                PartKind::Wrong(fence, _) => add("wrong", &[&fence.content]),
            }
        }
        digest(&text)
    }
}

/// A digest of a text: FNV-1a.
pub fn digest(text: &str) -> String {
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{digest:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_may_be_corrected_and_keys_may_not() {
        let lesson = |prose, question, key, goal| {
            let text = format!(
                "# T\n\n{prose}\n\n```gradcalc\na = 2\n```\n\n```output\n```\n\n```ask\n{question}\n= {key}\nhint: h\n```\n\n```task\nDo.\ngoal {goal}\n```\n"
            );
            Lesson::read(&text).digest()
        };
        let own = lesson("One.", "Waht?", "2a", "a > 3");
        assert_eq!(own, lesson("# Two\n\nThree.", "What?\n\nOr how?", "2a", "a > 3"));
        for other in [
            lesson("One.", "Waht?", "2a within 1", "a > 3"),
            lesson("One.", "Waht?", "2a within 1 %", "a > 3"),
            lesson("One.", "Waht?", "3a", "a > 3"),
            lesson("One.", "Waht?", "2a", "a > 4"),
            lesson("session: new", "Waht?", "2a", "a > 3"),
        ] {
            assert_ne!(own, other);
        }
    }
}
