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
        let is_recalled = Arc::clone(&shared.is_recalled);
        let recall = move |line: &str, at: usize| {
            // From one line of the history to the next, and between the lines of one.
            let is_walking = is_recalled.load(Ordering::Relaxed) && at == line.len();
            let is_typed = at > 0 && !is_walking && !line.contains('\n');
            is_typed.then(|| search.clone())
        };
        bind_key(editor, KeyEvent(key, Modifiers::NONE), recall);
    }
    editor.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::ALT), Cmd::Newline);
    // They end the line as Enter does: an editor that ends by an error loses what else it has read.
    let is_dropped = Arc::clone(&shared.is_dropped);
    bind_key(editor, KeyEvent::ctrl('C'), move |_, _| {
        is_dropped.store(true, Ordering::Relaxed);
        Some(Cmd::AcceptLine)
    });
    let is_end = Arc::clone(&shared.is_end);
    bind_key(editor, KeyEvent::ctrl('D'), move |line, _| {
        is_end.store(line.is_empty(), Ordering::Relaxed);
        line.is_empty().then_some(Cmd::AcceptLine)
    });
}

/// Binds a key to what it does with a line and the cursor in it.
fn bind_key(
    editor: &mut Editor<Typing, DefaultHistory>,
    key: KeyEvent,
    act: impl Fn(&str, usize) -> Option<Cmd> + Send + Sync + 'static,
) {
    editor.bind_sequence(key, EventHandler::Conditional(Box::new(Key(act))));
}

struct Key<F>(F);

impl<F: Fn(&str, usize) -> Option<Cmd> + Send + Sync> ConditionalEventHandler for Key<F> {
    fn handle(
        &self,
        _: &Event,
        _: RepeatCount,
        _: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        (self.0)(context.line(), context.pos())
    }
}
