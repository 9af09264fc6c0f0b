// Forms and documents answer with their fields and images for what every node has:
// <input name="parentNode">, <img name="body">. What a page can put its own things
// into is read past it, by the getters of the prototypes.

/** The document as Chrome made it. @type {Document} */
const doc = new Proxy(Document.prototype, {
  get(proto, name) {
    const v = Reflect.get(proto, name, document);
    return typeof v === 'function' ? v.bind(document) : v;
  },
});

/** @param {object} proto @param {string} name @returns {function(Node): any} */
function getter(proto, name) {
  const { get } = Object.getOwnPropertyDescriptor(proto, name);
  return (n) => get.call(n);
}

const kind = getter(Node.prototype, 'nodeType');
const parentOf = getter(Node.prototype, 'parentNode');
const childrenOf = getter(Node.prototype, 'childNodes');
const shadowOf = getter(Element.prototype, 'shadowRoot');
const slotOf = getter(Element.prototype, 'assignedSlot');

const elementsOf = getter(HTMLFormElement.prototype, 'elements');
const innerTextOf = getter(HTMLElement.prototype, 'innerText');

/** @param {Element} e @param {string} selector @returns {boolean} */
const fits = (e, selector) => Element.prototype.matches.call(e, selector);

/** @param {Element} e @param {string} selector @returns {Element[]} */
const allIn = (e, selector) => [...Element.prototype.querySelectorAll.call(e, selector)];

/** What a person reads in an element. @param {Element} e @returns {string} */
const wordsIn = (e) => (e instanceof HTMLElement ? innerTextOf(e) : e.textContent) || '';

/** @param {Element} e @param {string} name @returns {?string} */
const attribute = (e, name) => Element.prototype.getAttribute.call(e, name);

/** @param {Element} e @returns {string} */
const titleOf = (e) => attribute(e, 'title') || '';

const METHODS = 'getAttribute hasAttribute matches closest querySelector querySelectorAll contains getRootNode getBoundingClientRect getClientRects checkVisibility getElementsByTagName'.split(' ');
const WORDS = ['tagName', 'localName', 'namespaceURI'];

/** Whether a form's fields stand in for what is asked of every element: it is only looked through then. @param {Element} e */
const masked = (e) => e instanceof HTMLFormElement && (METHODS.some((n) => typeof e[n] !== 'function') || WORDS.some((n) => typeof e[n] !== 'string'));
