//! Tests of what transcripts cannot show: numbers in every style, roles, tables that a terminal cuts,
//! and canvases that fail.

use std::io;
use std::rc::Rc;

use super::{Canvas, Message, Style, format};
use crate::command::RunOptions;
use crate::command::syntax::{Statement, parse};
use crate::core::session::Session;
use crate::parts::networks::Outline;
use crate::report::{
    Block, Column, Coverage, NumberStyle, Paragraph, Pass, Piece, Report, Role, Shape, Table,
    numbers,
};

const USUAL: Style = Style::plain(None);

#[test]
fn numbers_in_tables() {
    let cases: &[(f64, Option<usize>, &str)] = &[
        (0.0, None, "0.0000"),
        (-0.0, None, "0.0000"),
        (2.0, None, "2.0000"),
        (-8.0, None, "-8.0000"),
        (std::f64::consts::FRAC_1_SQRT_2, None, "0.7071"),
        (0.1, None, "0.1000"),
        (0.099_999, None, "0.1000"),
        (0.01, None, "0.01000"),
        (0.009_999, None, "0.009999"),
        (0.009_99, None, "0.009990"),
        (-0.000_877_86, None, "-0.0008779"),
        (0.0001, None, "0.0001000"),
        (0.000_099_999, None, "0.0001000"),
        (0.000_099_99, None, "9.999e-5"),
        (-0.00004, None, "-4.000e-5"),
        (1.5393e-7, None, "1.539e-7"),
        (5e-324, None, "4.941e-324"),
        (9998.5678, None, "9998.5678"),
        (-9_999.999_99, None, "-10000.000"),
        (12_345.678_9, None, "12345.679"),
        (-123_456.789, None, "-123456.79"),
        (999_999.0, None, "999999.0"),
        (999_949.0, None, "999949.00"),
        (999_999.5, None, "999999.5"),
        (-1_234_567.25, None, "-1234567.2"),
        (9_999_999.5, None, "1.000e7"),
        (1e6, None, "1000000.0"),
        (1e7, None, "10000000"),
        (83_200_000.0, None, "83200000"),
        (-999_999_999.0, None, "-999999999"),
        (1e9, None, "1.000e9"),
        (12_345_678.5, None, "1.235e7"),
        (-1e300, None, "-1.000e300"),
        (f64::NAN, None, "nan"),
        (f64::INFINITY, None, "inf"),
        (f64::NEG_INFINITY, None, "-inf"),
        (1.0, Some(0), "1"),
        (0.2, Some(0), "2e-1"),
        (1.23456, Some(2), "1.23"),
        (0.001, Some(2), "1.00e-3"),
        (1e7, Some(2), "10000000.00"),
        (1e10, Some(2), "1.00e10"),
        (1.234_567_89e12, Some(8), "1.23456789e12"),
        (-2.5e15, Some(20), "-2.5000000000000000e15"),
        (0.5, Some(6), "0.500000"),
    ];
    for (value, digits, text) in cases {
        assert_eq!(numbers::table(*value, *digits), *text, "{value:e} {digits:?}");
        let is_within = digits.is_some() || text.len() <= 10;
        assert!(is_within || value.abs() < 1e-99 || value.abs() > 1e99, "{text}");
    }
    assert!(numbers::table(1.0, Some(usize::MAX)).len() <= 1002);
}

#[test]
fn numbers_with_signs() {
    let cases: &[(f64, bool, &str)] = &[
        (0.713_504, true, "+0.713504"),
        (-0.726_304, true, "-0.726304"),
        (-8.0, false, "-8.000000"),
        (0.0, true, "+0.000000"),
        (1e-9, true, "+1.000000e-9"),
        (2e7, true, "+20000000.000000"),
        (2e9, true, "+2.000000e9"),
        (f64::NAN, true, "nan"),
    ];
    for (value, signed, text) in cases {
        let style = if *signed { NumberStyle::Signed(6) } else { NumberStyle::Decimals(6) };
        assert_eq!(numbers::text(style.of(*value), None), *text, "{value:e}");
    }
}

