import type { ComponentProps } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import classes from './IconButton.module.css'

/** A button with only an icon. The label is its accessible name and tooltip. */
export function IconButton({
  icon,
  label,
  ...props
}: { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'aria-label' | 'title'>) {
  return (
    <button type="button" {...props} aria-label={label} title={label} className={classes.button}>
      <Icon name={icon} />
    </button>
  )
}
