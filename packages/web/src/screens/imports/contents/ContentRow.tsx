import type { Material } from '@inlet/contract/workspace'
import { Link } from '@tanstack/react-router'
import { openPath } from '../../../links/open-path.ts'
import rows from '../../../ui/DataRow.module.css'
import { formatBytes } from '../../../ui/format/bytes.ts'
import { countOf } from '../../../ui/format/count.ts'
import { iconOf, keyOfImport, statusOf } from '../../../ui/format/import-labels.ts'
import { mediaTime } from '../../../ui/format/media-time.ts'
import { pageWordsOf } from '../../../ui/format/page-words.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { RowCheckbox } from '../../../ui/RowCheckbox.tsx'
import { StatusLabel } from '../../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { ImportProgress } from '../ImportProgress.tsx'
import classes from './Contents.module.css'

/** One import with what its kind has: preview, length, size and the person. */
export function ContentRow(props: {
  item: Material
  isOpen: boolean
  isSelected: boolean
  onOpen: () => void
  /** Undefined for viewers. */
  onSelect: ((isRange: boolean) => void) | undefined
}) {
  const { item, isOpen, isSelected, onOpen, onSelect } = props
  const { name, status, imported_by: by, size_bytes: bytes } = item
  const { tone, text } = statusOf(item)
  const title = { className: rows.title ?? '', 'data-row-link': '' }
  return (
    <li className={rows.row} data-chosen={isOpen || isSelected || undefined} data-row-key={keyOfImport(item)}>
      <div className={classes.line}>
        <span className={classes.preview}>
          {onSelect && <RowCheckbox label={`Select ${name}`} isChecked={isSelected} onToggle={onSelect} />}
          <span className={classes.thumbnail}>
            {item.thumbnail_path ? (
              <img src={item.thumbnail_path} alt="" loading="lazy" decoding="async" />
            ) : (
              <Icon name={iconOf(item)} />
            )}
          </span>
        </span>
        {status === 'ready' ? (
          <Link to={openPath(item)} {...title}>
            {name}
          </Link>
        ) : (
          <button type="button" {...title} onClick={onOpen}>
            {name}
          </button>
        )}
        <span className={classes.length}>{lengthOf(item)}</span>
        <span className={classes.size}>{bytes !== null && formatBytes(bytes)}</span>
        <span className={classes.by}>
          {by.key_name ? `${by.key_name} (API)` : by.name}
          {item.is_draft && ' · draft'}
        </span>
        <span className={classes.state}>
          <StatusLabel tone={tone}>{text}</StatusLabel>
        </span>
        <span className={classes.time}>
          <TimeAgo at={item.created_at} isPlain />
        </span>
        {status === 'ready' && (
          <span className={classes.action}>
            <IconButton icon="more" label={`Details of ${name}`} onClick={onOpen} />
          </span>
        )}
      </div>
      <div className={rows.below}>
        <ImportProgress item={item} />
      </div>
    </li>
  )
}

function lengthOf(item: Material): string {
  const { name, media, duration_ms: ms, page_count: pages, response_count: responses } = item
  if (ms !== null) return mediaTime(ms / 1000)
  if (responses !== null) return countOf(responses, 'response')
  return pages !== null && media === 'document' ? countOf(pages, pageWordsOf(name).one) : ''
}
