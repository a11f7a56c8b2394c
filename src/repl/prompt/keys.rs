//! Keys with a meaning of their own: Up and Down recall the lines that begin as the typed one does,
//! Alt-Enter begins a new line, Ctrl-C and Ctrl-D keep what is typed after them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::history::DefaultHistory;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, KeyCode, KeyEvent,
    Modifiers, RepeatCount,
};

use super::helper::Typing;

/// What the keys share with the prompt.
#[derive(Debug, Clone, Default)]
pub struct KeyState {
    /// True while the line is one of the history.
    pub is_recalled: Arc<AtomicBool>,
    /// True if Ctrl-C has ended the line.
    pub is_dropped: Arc<AtomicBool>,
    /// True if Ctrl-D has ended it, which was empty.
    pub is_end: Arc<AtomicBool>,
}

/// Binds the keys.
pub fn bind(editor: &mut Editor<Typing, DefaultHistory>, shared: &KeyState) {
    for (key, search) in
        [(KeyCode::Up, Cmd::HistorySearchBackward), (KeyCode::Down, Cmd::HistorySearchForward)]
    {
        let recall = Recall { is_recalled: Arc::clone(&shared.is_recalled), search };
        let event = KeyEvent(key, Modifiers::NONE);
        editor.bind_sequence(event, EventHandler::Conditional(Box::new(recall)));
    }
    editor.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::ALT), Cmd::Newline);
    let drops = End { flag: Arc::clone(&shared.is_dropped), ends: |_| true };
    let leaves = End { flag: Arc::clone(&shared.is_end), ends: str::is_empty };
    for (key, end) in [('C', drops), ('D', leaves)] {
        editor.bind_sequence(KeyEvent::ctrl(key), EventHandler::Conditional(Box::new(end)));
    }
}

/// Searches for lines that begin with what stands before the cursor.
struct Recall {
    is_recalled: Arc<AtomicBool>,
    search: Cmd,
}

impl ConditionalEventHandler for Recall {
    fn handle(
        &self,
        _: &Event,
        _: RepeatCount,
        _: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        let (line, at) = (context.line(), context.pos());
        // From one line of the history to the next, and between the lines of one.
        let is_walking = self.is_recalled.load(Ordering::Relaxed) && at == line.len();
        let is_typed = at > 0 && !is_walking && !line.contains('\n');
        is_typed.then(|| self.search.clone())
    }
}

/// Ends the line as Enter does, and notes that it was another key: an editor that ends by an error
/// loses what else it has read from the terminal.
struct End {
    flag: Arc<AtomicBool>,
    /// Whether the key ends such a line.
    ends: fn(&str) -> bool,
}

impl ConditionalEventHandler for End {
    fn handle(
        &self,
        _: &Event,
        _: RepeatCount,
        _: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        let is_end = (self.ends)(context.line());
        self.flag.store(is_end, Ordering::Relaxed);
        is_end.then_some(Cmd::AcceptLine)
    }
}
