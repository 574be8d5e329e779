/** Says aloud what finished or failed: politely, and not more than once in ten seconds. */
const restMs = 10_000
const listeners = new Set<(text: string) => void>()
let waiting: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined

export function announce(text: string): void {
  waiting.push(text)
  timer ??= setTimeout(speak, 300)
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
  timer = setTimeout(() => {
    timer = undefined
    if (waiting.length > 0) speak()
  }, restMs)
}
