// What the page asks the calculator, and what it answers: the types of src/page/mod.rs, written by
// REWRITE_GOLDEN=1 cargo test --lib page::

/** What a push has brought along an edge. */
export type Arrival = {
  /** The id of the edge. */
  edge: string,
  /** The node that got it. */
  receiver: number,
  /** The local derivative and upstream, and their product. */
  local: string, upstream: string, product: string,
  /** The grad of the receiver before and after. */
  before: string, after: string,
  /** The node whose data the local derivative is, if it is just that. */
  sibling: number | null,
  /** Which factor is which: `b × dL/de`. */
  said: string,
};

/** The exercise in progress. */
export type Doing = {
  /** The backward pass by hand, or a quiz. */
  kind: 'hand' | 'quiz',
  /** The derivative that is asked for. */
  question: string | null,
  /** The node that `:next` visits. */
  next: string | null,
  /** The node that was just to be visited before it was ready. */
  early: string | null, over: boolean,
};

/** What a browser can save as a file. */
export type Download = { name: string, text: string };

/** A text that was typed, and its answer. */
export type Entry = {
  /** The prompt it was typed after. */
  prompt: string,
  /** The text. */
  text: string,
  /** What there is to say to it. */
  html: string,
  /** What is read in a lesson, as HTML. */
  prose: string | null,
  /** True if a quiz begins with this answer; what was said before it may hold the answers. */
  quiz: boolean,
  /** The files that its exports would be, to be saved by pressing a button. */
  files: Array<Download>,
};

/** What marks a node, if anything does. */
export type Mark = "" | "ready" | "done" | "asked" | "wrong" | "lost";

/** A picture without numbers. */
export type Markup = { markup: string, width: number, height: number,
  /** The size of its words. */
  font: number,
  /** What each edge leads from and to, by number, and its id. */
  links: Array<[number, number, string]>,
};

/** A node of the picture. */
export type Node = { name: string, data: string,
  /** Its grad; none where the learner does not know it. */
  grad: string | null,
  /** The class of its sign. */
  sign: string,
  /** How far its grad is. */
  status: string, mark: Mark,
  /** The right grad, where the one that is shown is wrong. */
  right: string | null,
  /** How far a nudge of a leaf moves it, and that divided by the nudge. */
  nudge: [string, string] | null,
  /** The data that fills the circle of a neuron. */
  fill: number | null,
};

/** The picture, for the page. */
export type Picture = {
  /** Its name: another name is another picture. */
  key: string,
  /** The picture without numbers, if the page does not have it. */
  drawing: Markup | null,
  /** The nodes, by number. */
  nodes: Array<Node>,
  /** What the last push has brought along each edge. */
  lit: Array<Arrival>,
  /** The node that pushed last. */
  pushed: number | null,
  /** The ids of boxes, operations and edges that a branch leaves out. */
  untaken: Array<string>,
  /** How wide edges are, by id: a weight or its grad, or else the local derivative times upstream. */
  strengths: [string, number | null][],
  /** True if networks are drawn by their neurons. */
  has_neurons: boolean,
};

/** How far a lesson is. */
export type Progress = { title: string,
  /** The parts shown, and all. */
  shown: number, parts: number,
  /** The goal of the task that is worked on. */
  goal: string | null,
  /** True while a question waits for an answer. */
  asks: boolean,
};

/** What it gets. */
export type Reply = {
  /** What was typed and its answers. */
  entries: Array<Entry>,
  /** True if an example has gone for them. */
  anew: boolean | null,
  /** What to show beside them. */
  state: State | null,
  /** The kinds of steps that training can take, and what each is for; with a look. */
  kinds: Array<[string, string]> | null,
  /** The names of the lessons that come with the calculator, and what each is about; with a look. */
  lessons: Array<[string, string]> | null,
  /** What was answered in the lesson, to be handed in. */
  handed: string | null,
  /** The name of the lesson that was asked for. */
  wanted: string | null,
  /** The outcome of steps. */
  steps: Steps | null,
  /** The session as a script. */
  script: string | null,
  /** The same, with the exercise in progress: what others are given. */
  shared: string | null,
  /** That as the end of an address; none if it is too long for one. */
  link: string | null,
  /** The statements of a link, each on a line, with whatever cannot be seen made visible. */
  shown: string | null,
  /** The statement that does what this has done. */
  statement: string | null,
  /** Why a link is not run without being asked. */
  doubt: string | null,
};

/** What the page asks. */
export type Request = { "do": "type", text: string }
  | { "do": "example", text: string }
  | { "do": "open", script: string, trusted: boolean }
  | { "do": "show", script: string }
  | { "do": "drag", name: string, number: number, last: boolean }
  | { "do": "row", row: number, last: boolean }
  | { "do": "nudge", name: string | null }
  | { "do": "networks", operations: boolean, grads: boolean }
  | { "do": "train", rate: string, kind: string, steps: number, last: boolean }
  | { "do": "lesson", text: string, seed: string | null }
  | { "do": "turn", to: string }
  | { "do": "answers", name: string }
  | { "do": "leave" }
  | { "do": "close" }
  | { "do": "save" }
  | { "do": "look", columns: number, high: boolean, small: boolean, most: [number, number], plot: [number, number] };

/** A plot, for the page. */
export type Shown = {
  /** The statement that draws it. */
  statement: string,
  /** The picture, if the page does not have it. */
  svg?: string,
  /** The seconds that drawing it took just now. */
  seconds: number,
};

/** A leaf that a slider moves. */
export type Slider = { name: string, number: number | null, text: string };

/** What the page shows beside the answers. */
export type State = {
  /** The prompt for the next line. */
  prompt: string,
  /** The current root and its data. */
  root: [string, string] | null,
  /** Its picture; none where it has too many nodes, or there is no root. */
  picture: Picture | null,
  /** A plot beside it. */
  plot: Shown | null,
  /** The number of its nodes. */
  nodes: number,
  /** Its unfrozen leaves. */
  sliders: Array<Slider>,
  /** The number of those that get no slider. */
  more: number,
  /** True if `:step` can train it. */
  trains: boolean,
  /** The leaf that is nudged, and how far. */
  nudged: [string, number] | null,
  /** True if it has networks that can be drawn neuron by neuron or operation by operation. */
  has_networks: boolean,
  /** The current row, from 1, and the number of rows, if it is made of some. */
  row: [number, number] | null,
  /** The exercise in progress. */
  practice: Doing | null,
  /** How far the lesson is that is played. */
  lesson: Progress | null,
};

/** The outcome of some steps of a training run. */
export type Steps = {
  /** The steps taken. */
  taken: number,
  /** The root's data after each, or after evenly spaced ones. */
  curve: (number | null)[],
  /** The seconds that the steps alone took. */
  seconds: number,
  /** Why the run cannot go on, if it cannot. */
  end: string | null,
};
