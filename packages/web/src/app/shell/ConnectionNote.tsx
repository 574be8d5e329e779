import { useLiveState } from '../../changes/use-live-state.ts'
import { clockTime } from '../../ui/format/time.ts'
import { useOnline } from '../../ui/use-online.ts'
import classes from './ConnectionNote.module.css'

/** Announces being offline. A lost stream is only shown, because the page still refreshes by polling. */
export function ConnectionNote() {
  const isOnline = useOnline()
  const live = useLiveState()
  if (!isOnline)
    return (
      <p role="status" className={classes.offline}>
        You are offline. Updates and uploads resume when the connection is back.
      </p>
    )
  if (live.is !== 'lost') return null
  return <p className={classes.lost}>Reconnecting. Last update at {clockTime(live.lastHeardAt)}</p>
}
