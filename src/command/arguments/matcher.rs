//! A matcher of typed words to the arguments of a row, by their order and their kinds.

use super::super::Command;
use super::declared::{Argument, ArgumentKind};
use crate::command::syntax::Word;

/// The arguments of a row, as words are matched to them.
///
/// A row is a small automaton, and the words are its input. Where several arguments could take a
/// word, it goes to the first one that leaves a place for all the words after it. A keyword,
/// though, goes before a list of names, and after a single argument that may be the node of that
/// name.
pub struct Matcher<'row, 'names> {
    row: &'row [Argument],
    /// True where the row has a file, so that a word that looks like one is no node.
    takes_file: bool,
    /// True where numbers may be left out before the file.
    takes_optional_numbers: bool,
    is_node: &'names dyn Fn(&str) -> bool,
}

/// A reason why words do not match a row.
#[derive(Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The word at this place is none that an argument takes there.
    Unexpected(usize),
    /// An argument is missing at the end.
    Missing {
        /// Its name.
        name: &'static str,
        /// True where it belongs to the last word.
        follows: bool,
    },
    /// The word at this place is a keyword that stands further left already.
    Twice(usize),
}

/// A place between two words: which argument comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    /// The place of the argument in the row.
    at: usize,
    /// True where it has stood already, and may stand again.
    again: bool,
}

/// A set of states.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct States(u64);

impl States {
    fn of(state: State) -> States {
        States(States::bit(state))
    }

    fn bit(state: State) -> u64 {
        // A row has fewer than 31 arguments, which a test counts.
        1_u64.checked_shl((2 * state.at + usize::from(state.again)) as u32).unwrap_or(0)
    }

    fn has(self, state: State) -> bool {
        self.0 & States::bit(state) != 0
    }

    fn iter(self) -> impl Iterator<Item = State> {
        let state = |bit: usize| State { at: bit / 2, again: bit % 2 == 1 };
        (0..64).map(state).filter(move |state| self.has(*state))
    }
}

impl FromIterator<State> for States {
    fn from_iter<I: IntoIterator<Item = State>>(states: I) -> States {
        States(states.into_iter().fold(0, |set, state| set | States::bit(state)))
    }
}

const START: State = State { at: 0, again: false };

impl<'row, 'names> Matcher<'row, 'names> {
    /// A matcher of this row, where `is_node` tells the names that nodes bear.
    pub fn new(row: &'row [Argument], is_node: &'names dyn Fn(&str) -> bool) -> Self {
        let takes_file = row.iter().any(|argument| matches!(argument.kind, ArgumentKind::File));
        let is_free_number = |argument: &Argument| {
            argument.optional && !argument.follows && matches!(argument.kind, ArgumentKind::Number)
        };
        let takes_optional_numbers = row.iter().any(is_free_number);
        Matcher { row, takes_file, takes_optional_numbers, is_node }
    }

