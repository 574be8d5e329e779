import type { ReactNode } from 'react'
import classes from './FactList.module.css'

/** Labels with their values, as `dt` and `dd`. `className` sets gaps and margins. */
export function FactList({
  className = '',
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) {
  return <dl className={`${classes.facts} ${className}`}>{children}</dl>
}
