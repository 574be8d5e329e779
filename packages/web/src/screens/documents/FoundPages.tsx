import { useEffect, useRef } from 'react'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { countOf, formatCount } from '../../ui/format/count.ts'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { SnippetText } from '../../ui/SnippetText.tsx'
import classes from './DocumentPanel.module.css'
import type { DocumentSearch } from './use-document-search.ts'

/** Pages on which the words stand, with the words around them. */
export function FoundPages(props: {
  find: string | undefined
  search: DocumentSearch
  current: number
  onGo: (page: number) => void
}) {
  const { find, search, current, onGo } = props
  const { query, hits, count, isIndexed } = search
  const chosen = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another button
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (find === undefined)
    return <p className={classes.quiet}>Type into Find to see the pages on which words stand.</p>
  if (query.isPending) return <Loading label="what was found" rows={4} />
  if (query.isError)
    return (
      <ErrorPanel
        title="The document could not be searched."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  const unfinished = !isIndexed && ' Its words are still being prepared, so there may be more.'
  if (count === 0)
    return (
      <p className={classes.quiet}>
        “<bdi>{find}</bdi>” is on no page of this document.{unfinished}
      </p>
    )
  return (
    <>
      <p className={classes.quiet}>
        “<bdi>{find}</bdi>” is on {countOf(count, 'page')}.{unfinished}
      </p>
      <ul className={classes.hits} aria-label="Found pages">
        {hits.map(({ page, snippet }) => (
          <li key={page}>
            <button
              ref={page === current ? chosen : undefined}
              type="button"
              className={classes.hit}
              aria-current={page === current ? 'page' : undefined}
              onClick={() => onGo(page)}
            >
              <span className={classes.hitPage}>Page {formatCount(page)}</span>
              <SnippetText snippet={snippet} />
            </button>
          </li>
        ))}
      </ul>
      <MoreButton query={query} label="Show more pages" />
    </>
  )
}
