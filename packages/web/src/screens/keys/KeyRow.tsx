import type { ApiKey } from '@inlet/contract/workspace'
import { DataRow } from '../../ui/DataRow.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './Keys.module.css'
import { describeScopes, endOf } from './key-labels.ts'

export function KeyRow({ item, isOpen, onOpen }: { item: ApiKey; isOpen: boolean; onOpen: () => void }) {
  return (
    <DataRow
      title={item.name}
      onOpen={onOpen}
      isChosen={isOpen}
      icon={<Icon name="keys" />}
      detail={
        <>
          <span className={classes.mono}>{endOf(item)}</span> {item.kind === 'team' ? 'Team · ' : ''}
          {describeScopes(item.scopes)}
        </>
      }
      status={<KeyStatus item={item} />}
      aside={item.last_used_at ? <TimeAgo at={item.last_used_at} isPlain /> : 'Never used'}
    />
  )
}

/** Warn two weeks ahead, which leaves time to replace a key everywhere. */
const soonMs = 14 * 86_400_000

export function KeyStatus({ item }: { item: ApiKey }) {
  const now = useNow()
  if (item.state === 'revoked') return <StatusLabel tone="quiet">Revoked</StatusLabel>
  if (item.state === 'expired') return <StatusLabel tone="waiting">Expired</StatusLabel>
  const replaced = item.secrets.find(({ expires_at: end }) => end !== null)?.expires_at
  if (replaced)
    return (
      <StatusLabel tone="waiting">
        Old secret expires <TimeAgo at={replaced} isPlain />
      </StatusLabel>
    )
  if (item.expires_at && new Date(item.expires_at).getTime() < now.getTime() + soonMs)
    return (
      <StatusLabel tone="waiting">
        Expires <TimeAgo at={item.expires_at} isPlain />
      </StatusLabel>
    )
  return <StatusLabel tone="ready">Active</StatusLabel>
}
