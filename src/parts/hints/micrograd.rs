//! The dialect of micrograd's notebook: `a = Value(2.0, label='a')`, `L.backward()`, `x.tanh()`, `print(x)`.

use crate::command::Rewritten;
use crate::core::language::{MODULES, Span, Token, TokenKind, tokens, visible_text};
use crate::core::ops;
use crate::core::session::Session;

use super::table;

/// A token, or a part of one: `L` and `.backward`.
#[derive(Debug, Clone, Copy)]
struct Piece<'text> {
    text: &'text str,
    kind: TokenKind,
    span: Span,
}

/// The members of a `Value`, except operations.
const MEMBERS: [&str; 5] = ["backward", "zero_grad", "label", "data", "item"];

/// The most tokens of a statement of the notebook.
const MOST: usize = 200;
/// The longest statement of the notebook in bytes: of a longer one there is no need to count the tokens.
const LONGEST: usize = 10_000;

const MARKS: [char; 2] = ['\'', '"'];
const NOT_A_METHOD: &str = "operations are not methods";
const IS_ITS_VALUE: &str = "a name already stands for its value";
const CHANGED: &str = "a leaf is changed by a command";
const NO_ZEROING: &str = "skipped: grads need no zeroing, because each backward pass starts from 0";

/// Translates a statement of the notebook. Returns `None` for another statement, or if the user has
/// redefined its function.
pub fn rewrite(session: &Session, text: &str) -> Option<Rewritten> {
    let skipped = table::skipped(text).map(|note| Rewritten { statements: None, note, form: "" });
    skipped.or_else(|| from_micrograd(text, |name| session.has_name(name)))
}

fn from_micrograd(text: &str, is_known: impl Fn(&str) -> bool) -> Option<Rewritten> {
    if text.len() > LONGEST {
        return None;
    }
    let tokens = tokens(text).into_iter().filter(Token::is_code).collect::<Vec<_>>();
    if tokens.len() > MOST {
        return None;
    }
    let pieces = pieces(text, &tokens);
    let texts: Vec<&str> = pieces.iter().map(|piece| piece.text).collect();
    let words = texts.iter().filter(|word| ["Value", "print", "draw_dot"].contains(word));
    if words.into_iter().any(|word| is_known(word)) {
        return None;
    }
    let plain_from = |at: usize, end: usize| plain(text, pieces.get(at..end)?);
    let last = texts.len().saturating_sub(1);
    let run = |form: &'static str, statements: String| {
        let note = format!("{form}: this is {}", visible_text(&statements));
        Some(Rewritten { statements: Some(statements), note, form })
    };
    let nothing = |form, note| Some(Rewritten { statements: None, note, form });
    match texts.as_slice() {
        [name, ".backward", "(", ")"] => {
            run("a backward pass is a command", format!(":grad {name}"))
        }
        [_, ".zero_grad", "(", ")"] => nothing(NO_ZEROING, NO_ZEROING.to_owned()),
        [name, ".label", "=", _, ..] => {
            let form = "a name is its own label";
            nothing(form, format!("{form}: tables call it {} already", visible_text(name)))
        }
        [name, ".data", "=", _, ..] => {
            run(CHANGED, format!(":set {name} {}", plain_from(3, texts.len())?))
        }
        [name, ".data", sign @ ("+" | "-"), "=", value] => {
            run(CHANGED, format!(":set {name} {name} {sign} {value}"))
        }
        [name, "=", "Value", "(", number @ .., ")"] => {
            let number = match number {
                ["-", number] | ["-", number, ",", ..] => format!("-{number}"),
                [number] | [number, ",", ..] => (*number).to_owned(),
                _ => return None,
            };
            let form = "Value is not needed";
            run(form, format!("{name} = {number}"))
        }
        ["draw_dot", "(", _, .., ")"] => {
            run("pictures are drawn by commands", format!(":draw {}", plain_from(2, last)?))
        }
        ["print", "(", _, .., ")"] => {
            let printed = pieces.get(2..last)?;
            if let Some(values) = listed(text, printed) {
                return run("an expression prints by itself", values);
            }
            let said = printed.first()?.span.to(printed.last()?.span).of(text);
            let said = Some(said).filter(|said| said.starts_with(MARKS))?.trim_matches(MARKS);
            run("text is printed by a command", format!(":echo {said}"))
        }
        [_, ".data", rest @ ..] if rest.contains(&"=") => None,
        _ => {
            let is_value = |text: &&str| [".data", ".item"].contains(text);
            let form = if texts.iter().any(is_value) { IS_ITS_VALUE } else { NOT_A_METHOD };
            let plain = plain(text, &pieces).filter(|plain| plain != text.trim())?;
            run(form, plain)
        }
    }
}

