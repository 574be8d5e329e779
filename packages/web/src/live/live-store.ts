/** How the stream of changes is, for the one quiet line that says so. */
export type LiveState =
  | { is: 'connecting' | 'live' }
  /** Since then nothing was heard; lists are read every 15 s meanwhile. */
  | { is: 'lost'; lastHeardAt: Date }

const listeners = new Set<() => void>()
let state: LiveState = { is: 'connecting' }

export const liveState = () => state

export function setLiveState(next: LiveState): void {
  if (next.is === state.is) return
  state = next
  for (const tell of listeners) tell()
}

export function onLiveState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
