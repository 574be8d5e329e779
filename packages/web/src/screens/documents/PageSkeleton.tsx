import { useShownAfter } from '../../ui/use-shown-after.ts'
import classes from './PageSkeleton.module.css'

const quietMs = 150
const explainMs = 8000

/** A placeholder page while loading, with a note after 8 s. */
export function PageSkeleton({ label }: { label: string }) {
  const isShown = useShownAfter(quietMs)
  const isLong = useShownAfter(explainMs)
  return (
    <div role="status" aria-label={`Loading ${label}`} className={classes.surround}>
      {isLong && <p className={classes.note}>Still loading {label}. This is taking longer than usual.</p>}
      {isShown && <div className={classes.page} />}
    </div>
  )
}
