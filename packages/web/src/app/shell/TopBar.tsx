import { countImports } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../api/queries.ts'
import { countOf, formatCount } from '../../ui/format/count.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useIsPhone } from '../../ui/use-width.ts'
import { AccountMenu } from './AccountMenu.tsx'
import type { OverlayName } from './Overlays.tsx'
import { SchemeMenu } from './SchemeMenu.tsx'
import classes from './TopBar.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function TopBar({ onOpen }: { onOpen: (name: OverlayName) => void }) {
  const { data } = useQuery(queryOf(countImports, {}))
  const isPhone = useIsPhone()
  const failed = data?.needs_attention ?? 0
  return (
    <header className={classes.bar}>
      <button type="button" className={classes.burger} aria-label="Menu" onClick={() => onOpen('sidebar')}>
        <Icon name="menu" />
      </button>
      <Link to="/projects" className={classes.mark}>
        <img src="/favicon.svg" alt="" width="20" height="20" />
        Inlet
      </Link>
      <button type="button" className={classes.search} onClick={() => onOpen('palette')}>
        <Icon name="search" />
        <span className={isPhone ? 'visually-hidden' : classes.searchLabel}>Search or jump to…</span>
        <kbd className={classes.searchKey}>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <div className={classes.right}>
        {failed > 0 && (
          <Link
            to="/imports"
            search={{ show: 'needs_attention' }}
            className={classes.failed}
            aria-label={countOf(failed, 'import needs attention', 'imports need attention')}
          >
            <Icon name="failed" />
            {formatCount(failed)}
          </Link>
        )}
        <SchemeMenu />
        <AccountMenu onOpen={onOpen} />
      </div>
    </header>
  )
}
