import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import classes from './ReaderState.module.css'

/** Replaces content that is processing, empty or failed. */
export function ReaderState(props: {
  title: string
  isProblem?: boolean
  code?: string | undefined
  action?: ReactNode
  children: ReactNode
}) {
  const { title, isProblem = false, code, action, children } = props
  return (
    <section
      className={classes.state}
      role={isProblem ? 'alert' : 'status'}
      data-problem={isProblem || undefined}
    >
      <p className={classes.title}>
        <Icon name={isProblem ? 'failed' : 'waiting'} />
        {title}
      </p>
      <p className={classes.text}>{children}</p>
      {action && <div className={classes.actions}>{action}</div>}
      {code && <p className={classes.code}>{code}</p>}
    </section>
  )
}
