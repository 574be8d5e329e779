import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './DataRow.module.css'

export interface DataRowProps {
  title: string
  /** Opens a page… */
  to?: string
  /** …or something on this one. */
  onOpen?: () => void
  icon?: ReactNode
  detail?: ReactNode
  status?: ReactNode
  aside?: ReactNode
  /** At the end: a control of its own, beside what the row opens. */
  action?: ReactNode
  /** Below, at full width: a reason, a bar, buttons. */
  below?: ReactNode
  isChosen?: boolean
}

/** One thing in a list: the name first, then what is known of it. The whole row opens it. */
export function DataRow(props: DataRowProps) {
  const { title, to, onOpen, icon, detail, status, aside, action, below, isChosen } = props
  const name = { className: classes.title, 'data-row-link': '' }
  return (
    <li className={classes.row} data-chosen={isChosen || undefined}>
      <div className={classes.line} data-action={action ? '' : undefined}>
        {icon && <span className={classes.icon}>{icon}</span>}
        {to === undefined ? (
          <button type="button" {...name} onClick={onOpen}>
            {title}
          </button>
        ) : (
          <Link to={to} {...name}>
            {title}
          </Link>
        )}
        {detail && <span className={classes.detail}>{detail}</span>}
        {status && <span className={classes.status}>{status}</span>}
        {aside && <span className={classes.aside}>{aside}</span>}
        {action && <span className={classes.action}>{action}</span>}
      </div>
      {below && <div className={classes.below}>{below}</div>}
    </li>
  )
}
