import { restoreImport, restoreMedia, restoreProject, type TrashItem } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../manage/item-texts.ts'
import { refreshLists } from '../../manage/manage-items.ts'
import { showNotice } from '../../notices/notice-store.ts'
import { focusHeading } from '../../ui/focus-heading.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './Trash.module.css'

const icons: Record<TrashItem['kind'], IconName> = {
  project: 'projects',
  file: 'document',
  insight: 'insight',
  survey: 'survey',
  media: 'recording',
}
const kinds: Record<TrashItem['kind'], string> = {
  project: 'Project with everything in it',
  file: 'File',
  insight: 'Insight',
  survey: 'Survey',
  media: 'Media file of a survey',
}

export function TrashRow({ item, onPurge }: { item: TrashItem; onPurge: () => void }) {
  const { kind, name, project, deleted_at: deletedAt, purge_at: purgeAt } = item
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: () => restoreItem(item),
    onSuccess: () => {
      const where = kind === 'project' ? '' : ` to ${project.name}`
      showNotice({ text: `Restored “${name}”${where}.` })
      refreshLists(client)
    },
    onError: (error) => showNotice({ text: reasonOf(error), isProblem: true }),
  })
  const row = useRef<HTMLTableRowElement>(null)
  const isRestored = restore.isSuccess
  // It is removed when the list was fetched again.
  useLayoutEffect(
    () => () => {
      if (isRestored || row.current?.contains(document.activeElement)) focusHeading()
    },
    [isRestored],
  )
  return (
    <tr ref={row}>
      <th scope="row">
        <span className={classes.name}>
          <Icon name={icons[kind]} />
          <bdi>{name}</bdi>
        </span>
        <span className="visually-hidden">, {kinds[kind]}</span>
      </th>
      <td>{kind === 'project' ? kinds.project : project.name}</td>
      <td>
        <span className={classes.label}>Deleted </span>
        <TimeAgo at={deletedAt} />
      </td>
      <td>
        <span className={classes.label}>Purge date </span>
        <TimeAgo at={purgeAt} />
      </td>
      <td>
        <div className={classes.actions}>
          <Button
            variant="default"
            loading={restore.isPending}
            aria-label={`Restore ${name}`}
            onClick={() => restore.mutate()}
          >
            Restore
          </Button>
          {item.can_purge && (
            <Button variant="default" aria-label={`Delete permanently: ${name}`} onClick={onPurge}>
              Delete permanently
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

async function restoreItem({ kind, key }: TrashItem): Promise<void> {
  if (kind === 'project') await call(restoreProject, { params: { project_id: key } })
  else if (kind === 'media') await call(restoreMedia, { params: { media_key: key } })
  else await call(restoreImport, { params: { kind, key } })
}
