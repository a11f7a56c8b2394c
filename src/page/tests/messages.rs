//! The types of what is asked and answered, for the page's scripts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::page::{Reply, Request};

/// Where they stand.
const FILE: &str = "page/cell/messages.d.ts";

const OPENING: &str = "\
// What the page asks the calculator, and what it answers: the types of src/page/mod.rs, written by
// REWRITE_GOLDEN=1 cargo test --lib page::
";

/// Declarations of types, by their names.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let name = T::ident(&self.config);
        if T::output_path().is_none() || self.found.contains_key(&name) {
            return;
        }
        let docs = on_one_line(&T::docs().unwrap_or_default());
        let declared = laid_out(&T::decl(&self.config));
        self.found.insert(name, format!("\n{docs}export {declared}\n"));
        T::visit_dependencies(self);
    }
}

/// Comments of one line without lines around them.
fn on_one_line(docs: &str) -> String {
    docs.replace("/**\n * ", "/** ").replace("\n */\n", " */\n")
}

/// A declaration with a line for each comment, each field with one, and each alternative of objects.
fn laid_out(declared: &str) -> String {
    let declared = on_one_line(declared);
    let closing = if declared.contains("/**") { ",\n}" } else { " }" };
    let lines = declared.replace(" | {", "\n| {").replace(", }", closing);
    let mut text = String::new();
    for (number, line) in lines.lines().enumerate() {
        let inside = if number == 0 || line == "};" { "" } else { "  " };
        text.push_str(&format!("{inside}{}\n", line.trim_end()));
    }
    text.trim_end().to_owned()
}

#[test]
fn scripts_know_the_types_of_requests_and_replies() {
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config, found: BTreeMap::new() };
    declarations.visit::<Request>();
    declarations.visit::<Reply>();
    let declared: String = declarations.found.into_values().collect();
    let text = OPENING.to_owned() + &declared;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("REWRITE_GOLDEN").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "{FILE} has other types: REWRITE_GOLDEN=1 cargo test --lib page:: writes them, and\n\
         tsc -p page/cell then tells what the scripts have to change"
    );
}
