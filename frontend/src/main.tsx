import './ui/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Api, createApi, redeemOwnerLink } from './api/client.ts'
import { ApiProvider } from './api/context.tsx'
import { Fault } from './api/fault.ts'
import { chooseLanguage, startI18n } from './lib/i18n.ts'
import { applyTheme } from './lib/theme.ts'
import { NoLinkPage } from './no-link-page.tsx'
import { Preferences } from './preferences.tsx'
import { browserShell } from './shell/browser.ts'
import { ShellProvider } from './shell/context.tsx'
import { signedOut } from './shell/signed-out.ts'
import { wailsShell } from './shell/wails.ts'
import { wailsRuntime } from './shell/wails-runtime.ts'
import type { Boot, Shell } from './shell/window.ts'
import { Tooltips } from './ui/tooltip.tsx'

// Both pages start here. Which window it is comes from the one who opened it,
// not from the file name: Wails can only start at the index.
async function start(): Promise<void> {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  const runtime = wailsRuntime()
  const shell = runtime === undefined ? browserShell({ redeem: redeemOwnerLink }) : wailsShell(runtime)
  const boot = await shell.boot()
  const known = typeof boot === 'object'
  applyTheme(known ? boot.theme : 'system')
  await startI18n(chooseLanguage(known ? boot.language : 'system', navigator.languages))
  if (!known) return root.render(<NoLinkPage why={boot} />)
  document.documentElement.dataset.window = boot.window
  root.render(
    <App api={createApi(boot)} client={queries(shell)} shell={shell}>
      {await windowOf(boot)}
    </App>,
  )
}

async function windowOf(boot: Boot): Promise<ReactNode> {
  if (boot.window === 'live') {
    const { LiveApp } = await import('./live/live-app.tsx')
    return <LiveApp boot={boot} />
  }
  const { ManageApp } = await import('./manage/manage-app.tsx')
  return <ManageApp boot={boot} />
}

interface AppProps {
  api: Api
  client: QueryClient
  shell: Shell
  children: ReactNode
}

function App({ api, client, shell, children }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ApiProvider api={api}>
          <ShellProvider shell={shell}>
            <Tooltips>
              <Preferences>{children}</Preferences>
            </Tooltips>
          </ShellProvider>
        </ApiProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}

function queries(shell: Shell): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: (failures, error) => {
          const refused = error instanceof Fault && error.status !== 0
          if (refused && error.code === 'unauthenticated') signedOut(shell)
          return !refused && failures < 5
        },
      },
    },
  })
}

void start()