/// The tokens of a statement, split at members.
fn pieces<'text>(text: &'text str, tokens: &[Token]) -> Vec<Piece<'text>> {
    let mut pieces: Vec<Piece<'text>> = Vec::new();
    for token in tokens {
        let mut span = token.span;
        if let Some(point) = pieces.last_mut().filter(|point| point.text == ".") {
            // A method after parentheses.
            if point.span.end == span.start && is_member(span.of(text)) {
                point.span.end = span.end;
                point.text = point.span.of(text);
                continue;
            }
        }
        let mut members = Vec::new();
        while let Some((before, member)) = span.of(text).rsplit_once('.')
            && token.kind == TokenKind::Name
            && is_member(member)
            && !MODULES.contains(&before)
        {
            let at = span.start + u32::try_from(before.len()).unwrap_or_default();
            members.push(Span { start: at, end: span.end });
            span.end = at;
        }
        let all = std::iter::once(span).chain(members.into_iter().rev());
        pieces.extend(all.map(|span| Piece { text: span.of(text), kind: token.kind, span }));
    }
    pieces
}

fn is_member(name: &str) -> bool {
    MEMBERS.contains(&name) || ops::call(name).is_some_and(|row| row.arity() == 1)
}

/// Writes pieces without `.data` and `.item()`, and with `tanh(x)` for `x.tanh()`. Returns `None` for no pieces.
fn plain(text: &str, pieces: &[Piece<'_>]) -> Option<String> {
    let mut end = pieces.first()?.span.start;
    let mut plain = String::new();
    // The start of the last operand, and of those around it.
    let (mut operand, mut open) = (0, Vec::new());
    let mut rest = pieces.iter().peekable();
    let mut is_name = false;
    while let Some(piece) = rest.next() {
        plain.push_str(Span { start: end, end: piece.span.start }.of(text));
        end = piece.span.end;
        let was_name = std::mem::replace(&mut is_name, piece.kind == TokenKind::Name);
        let member = piece.text.strip_prefix('.').filter(|name| is_member(name));
        match (piece.text, member) {
            (".data", _) => {}
            (_, Some(name)) => {
                for mark in ["(", ")"] {
                    end = rest.next_if(|next| next.text == mark)?.span.end;
                }
                let own = plain.get(operand..).filter(|own| !own.is_empty())?;
                let is_closed = own.starts_with('(');
                if name != "item" {
                    plain.insert_str(operand, if is_closed { name } else { "(" });
                    if !is_closed {
                        plain.insert_str(operand, name);
                        plain.push(')');
                    }
                }
            }
            (mark, None) => {
                match mark {
                    "(" if was_name => open.push(operand),
                    "(" => open.push(plain.len()),
                    ")" => operand = open.pop()?,
                    _ => operand = plain.len(),
                }
                plain.push_str(mark);
            }
        }
    }
    Some(plain)
}

/// Writes items between commas as statements; texts are skipped.
fn listed(text: &str, pieces: &[Piece<'_>]) -> Option<String> {
    let mut depth = 0_usize;
    let parts = pieces.split(|piece| {
        depth = match piece.text {
            "(" | "[" => depth + 1,
            ")" | "]" => depth.saturating_sub(1),
            _ => depth,
        };
        depth == 0 && piece.text == ","
    });
    let is_text = |it: &Piece<'_>| it.kind == TokenKind::Quotation || it.text == "'";
    let values = parts.filter(|part| !part.iter().any(is_text));
    let values: Vec<String> = values.filter_map(|part| plain(text, part)).collect();
    (!values.is_empty()).then(|| values.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(typed: &str) -> Option<String> {
        let translated = from_micrograd(typed, |name| name == "print")?;
        Some(translated.statements.unwrap_or_default())
    }

    #[test]
    fn statements_of_the_notebook_are_translated() {
        for (typed, wanted) in [
            ("a = Value(2.0, label='a')", "a = 2.0"),
            ("b = Value(-3.0)", "b = -3.0"),
            ("e.label = 'e'", ""),
            ("L.backward()", ":grad L"),
            ("L.zero_grad()", ""),
            ("a.data = 3*b.data", ":set a 3*b"),
            ("a.data += 0.001", ":set a a + 0.001"),
            ("L.data", "L"),
            ("o = n.tanh()", "o = tanh(n)"),
            ("e = (2*n).exp()", "e = exp(2*n)"),
            ("f(x).tanh() + a.data.item()", "tanh(f(x)) + a"),
            ("np.sin(a.data)", "np.sin(a)"),
            ("n.exp().tanh()", "tanh(exp(n))"),
            ("(a + (b).relu())", "(a + relu(b))"),
            ("draw_dot(L)", ":draw L"),
        ] {
            assert_eq!(translated(typed).as_deref(), Some(wanted), "{typed}");
        }
    }

    #[test]
    fn other_statements_are_left_alone() {
        for typed in [
            "",
            "a",
            "a.data += 0.01 * a.grad",
            "L.1 + c@2",
            "a.foo()",
            "L.tanh",
            "print(a)",
            "a = Value()",
            "a = Value(2*b)",
            ".tanh()",
        ] {
            assert_eq!(translated(typed), None, "{typed}");
        }
    }
}
