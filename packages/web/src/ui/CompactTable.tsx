import type { ReactNode } from 'react'
import classes from './CompactTable.module.css'
import { ScrollFrame } from './ScrollFrame.tsx'

/** A table in small type that scrolls horizontally on narrow screens. `className` sets its cells. */
export function CompactTable({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <ScrollFrame label={label}>
      <table className={`${classes.table} ${className}`}>{children}</table>
    </ScrollFrame>
  )
}
