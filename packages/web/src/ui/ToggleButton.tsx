import type { ComponentProps } from 'react'
import classes from './ToggleButton.module.css'

/** A button as wide as its container that stays pressed. `className` sets its layout and padding. */
export function ToggleButton({
  isPressed,
  className = '',
  ...props
}: { isPressed: boolean } & Omit<ComponentProps<'button'>, 'aria-pressed' | 'type'>) {
  return (
    <button type="button" {...props} className={`${classes.button} ${className}`} aria-pressed={isPressed} />
  )
}
