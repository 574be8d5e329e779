import { type RefObject, useEffect, useState } from 'react'
import { countOf, formatCount } from '../../ui/format/count.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './DocumentFind.module.css'
import type { DocumentSearch } from './use-document-search.ts'

const typingMs = 250

/** Finds while one types; Enter goes to the next page, Shift-Enter to the one before, Esc clears it. */
export function DocumentFind(props: {
  field: RefObject<HTMLInputElement | null>
  find: string | undefined
  search: DocumentSearch
  current: number
  onFind: (find: string | undefined) => void
  onWalk: (by: 1 | -1) => void
}) {
  const { field, find, search, current, onFind, onWalk } = props
  const [typed, setTyped] = useState(find ?? '')
  useEffect(() => setTyped(find ?? ''), [find])
  useEffect(() => {
    const wanted = typed.trim() || undefined
    if (wanted === find) return undefined
    const timer = setTimeout(() => onFind(wanted), typingMs)
    return () => clearTimeout(timer)
  }, [typed, find, onFind])
  return (
    <search className={classes.find}>
      <Icon name="search" />
      <input
        ref={field}
        className={classes.field}
        type="search"
        aria-label="Find in this document"
        placeholder="Find"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onWalk(event.shiftKey ? -1 : 1)
          if (event.key !== 'Escape') return
          setTyped('')
          event.currentTarget.blur()
        }}
      />
      {find !== undefined && (
        <>
          <output className={classes.count} aria-live="polite">
            {placeText(search, current)}
          </output>
          <IconButton
            icon="up"
            label="Found page before"
            onClick={() => onWalk(-1)}
            disabled={search.count === 0}
          />
          <IconButton
            icon="down"
            label="Next found page"
            onClick={() => onWalk(1)}
            disabled={search.count === 0}
          />
        </>
      )}
    </search>
  )
}

function placeText({ query, hits, count }: DocumentSearch, current: number): string {
  if (query.isPending) return '…'
  if (query.isError) return 'Not searched'
  if (count === 0) return 'Not found'
  const place = hits.findIndex((hit) => hit.page === current)
  return place === -1 ? countOf(count, 'page') : `${formatCount(place + 1)} of ${formatCount(count)}`
}
