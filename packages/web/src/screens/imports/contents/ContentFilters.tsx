import {
  countImports,
  type ImportFilter,
  importFilters,
  listImporters,
  type MaterialSort,
} from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { DayField } from '../../../ui/DayField.tsx'
import { Filter, Filters } from '../../../ui/Filters.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { filterLabels } from '../../../ui/format/import-labels.ts'
import { PlainSelect } from '../../../ui/PlainSelect.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import classes from './Contents.module.css'
import { type ContentSearch, isFiltered, sortLabels, sortsFor } from './content-search.ts'

interface Props {
  projectId: number
  search: ContentSearch
  onChange: (change: ContentSearch) => void
}

export function ContentFilters({ projectId, search, onChange }: Props) {
  const { kind, show = 'all', from = '', to = '', sort = '-created_at' } = search
  const within = { query: { project_id: projectId } }
  const counts = useQuery(queryOf(countImports, within)).data
  const labelOf = (filter: ImportFilter) => {
    const count = filter === 'needs_attention' || filter === 'working' ? (counts?.[filter] ?? 0) : 0
    return count > 0 ? `${filterLabels[filter]} (${formatCount(count)})` : filterLabels[filter]
  }
  return (
    <>
      <SearchInProject projectId={projectId} />
      <Filters>
        <Filter label="State" id="filter-state">
          <PlainSelect
            id="filter-state"
            value={show}
            onChange={({ target }) =>
              onChange({ show: target.value === 'all' ? undefined : (target.value as ImportFilter) })
            }
          >
            {(['all', ...importFilters.filter((filter) => filter !== 'all')] as const).map((filter) => (
              <option key={filter} value={filter}>
                {labelOf(filter)}
              </option>
            ))}
          </PlainSelect>
        </Filter>
        <ImporterFilter projectId={projectId} search={search} onChange={onChange} />
        <Filter label="From" id="filter-from">
          <DayField id="filter-from" value={from} max={to} onChange={(day) => onChange({ from: day })} />
        </Filter>
        <Filter label="To" id="filter-to">
          <DayField id="filter-to" value={to} min={from} onChange={(day) => onChange({ to: day })} />
        </Filter>
        <Filter label="Sort by" id="filter-sort" className={classes.sort}>
          <PlainSelect
            id="filter-sort"
            value={sort}
            onChange={({ target }) => onChange({ sort: target.value as MaterialSort })}
          >
            {sortsFor(kind).map((one) => (
              <option key={one} value={one}>
                {sortLabels[one]}
              </option>
            ))}
          </PlainSelect>
        </Filter>
        {isFiltered(search) && (
          <TextButton
            onClick={() => onChange({ show: undefined, by: undefined, from: undefined, to: undefined })}
          >
            Clear filters
          </TextButton>
        )}
      </Filters>
    </>
  )
}

function ImporterFilter({ projectId, search, onChange }: Props) {
  const { data } = useQuery(queryOf(listImporters, { query: { project_id: projectId } }))
  const importers = data?.importers ?? []
  if (importers.length < 2 && search.by === undefined) return null
  return (
    <Filter label="Imported by" id="filter-by">
      <PlainSelect
        className={classes.person}
        id="filter-by"
        value={search.by ?? ''}
        onChange={({ target }) => onChange({ by: target.value ? Number(target.value) : undefined })}
      >
        <option value="">Anyone</option>
        {importers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {search.by !== undefined && !importers.some(({ id }) => id === search.by) && (
          <option value={search.by}>Unknown person</option>
        )}
      </PlainSelect>
    </Filter>
  )
}

/** Enter opens the search for this project. */
function SearchInProject({ projectId }: { projectId: number }) {
  const [words, setWords] = useState('')
  const navigate = useNavigate()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const q = words.trim()
        if (q) void navigate({ to: '/search', search: { q, project: projectId } })
      }}
    >
      <SearchField
        label="Search this project"
        placeholder="Search this project"
        value={words}
        onChange={setWords}
      />
    </form>
  )
}
