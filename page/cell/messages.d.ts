// What the page asks the calculator, and what it answers: the types of src/page/mod.rs, written by
// REWRITE_GOLDEN=1 cargo test --lib page::

/** A push along an edge. */
export type Arrival = {
  /** The id of the edge. */
  edge: string, receiver: number,
  /** The local derivative and upstream, and their product. */
  local: string, upstream: string, product: string,
  /** The grad of the receiver before and after. */
  before: string, after: string,
  /** The node whose data is the local derivative. */
  sibling: number | null,
  /** The factors by name: `b × dL/de`. */
  said: string,
};

/** The exercise in progress. */
export type Doing = {
  /** The backward pass by hand, or a quiz. */
  kind: 'hand' | 'quiz',
  /** The derivative in question. */
  question: string | null,
  /** The node that `:next` visits. */
  next: string | null,
  /** The node that was visited before it was ready. */
  early: string | null, over: boolean,
};

/** A file to download. */
export type Download = { name: string, text: string };

/** A text that was typed, and its answer. */
export type Entry = {
  /** The prompt it was typed after. */
  prompt: string, text: string,
  /** The answer. */
  html: string,
  /** The prose of a lesson, as HTML. */
  prose: string | null,
  /** True if a quiz begins here; earlier output may contain the answers. */
  quiz: boolean,
  /** The files of its exports, for download buttons. */
  files: Array<Download>,
};

/** The mark of a node. */
export type Mark = "" | "ready" | "done" | "asked" | "wrong" | "lost";

/** A picture without numbers. */
export type Markup = { markup: string, width: number, height: number,
  /** The size of its words. */
  font: number,
  /** The ends of each edge by number, and its id. */
  links: Array<[number, number, string]>,
};

/** A node of the picture. */
export type Node = { name: string, data: string,
  /** The grad; `None` if the learner does not know it. */
  grad: string | null,
  /** The class of its sign. */
  sign: string,
  /** The progress of its grad. */
  status: string, mark: Mark,
  /** The right grad, if the shown one is wrong. */
  right: string | null,
  /** The effect of a nudge, and the effect divided by the nudge. */
  nudge: [string, string] | null,
  /** The data that fills the circle of a neuron. */
  fill: number | null,
};

/** The picture, for the page. */
export type Picture = {
  /** The key of the picture. */
  key: string,
  /** The drawing without numbers, if the page needs it. */
  drawing: Markup | null,
  /** The nodes, by number. */
  nodes: Array<Node>,
  /** The last push along each edge. */
  lit: Array<Arrival>,
  /** The node that pushed last. */
  pushed: number | null,
  /** The ids of boxes, operations and edges outside the taken branch. */
  untaken: Array<string>,
  /** The widths of edges by id: a weight or its grad, or the local derivative times upstream. */
  strengths: [string, number | null][],
  /** True if networks are drawn by their neurons. */
  has_neurons: boolean,
};

/** The progress of a lesson. */
export type Progress = { title: string,
  /** The parts shown, and all. */
  shown: number, parts: number,
  /** The goal of the current task. */
  goal: string | null,
  /** True while a question waits for an answer. */
  asks: boolean,
};

/** A reply to the page. */
export type Reply = {
  /** Typed texts and their answers. */
  entries: Array<Entry>,
  /** True if the example ended. */
  anew: boolean | null,
  /** The state to show. */
  state: State | null,
  /** The kinds of training steps, each with a description; after a look. */
  kinds: Array<[string, string]> | null,
  /** The built-in lessons, each with a description; after a look. */
  lessons: Array<[string, string]> | null,
  /** The submission. */
  handed: string | null,
  /** The requested lesson. */
  wanted: string | null,
  /** The outcome of steps. */
  steps: Steps | null,
  /** The session as a script. */
  script: string | null,
  /** The script with the exercise in progress, for sharing. */
  shared: string | null,
  /** The shared script as a link; `None` if it is too long. */
  link: string | null,
  /** The statements of a link, one a line, with invisible characters made visible. */
  shown: string | null,
  /** The equivalent statement. */
  statement: string | null,
  /** The reason why a link needs consent. */
  doubt: string | null,
};

/** A request of the page. */
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
  /** The picture, if the page needs it. */
  svg?: string,
  /** The seconds of drawing. */
  seconds: number,
};

/** A leaf that a slider moves. */
export type Slider = { name: string, number: number | null, text: string };

/** The state that the page shows. */
export type State = {
  /** The prompt for the next line. */
  prompt: string,
  /** The current root and its data. */
  root: [string, string] | null,
  /** The picture; `None` without a root, or with too many nodes. */
  picture: Picture | null,
  /** A plot beside it. */
  plot: Shown | null,
  /** The number of its nodes. */
  nodes: number,
  /** Its unfrozen leaves. */
  sliders: Array<Slider>,
  /** The number of leaves without a slider. */
  more: number,
  /** True if `:step` can train it. */
  trains: boolean,
  /** The nudged leaf, and its nudge. */
  nudged: [string, number] | null,
  /** True if it has networks, drawn by neurons or by operations. */
  has_networks: boolean,
  /** The current row, from 1, and the number of rows. */
  row: [number, number] | null,
  /** The exercise in progress. */
  practice: Doing | null,
  /** The progress of the lesson. */
  lesson: Progress | null,
};

/** The outcome of training steps. */
export type Steps = {
  /** The steps taken. */
  taken: number,
  /** The root's data after each step, or evenly spaced. */
  curve: (number | null)[],
  /** The seconds of the steps. */
  seconds: number,
  /** The reason why the run ends. */
  end: string | null,
};
