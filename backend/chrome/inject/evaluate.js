  const result = await value;
  const isNode = (v) => typeof v === 'object' && v !== null && (v instanceof Node || v === window || typeof v.nodeType === 'number' && typeof v.nodeName === 'string');
  let text;
  try {
    text = JSON.stringify(result, (k, v) => {
      if (isNode(v)) throw new TypeError('DOM nodes cannot be returned; return their properties, such as textContent or href');
      if (typeof v === 'bigint') return v.toString();
      if (v instanceof Map) return Object.fromEntries(v);
      if (v instanceof Set) return [...v];
      if (v instanceof Error) return v.message;
      return v;
    });
  } catch (e) {
    return { error: e && /circular|cyclic/i.test(e.message) ? 'the value holds itself and cannot be written as JSON' : String(e && e.message || e) };
  }
  if (text === undefined) text = 'null';
  const LIMIT = 20000;
  return { text: text.length > LIMIT ? text.slice(0, LIMIT).replace(/[\ud800-\udbff]$/, '') : text, total: text.length };
