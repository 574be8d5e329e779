import { useEffect, useRef } from 'react'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { countOf, formatCount } from '../../ui/format/count.ts'
import type { PageWords } from '../../ui/format/page-words.ts'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { SnippetText } from '../../ui/SnippetText.tsx'
import classes from './DocumentPanel.module.css'
import type { DocumentSearch } from './use-document-search.ts'

/** Pages that match the search, with a snippet of each. */
export function PageMatches(props: {
  words: PageWords
  find: string | undefined
  search: DocumentSearch
  current: number
  onGo: (page: number) => void
}) {
  const { words, find, search, current, onGo } = props
  const { query, hits, count, isIndexed } = search
  const chosen = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current page changes
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (find === undefined)
    return <p className={classes.quiet}>Enter a search term to list the {words.many} that contain it.</p>
  if (query.isPending) return <Loading label="results" rows={4} />
  if (query.isError)
    return (
      <ErrorPanel
        title="The document could not be searched."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  const unfinished = !isIndexed && ' Indexing is still running, so there may be more.'
  if (count === 0)
    return (
      <p className={classes.quiet}>
        No results for “<bdi>{find}</bdi>” in this document.{unfinished}
      </p>
    )
  return (
    <>
      <p className={classes.quiet}>
        “<bdi>{find}</bdi>” appears on {countOf(count, words.one)}.{unfinished}
      </p>
      <ul className={classes.hits} aria-label="Results">
        {hits.map(({ page, match_count: matches, snippet }) => (
          <li key={page}>
            <button
              ref={page === current ? chosen : undefined}
              type="button"
              className={classes.hit}
              aria-current={page === current ? 'page' : undefined}
              onClick={() => onGo(page)}
            >
              <span className={classes.hitPage}>
                {words.title} {formatCount(page)}
                {matches > 1 && ` · ${countOf(matches, 'match', 'matches')}`}
              </span>
              <SnippetText snippet={snippet} />
            </button>
          </li>
        ))}
      </ul>
      <MoreButton query={query} label={`Show more ${words.many}`} />
    </>
  )
}
