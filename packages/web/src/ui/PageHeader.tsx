import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'
import { usePageTitle } from './use-page-title.ts'

/** Page title with an optional subtitle and primary action. */
export function PageHeader({
  title,
  documentTitle = title,
  above,
  below,
  actions,
  menu,
}: {
  title: string
  documentTitle?: string
  above?: ReactNode
  below?: ReactNode
  actions?: ReactNode
  /** Further actions, beside the title on phones too. */
  menu?: ReactNode
}) {
  const heading = usePageTitle(documentTitle)
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
      {menu}
    </header>
  )
}
