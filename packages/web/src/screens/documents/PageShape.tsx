import { useShownAfter } from '../../ui/use-shown-after.ts'
import classes from './PageShape.module.css'

const quietMs = 150
const explainMs = 8000

/** A grey page while the true one comes; after 8 s one line that says so. */
export function PageShape({ label }: { label: string }) {
  const isShown = useShownAfter(quietMs)
  const isLong = useShownAfter(explainMs)
  return (
    <div role="status" aria-label={`Loading ${label}`} className={classes.surround}>
      {isLong && <p className={classes.note}>Still loading {label}. It takes longer than usual.</p>}
      {isShown && <div className={classes.page} />}
    </div>
  )
}
