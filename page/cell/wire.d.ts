// What the page and its worker send each other.

import { Reply, Request } from './messages';

export interface ToWorker {
  // The calculator, once.
  module?: WebAssembly.Module;
  // What the answer is told by.
  id?: number;
  request?: Request;
  // The rate to train at, and the kind of steps.
  train?: [string, string];
  // The steps a second that it takes; 0 for as many as it can.
  pace?: number;
  // Training is to wait, or to go on.
  wait?: boolean;
  // While it waits it is to take one step.
  one?: boolean;
  // Training is to end.
  stop?: boolean;
}

export interface FromWorker {
  ready?: boolean;
  // The number of a step of long work, and the root's data.
  progress?: [number, number];
  id?: number;
  reply?: Reply;
  // Some steps of training, which goes on.
  slice?: Reply;
  // Why training has ended; nothing if it was told to.
  end?: string;
  // What takes all its steps again.
  statement?: string;
  // The calculator cannot go on.
  fault?: string;
}
