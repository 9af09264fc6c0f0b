// The shape of the pointer, which Chrome gives the system and no picture shows.

/** The cursor at a point of this document, as a keyword of CSS; where a frame is, the key of its element. */
function cursorAt(x, y) {
  const v = visualViewport;
  x = v.offsetLeft + x / v.scale;
  y = v.offsetTop + y / v.scale;
  const e = at(x, y);
  if (!e) return { cursor: 'default' };
  if (fits(e, 'iframe,frame')) return { frame: key(e) };
  const cursor = getComputedStyle(e).cursor.split(',').pop().trim(); // a picture has a keyword behind it
  return { cursor: cursor === 'auto' ? (onText(e, x, y) ? 'text' : 'default') : cursor };
}

/** Whether there is text at a point that can be selected. @param {Element} e @param {number} x @param {number} y */
function onText(e, x, y) {
  if (e.isContentEditable) return true;
  if (getComputedStyle(e).userSelect === 'none') return false;
  const range = doc.caretRangeFromPoint(x, y);
  const text = range && range.startContainer;
  if (!text || text.nodeType !== 3) return false;
  range.selectNodeContents(text);
  return [...range.getClientRects()].some((b) => x >= b.left && x <= b.right && y >= b.top && y <= b.bottom);
}
