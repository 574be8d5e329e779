import type { ReactNode } from 'react'
import classes from './Filters.module.css'

/** The filters of a list, in one line if there is room. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <search className={classes.filters} aria-label="Filters">
      {children}
    </search>
  )
}

/** A field with its label before it. */
export function Filter(props: {
  label: string
  id: string
  className?: string | undefined
  children: ReactNode
}) {
  const { label, id, className = '', children } = props
  return (
    <span className={`${classes.filter} ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children}
    </span>
  )
}
