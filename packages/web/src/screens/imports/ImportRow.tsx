import type { Import } from '@inlet/contract/workspace'
import { openPath } from '../../links/open-path.ts'
import { DataRow } from '../../ui/DataRow.tsx'
import { iconOf, keyOfImport, kindLabels, statusOf } from '../../ui/format/import-labels.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { RowCheckbox } from '../../ui/RowCheckbox.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { ImportProgress } from './ImportProgress.tsx'

export function ImportRow(props: {
  item: Import
  isOpen: boolean
  isSelected: boolean
  onOpen: () => void
  /** Undefined for viewers. */
  onSelect: ((isRange: boolean) => void) | undefined
}) {
  const { item, isOpen, isSelected, onOpen, onSelect } = props
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
      rowKey={keyOfImport(item)}
      checkbox={
        onSelect && <RowCheckbox label={`Select ${item.name}`} isChecked={isSelected} onToggle={onSelect} />
      }
      icon={<Icon name={iconOf(item)} />}
      detail={`${item.project.name} · ${describeOrigin(item)}`}
      status={<StatusLabel tone={tone}>{text}</StatusLabel>}
      aside={<TimeAgo at={item.completed_at ?? item.created_at} isPlain />}
      below={<ImportProgress item={item} />}
      isChosen={isOpen || isSelected}
    />
  )
}

const describeOrigin = ({ imported_by: { name, key_name: key }, kind, is_draft: isDraft }: Import): string =>
  [isDraft ? `${kindLabels[kind]}, draft` : undefined, key ? `${key} (API)` : name]
    .filter(Boolean)
    .join(' · ')
