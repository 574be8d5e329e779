import type { ComponentProps } from 'react'
import classes from './PlainButton.module.css'

/** A button without a library behind it, for what is part of the first file of the page. */
export function PlainButton(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return <button type="button" {...props} className={classes.button} />
}
