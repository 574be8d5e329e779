import type { ComponentProps } from 'react'
import classes from './DataList.module.css'

/** A list of rows. `j` and `k` walk through it; see DataRow for its rows. */
export function DataList({ label, ...props }: { label: string } & ComponentProps<'ul'>) {
  return <ul {...props} aria-label={label} className={classes.list} data-rows="" />
}