#[test]
fn numbers_as_answers() {
    let cases: &[(f64, Option<usize>, &str)] = &[
        (-8.0, None, "-8"),
        (0.0, None, "0"),
        (-0.0, None, "0"),
        (1_000_000.0, None, "1000000"),
        (4242.5, None, "4242.5"),
        (0.1 + 0.2, None, "0.3"),
        (std::f64::consts::FRAC_1_SQRT_2, None, "0.707106781186548"),
        (1.0 / 3.0, None, "0.333333333333333"),
        (0.0001, None, "0.0001"),
        (0.00001, None, "1e-5"),
        (1.23e-5, None, "1.23e-5"),
        (1e-6, None, "1e-6"),
        (1e-7, None, "1e-7"),
        (123_456_789_012.0, None, "123456789012"),
        (999_999_999_999.0, None, "999999999999"),
        (999_999_999_999.9, None, "999999999999.9"),
        (765_537_710_299.0 / 500.0, None, "1531075420.598"),
        (2.999_999_999_999_999_6, None, "3"),
        (1.5e15 + 0.5, None, "1.5e15"),
        (9_007_199_254_740_991.0, None, "9007199254740991"),
        (9_007_199_254_740_992.0, None, "9.007199254740992e15"),
        (9_007_199_254_740_994.0, None, "9.007199254740994e15"),
        (18_446_744_073_709_551_616.0, None, "1.8446744073709552e19"),
        (2f64.powi(200), None, "1.6069380442589903e60"),
        (1e12, None, "1000000000000"),
        (1e15, None, "1000000000000000"),
        (-1.5e300, None, "-1.5e300"),
        (9.999_999_999_999_999, None, "10"),
        (f64::MAX, None, "1.7976931348623157e308"),
        (f64::NAN, None, "nan"),
        (f64::NEG_INFINITY, None, "-inf"),
        (std::f64::consts::PI, Some(3), "3.142"),
        (1449.595, Some(2), "1449.60"),
        (20001.0, Some(3), "20001"),
        (0.0001, Some(2), "1.00e-4"),
        (0.1, Some(17), "0.10000000000000001"),
        (1e15, Some(17), "1000000000000000"),
        (2.0, Some(0), "2"),
    ];
    for (value, digits, text) in cases {
        assert_eq!(numbers::answer(*value, *digits), *text, "{value:e} {digits:?}");
    }
    assert!(numbers::answer(1e-300, Some(usize::MAX)).len() < 1010);
}

#[test]
fn numbers_exactly() {
    for (value, text) in [
        (-8.0, "-8"),
        (0.1, "0.1"),
        (1e300, "1e300"),
        (-0.0, "-0"),
        (1e-7, "1e-7"),
        (f64::NAN, "nan"),
    ] {
        assert_eq!(numbers::exact(value), text);
    }
}

const LECTURE: &str = "a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f";

#[test]
fn many_rows_leave_the_named_ones() {
    let mut session = run(LECTURE);
    let style = Style { rows: Some(6), ..USUAL };
    let text = pass_text(&mut session, Shape::Ledger, &style, |_| {});
    assert_eq!(
        text,
        "\
node  expression        data    dL/dnode
L     = L.2 * f      -8.0000      1.0000
f                    -2.0000      4.0000
c                    10.0000     -2.0000
b                    -3.0000     -4.0000
a                     2.0000      6.0000
2 of 7 nodes hidden; :grad L all shows them
"
    );
    let whole =
        pass_text(&mut session, Shape::Ledger, &style, |pass| pass.coverage = Coverage::All);
    assert_eq!(whole, pass_text(&mut session, Shape::Ledger, &USUAL, |_| {}));
}

#[test]
fn roles() {
    let mut session = run("a = 0; b = -3; c = nan; L = a*b + b/c");
    let mut page = Page::default();
    let report = Report::of("grad", pass_of(&mut session, Shape::Ledger, |_| {}));
    (format("table").write)(&report, &USUAL, &mut page).unwrap();
    let has = |role, text: &str| page.pieces.contains(&(role, text.to_owned()));
    assert!(has(Role::Title, "node") && has(Role::Title, "dL/dnode"));
    assert!(has(Role::Faint, "○─╮") && has(Role::Plain, "0.0000"));
    assert!(has(Role::Positive, "1.0000") && has(Role::Negative, "-3.0000"));
    assert!(has(Role::NonFinite, "nan"));
}

