import type { ReactNode } from 'react'
import classes from './SectionHeading.module.css'

/** The heading of a section of a page. */
export function SectionHeading({ children }: { children: ReactNode }) {
  return <h2 className={classes.heading}>{children}</h2>
}
