// What is wrong with the page that is on the screen, as a list of sentences.
const problems = []
const say = (what, el) => problems.push(what + (el ? `: <${el.tagName.toLowerCase()}> «${(el.innerText || el.getAttribute('aria-label') || el.className || '').slice(0, 60)}»` : ''))
const seen = (el) => {
  const r = el.getBoundingClientRect(), s = getComputedStyle(el)
  return r.width > 1 && r.height > 1 && s.visibility !== 'hidden' && s.opacity !== '0' && r.bottom > 0 && r.top < innerHeight
}
const all = (selector) => [...document.querySelectorAll(selector)].filter(seen)
const root = document.documentElement
if (root.scrollWidth > innerWidth) say(`the page scrolls sideways, ${root.scrollWidth} px in ${innerWidth}`)
for (const el of all('main, #content, header, footer, section, nav')) {
  if (getComputedStyle(el).overflowX !== 'visible' && el.scrollWidth > el.clientWidth + 1) say('wider than its room', el)
}

// Controls: inside the window, with a name, their text whole, none over another.
const controls = all('button, a[href], input, select, textarea, [role="button"], [role="radio"], [role="switch"], [role="checkbox"], [role="menuitem"], [role="combobox"]')
  .filter((el) => !el.closest('[aria-hidden="true"], [inert]') && getComputedStyle(el).clipPath === 'none')
const named = (el) =>
  el.getAttribute('aria-label')?.trim() || (el.getAttribute('aria-labelledby') ?? '').split(' ').some((id) => document.getElementById(id)?.textContent.trim()) ||
  el.innerText?.trim() || [...(el.labels ?? [])].some((l) => l.textContent.trim())
for (const el of controls) {
  const r = el.getBoundingClientRect()
  if (r.left < -1 || r.right > innerWidth + 1) say('a control is outside of the window', el)
  if (!named(el)) say('a control has no name', el)
  if (el.innerText.trim() !== '' && el.matches('button, [role="menuitem"], [role="radio"]') && el.scrollWidth > el.clientWidth + 1) say('the text of a control is cut', el)
}
// What has scrolled out of its room is not seen, although it has a place.
const inRoom = (el) => {
  const room = el.closest('#content, [data-region="picture"]')?.getBoundingClientRect(), r = el.getBoundingClientRect()
  return !room || (r.top >= room.top - 1 && r.bottom <= room.bottom + 1)
}
const bare = controls.filter((el) => inRoom(el)).filter((el) => !el.matches('[tabindex="-1"]:not([role])') && !getComputedStyle(el, '::after').position.startsWith('absolute'))
for (const [i, a] of bare.entries()) {
  for (const b of bare.slice(i + 1)) {
    if (a.contains(b) || b.contains(a) || a.closest('label')?.contains(b)) continue
    const p = a.getBoundingClientRect(), q = b.getBoundingClientRect()
    const x = Math.min(p.right, q.right) - Math.max(p.left, q.left), y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)
    const top = (el) => { const r = el.getBoundingClientRect(); return el.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)) }
    if (x > 2 && y > 2 && top(a) && top(b)) say(`two controls lie over each other, «${(b.innerText || b.getAttribute('aria-label') || '').slice(0, 40)}»`, a)
  }
}
for (const el of all('h1, h2')) if (!el.classList.contains('sr-only') && el.scrollWidth > el.clientWidth + 1) say('a heading is cut', el)
for (const el of all('h1, h2')) for (const c of el.children) if (getComputedStyle(c).overflow === 'hidden' && c.scrollWidth > c.clientWidth + 1) say('a heading is cut', el)

// Text: a key that has no translation is shown as it is; colours that can be read.
const colour = (text) => text.match(/^rgba?\(([^)]*)\)$/)?.[1].split(',').map(Number)
const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0)
const ground = (el) => {
  for (let at = el; at; at = at.parentElement) {
    if (at.matches('canvas, [data-region="picture"]')) return undefined
    const c = colour(getComputedStyle(at).backgroundColor)
    if (c && (c[3] ?? 1) === 1) return c
    if (c && c[3] > 0) return undefined
  }
  return colour(getComputedStyle(document.body).backgroundColor)
}
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const el = node.parentElement, text = node.textContent.trim()
  if (text === '' || !el || el.closest('script, style, title') || !seen(el)) continue
  if (/^(app|window|live|reason|ended|request|strip|tab|notify|quit|err|fault|link|nav|glyph|now|agents?|connect|connections|profiles|activity|audit|step|result|settings|ui|tray|outcome)(\.[a-zA-Z_]+)+$/.test(text) && !el.closest('code, pre, [data-region="address"]')) say(`a text is not translated: ${text}`)
  if (/\{\{|undefined|NaN|Invalid/.test(text)) say(`a text is broken: ${text.slice(0, 60)}`)
  if (el.closest('[disabled], [data-disabled], [aria-disabled="true"], .sr-only')) continue
  const fore = colour(getComputedStyle(el).color), back = ground(el)
  if (!fore || !back || (fore[3] ?? 1) < 1) continue
  const [x, y] = [light(fore), light(back)].sort((a, b) => b - a)
  const ratio = (x + 0.05) / (y + 0.05)
  if (ratio < 4.5) say(`contrast ${ratio.toFixed(2)}: «${text.slice(0, 40)}»`)
}
return [...new Set(problems)]
