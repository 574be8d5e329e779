import { useId } from 'react'
import { PlainSelect } from '../../ui/PlainSelect.tsx'
import classes from './SortSelect.module.css'
import type { TableColumn } from './table-columns.ts'

/** The sorting of responses where the table has no headers. */
export function SortSelect(props: {
  columns: readonly TableColumn[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}) {
  const { columns, sort = '', onSort } = props
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id} className="visually-hidden">
        Sort by
      </label>
      <PlainSelect
        id={id}
        className={classes.select ?? ''}
        value={sort}
        onChange={({ currentTarget }) => onSort(currentTarget.value || undefined)}
      >
        <option value="">Newest first</option>
        <option value="time">Oldest first</option>
        {columns.flatMap(({ name, sort: key }) =>
          key === undefined || key === 'time'
            ? []
            : [
                <option key={key} value={key}>
                  {name}, ascending
                </option>,
                <option key={`-${key}`} value={`-${key}`}>
                  {name}, descending
                </option>,
              ],
        )}
      </PlainSelect>
    </div>
  )
}
