//! Pictures over names that are computed, against those over leaves of the same numbers.

use serde_json::Value as Json;

use crate::support::answer::answer;

/// What a picture has, of a session of these lines.
fn drawn(lines: &str, plot: &str) -> Json {
    answer(&format!("{lines}\n{plot}")).1
}

/// These lines, and then the columns of these names typed as the numbers that they have.
fn typed(lines: &str, names: &[&str]) -> String {
    let column = |name: &&str| format!("{name} = {}", drawn(lines, name)["data"]);
    let columns: Vec<String> = names.iter().map(column).collect();
    format!("{lines}\n{}", columns.join("\n"))
}

#[test]
fn a_computed_axis_is_supposed_to_be_a_leaf_of_that_value() {
    let columns = "t = [1 .. 6]\nr = t/2\nx = r*cos(t)\ny = r*sin(t)";
    let leaves = typed(columns, &["x", "y"]);
    let net = ":net m 2 3 1\ns = m(x, y) + mean(x)";
    let numbers = "a = 2\nb = -0.5\nx = a*b\ny = a + b";
    let single = "a = 2\nb = -0.5\nx = -1\ny = 1.5";
    let fold = "z = [1, 2, 4]\nf = mean((x*z + y)^2)";
    let boundary = ":plot s x -3 3 y -2 2 by t - 3";
    for (computed, typed, rest, plot) in [
        (columns, leaves.as_str(), net, boundary),
        (columns, &leaves, net, ":plot s x -3 3"),
        (columns, &leaves, net, ":plot s x"),
        (numbers, single, "f = x^2 + sin(x*y)", ":plot f x -3 3 y -2 2"),
        (numbers, single, "f = x^2 + sin(x*y)", ":plot f y"),
        (numbers, single, fold, ":plot f x -3 3 y -2 2"),
        (numbers, single, fold, ":plot f x -3 3"),
    ] {
        let [own, wanted] = [computed, typed].map(|it| drawn(&format!("{it}\n{rest}"), plot));
        assert_eq!(own, wanted, "{rest}: {plot}");
    }
}

#[test]
fn a_picture_over_computed_names_moves_nothing() {
    let lines = "a = 2\nb = -0.5\nx = a*b\ny = a + b\nz = [1, 2, 4]\nf = mean((x*z + y)^2)";
    let plots = ":plot f x -3 3 y -2 2\n:plot f x -3 3";
    let [before, after] =
        [lines.to_owned(), format!("{lines}\n{plots}")].map(|lines| drawn(&lines, ":grad f"));
    assert_eq!(before, after);
}

#[test]
fn the_band_of_a_fit_by_a_computed_column_is_that_by_its_numbers() {
    let data = "x = [1, 2, 3, 4, 6]\ny = [1.1, 1.9, 2.4, 2.9, 3.2]\nl = log(x)\nm = 1\nc = 0";
    let fit = ":fit y = m*l + c";
    let [own, wanted] = [data.to_owned(), typed(data, &["l"])]
        .map(|lines| drawn(&format!("{lines}\n{fit}"), ":plot y = m*l + c l"));
    assert_eq!(own, wanted);
    assert!(own["band"]["curve"].is_array(), "{own}");
}
