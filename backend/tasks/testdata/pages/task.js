'use strict';
// What every task page has: random choices by the seed in the address, the task
// in words, and one end with a reward that the page itself works out. The first
// end counts.

const Task = (() => {
  const params = new URLSearchParams(location.search);
  let state = (Number(params.get('seed')) + 1) * 0x9e3779b9;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(random() * n);
  const between = (low, high) => low + below(high - low + 1);
  const pick = (list) => list[below(list.length)];
  const shuffle = (list) => {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [out[i], out[j]] = [out[j], out[i]];
    }
    return out;
  };
  const some = (list, n) => shuffle(list).slice(0, n);
  // A task of several documents goes on with the step in the address.
  if (!params.has('step')) localStorage.removeItem('outcome');

  const say = (words) => document.body.prepend(make('p', { id: 'task' }, 'Task: ' + words));
  const end = (good) => {
    if (localStorage.getItem('outcome') !== null) return;
    localStorage.setItem('outcome', good ? '1' : '0');
    document.body.append(make('p', {}, 'This task is over.'));
  };
  return { params, below, between, pick, shuffle, some, say, end };
})();

// An element with attributes, listeners (on…) and children.
function make(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) {
    if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
    else if (v === true) e.setAttribute(k, '');
    else if (v !== false && v !== null) e.setAttribute(k, v);
  }
  e.append(...children);
  return e;
}

const $ = (selector) => document.querySelector(selector);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

const NAMES = ['Ada', 'Björn', 'Chloé', 'Dörte', 'Emil', 'Fatma', 'Gus', 'Hana', 'Ivo', 'Jörg', 'Kim', 'Lale', 'Mio', 'Nele', 'Otto', 'Pia'];
const WORDS = ['amber', 'basalt', 'cedar', 'delta', 'ember', 'fjord', 'garnet', 'harbor', 'island', 'juniper', 'kelp', 'lagoon', 'meadow', 'nectar', 'opal', 'pebble'];
