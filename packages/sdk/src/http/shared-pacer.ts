/** One pacer per API key in this process, shared by all its clients. */
import { createPacer, type Pacer } from './pacer.ts'

const pacers = new Map<string, WeakRef<Pacer>>()
const forget = new FinalizationRegistry<string>((clientId) => {
  if (!pacers.get(clientId)?.deref()) pacers.delete(clientId)
})

/** By client id only: the same key at two addresses has one limit. */
export function sharedPacer(clientId: string): Pacer {
  const known = pacers.get(clientId)?.deref()
  if (known) return known
  const pacer = createPacer()
  pacers.set(clientId, new WeakRef(pacer))
  forget.register(pacer, clientId)
  return pacer
}
