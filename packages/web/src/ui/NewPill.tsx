import { formatCount } from './format/count.ts'
import classes from './NewPill.module.css'

/** Shows the number of new items while the order of a list is held. */
export function NewPill({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <div className={classes.place}>
      <button type="button" className={classes.pill} onClick={onShow}>
        Show {formatCount(count)} new
      </button>
    </div>
  )
}
