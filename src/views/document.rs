//! The table of formats for a page to hand in: a document in, files out.

mod markdown;
mod mathml;
mod web_page;

use std::fmt::Write;

use crate::report::Document;

/// A format for pages.
#[derive(Debug)]
pub struct DocumentFormat {
    /// The extensions of its files, with the point; the first is the usual one.
    pub endings: &'static [&'static str],
    /// Returns the page, and the files with its pictures, whose names begin with the given stem.
    pub write: fn(&Document, &str) -> Pages,
}

/// A page, and the pictures that it needs beside it.
#[derive(Debug, Default)]
pub struct Pages {
    /// The page.
    pub text: String,
    /// The name of each picture's file, and what it holds.
    pub pictures: Vec<(String, String)>,
}

/// Every format for pages.
pub static DOCUMENT_FORMATS: &[DocumentFormat] = &[markdown::MARKDOWN, web_page::HTML];

/// Returns a text as a part of an address: all but letters, digits and a few marks by their bytes.
fn in_address(text: &str) -> String {
    let mut address = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}
