import { createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { Layout } from './layout.tsx'
import { ActivityRoute, AgentRoute, AgentsRoute, ConnectionsRoute, ConnectRoute, NowRoute, RequestRoute, SettingsRoute } from './pages.tsx'

const root = createRootRoute({ component: Layout, notFoundComponent: NowRoute })
const page = <const P extends string>(path: P, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component })

/** Hash history: the same pages at wails://wails, a loopback port and a file. */
export function createAppRouter(requestId?: string) {
  // A window that is opened for a request begins there.
  if (requestId !== undefined) window.location.hash = `/requests/${requestId}`
  return createRouter({
    routeTree: root.addChildren([
      page('/', NowRoute),
      page('/requests/$requestId', RequestRoute),
      page('/agents', AgentsRoute),
      page('/agents/$agentId', AgentRoute),
      page('/connect', ConnectRoute),
      page('/connections', ConnectionsRoute),
      page('/activity', ActivityRoute),
      page('/settings', SettingsRoute),
    ]),
    history: createHashHistory(),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
