import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './DataRow.module.css'

export interface DataRowProps {
  title: string
  /** Link target… */
  to?: string
  /** …or an action on this page. */
  onOpen?: () => void
  icon?: ReactNode
  /** With a key, the row can be found by it and selected by this checkbox. */
  rowKey?: string
  checkbox?: ReactNode
  detail?: ReactNode
  status?: ReactNode
  aside?: ReactNode
  /** A separate control at the end of the row. */
  action?: ReactNode
  /** Full-width content below the row, such as a reason or a progress bar. */
  below?: ReactNode
  isChosen?: boolean
}

/** One item in a list. The whole row is clickable. */
export function DataRow(props: DataRowProps) {
  const { title, to, onOpen, icon, rowKey, checkbox, detail, status, aside, action, below, isChosen } = props
  const name = { className: classes.title, 'data-row-link': '' }
  return (
    <li className={classes.row} data-chosen={isChosen || undefined} data-row-key={rowKey}>
      <div className={classes.line} data-action={action ? '' : undefined}>
        {icon && (
          <span className={classes.icon}>
            {checkbox}
            {icon}
          </span>
        )}
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
