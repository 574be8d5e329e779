import type { ReactNode } from 'react'
import classes from './Operator.module.css'

/** A table that is wider than a phone scrolls within its own frame, also by keyboard. */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      className={classes.frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must scroll by keyboard too
      tabIndex={0}
    >
      <table className={classes.table}>{children}</table>
    </section>
  )
}
