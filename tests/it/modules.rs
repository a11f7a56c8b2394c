//! The page's modules keep to what `page/build` relies on when it joins them into one script: names
//! that are imported and exported, each once, and no circle of imports.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What becomes a script of its own.
const SCRIPTS: [&str; 2] = ["cell.js", "worker.js"];

/// A file of page/cell.
#[derive(Default)]
struct Module {
    /// The files it imports from, with the names, in order.
    imports: Vec<(String, Vec<String>)>,
    /// The names at its top, and whether they are exported.
    names: BTreeMap<String, bool>,
    /// Its words in code, but those after a dot.
    words: BTreeSet<String>,
}

type Modules = BTreeMap<String, Module>;

fn modules() -> Modules {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/cell");
    let mut modules = Modules::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = || fs::read_to_string(&path).expect("a text");
        match path.extension().and_then(|it| it.to_str()) {
            Some("js") => {
                modules.insert(name.clone(), module(&name, &text()));
            }
            Some("css") => {
                let text = text();
                // It becomes a template.
                assert!(!text.contains(['`', '\\', '$']), "{name} cannot stand in a script");
                let constant = name.trim_end_matches(".css").to_uppercase();
                let names = BTreeMap::from([(constant, true)]);
                modules.insert(name, Module { names, ..Module::default() });
            }
            _ => {}
        }
    }
    modules
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || "_$".contains(character)
}

/// The name that a line at the top of a module declares.
fn declared(line: &str) -> Option<&str> {
    let kinds = ["const ", "let ", "class ", "function ", "async function "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    rest.split(|character| !is_name(character)).next()
}

fn module(file: &str, text: &str) -> Module {
    let mut module = Module::default();
    let mut is_comment = false;
    for line in text.lines() {
        let opens = line.trim_start().starts_with("/**");
        assert!(!opens || line.find("*/").is_none_or(|at| at + 2 == line.len()), "{file}: {line}");
        is_comment |= opens;
        let is_code = !is_comment && !line.trim_start().starts_with("//");
        is_comment &= !line.ends_with("*/");
        if !is_code || line.is_empty() {
            continue;
        }
        if let Some(import) = line.strip_prefix("import ") {
            assert!(module.names.is_empty(), "{file}: imports come first: {line}");
            let (what, from) = import.split_once(" from './").expect(line);
            let from = from.strip_suffix("';").expect(line).to_owned();
            let braces = what.strip_prefix("{ ").and_then(|it| it.strip_suffix(" }"));
            assert!(braces.is_some() || from.ends_with(".css"), "{file}: {line}");
            let names = braces.unwrap_or(what).split(", ").map(str::to_owned).collect();
            module.imports.push((from, names));
            continue;
        }
        let exported = line.strip_prefix("export ");
        if let Some(name) = declared(exported.unwrap_or(line)) {
            let before = module.names.insert(name.to_owned(), exported.is_some());
            assert!(!name.is_empty() && before.is_none(), "{file}: {line}");
        } else {
            assert!(exported.is_none(), "{file}: an export stands before a declaration: {line}");
        }
        let mut rest = line;
        while let Some(start) = rest.find(is_name) {
            let end = rest[start..].find(|it| !is_name(it)).map_or(rest.len(), |it| start + it);
            let is_property = rest[..start].ends_with(['.', '#']) || rest[end..].starts_with(':');
            if !is_property || rest[..start].ends_with("...") {
                module.words.insert(rest[start..end].to_owned());
            }
            rest = &rest[end..];
        }
    }
    assert!(!text.contains("import.meta"), "{file}: a script has no import.meta");
    module
}

/// Adds a file after those that it imports, as page/build does.
fn join(modules: &Modules, file: &str, open: &mut Vec<String>, joined: &mut Vec<String>) {
    assert!(!open.iter().any(|it| it == file), "a circle of imports: {open:?} {file}");
    if joined.iter().any(|it| it == file) {
        return;
    }
    let module = modules.get(file).unwrap_or_else(|| panic!("{open:?} imports {file}"));
    open.push(file.to_owned());
    for (from, _) in &module.imports {
        join(modules, from, open, joined);
    }
    open.pop();
    joined.push(file.to_owned());
}

#[test]
fn modules_can_be_joined_into_one_script() {
    let modules = modules();
    let mut used = BTreeSet::new();
    for script in SCRIPTS {
        let mut joined = Vec::new();
        join(&modules, script, &mut Vec::new(), &mut joined);
        let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
        for file in &joined {
            for name in modules[file].names.keys() {
                let other = owners.insert(name, file);
                assert!(other.is_none(), "{name} stands in {file} and in {other:?}");
            }
        }
        for file in &joined {
            let module = &modules[file];
            // Joined, a name would also be found that is not imported.
            let imported: BTreeSet<&str> =
                module.imports.iter().flat_map(|(_, names)| names).map(String::as_str).collect();
            for (name, owner) in &owners {
                let foreign = *owner != file && module.words.contains(*name);
                assert!(!foreign || imported.contains(name), "{file} uses {name} of {owner}");
            }
        }
        used.extend(joined);
    }
    assert!(modules.keys().all(|file| used.contains(file)), "only {used:?} are used");
}

#[test]
fn what_is_imported_is_exported_and_used() {
    let modules = modules();
    let mut wanted = BTreeSet::new();
    for (file, module) in &modules {
        for (from, names) in &module.imports {
            for name in names {
                let exports = modules.get(from).and_then(|it| it.names.get(name));
                assert_eq!(exports, Some(&true), "{file} imports {name} from {from}");
                assert!(module.words.contains(name), "{file} imports {name} in vain");
                wanted.insert((from.as_str(), name.as_str()));
            }
        }
    }
    for (file, module) in modules.iter().filter(|(file, _)| file.ends_with(".js")) {
        for (name, _) in module.names.iter().filter(|(_, exported)| **exported) {
            assert!(wanted.contains(&(file, name)), "{file} exports {name} in vain");
        }
    }
}