#[test]
fn curves() {
    let bars = |values: &[f64]| {
        let report = Report::of("step", Paragraph::default().curve(values).line());
        write("table", &report, &USUAL).trim_end_matches('\n').to_owned()
    };
    assert_eq!(bars(&[]), "");
    assert_eq!(bars(&[1.0]), "▁");
    assert_eq!(bars(&[2.0, 2.0, 2.0]), "▁▁▁");
    assert_eq!(bars(&[f64::NAN, 0.0, 1.0, f64::INFINITY]), "·▁█·");
    assert_eq!(bars(&[f64::NAN]), "·");
    // The last digits of numbers that are meant to be the same.
    assert_eq!(bars(&[20.0, 20.0 - 4e-15, 20.0]), "▁▁▁");
    assert_eq!(bars(&[20.0, 20.0 - 4e-12, 20.0]), "█▁█");
    assert_eq!(bars(&[f64::MAX, f64::MIN, 0.0]), "█▁▅");
    let long: Vec<f64> = (0..1001).map(f64::from).collect();
    assert_eq!(bars(&long).chars().count(), 40);
    assert!(bars(&long).starts_with('▁') && bars(&long).ends_with('█'));
    // The swing that old gradients give: `:bug nozero f 0.1 20`.
    let (mut x, mut grad, mut swing) = (3.0, 0.0, Vec::new());
    for _ in 0..21 {
        swing.push(3.0 * x * x - 4.0 * x + 5.0);
        grad += 6.0 * x - 4.0;
        x -= 0.1 * grad;
    }
    assert_eq!(bars(&swing), "█▁▂█▇▁▂█▇▁▂█▇▁▂█▆▁▃█▆");
}

#[test]
fn curves_and_what_is_said_of_hidden_rows_fit_a_phone() {
    let mut session = run("a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f");
    let mut texts = Vec::new();
    let values: Vec<f64> = (0..1000).map(f64::from).collect();
    for columns in 36..60 {
        let style = Style { columns, rows: Some(4), ..USUAL };
        let sentence =
            Paragraph::default().text("loss  ").curve(&values).text(" 12.3456   falling");
        texts.push((columns, write("table", &Report::of("step", sentence.line()), &style)));
        texts.push((columns, pass_text(&mut session, Shape::Ledger, &style, |_| {})));
    }
    for (columns, text) in texts {
        let said = text.lines().skip_while(|it| !it.contains("loss") && !it.contains("hidden;"));
        let widest = said.map(|line| line.chars().count()).max().expect(&text);
        assert!(widest <= columns, "{widest} > {columns}\n{text}");
    }
}

#[test]
fn many_items_leave_room_for_what_follows() {
    let items = (0..200).map(|number| (number.to_string(), Role::Plain)).collect();
    let text = Paragraph::new("y = ").piece(Piece::Items(items, false)).text("  200 rows");
    for columns in [40, 60] {
        let style = Style { columns, rows: Some(20), ..USUAL };
        let line = write("table", &Report::of("value", text.clone().line()), &style);
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.chars().count() <= columns + 1, "{line}");
        assert!(line.starts_with("y = [0, 1, 2, ") && line.contains(", …]  200 rows"), "{line}");
    }
    let short =
        Paragraph::default().piece(Piece::Items(vec![("1".to_owned(), Role::Plain)], false));
    let short = short.text("  1 row");
    assert_eq!(write("table", &Report::of("value", short.line()), &USUAL), "[1]  1 row\n");
}

#[test]
fn notes_and_nothing_are_silent() {
    for name in ["table", "json", "tsv", "csv"] {
        assert_eq!(write(name, &Report::default(), &USUAL), "");
        let notes = vec!["by the way".to_owned()];
        let report = Report { kind: "note", notes, ..Report::default() };
        assert_eq!(write(name, &report, &USUAL), "");
    }
}

