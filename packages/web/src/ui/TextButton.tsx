import type { ComponentProps } from 'react'
import classes from './TextButton.module.css'

/** A small button that is only text in the accent colour. `className` sets its size and margins. */
export function TextButton({ className = '', ...props }: Omit<ComponentProps<'button'>, 'type'>) {
  return <button type="button" {...props} className={`${classes.button} ${className}`} />
}
