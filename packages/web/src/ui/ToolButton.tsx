import type { ComponentProps } from 'react'
import classes from './ToolButton.module.css'

/** A button in a toolbar, without border or padding. `className` sets its width and colour. */
export function ToolButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={`${classes.button} ${className}`} />
}
