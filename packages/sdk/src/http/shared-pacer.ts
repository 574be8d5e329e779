/** One pacer per API key in this process, however many clients are made with it. */
import { createPacer, type Pacer } from './pacer.ts'

const pacers = new Map<string, WeakRef<Pacer>>()
const forget = new FinalizationRegistry<string>((clientId) => {
  if (!pacers.get(clientId)?.deref()) pacers.delete(clientId)
})

/** By client id alone: the same key reached under two addresses is still one key. */
export function sharedPacer(clientId: string): Pacer {
  const known = pacers.get(clientId)?.deref()
  if (known) return known
  const pacer = createPacer()
  pacers.set(clientId, new WeakRef(pacer))
  forget.register(pacer, clientId)
  return pacer
}
