/** One set of pacers per API key in this process, shared by all its clients. */
import { createPacers, type Pacers } from './allowances.ts'

const known = new Map<string, WeakRef<Pacers>>()
const forget = new FinalizationRegistry<string>((clientId) => {
  if (!known.get(clientId)?.deref()) known.delete(clientId)
})

/** By client id only: the same key at two addresses has the same limits. */
export function sharedPacers(clientId: string): Pacers {
  const existing = known.get(clientId)?.deref()
  if (existing) return existing
  const pacers = createPacers()
  known.set(clientId, new WeakRef(pacers))
  forget.register(pacers, clientId)
  return pacers
}