#[test]
fn json_of_a_pass() {
    let mut session = run("a = 2; b = a; x = nan; L = -0.5*a^2 + x");
    let frozen = session.names().get("a").cloned();
    session.freeze(frozen.as_slice(), true);
    let mut report = Report::of("grad", pass_of(&mut session, Shape::Ledger, |_| {}));
    report.blocks.insert(0, Paragraph::default().brief(1.0).line());
    let node = |text: &str| text.replace('\'', "\"");
    assert_eq!(
        write("json", &report, &Style { rows: Some(1), ..Style::plain(Some(1)) }),
        node(
            "{'kind':'grad','root':'L','text':['1'],'nodes':[\
             {'name':'L','op':'+','expression':'L.2 + x','operands':['L.2','x'],'data':'nan','grad':1},\
             {'name':'x','op':'','expression':'','operands':[],'data':'nan','grad':1},\
             {'name':'L.2','op':'*','expression':'-0.5 * L.1','operands':[-0.5,'L.1'],'data':-2,'grad':1},\
             {'name':'L.1','op':'^','expression':'a^2','operands':['a',2],'data':4,'grad':-0.5},\
             {'name':'a','aliases':['b'],'op':'','expression':'','operands':[],'data':2,'grad':-2,'frozen':true}]}\n"
        )
    );
    let read: serde_json::Value = serde_json::from_str(&write("json", &report, &USUAL)).unwrap();
    assert_eq!(read["nodes"][3]["operands"][1], 2);
    assert_eq!(
        write("csv", &report, &USUAL),
        "name,op,expression,data,grad\n\
         L,+,L.2 + x,nan,1\n\
         x,,,nan,1\n\
         L.2,*,-0.5 * L.1,-2,1\n\
         L.1,^,a^2,4,-0.5\n\
         a,,,2,-2\n"
    );
}

#[test]
fn after_a_change_a_large_pass_shows_its_root_and_the_leaves_that_move() {
    let mut session = run("a = 1; b = 2; L = a*b + a/b - sin(a) + cos(b) + a^2 + b^2 + a*b^3");
    let style = Style { rows: Some(40), ..USUAL };
    let text =
        pass_text(&mut session, Shape::Ledger, &style, |pass| pass.coverage = Coverage::Moving);
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["node", "L", "b", "a", "13"]);
    let small =
        pass_text(&mut session, Shape::Ledger, &style, |pass| pass.coverage = Coverage::Small);
    assert_eq!(small, "");
    let piped =
        pass_text(&mut session, Shape::Ledger, &USUAL, |pass| pass.coverage = Coverage::Small);
    assert_eq!(piped.lines().count(), 17);
}

#[test]
fn on_a_narrow_screen_long_names_keep_what_tells_them_apart() {
    let mut session = run("a = 2; the_mean_squared_error_of_the_whole_batch = (a*3 + 1)^2 + a");
    let style = Style { columns: 50, rows: Some(20), ..USUAL };
    for shape in [Shape::Ledger, Shape::Circuit] {
        let text = pass_text(&mut session, shape, &style, |_| {});
        for part in [".1", ".2", ".3"] {
            assert!(text.contains(&format!("….{}", &part[1..])), "{part}:\n{text}");
        }
        assert!(!text.contains("/dnode"), "{text}");
    }
}

#[test]
fn views_of_a_network_over_rows_fit_the_screen() {
    let mut session = Session::new();
    let lines = [
        "x1 = [2, 3, 0.5, 1]; x2 = [3, -1, 1, 1]; x3 = [-1, 0.5, 1, -1]; y = [1, -1, -1, 1]",
        ":net mlp 3 4 4 1",
        "loss = sum((mlp(x1, x2, x3) - y)^2) + 0.001*mean(mlp^2)",
    ];
    for line in lines {
        crate::evaluate(&mut session, line).unwrap();
    }
    let root = session.value("loss").unwrap();
    session.backward(&root);
    let outline = Rc::new(Outline::of(&session, &session.shared_pass().0).unwrap());
    let outlined = |pass: &mut Pass| pass.overview = Some(Rc::<Outline>::clone(&outline));
    for columns in [50, 80, 120] {
        let style = Style { columns, rows: Some(40), ..USUAL };
        let mut texts = Vec::new();
        for shape in [Shape::Ledger, Shape::Circuit] {
            texts.push(pass_text(&mut session, shape, &style, outlined));
        }
        for text in texts {
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(text.contains("mlp") && widest <= columns, "{widest} > {columns}\n{text}");
        }
    }
}

