import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { Api } from './client.ts'
import { type Fault, toFault } from './fault.ts'
import type { Ops } from './types.gen.ts'

const Context = createContext<Api | undefined>(undefined)

export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <Context value={api}>{children}</Context>
}

export function useApi(): Api {
  const api = useContext(Context)
  if (api === undefined) throw new Error('useApi outside of ApiProvider')
  return api
}

/** One operation as a mutation; what it changes comes back as an event. */
export function useOp<K extends keyof Ops>(name: K) {
  const { call } = useApi()
  return useMutation<Ops[K]['out'], Fault, Ops[K]['in']>({
    mutationFn: async (input) => {
      try {
        return await call(name, input)
      } catch (error) {
        throw toFault(error)
      }
    },
  })
}
