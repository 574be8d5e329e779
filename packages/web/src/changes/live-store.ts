/** The state of the change stream, shown in the connection note. */
import { createListeners } from '../ui/create-listeners.ts'

export type LiveState =
  | { is: 'connecting' | 'live' }
  /** Disconnected since `lastHeardAt`; lists are polled every 15 s. */
  | { is: 'lost'; lastHeardAt: Date }

const listeners = createListeners()
let state: LiveState = { is: 'connecting' }

export const liveState = () => state

export function setLiveState(next: LiveState): void {
  if (next.is === state.is) return
  state = next
  listeners.notify()
}

export const onLiveState = listeners.add
