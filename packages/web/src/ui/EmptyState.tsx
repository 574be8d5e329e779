import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

/** One sentence, one button, and where it helps one line for the terminal. */
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a line that scrolls sideways must scroll by keyboard too
        <pre className={classes.command} tabIndex={0}>
          <code>{command}</code>
        </pre>
      )}
    </div>
  )
}
