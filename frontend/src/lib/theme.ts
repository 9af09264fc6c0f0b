const dark = '(prefers-color-scheme: dark)'

/** Puts the theme on the page; «system» follows the system until the next call. */
export function applyTheme(setting: string): () => void {
  const query = window.matchMedia(dark)
  const set = () => {
    const isDark = setting === 'dark' || (setting !== 'light' && query.matches)
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  }
  set()
  query.addEventListener('change', set)
  return () => query.removeEventListener('change', set)
}
