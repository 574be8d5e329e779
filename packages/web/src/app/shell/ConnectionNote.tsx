import { useSyncExternalStore } from 'react'
import { useLiveState } from '../../live/use-live-state.ts'
import { clockTime } from '../../ui/format/time.ts'
import classes from './ConnectionNote.module.css'

/** Offline is said aloud; a lost stream quietly, because the page still refreshes, only slower. */
export function ConnectionNote() {
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine)
  const live = useLiveState()
  if (!isOnline)
    return (
      <p role="status" className={classes.offline}>
        You are offline. What is on the page stays; changes and uploads wait until the connection is back.
      </p>
    )
  if (live.is !== 'lost') return null
  return <p className={classes.lost}>Reconnecting, last update {clockTime(live.lastHeardAt)}</p>
}

function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
