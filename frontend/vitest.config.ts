import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const executablePath = process.env.CHROME ?? '/usr/bin/chromium'
// Chromium refuses its sandbox to root, and only to root.
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []

// *.test.ts is pure and runs in Node; *.test.tsx draws and runs in Chromium.
export default defineConfig({
  test: {
    projects: [
      // Node 20 has a WebSocket, behind this flag.
      { test: { name: 'lib', environment: 'node', include: ['src/**/*.test.ts'], execArgv: ['--experimental-websocket'] } },
      {
        plugins: [react(), tailwindcss()],
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
