//! A program can hold a conversation with gradcalc over two pipes: every answer comes before the next
//! question has to be asked.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::program;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Much longer than any answer takes; only a failing test waits so long.
const PATIENCE: Duration = Duration::from_secs(60);

struct Conversation {
    child: Child,
    questions: Option<ChildStdin>,
    answers: Receiver<String>,
    complaints: Receiver<String>,
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            // The test may have stopped listening.
            let _ = sender.send(line.expect("a line"));
        }
    });
    receiver
}

impl Conversation {
    fn begin(arguments: &[&str]) -> Conversation {
        let mut command = program::clean(Command::new(program::PROGRAM));
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        Conversation {
            questions: child.stdin.take(),
            answers: lines(child.stdout.take().expect("a pipe")),
            complaints: lines(child.stderr.take().expect("a pipe")),
            child,
        }
    }

    fn say(&mut self, text: &str) {
        let pipe = self.questions.as_mut().expect("an open pipe");
        pipe.write_all(text.as_bytes()).and_then(|()| pipe.flush()).expect("it listens");
    }

    fn answer(&self) -> String {
        self.answers.recv_timeout(PATIENCE).expect("an answer in time")
    }

    fn complaint(&self) -> String {
        self.complaints.recv_timeout(PATIENCE).expect("a complaint in time")
    }

    /// Hangs up and gives the exit status.
    fn end(mut self) -> i32 {
        drop(self.questions.take());
        self.child.wait().expect("it ends").code().expect("it was not killed")
    }
}

#[test]
fn every_answer_comes_at_once() {
    let mut conversation = Conversation::begin(&[]);
    conversation.say("a = 2; b = 3\na*b\n");
    assert_eq!(conversation.answer(), "6");
    conversation.say("_ + 1");
    conversation.say("0\n");
    assert_eq!(conversation.answer(), "16");
    conversation.say("nope\n");
    assert_eq!(conversation.complaint(), "stdin:4:1: error: unknown name nope");
    conversation.say("L = (a +\n");
    conversation.say("b)*a\n:grad L a\n");
    assert_eq!(conversation.answer(), "node  expression        data    dL/dnode");
    assert_eq!(conversation.answer(), "a                     2.0000      7.0000");
    for number in 0..200 {
        conversation.say(&format!("{number}^2\n"));
        assert_eq!(conversation.answer(), (number * number).to_string());
    }
    conversation.say("1 + 1");
    let status = {
        drop(conversation.questions.take());
        assert_eq!(conversation.answer(), "2");
        conversation.end()
    };
    assert_eq!(status, 1);
}

#[test]
fn a_program_may_talk_json() {
    let mut conversation = Conversation::begin(&["--format", "json"]);
    for number in 1..=50 {
        conversation.say(&format!("x = {number}; L = x^2\n:grad L x\n"));
        let answer: serde_json::Value = serde_json::from_str(&conversation.answer()).expect("JSON");
        assert_eq!(answer["nodes"][0]["grad"].as_f64(), Some(2.0 * f64::from(number)));
    }
    conversation.say("y\n");
    let complaint: serde_json::Value =
        serde_json::from_str(&conversation.complaint()).expect("JSON");
    assert_eq!((&complaint["kind"], &complaint["line"]), (&"error".into(), &101.into()));
    conversation.say(":quit\n");
    assert_eq!(conversation.end(), 1);
}
