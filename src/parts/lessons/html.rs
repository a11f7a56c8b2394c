//! The text of a lesson as HTML.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

use super::lesson::BYTE_ORDER_MARK;
use crate::core::language::harmless;

/// The most elements inside each other: browsers take minutes for thousands of lists in lists.
const DEEPEST: usize = 40;

/// The place where the HTML is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// On the page, beside content that is not the author's.
    Page,
    /// On a sheet beside it.
    Sheet,
}

/// Returns a text as HTML, without the heading that is its title. Marks of HTML in it are text. A link leads to
/// the web, to mail, or on a sheet beside it; another is its words. A picture stands in the text, or on a sheet
/// beside it: what else the text would fetch is a link to it. Nothing in it turns the direction of what follows.
pub fn html(text: &str, title: &str, reading: Reading) -> String {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let options = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS | Options::ENABLE_TABLES;
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
    let ends = events.iter().position(|it| matches!(it, Event::End(TagEnd::Heading(_))));
    let begins = events.iter().position(|it| matches!(it, Event::Start(Tag::Heading { .. })));
    if let (Some(begins), Some(ends), false) = (begins, ends, title.is_empty()) {
        events.drain(begins..=ends);
    }
    let mut depth = 0_usize;
    events.retain(|event| {
        let (starts, ends) = (matches!(event, Event::Start(_)), matches!(event, Event::End(_)));
        depth += usize::from(starts);
        let is_shallow = depth <= DEEPEST || !(starts || ends);
        depth = depth.saturating_sub(usize::from(ends));
        is_shallow
    });
    // The ends of the open links and pictures.
    let mut open: Vec<Option<TagEnd>> = Vec::new();
    let events = events.into_iter().flat_map(|event| {
        let is_picture = matches!(event, Event::Start(Tag::Image { .. }));
        match event {
            Event::Html(html) | Event::InlineHtml(html) => [Some(Event::Text(html)), None],
            Event::Start(Tag::Image { ref dest_url, .. })
                if dest_url.starts_with("data:image/")
                    || reading == Reading::Sheet && is_beside(dest_url) =>
            {
                open.push(Some(TagEnd::Image));
                [Some(event), None]
            }
            Event::Start(
                Tag::Link { link_type, dest_url, title, id }
                | Tag::Image { link_type, dest_url, title, id },
            ) => {
                let leads = may_lead(&dest_url, reading);
                open.push(leads.then_some(TagEnd::Link));
                let link = Event::Start(Tag::Link { link_type, dest_url, title, id });
                let said = Event::Text(CowStr::Borrowed(PICTURE));
                [leads.then_some(link), is_picture.then_some(said)]
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                [open.pop().flatten().map(Event::End), None]
            }
            event => [Some(event), None],
        }
    });
    let mut page = String::with_capacity(text.len());
    pulldown_cmark::html::push_html(&mut page, events.flatten());
    harmless(&page).into_owned()
}

/// The text before the description of a picture that is not loaded.
const PICTURE: &str = "picture: ";

/// True for an address beside the page, as a browser reads it: without blanks at its ends and control characters
/// anywhere, and with `\\` for `/`.
fn is_beside(address: &str) -> bool {
    let read: String = address.chars().filter(|it| !it.is_control()).collect();
    let read = read.trim().replace('\\', "/");
    let has_scheme = read.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    !has_scheme && !read.starts_with("//")
}

/// True for a safe address: it runs nothing, and on the page it does not leave the session.
fn may_lead(address: &str, reading: Reading) -> bool {
    let scheme = address.split(['/', '?', '#']).next().and_then(|start| start.split_once(':'));
    let is_known = |(scheme, _): (&str, &str)| {
        ["http", "https", "mailto"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
    };
    scheme.map_or(reading == Reading::Sheet, is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_turns_the_direction() {
        for text in [
            "a \u{202e}b c",
            "a &#x202E;b c",
            "a `\u{2066}b` c",
            "[a](https://b.c \"\u{202e}b c\")",
        ] {
            let page = html(text, "", Reading::Page);
            assert_eq!(harmless(&page), page);
            assert!(page.contains("b c") || page.contains("<code>b</code> c"), "{page}");
        }
    }

    #[test]
    fn what_is_deep_is_flat() {
        for (mark, tag) in [("> ", "<blockquote>"), ("- ", "<ul>"), ("*a **b ", "<em>")] {
            let text = mark.repeat(2000) + "x" + &"** *".repeat(2000);
            let page = html(&text, "", Reading::Sheet);
            assert!(page.matches(tag).count() <= DEEPEST && page.contains('x'), "{tag}");
            let end = tag.replace('<', "</");
            assert_eq!(page.matches(tag).count(), page.matches(&end).count(), "{tag}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(html("\u{feff}# T\n\nb", "T", Reading::Sheet), "<p>b</p>\n");
    }

    #[test]
    fn html_in_a_text_is_text_and_no_link_runs_anything() {
        let text = "# T\n\n<script>x</script>\n\na <b>c</b> [l](javascript:x) [d](data:text/html,x) ![i](data:image/svg+xml,x) [j](java&#10;script:x) ![o](data:text/html,x) [w](https://a/b:c)\n";
        for reading in [Reading::Sheet, Reading::Page] {
            let page = html(text, "T", reading);
            assert!(
                !page.contains("<script") && !page.contains("<b>") && !page.contains("<h1>"),
                "{page}"
            );
            assert!(!page.contains("script:") && !page.contains("data:text"), "{page}");
            assert!(page.contains("src=\"data:image/svg+xml,x\""), "{page}");
            // A refused link is no link at all.
            let links: Vec<&str> = page.match_indices("<a").map(|(at, _)| &page[at..]).collect();
            assert!(
                matches!(links[..], [own] if own.starts_with("<a href=\"https://a/b:c\">w</a>"))
            );
            assert!(page.contains(" l d <img") && page.contains(" j picture: o <a"), "{page}");
        }
    }

    #[test]
    fn no_picture_is_fetched_from_elsewhere() {
        let beside = ["a.png", "../b/a.png", "/a.png", "a.png?x=1:2", "data:image/png;base64,AA"];
        for address in beside {
            let page = |reading| html(&format!("![one]({address})"), "", reading);
            let picture = format!("<img src=\"{address}\" alt=\"one\"");
            assert!(page(Reading::Sheet).contains(&picture), "{}", page(Reading::Sheet));
            // A page may know nothing of the folder.
            let is_own = address.starts_with("data:");
            assert_eq!(page(Reading::Page).contains(&picture), is_own);
            assert_eq!(page(Reading::Page).contains("<p>picture: one</p>"), !is_own);
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
                for reading in [Reading::Sheet, Reading::Page] {
                    let page = html(&text, "", reading);
                    assert!(!page.contains("<img") && page.contains("picture: one"), "{page}");
                    assert_eq!(page.matches("<a").count(), page.matches("</a>").count(), "{page}");
                }
            }
        }
    }
}
