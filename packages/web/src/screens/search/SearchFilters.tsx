import { useAllProjects } from '../../manage/use-all-projects.ts'
import { DayField } from '../../ui/DayField.tsx'
import { Filter, Filters } from '../../ui/Filters.tsx'
import { PlainSelect } from '../../ui/PlainSelect.tsx'
import classes from './Search.module.css'
import type { SearchScope } from './search-scope.ts'

/** Restricts the search to one project, and to what was imported at some time. */
export function SearchFilters(props: { scope: SearchScope; onChange: (changes: SearchScope) => void }) {
  const { scope, onChange } = props
  const { project, from = '', to = '' } = scope
  const { projects } = useAllProjects()
  const isListed = projects.some(({ id }) => id === project)
  return (
    <Filters>
      <Filter label="Project" id="search-project">
        <PlainSelect
          id="search-project"
          className={classes.project}
          value={project ?? ''}
          onChange={({ target }) => onChange({ project: target.value ? Number(target.value) : undefined })}
        >
          <option value="">All projects</option>
          {project !== undefined && !isListed && <option value={project}>This project</option>}
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </PlainSelect>
      </Filter>
      <Filter label="Imported from" id="search-from">
        <DayField id="search-from" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      </Filter>
      <Filter label="to" id="search-to">
        <DayField id="search-to" value={to} min={from} onChange={(day) => onChange({ to: day })} />
      </Filter>
    </Filters>
  )
}
