import { countImports } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { formatCount } from '../../ui/format/count.ts'
import { Icon } from '../../ui/Icon.tsx'
import { destinationsOf } from '../navigation.ts'
import classes from './Sidebar.module.css'

export function Sidebar({ onGo }: { onGo?: () => void }) {
  const session = useSession()
  const { data } = useQuery(queryOf(countImports, {}))
  return (
    <nav aria-label="Workspace" className={classes.nav}>
      <ul className={classes.list}>
        {destinationsOf(session).map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              {...(onGo ? { onClick: onGo } : {})}
              activeProps={{ 'data-active': '' } as object}
            >
              <Icon name={icon} />
              <span className={classes.label}>{label}</span>
              {to === '/imports' && data && data.working > 0 && (
                <span className={classes.count}>
                  {formatCount(data.working)}
                  <span className="visually-hidden"> processing</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.team}>{session.team.name}</p>
    </nav>
  )
}
