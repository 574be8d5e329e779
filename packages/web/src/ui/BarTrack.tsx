import type { CSSProperties, ReactNode } from 'react'
import classes from './BarTrack.module.css'

/** The bar of a row in a chart, filled to `share` from 0 to 1. On phones it is below the text of its row. */
export function BarTrack({ share, children }: { share: number; children?: ReactNode }) {
  return (
    <span className={classes.track} style={{ '--share': share } as CSSProperties} aria-hidden="true">
      <span className={classes.fill} />
      {children}
    </span>
  )
}
