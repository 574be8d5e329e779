import type { ReactNode } from 'react'
import { CompactTable } from '../../ui/CompactTable.tsx'
import classes from './System.module.css'

/** A table that scrolls horizontally within its frame on narrow screens. */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <CompactTable label={label} className={classes.table}>
      {children}
    </CompactTable>
  )
}
