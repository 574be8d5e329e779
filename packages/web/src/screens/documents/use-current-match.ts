import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DocumentMatch } from './document-matches.ts'
import { showMatch } from './highlight-matches.ts'
import type { DocumentSearch } from './use-document-search.ts'
import type { PageColumn } from './use-page-column.ts'

/** The match that was stepped to, while its page is the current one; else the first match of the current page. */
export function useCurrentMatch(input: {
  search: DocumentSearch
  find: string | undefined
  column: PageColumn
}): { match: DocumentMatch; stepMatch: (by: 1 | -1) => void } {
  const { search, find, column } = input
  const { current, goTo, reveal } = column
  // A document that is opened at a result of a search shows its first match.
  const [chosen, setChosen] = useState(find === undefined ? undefined : { find, page: current, index: 0 })

  // Before the next paint, so that a page whose text arrives late does not scroll back to the previous match.
  useLayoutEffect(() => {
    if (!chosen || chosen.find !== find) return undefined
    return showMatch(chosen, (place) => reveal(chosen.page, place))
  }, [chosen, find, reveal])

  const match =
    chosen?.find === find && chosen?.page === current
      ? { page: current, index: chosen.index }
      : { page: current, index: 0 }
  const step = async (by: 1 | -1) => {
    const to = await search.findNext(by, match)
    if (!to || find === undefined) return
    flushSync(() => {
      if (to.page !== current) goTo(to.page)
      setChosen({ find, ...to })
    })
  }
  return { match, stepMatch: (by) => void step(by) }
}
