import type { WorkspaceDocument } from '@inlet/contract/workspace'
import { FactList } from '../../ui/FactList.tsx'
import { formatBytes } from '../../ui/format/bytes.ts'
import { countOf, formatCount } from '../../ui/format/count.ts'
import type { PageWords } from '../../ui/format/page-words.ts'
import { ProjectLink } from '../../ui/ProjectLink.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './DocumentPanel.module.css'

const maxNumbers = 60

export function DocumentDetails(props: {
  document: WorkspaceDocument
  words: PageWords
  onGo: (page: number) => void
}) {
  const { document: item, words, onGo } = props
  return (
    <>
      {item.notices.map((notice) => (
        <div key={notice.code} className={classes.notice}>
          <p>{notice.message}</p>
        </div>
      ))}
      <PagesWithoutText document={item} words={words} onGo={onGo} />
      <FactList className={classes.facts}>
        <dt>Name</dt>
        <dd>
          <bdi>{item.name}</bdi>
        </dd>
        <dt>Kind</dt>
        <dd>
          {item.owner === 'insight' ? 'Insight' : 'File'}, {item.extension}
          {item.is_draft && ', draft'}
        </dd>
        {item.page_count !== null && (
          <>
            <dt>{words.title}s</dt>
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
          <ProjectLink project={item.project} />
        </dd>
        <dt>Received</dt>
        <dd>
          <TimeAgo at={item.created_at} />
        </dd>
      </FactList>
      {item.original_url && (
        <a href={item.original_url} rel="noreferrer">
          Download original
        </a>
      )}
    </>
  )
}

/** Reports exactly how many pages have text, and which have none. */
function PagesWithoutText({
  document: item,
  words,
  onGo,
}: {
  document: WorkspaceDocument
  words: PageWords
  onGo: (page: number) => void
}) {
  const { page_count: count, pages_without_text: numbers, pages_without_text_count: without } = item
  if (without === 0 || count === null) return null
  return (
    <div className={classes.notice}>
      <p>
        Text was extracted from {formatCount(count - without)} of {countOf(count, words.one)}. {words.title}s
        without text cannot be searched:
      </p>
      <ul className={classes.numbers} aria-label={`${words.title}s without text`}>
        {numbers.slice(0, maxNumbers).map((number) => (
          <li key={number}>
            <button type="button" aria-label={`${words.title} ${number}`} onClick={() => onGo(number)}>
              {number}
            </button>
          </li>
        ))}
      </ul>
      {without > maxNumbers && <p>And {formatCount(without - maxNumbers)} more.</p>}
    </div>
  )
}
