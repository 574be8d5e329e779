import { getSurvey, type SurveyResponse } from '@inlet/contract/workspace'
import { TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { queryOf } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { ExportLinks } from './ExportLinks.tsx'
import { FilterStrip } from './FilterStrip.tsx'
import { GoToRow } from './GoToRow.tsx'
import { ResponseCards } from './ResponseCards.tsx'
import classes from './Responses.module.css'
import { ResponseTable } from './ResponseTable.tsx'
import { SortSelect } from './SortSelect.tsx'
import { Switch } from './Switch.tsx'
import { formatMoment } from './span.ts'
import { isUnfiltered } from './survey-filter.ts'
import { shownColumns, type TableColumn, tableColumns } from './table-columns.ts'
import { type Density, readColumns, readDensity, saveColumns, saveDensity } from './table-settings.ts'
import { useFilterQuestions } from './use-filter-questions.ts'
import { useFirstResponses } from './use-response-pages.ts'
import { useSurveyFilter } from './use-survey-filter.ts'

const ResponseDrawer = lazyComponent(() => import('./ResponseDrawer.tsx'), 'ResponseDrawer')
const route = getRouteApi('/inside/surveys/$uploadKey/responses')

export function Responses() {
  const { uploadKey } = route.useParams()
  const { open, sort } = route.useSearch()
  const { filter, search } = useSurveyFilter()
  const listed = useMemo(() => ({ ...search, ...(sort !== undefined && { sort }) }), [search, sort])
  const { data: survey } = useQuery(queryOf(getSurvey, { params: { upload_key: uploadKey } }))
  const first = useFirstResponses(uploadKey, listed)
  const questions = useFilterQuestions(uploadKey, filter, survey?.columns)
  const isPhone = useMediaQuery('(max-width: 767px)', matchMedia('(max-width: 767px)').matches)
  const [density, setDensity] = useState(readDensity)
  const [chosen, setChosen] = useState(() => readColumns(uploadKey))
  const [goTo, setGoTo] = useState<{ row: number }>()
  const navigate = useNavigate()

  const all = useMemo(() => tableColumns(survey?.columns ?? [], formatMoment), [survey?.columns])
  const columns = useMemo(() => shownColumns(all, chosen), [all, chosen])
  const setSearch = (changes: { open?: number | undefined } | { sort?: string | undefined }) =>
    void navigate({
      to: '.',
      search: ((old: Record<string, unknown>) => ({ ...old, ...changes })) as never,
      resetScroll: false,
    })
  const setOpen = (response: SurveyResponse | undefined) => setSearch({ open: response?.id })
  const setSort = (next: string | undefined) => setSearch({ sort: next })

  if (first.isError && !first.data)
    return (
      <ErrorPanel
        title="The responses could not be loaded."
        error={first.error}
        onRetry={() => void first.refetch()}
      />
    )
  const matching = first.data?.matching ?? 0
  const list = {
    uploadKey,
    search: listed,
    count: matching,
    columns,
    openId: open,
    onOpen: setOpen,
    goTo,
    isStale: first.isPlaceholderData,
  }
  return (
    <>
      <div className={classes.tools}>
        <WordSearch />
        <div className={classes.looks}>
          <GoToRow total={matching} onGo={(row) => setGoTo({ row })} />
          {isPhone ? (
            <SortSelect columns={columns} sort={sort} onSort={setSort} />
          ) : (
            <TableSettings
              uploadKey={uploadKey}
              density={density}
              onDensity={setDensity}
              columns={all}
              shown={columns}
              onColumns={setChosen}
            />
          )}
          <ExportLinks uploadKey={uploadKey} search={search} isFiltered={!isUnfiltered(filter)} />
        </div>
      </div>
      <FilterStrip
        questions={questions}
        matching={first.isPlaceholderData ? undefined : first.data?.matching}
        total={first.data?.total}
      />
      {!first.data && <Loading label="the responses" rows={12} rowHeight={36} />}
      {first.data && matching === 0 && (
        <EmptyState title={isUnfiltered(filter) ? 'No answers yet.' : 'No responses match the filters.'} />
      )}
      {matching > 0 &&
        (isPhone ? (
          <ResponseCards {...list} />
        ) : (
          <ResponseTable {...list} isCompact={density === 'compact'} sort={sort} onSort={setSort} />
        ))}
      <Suspense>
        {open !== undefined && (
          <ResponseDrawer uploadKey={uploadKey} responseId={open} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </>
  )
}

/** Row height and visible columns, both stored in this browser. */
function TableSettings(props: {
  uploadKey: string
  density: Density
  onDensity: (density: Density) => void
  columns: readonly TableColumn[]
  shown: readonly TableColumn[]
  onColumns: (ids: string[]) => void
}) {
  const { uploadKey, density, onDensity, columns, shown, onColumns } = props
  return (
    <>
      <Switch
        label="Row height"
        value={density}
        onChange={(next) => {
          onDensity(next)
          saveDensity(next)
        }}
        options={[
          { value: 'normal', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
      />
      <ColumnChooser
        columns={columns}
        shown={shown.map(({ id }) => id)}
        onChange={(ids) => {
          onColumns(ids)
          saveColumns(uploadKey, ids)
        }}
      />
    </>
  )
}

/** Filters responses by words in open answers. */
function WordSearch() {
  const { filter, change } = useSurveyFilter()
  const [typed, setTyped] = useState(filter.words ?? '')
  const settled = useDebounced(typed.trim(), 300)
  useEffect(() => {
    change(({ words: _before, ...rest }) => (settled === '' ? rest : { ...rest, words: settled }), {
      replace: true,
    })
  }, [settled, change])
  return (
    <TextInput
      className={classes.search ?? ''}
      aria-label="Search open answers"
      placeholder="Search open answers"
      type="search"
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
