import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

/** One sentence, one action and optionally one terminal command. */
export function EmptyState({
  title,
  children,
  action,
  command,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  command?: string
}) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.text}>{children}</p>}
      {action}
      {command && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be reachable by keyboard
        <pre className={classes.command} tabIndex={0}>
          <code>{command}</code>
        </pre>
      )}
    </div>
  )
}
