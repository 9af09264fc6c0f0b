import { createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { Layout } from './layout.tsx'
import {
  ActivityRoute,
  AgentRoute,
  AgentsRoute,
  ConnectionsRoute,
  ConnectRoute,
  NowRoute,
  RequestRoute,
  SessionRoute,
  SettingsRoute,
} from './pages.tsx'

const root = createRootRoute({ component: Layout, notFoundComponent: NowRoute })
const page = <const P extends string>(path: P, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component })

/** Hash history: the same pages at wails://wails, a loopback port and a file. It begins at a session or a request where one is named. */
export function createAppRouter(first?: string) {
  const history = createHashHistory()
  if (first !== undefined && first !== '') history.replace(first)
  return createRouter({
    routeTree: root.addChildren([
      page('/', NowRoute),
      page('/requests/$requestId', RequestRoute),
      page('/agents', AgentsRoute),
      page('/agents/$agentId', AgentRoute),
      createRoute({
        getParentRoute: () => root,
        path: '/agents/$agentId/$tab',
        component: AgentRoute,
        validateSearch: ({ session }): { session?: string } => (typeof session === 'string' ? { session } : {}),
      }),
      page('/sessions/$sessionId', SessionRoute),
      page('/connect', ConnectRoute),
      page('/connections', ConnectionsRoute),
      page('/activity', ActivityRoute),
      page('/settings', SettingsRoute),
    ]),
    history,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
