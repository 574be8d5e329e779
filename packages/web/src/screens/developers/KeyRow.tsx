import type { ApiKey } from '@inlet/contract/workspace'
import { DataRow } from '../../ui/DataRow.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './Keys.module.css'
import { describeScopes, endOf } from './key-words.ts'

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

/** Two weeks are enough to replace a key everywhere. */
const soonMs = 14 * 86_400_000

export function KeyStatus({ item }: { item: ApiKey }) {
  const now = useNow()
  if (item.state === 'revoked') return <StatusWord tone="quiet">Revoked</StatusWord>
  if (item.state === 'expired') return <StatusWord tone="waiting">Expired</StatusWord>
  const replaced = item.secrets.find(({ expires_at: end }) => end !== null)?.expires_at
  if (replaced)
    return (
      <StatusWord tone="waiting">
        Old secret ends <TimeAgo at={replaced} isPlain />
      </StatusWord>
    )
  if (item.expires_at && new Date(item.expires_at).getTime() < now.getTime() + soonMs)
    return (
      <StatusWord tone="waiting">
        Ends <TimeAgo at={item.expires_at} isPlain />
      </StatusWord>
    )
  return <StatusWord tone="ready">Works</StatusWord>
}
