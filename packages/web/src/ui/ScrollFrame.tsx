import type { ReactNode } from 'react'
import classes from './ScrollFrame.module.css'

export interface ScrollFrameProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

/** A region that scrolls by itself and can be reached by keyboard. `className` sets its height and border. */
export function ScrollFrame({ label, className = '', children }: ScrollFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={`${classes.frame} ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
