import type { ComponentProps } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import classes from './IconButton.module.css'
import { ToolButton } from './ToolButton.tsx'

/** A button with only an icon. The label is its accessible name and tooltip. */
export function IconButton({
  icon,
  label,
  ...props
}: { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'aria-label' | 'title'>) {
  return (
    <ToolButton {...props} aria-label={label} title={label} className={classes.button}>
      <Icon name={icon} />
    </ToolButton>
  )
}
