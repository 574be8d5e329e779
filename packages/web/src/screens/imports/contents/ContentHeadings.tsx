import { Link } from '@tanstack/react-router'
import { Icon } from '../../../ui/Icon.tsx'
import classes from './Contents.module.css'
import { type ContentSearch, nextSort, sortDirection } from './content-search.ts'

const lengthLabels: Record<string, string> = {
  recording: 'Duration',
  document: 'Pages',
  insight: 'Pages',
  survey: 'Responses',
}

/** Headings of the columns; those with an order are links. Narrow screens have a field for it instead. */
export function ContentHeadings({ search }: { search: ContentSearch }) {
  const { kind } = search
  const length = lengthLabels[kind ?? ''] ?? 'Length'
  return (
    <div className={`${classes.line} ${classes.headings}`}>
      <span />
      <SortLink search={search} by="name" label="Name" />
      {kind === 'recording' ? (
        <SortLink search={search} by="duration" label={length} />
      ) : (
        <span>{length}</span>
      )}
      <SortLink search={search} by="size" label="Size" />
      <span>Imported by</span>
      <span>State</span>
      <SortLink search={search} by="created_at" label="Imported" />
    </div>
  )
}

function SortLink(props: {
  search: ContentSearch
  by: 'name' | 'duration' | 'size' | 'created_at'
  label: string
}) {
  const { search, by, label } = props
  const current = search.sort ?? '-created_at'
  const direction = sortDirection(current, by)
  return (
    <Link
      to="."
      search={{ ...search, open: undefined, sort: nextSort(current, by) } as never}
      className={classes.sortLink}
      aria-label={`Sort by ${label}${direction ? `, ${direction}` : ''}`}
      aria-current={direction ? 'true' : undefined}
      activeProps={{}}
      resetScroll={false}
      replace
    >
      {label}
      {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
    </Link>
  )
}
