//! A page to hand in: headings, paragraphs, equations, tables, pictures and what was typed.

/// A page.
#[derive(Debug, Default)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// What stands below that, in order.
    pub blocks: Vec<Block>,
}

/// A block of a page. Its texts are plain: the format escapes what means something in it.
#[derive(Debug)]
pub enum Block {
    /// The heading of a section.
    Heading(&'static str),
    /// A paragraph.
    Paragraph(String),
    /// An equation.
    Equation {
        /// As it was typed.
        typed: String,
        /// In LaTeX.
        latex: String,
    },
    /// Rows of texts under headers; all but the first column end at the right.
    Rows {
        /// The headers.
        headers: Vec<String>,
        /// The rows, a text for each header.
        rows: Vec<Vec<String>>,
        /// The rows, from 0 and in order, that are there but do not count.
        faint: Vec<usize>,
    },
    /// A picture.
    Picture {
        /// What tells its file from the page's.
        name: String,
        /// What it shows, for those who do not see it.
        about: String,
        /// The picture, in SVG.
        svg: String,
    },
    /// Text whose lines and blanks stay.
    Verbatim(String),
    /// The same of statements, which a lesson runs.
    Statements(String),
    /// What is HTML already.
    Rendered(String),
}
