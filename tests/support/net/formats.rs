//! A report in every format: nothing but text in any of them, and the same numbers in all.

use std::collections::HashSet;

use gradcalc::internals::graph::Value;
use gradcalc::internals::render;
use gradcalc::internals::render::{FORMATS, Style};
use gradcalc::internals::report::{
    Answer, Block, Column, Data, Pass, Piece, Report, Shape, numbers,
};
use serde_json::Value as Json;

use super::same_bits;

/// Holds a report to saying the same in every format.
pub fn agree(report: &Report, style: &Style) {
    for format in FORMATS {
        let text = written(format.name, report, style);
        if !format.for_people {
            has_numbers(report, format.name, &text);
        }
    }
    let [table, json, tsv] = ["table", "json", "tsv"].map(|name| written(name, report, style));
    let objects: Vec<Json> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.delimiter(b'\t').has_headers(false).flexible(true);
    let has_text = report.blocks.iter().any(|block| matches!(block, Block::Verbatim(_)));
    let records: Vec<Vec<String>> = match has_text {
        // A text that is a format of its own is written as it is.
        true => Vec::new(),
        false => reader
            .from_reader(tsv.as_bytes())
            .records()
            .map(|record| record.expect("a record").iter().map(str::to_owned).collect())
            .collect(),
    };
    rows_are_whole(report, &objects);
    for answer in report.data.iter().filter_map(Data::answer) {
        answer_agrees((report, answer), style, &table, &objects, &records);
    }
    for block in &report.blocks {
        match block {
            Block::Pass(pass) => pass_agrees(pass, style, &table, &objects, &records),
            Block::Table(shown) => {
                for piece in shown.rows.iter().flatten().flat_map(|cell| &cell.pieces) {
                    if let Piece::Number(number) = piece {
                        let shown = numbers::text(*number, style.digits);
                        assert!(table.contains(&shown), "{shown} is not in\n{table}");
                    }
                }
            }
            _ => {}
        }
    }
}

/// What a program reads has each number of the answers and passes, to the last bit, however the
/// format is written; below, those that are read here are held to have it at its place.
fn has_numbers(report: &Report, format: &str, text: &str) {
    let is_around = |c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c));
    let found: HashSet<u64> =
        text.split(is_around).filter_map(|word| word.parse().ok()).map(bits).collect();
    let of_answer = |answer: &Answer| match (&answer.members, &answer.rows) {
        (None, None) => vec![answer.data],
        (None, Some(rows)) => rows.to_vec(),
        (Some(_), _) => Vec::new(),
    };
    let answers = report.data.iter().filter_map(Data::answer).flat_map(of_answer);
    let nodes = report.pass().into_iter().flat_map(|pass| {
        pass.backward().flat_map(|node| [Some(node.data()), pass.grad(node)]).flatten()
    });
    for number in answers.chain(nodes) {
        assert!(found.contains(&bits(number)), "{format}: {number} is not in\n{text}");
    }
}

/// Every column of a table that has a key is in the objects of its rows.
fn rows_are_whole(report: &Report, objects: &[Json]) {
    if report.data.first().is_some_and(|data| data.facts(&[]).contains_key("rows")) {
        return;
    }
    let is_keyed = |column: &&Column| !column.key.is_empty();
    let widths = report.blocks.iter().flat_map(|block| match block {
        Block::Table(grid) => vec![grid.columns.iter().filter(is_keyed).count(); grid.rows.len()],
        _ => Vec::new(),
    });
    let widths: Vec<usize> = widths.filter(|width| *width > 0).collect();
    let rows = objects.iter().filter_map(|object| object["rows"].as_array()).flatten();
    let found: Vec<usize> = rows.map(|row| row.as_object().map_or(0, |row| row.len())).collect();
    assert!(found.is_empty() || found == widths, "rows have {found:?} of {widths:?} columns");
}

/// The report in the format of that name.
pub(super) fn written(name: &str, report: &Report, style: &Style) -> String {
    let mut text = String::new();
    let write = render::format(name).write;
    write(report, style, &mut text).expect("a text takes all that is written");
    assert!(is_plain(&text), "{name}: {text:?}");
    text
}

/// Whether a terminal shows the text and does nothing else with it.
pub fn is_plain(text: &str) -> bool {
    let is_bidirectional = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !text.chars().any(|c| c.is_control() && !"\n\t".contains(c) || is_bidirectional(c))
}