    /// Returns for each word the place in the row of the argument that it is.
    ///
    /// # Errors
    ///
    /// The words do not match.
    pub fn places(&self, words: &[Word<'_>]) -> Result<Vec<usize>, Mismatch> {
        // A word that fits no kind still has a place where there is only one for it, so that the
        // error can say what is wrong with it.
        let places = self.walk(words, true).or_else(|| self.walk(words, false));
        let places = places.ok_or_else(|| self.mismatch(words))?;
        let is_given_before = |at: &usize| {
            let place = places.get(*at);
            let keyword =
                place.and_then(|place| self.row.get(*place)).is_some_and(Argument::is_keyword);
            let mut before = places.get(..*at).unwrap_or_default().iter();
            keyword && before.any(|earlier| Some(earlier) == place)
        };
        match (0..places.len()).find(is_given_before) {
            Some(at) => Err(Mismatch::Twice(at)),
            None => Ok(places),
        }
    }

    /// Returns the arguments that the word after these words may be.
    pub fn next(&self, words: &[Word<'_>]) -> Vec<&'row Argument> {
        let after = |strict: bool| {
            words.iter().fold(States::of(START), |states, word| self.step(states, word, strict))
        };
        let mut states = after(true);
        if states == States::default() {
            states = after(false);
        }
        let given = |argument: &Argument| words.iter().any(|word| is_spelled(argument, word));
        let mut arguments = self.arguments(states);
        arguments.retain(|argument| !given(argument));
        arguments
    }

    /// Returns for each word the arguments that it may be: one where all words match the row.
    pub fn readings(&self, words: &[Word<'_>]) -> Vec<Vec<&'row Argument>> {
        if let Ok(places) = self.places(words) {
            let argument = |place: usize| self.row.get(place).into_iter().collect();
            return places.into_iter().map(argument).collect();
        }
        let mut states = States::of(START);
        let mut readings = Vec::with_capacity(words.len());
        for word in words {
            readings.push(self.arguments(states));
            states = self.step(states, word, false);
        }
        readings
    }

    /// Returns the arguments that can stand in these states.
    fn arguments(&self, states: States) -> Vec<&'row Argument> {
        let reachable = states.iter().flat_map(|state| self.reachable(state));
        let possible: States = reachable.map(|state| State { again: false, ..state }).collect();
        possible.iter().filter_map(|state| self.row.get(state.at)).collect()
    }

    /// Returns the places of the words, if all of them have one.
    fn walk(&self, words: &[Word<'_>], strict: bool) -> Option<Vec<usize>> {
        let mut endings = vec![States::default(); words.len() + 1];
        *endings.last_mut()? =
            self.collect(|state| self.reachable(state).any(|it| self.is_end(it)));
        for (at, word) in words.iter().enumerate().rev() {
            let rest = endings.get(at + 1).copied()?;
            let here =
                self.collect(|state| self.taking(state, word, strict, rest).next().is_some());
            *endings.get_mut(at)? = here;
        }
        endings.first().filter(|states| states.has(START))?;
        let mut state = START;
        let mut places = Vec::with_capacity(words.len());
        for (word, rest) in words.iter().zip(endings.iter().skip(1)) {
            let mut found = self.taking(state, word, strict, *rest);
            let first = found.next()?;
            let is_list = self.row.get(first).is_some_and(|argument| argument.repeats);
            let keyword = found.find(|at| self.row.get(*at).is_some_and(Argument::is_keyword));
            let place = keyword.filter(|_| is_list).unwrap_or(first);
            places.push(place);
            state = self.taken(place);
        }
        Some(places)
    }

    /// Returns the places of the arguments that can take `word`, after which `rest` can follow.
    fn taking(
        &self,
        state: State,
        word: &Word<'_>,
        strict: bool,
        rest: States,
    ) -> impl Iterator<Item = usize> {
        let found = self.reachable(state).map(|state| state.at);
        found.filter(move |at| rest.has(self.taken(*at)) && self.fits(*at, word, strict))
    }

    fn collect(&self, is_meant: impl Fn(State) -> bool) -> States {
        let all =
            (0..=self.row.len()).flat_map(|at| [false, true].map(|again| State { at, again }));
        all.filter(|state| is_meant(*state)).collect()
    }

    fn step(&self, states: States, word: &Word<'_>, strict: bool) -> States {
        let reachable = states.iter().flat_map(|state| self.reachable(state));
        let fitting = reachable.filter(|state| self.fits(state.at, word, strict));
        fitting.map(|state| self.taken(state.at)).collect()
    }

    fn mismatch(&self, words: &[Word<'_>]) -> Mismatch {
        let mut states = States::of(START);
        for (at, word) in words.iter().enumerate() {
            let next = self.step(states, word, false);
            if next == States::default() {
                return Mismatch::Unexpected(at);
            }
            states = next;
        }
        // `:plot x^2 -5` is no :plot F NAME: a number that is the name of a leaf is not meant.
        let strict =
            words.iter().fold(States::of(START), |states, word| self.step(states, word, true));
        let states = if strict == States::default() { states } else { strict };
        let state = states.iter().flat_map(|state| self.reachable(state).last());
        let missing = state.filter_map(|state| self.row.get(state.at)).next();
        let (name, follows) = missing.map_or(("", false), |it| (it.name, it.follows));
        Mismatch::Missing { name, follows }
    }

    /// Returns a state and those that leaving arguments out leads to.
    fn reachable(&self, state: State) -> impl Iterator<Item = State> {
        std::iter::successors(Some(state), |state| {
            let argument = self.row.get(state.at)?;
            if argument.follows {
                return (argument.optional || state.again).then(|| self.past(state.at));
            }
            let may_be_left_out = state.again || argument.optional;
            let following = self.row.get(state.at + 1..).unwrap_or_default();
            let group = following.iter().take_while(|argument| argument.follows).count();
            may_be_left_out.then_some(State { at: state.at + 1 + group, again: false })
        })
    }

    fn is_end(&self, state: State) -> bool {
        state.at == self.row.len()
    }

    /// Returns the state after a word that is the argument at this place.
    fn taken(&self, at: usize) -> State {
        let stands_again = |argument: &Argument| argument.follows && argument.repeats;
        if self.row.get(at).is_some_and(stands_again) {
            State { at, again: true }
        } else {
            self.past(at)
        }
    }

    /// Returns the state once the argument at this place is over.
    fn past(&self, at: usize) -> State {
        if self.row.get(at + 1).is_some_and(|next| next.follows) {
            return State { at: at + 1, again: false };
        }
        let head = self.head(at);
        let argument = self.row.get(head);
        if argument.is_some_and(|argument| argument.repeats) {
            return State { at: head, again: true };
        }
        if !argument.is_some_and(Argument::is_keyword) {
            return State { at: at + 1, again: false };
        }
        // Keywords beside each other stand in any order.
        let mut first = head;
        while let Some(before) = first.checked_sub(1).map(|at| self.head(at))
            && self.row.get(before).is_some_and(Argument::is_keyword)
        {
            first = before;
        }
        let is_alone = first == head && !self.row.get(at + 1).is_some_and(Argument::is_keyword);
        State { at: if is_alone { at + 1 } else { first }, again: false }
    }

    /// Returns the place of the argument that the one at this place belongs to.
    fn head(&self, at: usize) -> usize {
        let upto = self.row.get(..=at).unwrap_or_default();
        upto.iter().rposition(|argument| !argument.follows).unwrap_or(0)
    }

    fn has_followers(&self, at: usize) -> bool {
        self.row.get(at + 1).is_some_and(|next| next.follows)
    }

    /// Returns true if a word may be the argument at this place; not `strict`, whether it may be
    /// meant for it.
    fn fits(&self, at: usize, word: &Word<'_>, strict: bool) -> bool {
        let Some(argument) = self.row.get(at) else {
            return false;
        };
        let may_be_left_out = argument.optional && !argument.follows;
        let is_keyword = || self.row.iter().any(|argument| is_spelled(argument, word));
        match argument.kind {
            ArgumentKind::Keyword => is_spelled(argument, word),
            ArgumentKind::Name | ArgumentKind::Condition => true,
            ArgumentKind::Equation => {
                word.is_equation() || !(strict || argument.optional || is_keyword())
            }
            ArgumentKind::NodeOrEquation => !(strict && self.takes_file && is_file(word)),
            _ if strict && word.is_equation() => false,
            ArgumentKind::Node | ArgumentKind::Leaf | ArgumentKind::Named
                if (self.is_node)(word.text) =>
            {
                !(strict && self.takes_file && is_file(word))
            }
            // Of names in a row none is the number that may follow two of them, and no keyword is.
            ArgumentKind::Number if argument.follows && argument.optional && strict => {
                !((self.is_node)(word.text) || is_reference(word) || is_keyword())
            }
            _ if may_be_left_out && is_keyword() => false,
            // Only a name begins a group that may be left out.
            ArgumentKind::Leaf | ArgumentKind::Named
                if may_be_left_out && self.has_followers(at) =>
            {
                !word.quoted
                    && word.text.starts_with(|c: char| c.is_alphabetic() || "_(".contains(c))
            }
            ArgumentKind::Count { .. } if argument.repeats && is_keyword() => false,
            ArgumentKind::Leaf | ArgumentKind::Named if strict && is_number(word) => false,
            ArgumentKind::Node
            | ArgumentKind::Leaf
            | ArgumentKind::Named
            | ArgumentKind::Number => !(strict && self.takes_file && is_file(word)),
            ArgumentKind::Count { .. } if strict => {
                !word.quoted && !word.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
            }
            ArgumentKind::Choice(choices) if argument.optional && (strict || argument.follows) => {
                !word.quoted && choices.names().any(|name| name == word.text)
            }
            // What stands where numbers may be left out is one of them if it can be.
            ArgumentKind::File if strict && self.takes_optional_numbers => {
                is_file(word) || !(is_number(word) || (self.is_node)(word.text))
            }
            ArgumentKind::Count { .. }
            | ArgumentKind::Choice(_)
            | ArgumentKind::Uncertain
            | ArgumentKind::File
            | ArgumentKind::FileOrName
            | ArgumentKind::Topic
            | ArgumentKind::Statement => true,
        }
    }
}

/// Returns true if a word is the keyword that an argument is.
fn is_spelled(argument: &Argument, word: &Word<'_>) -> bool {
    argument.is_keyword() && !word.quoted && word.text == argument.name
}

/// Returns true if a word is the keyword before a list of counts.
fn begins_list(row: &[Argument], word: &Word<'_>) -> bool {
    let list = |two: &[Argument]| matches!(two, [keyword, list] if list.follows && list.is_list_of_counts() && is_spelled(keyword, word));
    row.windows(2).any(list)
}

/// Returns true if a word begins as a number does, and no name.
fn is_number(word: &Word<'_>) -> bool {
    word.text.starts_with(|first: char| first.is_ascii_digit() || "+-−.".contains(first))
}

/// Returns true if a word is a name with the number of a binding, or a part, after it: `a@1`, `L.2`.
fn is_reference(word: &Word<'_>) -> bool {
    word.text.starts_with(char::is_alphabetic) && word.text.contains(['@', '.'])
}

/// Returns true if a word is the name of a file: in quotes, or with an ending in letters. The part
/// of a node's name, as in `L.2`, is a number.
fn is_file(word: &Word<'_>) -> bool {
    let ending = word.text.rsplit_once('.').map_or("", |(_, ending)| ending);
    word.quoted
        || (ending.starts_with(|c: char| c.is_ascii_alphabetic())
            && ending.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// Takes words apart at `=` and `,` where a command takes pairs, and a name from the uncertainty
/// that it is given: `:set a=3, b=4`, `:set a ± 0.1`; at `,` where it takes equations or counts, which brackets
/// may hold, and where a comma stands between its arguments.
pub fn separated<'text>(command: &Command, words: &[Word<'text>]) -> Vec<Word<'text>> {
    let arguments = || command.arguments.iter();
    if arguments().any(|argument| argument.is_list_of_counts() && !argument.follows) {
        return words.iter().copied().flat_map(Word::counted).collect();
    }
    if let Some(at) = words.iter().position(|word| begins_list(command.arguments, word)) {
        let (before, list) = words.split_at(at);
        let list = list.iter().copied().flat_map(Word::counted);
        return separated(command, before).into_iter().chain(list).collect();
    }
    if arguments().any(|it| matches!(it.kind, ArgumentKind::Equation)) {
        return words.iter().copied().flat_map(Word::listed).collect();
    }
    let takes_pairs = command.arguments.windows(2).any(|two| match two {
        [head, value] => head.repeats && value.follows,
        _ => false,
    });
    if !takes_pairs {
        let is_text =
            |it: &Argument| matches!(it.kind, ArgumentKind::Statement | ArgumentKind::Topic);
        if command.is_about_files() || arguments().any(is_text) {
            return words.to_vec();
        }
        let parts =
            |word: Word<'text>| if word.quoted { vec![word] } else { word.enumerated().collect() };
        return words.iter().copied().flat_map(parts).collect();
    }
    let takes_uncertainty =
        command.arguments.iter().any(|argument| matches!(argument.kind, ArgumentKind::Uncertain));
    let mut parts = Vec::with_capacity(words.len());
    for word in words.iter().copied().flat_map(Word::separated) {
        if takes_uncertainty && parts.len() % 2 == 0 {
            parts.extend(word.split_at_plus_minus());
        } else {
            parts.push(word);
        }
    }
    parts
}
