import type { ComponentProps } from 'react'
import classes from './PlainButton.module.css'

/** A button without Mantine, for components in the entry chunk. */
export function PlainButton(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return <button type="button" {...props} className={classes.button} />
}
