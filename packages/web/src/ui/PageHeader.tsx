import { type ReactNode, useEffect, useRef } from 'react'
import classes from './PageHeader.module.css'

let hasShownOne = false

/**
 * The title of a page, what is said below it, and its one main action. It takes the focus when a page
 * replaces another, so that readers hear where they are; not on the first page, which the browser announces.
 */
export function PageHeader({
  title,
  documentTitle = title,
  above,
  below,
  actions,
}: {
  title: string
  documentTitle?: string
  above?: ReactNode
  below?: ReactNode
  actions?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${documentTitle} · Inlet`
  }, [documentTitle])
  useEffect(() => {
    if (hasShownOne) heading.current?.focus({ preventScroll: true })
    hasShownOne = true
  }, [])
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {above && <div className={classes.above}>{above}</div>}
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {below && <div className={classes.below}>{below}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
