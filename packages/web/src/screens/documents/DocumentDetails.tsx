import type { WorkspaceDocument } from '@inlet/contract/workspace'
import { Link } from '@tanstack/react-router'
import { formatBytes } from '../../ui/format/bytes.ts'
import { countOf, formatCount } from '../../ui/format/count.ts'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './DocumentPanel.module.css'

const mostNumbers = 60

export function DocumentDetails(props: { document: WorkspaceDocument; onGo: (page: number) => void }) {
  const { document: item, onGo } = props
  return (
    <>
      {item.notices.map((notice) => (
        <div key={notice.code} className={classes.notice}>
          <p>{notice.message}</p>
        </div>
      ))}
      <PagesWithoutText document={item} onGo={onGo} />
      <dl className={classes.facts}>
        <dt>Name</dt>
        <dd>
          <bdi>{item.name}</bdi>
        </dd>
        <dt>Kind</dt>
        <dd>
          {item.owner === 'insight' ? 'Insight' : 'File'}, {item.extension}
          {item.is_draft && ', private draft'}
        </dd>
        {item.page_count !== null && (
          <>
            <dt>Pages</dt>
            <dd>{formatCount(item.page_count)}</dd>
          </>
        )}
        {item.bytes !== null && (
          <>
            <dt>Size</dt>
            <dd>{formatBytes(item.bytes)}</dd>
          </>
        )}
        <dt>Project</dt>
        <dd>
          <Link to="/projects/$projectId" params={{ projectId: String(item.project.id) }}>
            {item.project.name}
          </Link>
        </dd>
        <dt>Received</dt>
        <dd>
          <TimeAgo at={item.created_at} />
        </dd>
      </dl>
      {item.original_url && (
        <a href={item.original_url} rel="noreferrer">
          Save the original file
        </a>
      )}
    </>
  )
}

/** Never rounds a part up to the whole: how many pages could be read, and which could not. */
function PagesWithoutText({
  document: item,
  onGo,
}: {
  document: WorkspaceDocument
  onGo: (page: number) => void
}) {
  const { page_count: count, pages_without_text: numbers, pages_without_text_count: without } = item
  if (without === 0 || count === null) return null
  return (
    <div className={classes.notice}>
      <p>
        {without === count
          ? `Text could be read on none of ${countOf(count, 'page')}.`
          : `Text could be read on ${formatCount(count - without)} of ${countOf(count, 'page')}.`}{' '}
        Pages without text cannot be searched:
      </p>
      <ul className={classes.numbers} aria-label="Pages without text">
        {numbers.slice(0, mostNumbers).map((number) => (
          <li key={number}>
            <button type="button" aria-label={`Page ${number}`} onClick={() => onGo(number)}>
              {number}
            </button>
          </li>
        ))}
      </ul>
      {without > mostNumbers && <p>And {formatCount(without - mostNumbers)} more.</p>}
    </div>
  )
}
