/** Announces finished and failed imports to screen readers, politely and at most once every ten seconds. */
import { createListeners } from '../ui/create-listeners.ts'

const restMs = 10_000
const gatherMs = 300
const listeners = createListeners<[text: string]>()
let waiting: string[] = []
let isResting = false

export function announce(text: string): void {
  waiting.push(text)
  if (isResting) return
  isResting = true
  setTimeout(flush, gatherMs)
}

export const onAnnouncement = listeners.add

function flush(): void {
  const [first = '', ...rest] = waiting
  const text = rest.length === 0 ? first : `${first} And ${rest.length} more.`
  waiting = []
  listeners.notify(text)
  setTimeout(() => {
    if (waiting.length > 0) flush()
    else isResting = false
  }, restMs)
}
