import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Relative addresses, no inlined assets and no inline scripts: the same bundle
// is served from wails://wails, from a loopback port and under a closed CSP.
export default defineConfig({
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    target: ['safari16.4', 'chrome111'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'live.html'] },
  },
})
