/** Says aloud what finished or failed: politely, and not more than once in ten seconds. */
const restMs = 10_000
const gatherMs = 300
const listeners = new Set<(text: string) => void>()
let waiting: string[] = []
let isResting = false

export function announce(text: string): void {
  waiting.push(text)
  if (isResting) return
  isResting = true
  setTimeout(speak, gatherMs)
}

export function onAnnouncement(listener: (text: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function speak(): void {
  const [first = '', ...rest] = waiting
  const text = rest.length === 0 ? first : `${first} And ${rest.length} more.`
  waiting = []
  for (const tell of listeners) tell(text)
  setTimeout(() => {
    if (waiting.length > 0) speak()
    else isResting = false
  }, restMs)
}
