import type { Import } from '@inlet/contract/workspace'
import { openPath } from '../../links/open-path.ts'
import { DataRow } from '../../ui/DataRow.tsx'
import { iconOf, kindLabels, shareDone, statusOf, timeLeftText } from '../../ui/format/import-labels.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './ImportRow.module.css'

export function ImportRow(props: {
  item: Import
  isInProject: boolean
  isOpen: boolean
  onOpen: () => void
}) {
  const { item, isInProject, isOpen, onOpen } = props
  const { tone, text } = statusOf(item)
  // A ready import opens its page; any other opens its details.
  const action =
    item.status === 'ready'
      ? {
          to: openPath(item),
          action: <IconButton icon="more" label={`Details of ${item.name}`} onClick={onOpen} />,
        }
      : { onOpen }
  return (
    <DataRow
      title={item.name}
      {...action}
      icon={<Icon name={iconOf(item)} />}
      detail={isInProject ? describeOrigin(item) : `${item.project.name} · ${describeOrigin(item)}`}
      status={<StatusLabel tone={tone}>{text}</StatusLabel>}
      aside={<TimeAgo at={item.completed_at ?? item.created_at} isPlain />}
      below={<RowDetails item={item} />}
      isChosen={isOpen}
    />
  )
}

const describeOrigin = ({ imported_by: { name, key_name: key }, kind, is_draft: isDraft }: Import): string =>
  [isDraft ? `${kindLabels[kind]}, draft` : undefined, key ? `${key} (API)` : name]
    .filter(Boolean)
    .join(' · ')

/** Progress, failure reason or first warning. */
function RowDetails({ item }: { item: Import }) {
  const share = shareDone(item)
  if (share !== undefined)
    return (
      <div className={classes.progress}>
        <ProgressBar share={share} label={`Progress of ${item.name}`} />
        {timeLeftText(item)}
      </div>
    )
  if (item.failure) return <p className={classes.reason}>{item.failure.message}</p>
  const [notice] = item.notices
  return notice ? <p className={classes.reason}>{notice.message}</p> : null
}
