// What a cell is made of, and where each part has its place.

import { Answering } from './answering.js';
import { button, make } from './elements.js';
import { Networks, RowInView } from './networks.js';
import { Offers, Shelf, legend } from './offers.js';
import { Course } from './lesson.js';
import { Hand, Plot, Zoom } from './panels.js';
import { Picture } from './picture.js';
import { Sharing } from './share.js';
import { Sliders } from './sliders.js';
import { Talk } from './talk.js';
import { Training } from './training.js';

/**
 * What the parts do to the session.
 * @typedef {object} Does
 * @property {(text: string) => Promise<void>} type
 * @property {(text: string) => Promise<void>} practice
 * @property {(script: string) => Promise<void>} begin
 * @property {() => void} leave
 * @property {(name: string, number: number, last: boolean) => Promise<void>} move
 * @property {import('./training').Trains['train']} train
 * @property {import('./training').Trains['tell']} tell
 * @property {() => void} endTraining
 * @property {(node: import('./messages').Node, box: SVGElement) => void} pressNode
 * @property {(row: number, last: boolean) => Promise<void>} lookAtRow
 * @property {(request: import('./messages').Request) => void} look
 * @property {() => void} closePlot
 * @property {() => string | null} plotStatement
 * @property {(to: string) => void} turn
 * @property {(name: string) => Promise<void>} answers
 * @property {(name: string) => void} shelf
 * @property {(file: File) => void} file
 * @property {() => string | null} lesson
 * @property {() => void} stop
 * @property {() => Promise<import('./messages').Reply | null>} write
 */

// Leaves out all controls of a cell but those that its page names.
/** @type {(parts: ReturnType<typeof assembled>, names: string[]) => void} */
export function keepControls({ hand, sliders, training, row, networks, zoom, undo, sharing, help, talk }, names) {
  /** @type {Record<string, HTMLElement[]>} */
  const all = {
    forward: [hand.forward, hand.backward], back: [hand.begin], quiz: [hand.quiz], sliders: [sliders.element], train: [training.element],
    rows: [row.element], networks: [networks.element], zoom: [zoom.element], undo: [undo], link: [sharing.copy],
    download: [sharing.download], help: [help], line: [talk.form],
  };
  for (const [name, elements] of Object.entries(all)) {
    if (!names.includes(name)) for (const element of elements) element.classList.add('left-out');
  }
}

// `does` holds what the parts do to the session.
/**
 * @param {boolean} isPage
 * @param {Does} does
 */
export function assembled(isPage, does) {
  const place = make('div', { className: 'place' });
  const talk = new Talk(does.type);
  const sliders = new Sliders(does.move, name => does.look({ do: 'nudge', name }), () => training.rate.focus());
  const training = new Training(does);
  const picture = new Picture(place, does.pressNode);
  const hand = new Hand(does.type, does.practice, does.leave, picture);
  const caption = make('p', { className: 'caption', hidden: true });
  const shelf = new Shelf(does.shelf, list => {
    talk.log.append(list);
    talk.toEnd();
    talk.bringUp();
  });
  const offers = new Offers(does.begin, shelf.show, does.file);
  const course = new Course(does.turn, does.answers);
  const answering = new Answering(place, does.type);
  const said = make('p', { className: 'said', role: 'status' });
  const zoom = new Zoom(picture);
  const networks = new Networks(does.look);
  const row = new RowInView(does.lookAtRow);
  const plot = new Plot(does.closePlot);
  const sharing = new Sharing(isPage, does, talk, said);
  const circuit = make('div', { className: 'circuit' }, place);
  const see = make('section', { className: 'see', ariaLabel: 'circuit' },
    make('div', { className: 'window' }, circuit, plot.element), legend(),
    caption,
    make('div', { className: 'tools' }, hand.element, networks.element, zoom.element),
    row.element, sliders.element, training.element);
  const undo = button('Undo', ':undo', () => does.type(':undo'));
  const help = button('Help', ':help', () => does.type(':help'));
  const stop = button('Stop', 'stop this run; the session stays as it was before', does.stop);
  stop.hidden = true;
  const bar = make('div', { className: 'bar', role: 'group', ariaLabel: 'The session' },
    undo, shelf.button, sharing.copy, sharing.download, help, stop, said);
  const title = make('header', { className: 'title-bar' },
    make('h1', {}, 'gradcalc'), make('p', {}, 'a calculator that shows its gradients'));
  title.hidden = shelf.button.hidden = !isPage;
  const statements = make('section', { className: 'talk', ariaLabel: 'statements' },
    title, talk.log, course.element, talk.form, bar);
  const cell = make('div', { className: 'cell' }, statements, see);
  picture.onpush = plays => cell.classList.toggle('pushing', plays);
  training.onrun = runs => cell.classList.toggle('runs', runs);
  return { talk, hand, sliders, training, picture, networks, row, caption, offers, shelf, answering, said, zoom, plot, sharing, course, undo, help, stop, cell };
}
