/** The filter of the current survey. It is in the URL, so it can be shared and undone with Back. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import {
  type Choice,
  readFilter,
  readSurveySearch,
  removeLast,
  type SurveyFilter,
  toggleChoice,
  writeFilter,
} from './survey-filter.ts'

const route = getRouteApi('/inside/surveys/$uploadKey')

type Change = (filter: SurveyFilter) => SurveyFilter

export function useSurveyFilter() {
  const address = JSON.stringify(readSurveySearch(route.useSearch()))
  // Keep the same object until the filter changes, to avoid re-rendering.
  const search = useMemo(() => readSurveySearch(JSON.parse(address) as Record<string, unknown>), [address])
  const filter = useMemo(() => readFilter(search), [search])
  const navigate = useNavigate()
  const change = useCallback(
    (to: Change, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: ((old: Record<string, unknown>) => {
          const { f: _f, from: _from, before: _before, words: _words, ...others } = old
          return { ...others, ...writeFilter(to(readFilter(readSurveySearch(old)))) }
        }) as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const toggle = useCallback(
    (choice: Choice, isAdding: boolean) => change((old) => toggleChoice(old, choice, isAdding)),
    [change],
  )
  return {
    filter,
    /** For requests and for links to other tabs. */
    search,
    change,
    toggle,
    set: (next: SurveyFilter) => change(() => next),
    undoLast: () => change(removeLast),
    clear: () => change(() => ({ choices: [] })),
  }
}
