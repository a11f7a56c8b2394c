//! Tests of parts/require.

use crate::{Session, evaluate};

fn session() -> Session {
    let mut session = Session::new();
    evaluate(&mut session, "a = 2; L = a*3; x = [1, 2, 5, 6]; y = [1, nan]").unwrap();
    session
}

#[test]
fn a_condition_that_holds_changes_and_says_nothing() {
    let mut session = session();
    let before = session.script();
    for condition in
        ["L == 6 and 0 < a", "0 < a < 3", "a", "not (a > 2)", "x > 0", "sum(x) > 13", "1 < 2"]
    {
        let answers = evaluate(&mut session, &format!(":require {condition}")).unwrap();
        assert_eq!(answers, None, "{condition}");
    }
    assert_eq!(session.script(), before);
}

#[test]
fn a_condition_that_fails_is_an_error_with_both_sides() {
    let mut session = session();
    for (condition, message) in [
        ("L < -20", "L < -20 is false: 6 < -20"),
        ("0 < a < 1", "0 < a < 1 is false: 2 < 1"),
        ("0 < a and L == 5", "0 < a and L == 5 is false: 6 == 5"),
        ("0.1a == 0.3 - 0.1", "0.1a == 0.3 - 0.1 is false: 0.2 == 0.19999999999999998"),
        ("not a", "not a is false"),
        ("a > 3 or a < 1", "a > 3 or a < 1 is false"),
        ("1 < 0", "1 < 0 is false"),
        ("a == 0/0", "a == 0/0 is nan: 2 == nan"),
        ("x < 5", "x < 5 is false in 2 of 4 rows, first in row 3: 5 < 5"),
        ("y > 0", "y > 0 is nan in 1 of 2 rows, first in row 2: nan > 0"),
    ] {
        let error = evaluate(&mut session, &format!(":require {condition}")).unwrap_err();
        assert_eq!(error.message(), message);
    }
}
