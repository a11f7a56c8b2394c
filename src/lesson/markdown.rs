//! Reading Markdown: the headings, paragraphs and fenced blocks of a text, and where they stand.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::Fence;

/// A piece of a text that may mean something to a lesson.
pub(super) enum Piece {
    /// A heading that is in no list or quotation, and its text.
    Heading(Range<usize>, String),
    /// A paragraph or a comment of one line that is in no list or quotation.
    Paragraph(Range<usize>, String),
    /// A fenced block.
    Fence(Fence),
}

/// The most bytes that are read of a heading or a paragraph.
const LONGEST: usize = 1000;

/// Returns the pieces of a text, in order.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut depth = 0_usize;
    // What is being read of a heading or a paragraph, and of a block: its first line, what follows, and
    // whether that stands right below another block.
    let mut said = String::new();
    let mut block: Option<(String, String, bool)> = None;
    let mut is_after_block = false;
    let options = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    for (event, places) in Parser::new_ext(text, options).into_offset_iter() {
        let follows = std::mem::take(&mut is_after_block);
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                block = Some((info.to_string(), String::new(), follows));
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some((info, content, follows)) = block.take() {
                    let fence = Fence::new(text, places, info, content, follows);
                    pieces.extend(fence.map(Piece::Fence));
                    is_after_block = true;
                }
            }
            Event::Text(piece) => match &mut block {
                Some((_, content, _)) => content.push_str(&piece),
                None if said.len() < LONGEST => said.push_str(&piece),
                None => {}
            },
            Event::Code(piece) if said.len() < LONGEST => said.push_str(&piece),
            Event::SoftBreak | Event::HardBreak => said.push('\n'),
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) => said.clear(),
            // What is not shown where the text is read.
            Event::Html(html) if depth == 0 => {
                let inside = html.trim().strip_prefix("<!--").and_then(|it| it.strip_suffix("-->"));
                pieces.extend(inside.map(|said| Piece::Paragraph(places, said.trim().to_owned())));
            }
            Event::End(TagEnd::Heading(_)) if depth == 0 => {
                pieces.push(Piece::Heading(places, std::mem::take(&mut said)));
            }
            Event::End(TagEnd::Paragraph) if depth == 0 && !said.contains('\n') => {
                pieces.push(Piece::Paragraph(places, std::mem::take(&mut said)));
            }
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => depth += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    pieces
}
