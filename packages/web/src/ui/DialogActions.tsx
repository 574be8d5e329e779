import type { ReactNode } from 'react'
import classes from './DialogActions.module.css'

/** Buttons at the bottom of a dialog, primary last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
