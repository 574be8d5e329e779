import type { Import } from '@inlet/contract/workspace'
import { openPath } from '../../app/open-path.ts'
import { DataRow } from '../../ui/DataRow.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './ImportRow.module.css'
import { iconOf, kindWords, shareDone, statusOf, timeLeftText } from './import-words.ts'

export function ImportRow(props: {
  item: Import
  isInProject: boolean
  isOpen: boolean
  onOpen: () => void
}) {
  const { item, isInProject, isOpen, onOpen } = props
  const { tone, text } = statusOf(item)
  // What is ready is opened to be read; what is not shows how far it is.
  const opening =
    item.status === 'ready'
      ? {
          to: openPath(item),
          action: <IconButton icon="more" label={`Details of ${item.name}`} onClick={onOpen} />,
        }
      : { onOpen }
  return (
    <DataRow
      title={item.name}
      {...opening}
      icon={<Icon name={iconOf(item)} />}
      detail={isInProject ? by(item) : `${item.project.name} · ${by(item)}`}
      status={<StatusWord tone={tone}>{text}</StatusWord>}
      aside={<TimeAgo at={item.completed_at ?? item.created_at} isPlain />}
      below={<More item={item} />}
      isChosen={isOpen}
    />
  )
}

const by = ({ imported_by: { name, key_name: key }, kind, is_draft: isDraft }: Import): string =>
  [isDraft ? `${kindWords[kind]}, private draft` : undefined, key ? `${key} (API)` : name]
    .filter(Boolean)
    .join(' · ')

/** Only what a person has to know before opening it. */
function More({ item }: { item: Import }) {
  const share = shareDone(item)
  if (share !== undefined)
    return (
      <div className={classes.progress}>
        <ProgressBar share={share} label={`${item.name}, done`} />
        {timeLeftText(item)}
      </div>
    )
  if (item.failure) return <p className={classes.reason}>{item.failure.message}</p>
  const [notice] = item.notices
  return notice ? <p className={classes.reason}>{notice.message}</p> : null
}
