import type { ComponentProps } from 'react'
import classes from './DataList.module.css'

/** A list of DataRow items. `j` and `k` move between rows. */
export function DataList({ label, ...props }: { label: string } & ComponentProps<'ul'>) {
  return <ul {...props} aria-label={label} className={classes.list} data-rows="" />
}
