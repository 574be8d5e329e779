import type { ComponentProps } from 'react'
import classes from './PlainSelect.module.css'

/** The browser's own select, without Mantine. `className` sets its width. */
export function PlainSelect({ className = '', ...props }: ComponentProps<'select'>) {
  return <select {...props} className={`${classes.select} ${className}`} />
}
