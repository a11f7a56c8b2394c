//! Tests of the page without a browser.

mod lesson;
mod links;
mod messages;
mod plots;
mod practice;
mod run;
mod sliders;

use std::time::Duration;

use serde_json::{Value, json};

use super::Page;

fn page() -> Page {
    Page::new(|| Duration::ZERO, |_, _| {})
}

#[track_caller]
fn ask(page: &mut Page, request: Value) -> Value {
    serde_json::from_str(&page.reply(&request.to_string())).unwrap()
}

#[track_caller]
fn run(page: &mut Page, text: &str) -> Value {
    ask(page, json!({"do": "type", "text": text}))
}

/// The HTML of all answers to a text.
#[track_caller]
fn html(page: &mut Page, text: &str) -> String {
    let reply = run(page, text);
    let entries = reply["entries"].as_array().unwrap();
    entries.iter().map(|entry| entry["html"].as_str().unwrap()).collect()
}