/// What commands with tables print of some sessions, on a terminal of so many columns.
fn tables(columns: usize) -> Vec<(String, String)> {
    let style = Style { columns, rows: Some(40), ..USUAL };
    let sessions: [(&str, &[&str]); 3] = [
        (
            "a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f; long_name_of_it = tanh(L/7) * a",
            &[
                ":grad L",
                ":grad",
                ":explain a L",
                ":check",
                ":vars",
                ":set a 2.001",
                ":step 0.01",
                ":bug overwrite",
            ],
        ),
        (
            "V = 0.02445 ± 0.00002; I = 1.5 ± 0.01 dof 4; R = V/I*1e3; w = 3; x = [1, 2, 3, 4, 5]; y = [2.1, 3.9, 6.2, 7.8, 10.1]; E = sum((y - w*x)^2)",
            &[
                ":vars",
                ":budget R",
                ":set V 0.0245",
                ":grad R",
                ":grad E",
                ":step 0.001 20",
                ":step 0.001 adam",
                ":fit y = m*x + k",
            ],
        ),
        ("a = 2; :net mlp 2 9 1; L = mlp(a, 3)", &[":grad L mlp"]),
    ];
    let mut texts = Vec::new();
    for (script, commands) in sessions {
        let mut session = Session::new();
        for statement in script.split("; ") {
            crate::evaluate(&mut session, statement).unwrap();
        }
        for command in commands {
            let report = crate::command::run(&mut session, command, RunOptions::default()).unwrap();
            texts.push(((*command).to_owned(), write("table", &report, &style)));
        }
    }
    texts
}

#[test]
fn tables_fit_narrow_and_wide_screens() {
    for columns in [40, 50, 60, 80, 120] {
        for (command, text) in tables(columns) {
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= columns, "{command}: {widest} > {columns}\n{text}");
        }
    }
    // A row of a table is a line, and a text is cut nowhere else than in a formula.
    for (command, text) in tables(40).into_iter().filter(|(it, _)| it != ":vars") {
        let is_cut = |line: &str| line.contains('…') && !line.contains(['=', '○', '●', '_']);
        assert!(!text.lines().any(is_cut), "{command}\n{text}");
    }
    for columns in [60, 80, 120] {
        for (command, text) in tables(columns).into_iter().filter(|(it, _)| it == ":explain a L") {
            let title = text.lines().find(|line| line.contains("used in")).unwrap();
            assert!(title.contains("× upstream  ") && title.ends_with('='), "{command}\n{text}");
            assert!(text.lines().any(|line| line.contains("b = -3") && line.contains("6.0000")));
        }
    }
}

#[test]
fn what_is_clipped_is_no_wider_in_ascii() {
    let mut session =
        run("mean_of_x = 2; error_of_it = tanh(mean_of_x*3 + 12345678)*1e-9 + mean_of_x");
    for columns in [65, 70] {
        let drawn = Style { columns, rows: Some(20), ..USUAL };
        let plain = Style { ascii: true, ..drawn.clone() };
        let drawn = pass_text(&mut session, Shape::Ledger, &drawn, |_| {});
        let plain = pass_text(&mut session, Shape::Ledger, &plain, |_| {});
        let plain = super::in_ascii(&plain);
        let widest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(drawn.contains('…') && plain.contains("..."), "{drawn}{plain}");
        assert_eq!(widest(&plain), widest(&drawn), "{columns} columns\n{drawn}{plain}");
    }
}

