// The one way in. Every function gets and gives JSON.

const API = { capture, locate, effects, watch: () => watch(null), described: (s) => { const e = find(s, document); return [role(e), name(e, role(e))]; }, settle, settleAfter, delivered, focus, select, pick, setValue, holds, selectAll, scrollState, scrollInto, rect, within, bringFrame, drawn, pressed: () => pressed, hitFrame, read, contains, info, selection, press, controls, hold, letGo, field, openField, pickerField, inWindow, pickerClosed, chooseAt, giveValue, cursorAt, hearMenus, menuAsked, suggestField, suggestAt, findWords, showWords, wordMarks, muteEscape, hearEscape, touched, secure: () => isSecureContext };

globalThis.__baton = (token, fn, args) => {
  if (token !== TOKEN) return 'stale';
  answering.numbers = answering.owners = null;
  try {
    const v = API[fn](...args);
    return v instanceof Promise ? v.then((x) => JSON.stringify(x === undefined ? null : x)) : JSON.stringify(v === undefined ? null : v);
  } catch (err) {
    return JSON.stringify({ fail: String(err && err.stack || err) });
  }
};
globalThis.__batonKey = (e) => key(e);
globalThis.__batonElement = (t) => (t.selector ? find(t.selector, document) : element(t.key));
globalThis.__batonSuspects = (most) => { const some = suspects.slice(0, most); some.forEach((e) => asked.add(e)); return some; };
globalThis.__batonRoot = (host, root) => { closed.set(host, root); };
