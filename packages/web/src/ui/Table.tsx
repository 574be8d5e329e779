import type { ComponentProps } from 'react'
import classes from './Table.module.css'

/** A table with a line below each row. `className` sets widths and type. */
export function Table({
  isStackedOnPhones = false,
  className = '',
  ...props
}: { isStackedOnPhones?: boolean } & ComponentProps<'table'>) {
  return (
    <table
      {...props}
      className={`${classes.table} ${className}`}
      data-stacked={isStackedOnPhones || undefined}
    />
  )
}
