import { type SearchKind, searchEverything, searchKinds } from '@inlet/contract/workspace'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isInletError } from '../../api/api-error.ts'
import { pagesOf } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { countOf } from '../../ui/format/count.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { useUrlText } from '../../ui/use-url-text.ts'
import { NothingFound } from './NothingFound.tsx'
import { ResultGroup } from './ResultGroup.tsx'
import classes from './Search.module.css'
import { SearchFilters } from './SearchFilters.tsx'
import { kindLabels } from './search-labels.ts'
import { queryOfSearch, type SearchScope } from './search-scope.ts'

const route = getRouteApi('/inside/search')

export function Search() {
  const scope = route.useSearch()
  const { q = '', kind } = scope
  const navigate = useNavigate()
  const change = (changes: SearchScope, options = {}) =>
    void navigate({ to: '/search', search: { ...scope, ...changes }, ...options })
  const [isEmptyAtFirst] = useState(q === '')
  const [text, setText] = useUrlText(q, (words) =>
    change({ q: words || undefined }, { replace: true, resetScroll: false }),
  )
  useRowKeys('Search')

  const query = useInfiniteQuery({
    ...pagesOf(searchEverything, { query: queryOfSearch(scope) }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  if (isInletError(query.error, 'project_not_found'))
    return <ProblemPage title="This search cannot be shown." error={query.error} />

  const first = q === '' ? undefined : query.data?.pages[0]
  const hits = q === '' ? [] : (query.data?.pages.flatMap((page) => page.hits) ?? [])
  const total = first && Object.values(first.counts).reduce((sum, count) => sum + count, 0)
  const shown = searchKinds.filter((name) => hits.some((hit) => hit.kind === name))
  const ofKind = (name: SearchKind | undefined) => ({ ...scope, kind: name })
  const tabs = [
    { label: 'All', to: '/search', search: ofKind(undefined), count: total, isCurrent: kind === undefined },
    ...searchKinds.map((name) => ({
      label: kindLabels[name],
      to: '/search',
      search: ofKind(name),
      count: first?.counts[name],
      isCurrent: kind === name,
    })),
  ]
  return (
    <>
      <PageHeader title="Search" documentTitle={q ? `${q} · Search` : 'Search'} />
      <SearchField
        label="Search terms"
        placeholder="Search transcripts, documents and answers"
        value={text}
        onChange={setText}
        isBusy={query.isFetching && !query.isPending && !query.isFetchingNextPage}
        shouldFocus={isEmptyAtFirst}
      />
      <SearchFilters scope={scope} onChange={change} />
      {q !== '' && <LinkTabs label="Result types" tabs={tabs} />}
      {q === '' && (
        <EmptyState title="Search transcripts, documents and answers.">
          Results open at the exact time, page or answer.
        </EmptyState>
      )}
      {q !== '' && query.isPending && <Loading label="results" />}
      {query.isError && (
        <ErrorPanel title="The search failed." error={query.error} onRetry={() => void query.refetch()} />
      )}
      {first && hits.length === 0 && <NothingFound scope={scope} answer={first} />}
      {first?.is_partial && hits.length > 0 && (
        <p className={classes.note}>
          Nothing contains all of these words. These results contain some of them.
        </p>
      )}
      <div className={query.isPlaceholderData ? classes.old : undefined} aria-live="off">
        {shown.map((name) => (
          <ResultGroup
            key={name}
            kind={name}
            count={first?.counts[name] ?? 0}
            hits={hits.filter((hit) => hit.kind === name)}
            words={q}
            all={kind === undefined ? ofKind(name) : undefined}
          />
        ))}
      </div>
      {kind !== undefined && <MoreButton query={query} label="Show more results" />}
      <p role="status" className="visually-hidden">
        {total !== undefined && !query.isFetching && countOf(total, 'result')}
      </p>
      {first && hits.length > 0 && first.is_indexing && (
        <p className={classes.note}>Some imports are still being indexed; more results may appear.</p>
      )}
    </>
  )
}