fn answer_agrees(
    (report, answer): (&Report, &Answer),
    style: &Style,
    table: &str,
    objects: &[Json],
    records: &[Vec<String>],
) {
    if let Some(members) = &answer.members {
        let is_it =
            |object: &&Json| object["name"] == *answer.name && object.get("members").is_some();
        let object = objects.iter().find(is_it).expect("an object of the group");
        let found = object["members"].as_array().expect("its members");
        assert_eq!(found.len(), members.len());
        for (found, member) in found.iter().zip(members) {
            let own = member.rows.as_deref().unwrap_or(std::slice::from_ref(&member.data));
            let said: Vec<f64> = match found["data"].as_array() {
                Some(rows) => rows.iter().map(number).collect(),
                None => vec![number(&found["data"])],
            };
            assert_eq!(said.len(), own.len());
            assert!(said.iter().zip(own).all(|(one, other)| same_bits(*one, *other)));
        }
        let is_its =
            |record: &Vec<String>| record[0] == answer.name && record.len() == members.len() + 1;
        assert!(records.iter().any(is_its), "{records:?}");
        return;
    }
    if let Some(rows) = &answer.rows {
        let is_it = |object: &&Json| object["name"] == *answer.name;
        let object = objects.iter().find(is_it).expect("an object of the answer");
        let found = object["data"].as_array().expect("its rows");
        assert_eq!(found.len(), rows.len());
        assert!(found.iter().zip(rows).all(|(one, other)| same_bits(number(one), *other)));
        assert!(table.contains(&format!("{} row", rows.len())), "{table}");
        return;
    }
    let shown = match (answer.u, style.digits) {
        (Some(u), digits) => numbers::with_uncertainty(answer.data, Some(u), digits),
        (None, digits) => numbers::answer(answer.data, digits),
    };
    assert!(table.contains(&shown), "{shown} is not in {table}");
    let is_it = |object: &&Json| object["name"] == *answer.name && object.get("data").is_some();
    let object = objects.iter().find(is_it).expect("an object of the answer");
    let all = || report.data.iter().filter_map(Data::answer);
    if all().count() > 1 && all().any(|it| it.rows.is_some()) {
        // They stand side by side, one number in every row.
        let place =
            records.iter().find_map(|titles| titles.iter().position(|it| *it == answer.name));
        let place = place.expect("a column");
        let numbers = records.iter().filter_map(|record| record.get(place)?.parse::<f64>().ok());
        assert!(numbers.into_iter().any(|it| same_bits(it, answer.data)), "{}", answer.name);
        return;
    }
    let record = records.iter().find(|record| record[0] == answer.name).expect("its record");
    for found in [number(&object["data"]), text_number(&record[1])] {
        assert!(same_bits(found, answer.data), "{found} is not {}", answer.data);
    }
    let fields = [object.get("u").map(number), record.get(2).map(|field| text_number(field))];
    for found in fields {
        assert_eq!(found.map(bits), answer.u.map(bits), "u of {}", answer.name);
    }
}

fn pass_agrees(pass: &Pass, style: &Style, table: &str, objects: &[Json], records: &[Vec<String>]) {
    let object = objects.iter().find(|object| object.get("nodes").is_some()).expect("a pass");
    let objects = object["nodes"].as_array().expect("nodes");
    // The last columns are there when a node of the pass has an uncertainty, and when a grad is lost.
    let u = (!pass.uncertainties.is_empty()).then_some("u");
    let lost = pass.non_finite.as_ref().map(|_| "lost");
    let titles: Vec<&str> =
        ["name", "op", "expression", "data", "grad"].into_iter().chain(u).chain(lost).collect();
    let start = records.iter().position(|record| *record == titles).expect("titles") + 1;
    let nodes: Vec<&Value> = pass.backward().collect();
    let records = &records[start..start + nodes.len()];
    assert_eq!(objects.len(), nodes.len());
    for ((node, object), record) in nodes.into_iter().zip(objects).zip(records) {
        for (place, key) in ["name", "op", "expression"].into_iter().enumerate() {
            assert_eq!(object[key], record[place].as_str(), "{key}");
        }
        let (data, grad) = (node.data(), pass.grad(node));
        for found in [number(&object["data"]), text_number(&record[3])] {
            assert!(same_bits(found, data), "data of {}: {found}, not {data}", record[0]);
        }
        assert_eq!(
            (object["grad"].is_null(), record[4].is_empty()),
            (grad.is_none(), grad.is_none())
        );
        if let Some(grad) = grad {
            for found in [number(&object["grad"]), text_number(&record[4])] {
                assert!(same_bits(found, grad), "grad of {}: {found}, not {grad}", record[0]);
            }
        }
        let known = pass.uncertainties.get(node).copied();
        let field = record.get(5).filter(|field| u.is_some() && !field.is_empty());
        for found in [object.get("u").map(number), field.map(|field| text_number(field))] {
            assert_eq!(found.map(bits), known.map(bits), "u of {}", record[0]);
        }
        // People see one row for the nodes of a network.
        if pass.shown().any(|shown| shown.is(node))
            && pass.summary(node).is_none_or(|it| it.name.is_none())
        {
            // Machines get what can be typed, people what they would call it.
            row_is_shown(pass, &pass.names.call(node), (data, grad), style, table);
        }
    }
}

/// Whether the table has a row with that name and those numbers.
fn row_is_shown(
    pass: &Pass,
    name: &str,
    (data, grad): (f64, Option<f64>),
    style: &Style,
    table: &str,
) {
    const CLIPPED_FROM: usize = 12;
    // A circuit leaves digits out where it gets too wide.
    if pass.shape == Shape::Circuit || name.len() > CLIPPED_FROM {
        return;
    }
    let shown = |number: f64| numbers::table(number, style.digits);
    let numbers = [shown(data), grad.map_or("·".to_owned(), shown)];
    let has_both = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.windows(2).any(|pair| pair == numbers) && line.contains(name)
    };
    assert!(table.lines().any(|line| has_both(&line)), "{name} {numbers:?} is not in\n{table}");
}

/// What two numbers have the same of when they are the same; every NaN is one.
fn bits(number: f64) -> u64 {
    if number.is_nan() { 0 } else { number.to_bits() }
}

/// A number of an object, which is a text when JSON has none for it.
fn number(json: &Json) -> f64 {
    match json.as_str() {
        Some(text) => text_number(text),
        None => json.as_f64().expect("a number"),
    }
}

fn text_number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}
