import { Link } from '@tanstack/react-router'
import { formatCount } from './format/count.ts'
import classes from './LinkTabs.module.css'

export interface LinkTab {
  label: string
  /** Another page, or a state of this page in the URL. */
  to: string
  search?: Record<string, unknown>
  count?: number | undefined
  isCurrent: boolean
}

/** Tabs that are links, so they can be shared and opened in a new tab. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ label: text, to, search, count, isCurrent }) => (
        <Link
          key={text}
          to={to}
          {...(search ? { search: search as never } : {})}
          className={classes.tab}
          aria-current={isCurrent ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true }}
          resetScroll={false}
        >
          {text}
          {count !== undefined && count > 0 && <span className={classes.count}>{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
