//! Text with roles as HTML: each role is the class of a `<span>`.

use std::io;

use crate::render::{Canvas, escaped};
use crate::report::Role;

/// The most bytes of HTML for one answer. More would keep a browser busy for long.
const MOST: usize = 200_000;

/// HTML that grows piece by piece, up to a limit.
#[derive(Debug, Default)]
pub struct Markup {
    html: String,
    /// The lines left out since it was full.
    left_out: usize,
    is_full: bool,
}

impl Markup {
    /// The HTML, with a remark on what was left out.
    pub fn finish(mut self) -> String {
        if self.is_full {
            let lines = match self.left_out {
                0 | 1 => "1 more line is".to_owned(),
                several => format!("{several} more lines are"),
            };
            let remark = format!("… {lines} left out: a page cannot show so much\n");
            self.append(Role::Note, &remark);
        }
        self.html
    }

    fn append(&mut self, role: Role, text: &str) {
        // What is drawn with characters is not read out, character by character.
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
        let mut rest = text;
        while !self.is_full && !rest.is_empty() {
            // Ends with a whole line, if lines are not too long for that.
            let (line, after) = match rest.find('\n') {
                Some(end) => rest.split_at(end + 1),
                None => (rest, ""),
            };
            if line.len() > MOST {
                self.is_full = true;
                break;
            }
            self.append(role, line);
            rest = after;
            self.is_full =
                self.html.len() > MOST && self.html.trim_end_matches("</span>").ends_with('\n');
            self.is_full |= self.html.len() > 2 * MOST;
        }
        self.left_out += rest.matches('\n').count();
        Ok(())
    }
}

/// True for lines, blocks and dots.
fn is_drawing(text: &str) -> bool {
    let is_drawn = |it: char| matches!(it, '\u{2500}'..='\u{25ff}' | '\u{2800}'..='\u{28ff}' | '•');
    text.contains(is_drawn) && text.chars().all(|it| it.is_whitespace() || is_drawn(it))
}
