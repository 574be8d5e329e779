import classes from './CompactTable.module.css'
import { ScrollFrame, type ScrollFrameProps } from './ScrollFrame.tsx'

/** A table in small type that scrolls horizontally on narrow screens. `className` sets its cells. */
export function CompactTable({ label, className = '', children }: ScrollFrameProps) {
  return (
    <ScrollFrame label={label}>
      <table className={`${classes.table} ${className}`}>{children}</table>
    </ScrollFrame>
  )
}
