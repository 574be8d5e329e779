/** The frame of pages outside a session. */
import type { ReactNode } from 'react'
import classes from './Front.module.css'

export function Front({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.box}>
        <p className={classes.mark}>
          <img src="/favicon.svg" alt="" width="24" height="24" />
          Inlet
        </p>
        {children}
      </div>
    </main>
  )
}
