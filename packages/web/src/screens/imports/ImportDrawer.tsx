import { getImport, type Import } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../api/queries.ts'
import { openPath } from '../../app/open-path.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './ImportDrawer.module.css'
import { ImportSteps } from './ImportSteps.tsx'
import { kindWords, statusOf, timeLeftText } from './import-words.ts'
import { ReplaceActions } from './ReplaceActions.tsx'

/** `name` as in the address: kind and key. */
export function ImportDrawer({ name, onClose }: { name: string; onClose: () => void }) {
  const [kind = '', key = ''] = name.split('/')
  const { data: item, error, refetch } = useQuery(queryOf(getImport, { params: { kind, key } }))
  return (
    <SideDrawer title={item?.name ?? 'Import'} onClose={onClose}>
      {error && (
        <ErrorPanel title="This import cannot be shown." error={error} onRetry={() => void refetch()} />
      )}
      {!item && !error && <Loading label="the import" rows={4} />}
      {item && (
        <>
          <p className={classes.status}>
            <StatusWord tone={statusOf(item).tone}>{statusOf(item).text}</StatusWord>
            {timeLeftText(item) && <span>{timeLeftText(item)}</span>}
          </p>
          {item.failure && (
            <div className={classes.reason}>
              <p>{item.failure.message}</p>
              <p className={classes.code}>{item.failure.code}</p>
            </div>
          )}
          {item.notices.map((notice) => (
            <p key={notice.code} className={classes.notice}>
              {notice.message}
            </p>
          ))}
          <div className={classes.actions}>
            <ReplaceActions item={item} />
          </div>
          <ImportSteps steps={item.steps} job={item.job} />
          <dl className={classes.facts}>
            <dt>Kind</dt>
            <dd>{kindWords[item.kind]}</dd>
            <dt>Project</dt>
            <dd>
              <Link to="/projects/$projectId" params={{ projectId: String(item.project.id) }}>
                {item.project.name}
              </Link>
            </dd>
            <dt>Imported by</dt>
            <dd>
              {item.imported_by.name}
              {item.imported_by.key_name && ` with the key ${item.imported_by.key_name}`}
            </dd>
            <dt>Received</dt>
            <dd>
              <TimeAgo at={item.created_at} />
            </dd>
            <dt>Key</dt>
            <dd className={classes.key}>{item.key}</dd>
          </dl>
          {canBeOpened(item) && (
            <p>
              <Link to={openPath(item)}>Open {item.name}</Link>
            </p>
          )}
          {item.original_url && (
            <a href={item.original_url} target="_blank" rel="noreferrer">
              Open the original file
            </a>
          )}
        </>
      )}
    </SideDrawer>
  )
}

/** A recording can be played, and a survey read, before all of it is there. */
const canBeOpened = ({ status, kind, media }: Import): boolean =>
  status === 'ready' || kind === 'survey' || media === 'audio' || media === 'video'
