import classes from './Loading.module.css'
import { useShownAfter } from './use-shown-after.ts'

const quietMs = 150
const explainMs = 8000

/** Skeleton rows after 150 ms, with a note after 8 s. */
export function Loading({
  label,
  rows = 6,
  rowHeight,
}: {
  label: string
  rows?: number
  rowHeight?: number
}) {
  const isShown = useShownAfter(quietMs)
  const isLong = useShownAfter(explainMs)
  return (
    <div role="status" aria-label={`Loading ${label}`} className={classes.loading}>
      {isLong && (
        <p className={classes.note}>Still loading {label}. The server is taking longer than usual.</p>
      )}
      {isShown &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
          <div key={row} className={classes.row} style={rowHeight ? { height: rowHeight } : undefined}>
            <span className={classes.bar} />
            <span className={classes.bar} data-short="" />
          </div>
        ))}
    </div>
  )
}
