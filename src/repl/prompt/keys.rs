//! Key bindings: Up and Down recall matching lines, Alt-Enter adds a line, Ctrl-C and Ctrl-D keep
//! later input.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::history::DefaultHistory;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, KeyCode, KeyEvent,
    Modifiers, RepeatCount,
};

use super::helper::Typing;

/// The state shared by keys and prompt.
#[derive(Debug, Clone, Default)]
pub struct KeyState {
    /// True while the line is one of the history.
    pub is_recalled: Arc<AtomicBool>,
    /// True if Ctrl-C has ended the line.
    pub is_dropped: Arc<AtomicBool>,
    /// True if Ctrl-D has ended an empty line.
    pub is_end: Arc<AtomicBool>,
}

/// Binds the keys.
pub fn bind(editor: &mut Editor<Typing, DefaultHistory>, shared: &KeyState) {
    for (key, search) in
        [(KeyCode::Up, Cmd::HistorySearchBackward), (KeyCode::Down, Cmd::HistorySearchForward)]
    {
        let is_recalled = Arc::clone(&shared.is_recalled);
        let recall = move |line: &str, at: usize| {
            let is_walking = is_recalled.load(Ordering::Relaxed) && at == line.len();
            let is_typed = at > 0 && !is_walking && !line.contains('\n');
            is_typed.then(|| search.clone())
        };
        bind_key(editor, KeyEvent(key, Modifiers::NONE), recall);
    }
    editor.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::ALT), Cmd::Newline);
    // They end the line as Enter does, because an error would lose buffered input.
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

/// Binds a key to an action on the line and the cursor.
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
