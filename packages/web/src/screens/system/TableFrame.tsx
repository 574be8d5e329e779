import type { ReactNode } from 'react'
import classes from './System.module.css'

/** A table that scrolls horizontally within its frame on narrow screens. */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      className={classes.frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      <table className={classes.table}>{children}</table>
    </section>
  )
}
