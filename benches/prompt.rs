//! What a key costs at the prompt: colors, preview and completion of a long line in a large session.

use divan::{Bencher, black_box};
use gradcalc::Session;
use gradcalc::internals::command::{RunOptions, run};
use gradcalc::internals::repl::{Typing, complete};

fn main() {
    divan::main();
}

/// 80 characters.
const LINE: &str =
    "loss = (w99999*tanh(w17*2.5 + w4) + relu(w3 - 1e-3)^2)*sigmoid(w99 + w8*3) + zzz";

fn session() -> Session {
    let mut session = Session::new();
    for n in 0..100_000 {
        let text = format!("w{n} = {n}");
        assert!(run(&mut session, &text, RunOptions::default()).is_ok());
    }
    session
}

fn typing() -> Typing {
    let mut typing = Typing::default();
    *typing.session.get_mut() = session();
    typing
}

#[divan::bench]
fn a_key(bencher: Bencher) {
    let typing = typing();
    bencher.bench_local(|| {
        black_box(typing.preview(LINE));
        black_box(typing.colored(LINE, Some(LINE.len())).len())
    });
}

#[divan::bench]
fn a_key_in_a_line_with_a_value(bencher: Bencher) {
    let typing = typing();
    let line = LINE.replace("zzz", "w12");
    bencher.bench_local(|| {
        black_box(typing.preview(&line));
        black_box(typing.colored(&line, Some(line.len())).len())
    });
}

#[divan::bench]
fn a_key_when_much_is_out_of_date(bencher: Bencher) {
    let mut typing = typing();
    let session = typing.session.get_mut();
    for text in ["s = w0"].into_iter().chain(std::iter::repeat_n("s += w1", 50_000)) {
        assert!(run(session, text, RunOptions::default()).is_ok());
    }
    for text in ["L = w1 + 1", ":root L", ":set w1 3"] {
        assert!(run(session, text, RunOptions::default()).is_ok());
    }
    let line = LINE.replace("zzz", "s  ");
    bencher.bench_local(|| {
        black_box(typing.preview(&line));
        black_box(typing.colored(&line, Some(line.len())).len())
    });
}

#[divan::bench]
fn a_tab(bencher: Bencher) {
    let session = session();
    bencher.bench_local(|| black_box(complete(&session, true, black_box("loss = w")).1.len()));
}
