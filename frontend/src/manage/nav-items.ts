import { Activity, LayoutGrid, Plug, Settings, Terminal } from 'lucide-react'

/** The main places, in the order of the sidebar. */
export const places = [
  { to: '/', key: 'nav.now', short: 'nav.now', icon: LayoutGrid },
  { to: '/connections', key: 'nav.connections', short: 'nav.connections.short', icon: Plug },
  { to: '/activity', key: 'nav.activity', short: 'nav.activity', icon: Activity },
  { to: '/settings', key: 'nav.settings', short: 'nav.settings', icon: Settings },
] as const

/** The bottom bar of a phone: Activity lies in Settings, the agents have a page. */
export const phonePlaces = [
  places[0],
  { to: '/agents', key: 'nav.agents', short: 'nav.agents', icon: Terminal },
  places[1],
  places[3],
] as const
