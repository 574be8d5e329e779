import { getImport, type Import } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../api/queries.ts'
import { openPath } from '../../links/open-path.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { kindLabels, statusOf, timeLeftText } from '../../ui/format/import-labels.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProjectLink } from '../../ui/ProjectLink.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { ImportActions } from './ImportActions.tsx'
import classes from './ImportDrawer.module.css'
import { ImportSteps } from './ImportSteps.tsx'
import { ReplaceActions } from './ReplaceActions.tsx'

/** `name` is the kind and key from the URL. */
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
            <StatusLabel tone={statusOf(item).tone}>{statusOf(item).text}</StatusLabel>
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
            <ReplaceActions item={item} onReplaced={onClose} />
            <ImportActions item={item} onDeleted={onClose} />
          </div>
          <ImportSteps steps={item.steps} job={item.job} />
          <FactList className={classes.facts}>
            <dt>Kind</dt>
            <dd>{kindLabels[item.kind]}</dd>
            <dt>Project</dt>
            <dd>
              <ProjectLink project={item.project} />
            </dd>
            <dt>Imported by</dt>
            <dd>
              {item.imported_by.name}
              {item.imported_by.key_name && ` with key ${item.imported_by.key_name}`}
            </dd>
            <dt>Received</dt>
            <dd>
              <TimeAgo at={item.created_at} />
            </dd>
            <dt>Key</dt>
            <dd className={classes.key}>{item.key}</dd>
          </FactList>
          {canBeOpened(item) && (
            <p>
              <Link to={openPath(item)}>Open {item.name}</Link>
            </p>
          )}
          {item.original_url && (
            <a href={item.original_url} target="_blank" rel="noreferrer">
              Open original
            </a>
          )}
        </>
      )}
    </SideDrawer>
  )
}

/** Recordings and surveys can be opened while they are still being processed. */
const canBeOpened = ({ status, kind, media }: Import): boolean =>
  status === 'ready' || kind === 'survey' || media === 'audio' || media === 'video'
