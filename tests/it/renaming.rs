//! Laws of `:rename`: it gives the session that the other name would have made, and undo the one before.

// What does not go as expected ends the test.
#![allow(clippy::expect_used)]

use gradcalc::{Session, evaluate};

/// Sessions over a name NAME.
const SESSIONS: [&str; 9] = [
    "NAME = 2; L = NAME^2 + sin(NAME)*3",
    "NAME = 2; NAME = NAME + 1; NAME = NAME*NAME + 1; L = NAME@1*NAME@2 + NAME.1; :del NAME; NAME = 4",
    "NAME = 2; f(x) = NAME*x; g(t) = t^2; h(y) = f(g(y))*NAME@1; L = h(3)",
    "NAME(x) = x^2; g(x) = NAME(x) + 2*NAME'(x) - NAME''(x); L = g(3)",
    "x = 3; NAME = x; y = x^2; :freeze NAME",
    "NAME = [1, 2, 3] ± 0.1; L = mean(NAME^2); f(x) = x*NAME",
    ":net NAME 2 3 1; a = 1; L = NAME(a, 2) + sum(NAME^2); f(x) = NAME(x, x); :freeze NAME.b1.1",
    "NAME = 2 ± 0.1 dof 5; b = 3 ± 0.2; :correlate NAME b 0.5; L = NAME*b; :root NAME",
    "c = 4 ± 0.1; NAME = 1; :solve NAME^2 = c for NAME; L = NAME + c",
];

fn session(text: &str) -> Session {
    let mut session = Session::new();
    for line in text.lines() {
        evaluate(&mut session, line).expect(line);
    }
    session
}

#[test]
fn renaming_gives_what_the_other_name_would_have_made() {
    for text in SESSIONS {
        let mut renamed = session(&text.replace("NAME", "p"));
        let before = renamed.script();
        evaluate(&mut renamed, ":rename p quantity").expect(text);
        let script = renamed.script();
        assert_eq!(script, session(&text.replace("NAME", "quantity")).script(), "{text}");
        assert_eq!(session(&script).script(), script, "{text}");
        evaluate(&mut renamed, ":undo").expect(text);
        assert_eq!(renamed.script(), before, "{text}");
        // There and back is nothing, also where the first name has been used in between.
        evaluate(&mut renamed, ":rename p q; p = 9; :undo; :rename q p").expect(text);
        assert_eq!(renamed.script(), before, "{text}");
    }
}
