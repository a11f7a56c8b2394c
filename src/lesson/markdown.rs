//! Reading Markdown: the headings, paragraphs and fenced blocks of a text, and where they stand.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd};

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

/// The most that is put inside of something else: browsers take minutes for thousands of lists in each other.
const DEEPEST: usize = 40;

/// Returns a text as HTML, without the heading that is its title. Marks of HTML in it are text, and a link
/// leads only to the web, to mail, or beside the page. A picture stands in the text or beside it: what else the
/// text would fetch is a link to it.
pub fn html(text: &str, title: &str) -> String {
    let options = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS | Options::ENABLE_TABLES;
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
    let ends = events.iter().position(|it| matches!(it, Event::End(TagEnd::Heading(_))));
    let begins = events.iter().position(|it| matches!(it, Event::Start(Tag::Heading { .. })));
    if let (Some(begins), Some(ends), false) = (begins, ends, title.is_empty()) {
        events.drain(begins..=ends);
    }
    let mut depth = 0_usize;
    let is_shallow = |event: &Event<'_>| {
        depth += usize::from(matches!(event, Event::Start(_)));
        let is_shallow = depth <= DEEPEST || !matches!(event, Event::Start(_) | Event::End(_));
        depth = depth.saturating_sub(usize::from(matches!(event, Event::End(_))));
        is_shallow
    };
    // Whether each picture that is open is one.
    let mut are_pictures: Vec<bool> = Vec::new();
    let events = events.into_iter().filter(is_shallow).flat_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => [Some(Event::Text(html)), None],
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = harmless_address(dest_url);
            [Some(Event::Start(Tag::Link { link_type, dest_url, title, id })), None]
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let is_picture = is_beside(&dest_url) || dest_url.starts_with("data:image/");
            are_pictures.push(is_picture);
            if is_picture {
                return [Some(Event::Start(Tag::Image { link_type, dest_url, title, id })), None];
            }
            let dest_url = harmless_address(dest_url);
            let link = Tag::Link { link_type, dest_url, title, id };
            [Some(Event::Start(link)), Some(Event::Text(CowStr::Borrowed(PICTURE)))]
        }
        Event::End(TagEnd::Image) if are_pictures.pop() == Some(false) => {
            [Some(Event::End(TagEnd::Link)), None]
        }
        event => [Some(event), None],
    });
    let mut page = String::with_capacity(text.len());
    pulldown_cmark::html::push_html(&mut page, events.flatten());
    page
}

/// What stands before the words for a picture that is not fetched.
const PICTURE: &str = "picture: ";

/// True for an address beside the page, as a browser reads it: without blanks at its ends and control characters
/// anywhere, and with `\\` for `/`.
fn is_beside(address: &str) -> bool {
    let read: String = address.chars().filter(|it| !it.is_control()).collect();
    let read = read.trim().replace('\\', "/");
    let has_scheme = read.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    !has_scheme && !read.starts_with("//")
}

/// An address, or none if it might run something.
fn harmless_address(address: CowStr<'_>) -> CowStr<'_> {
    let scheme = address.split(['/', '?', '#']).next().and_then(|start| start.split_once(':'));
    let is_harmless = scheme.is_none_or(|(scheme, _)| {
        ["http", "https", "mailto"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
    });
    if is_harmless { address } else { CowStr::Borrowed("#") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_deep_is_flat() {
        for (mark, tag) in [("> ", "<blockquote>"), ("- ", "<ul>"), ("*a **b ", "<em>")] {
            let text = mark.repeat(2000) + "x" + &"** *".repeat(2000);
            let page = html(&text, "");
            assert!(page.matches(tag).count() <= DEEPEST && page.contains('x'), "{tag}");
            let end = tag.replace('<', "</");
            assert_eq!(page.matches(tag).count(), page.matches(&end).count(), "{tag}");
        }
    }

    #[test]
    fn html_in_a_text_is_text_and_no_link_runs_anything() {
        let text = "# T\n\n<script>x</script>\n\na <b>c</b> [l](javascript:x) [d](data:text/html,x) ![i](data:image/svg+xml,x) [j](java&#10;script:x) ![o](data:text/html,x) [w](https://a/b:c)\n";
        let page = html(text, "T");
        assert!(
            !page.contains("<script") && !page.contains("<b>") && !page.contains("<h1>"),
            "{page}"
        );
        assert!(!page.contains("script:") && !page.contains("data:text"), "{page}");
        assert!(page.contains("src=\"data:image/svg+xml,x\""), "{page}");
        assert!(page.contains("href=\"https://a/b:c\""), "{page}");
    }

    #[test]
    fn no_picture_is_fetched_from_elsewhere() {
        let beside = ["a.png", "../b/a.png", "/a.png", "a.png?x=1:2", "data:image/png;base64,AA"];
        for address in beside {
            let page = html(&format!("![one]({address})"), "");
            assert!(page.contains(&format!("<img src=\"{address}\" alt=\"one\"")), "{page}");
        }
        let elsewhere = [
            "https://a.org/a.png",
            "HTTP://a.org/a.png",
            "//a.org/a.png",
            "/\\a.org/a.png",
            "\\\\\\\\a.org/a.png",
            "/&#9;/a.org/a.png",
            "&#32;//a.org/a.png",
            "ftp://a.org/a.png",
            "file:///etc/a.png",
            "data:text/html,x",
            "blob:x",
        ];
        for address in elsewhere {
            for text in [format!("![one *two*]({address})"), format!("[![one]({address})](b.md)")] {
                let page = html(&text, "");
                assert!(!page.contains("<img") && page.contains("picture: one"), "{page}");
                assert_eq!(page.matches("<a").count(), page.matches("</a>").count(), "{page}");
            }
        }
    }
}
