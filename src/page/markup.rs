//! Text with roles as HTML: each role is the class of a `<span>`.

use std::io;

use crate::render::{Canvas, escaped};
use crate::report::Role;

/// The limit on the HTML of an answer, in bytes; more would block the browser.
const MOST: usize = 200_000;

/// HTML that grows piece by piece, up to a limit.
#[derive(Debug, Default)]
pub struct Markup {
    html: String,
    is_full: bool,
}

impl Markup {
    /// The HTML, with a remark if it was cut.
    pub fn finish(mut self) -> String {
        if self.is_full {
            let remark = "\n… the rest is too long to show\n";
            self.append(Role::Note, remark);
        }
        self.html
    }

    fn append(&mut self, role: Role, text: &str) {
        // Screen readers skip drawings.
        let unread = if is_drawing(text) { " aria-hidden=\"true\"" } else { "" };
        match (role.class(), unread) {
            ("", "") => self.html.push_str(&escaped(text)),
            (class, unread) => {
                let class = if class.is_empty() { class } else { &format!(" class=\"{class}\"") };
                let text = escaped(text);
                self.html.push_str(&format!("<span{class}{unread}>{text}</span>"));
            }
        }
    }
}

impl Canvas for Markup {
    fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        for line in text.split_inclusive('\n') {
            self.is_full |= self.html.len() + line.len() > MOST;
            if !self.is_full {
                self.append(role, line);
            }
        }
        Ok(())
    }
}

/// True for lines, blocks and dots.
fn is_drawing(text: &str) -> bool {
    let is_drawn = |it: char| matches!(it, '\u{2500}'..='\u{25ff}' | '\u{2800}'..='\u{28ff}' | '•');
    text.contains(is_drawn) && text.chars().all(|it| it.is_whitespace() || is_drawn(it))
}