#[test]
fn machines_read_grids_and_sentences() {
    let grid = |name: &str| {
        let columns = vec![
            Column::text("name").titled("what"),
            Column::text("").titled("for people"),
            Column::number("data"),
            Column::number("grad"),
        ];
        let cells = [Paragraph::new(name), Paragraph::new("="), Paragraph::data(1e300)];
        Block::Table(Table::titled(
            columns,
            vec![cells.into_iter().chain([Paragraph::default()]).collect()],
        ))
    };
    let line = Paragraph::new("change ")
        .number(0.1 + 0.2, NumberStyle::Signed(6))
        .text(", \"a\" é ")
        .brief(f64::INFINITY)
        .line();
    let (blocks, notes) = (vec![grid("a"), grid("b"), line], vec!["hidden".to_owned()]);
    let report = Report { kind: "vars", blocks, notes, ..Report::default() };
    assert_eq!(
        write("json", &report, &USUAL),
        "{\"kind\":\"vars\",\"rows\":[\
         {\"name\":\"a\",\"data\":1e300,\"grad\":null},\
         {\"name\":\"b\",\"data\":1e300,\"grad\":null}],\
         \"text\":[\"change +0.30000000000000004, \\\"a\\\" é inf\"]}\n"
    );
    assert_eq!(
        write("tsv", &report, &USUAL),
        "name\tdata\tgrad\na\t1e300\t\nb\t1e300\t\n\
         \"change +0.30000000000000004, \"\"a\"\" é inf\"\n"
    );
}

#[test]
fn messages() {
    let written = format("json").message.unwrap();
    assert_eq!(
        written(&Message {
            line: Some(3),
            column: Some(5),
            hint: Some("did you mean y?"),
            ..Message::new("error", "unknown name \"x\"")
        }),
        "{\"kind\":\"error\",\"line\":3,\"column\":5,\
         \"message\":\"unknown name \\\"x\\\"\",\"hint\":\"did you mean y?\"}"
    );
    assert_eq!(
        written(&Message { file: Some("a.grad"), ..Message::new("note", "so\u{1b}") }),
        "{\"kind\":\"note\",\"file\":\"a.grad\",\"message\":\"so\\u001b\"}"
    );
}

#[test]
fn whole_characters_reach_the_canvas() {
    let long = "→é重".repeat(20_000);
    let report = Report::say("help", [long.clone(), long]);
    for name in ["json", "tsv", "csv"] {
        assert_eq!(write(name, &report, &USUAL).matches('重').count(), 40_000);
    }
}

#[test]
fn closed_canvas_is_an_error() {
    struct Closed;
    impl Canvas for Closed {
        fn put(&mut self, _: Role, _: &str) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    for format in super::FORMATS {
        let mut session = run(LECTURE);
        let short = Report::of("grad", pass_of(&mut session, Shape::Ledger, |_| {}));
        let long = Report::say("help", vec!["no buffer holds it all".to_owned(); 40_000]);
        for report in [short, long] {
            let error = (format.write)(&report, &USUAL, &mut Closed).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{}", format.name);
        }
    }
}

fn run(statements: &str) -> Session {
    let mut session = Session::new();
    for statement in statements.split(';') {
        assign(&mut session, statement.trim());
    }
    session
}

fn assign(session: &mut Session, statement: &str) {
    match parse(statement) {
        Ok(Statement::Assign { target, tree, .. }) => {
            session.assign((target, statement), &tree).unwrap()
        }
        other => panic!("{statement}: {other:?}"),
    };
}

fn pass_text(
    session: &mut Session,
    shape: Shape,
    style: &Style,
    change: impl FnOnce(&mut Pass),
) -> String {
    write("table", &Report::of("grad", pass_of(session, shape, change)), style)
}

fn pass_of(session: &mut Session, shape: Shape, change: impl FnOnce(&mut Pass)) -> Block {
    let root = session.root().unwrap().clone();
    session.backward(&root);
    let (order, names) = session.shared_pass();
    let mut pass = Pass { touched: None, shape, ..Pass::new(names, order) };
    change(&mut pass);
    Block::Pass(Box::new(pass))
}

fn write(name: &str, report: &Report, style: &Style) -> String {
    let mut page = Page::default();
    (format(name).write)(report, style, &mut page).unwrap();
    assert!(page.text.lines().all(|line| !line.ends_with(' ')), "blanks: {:?}", page.text);
    page.text
}

/// A canvas that keeps everything.
#[derive(Default)]
struct Page {
    text: String,
    pieces: Vec<(Role, String)>,
}

impl Canvas for Page {
    fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        self.text.push_str(text);
        self.pieces.push((role, text.to_owned()));
        Ok(())
    }
}
