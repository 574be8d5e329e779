import { useSyncExternalStore } from 'react'
import { type LiveState, liveState, onLiveState } from './live-store.ts'

export function useLiveState(): LiveState {
  return useSyncExternalStore(onLiveState, liveState)
}
