/** The filter of the survey on screen. It is in the address, so it can be shared and gone back from. */
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
  // The same object until the filter changes, so that what hangs on it is not drawn anew.
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
    /** For the server, and for links to other tabs of the survey. */
    search,
    change,
    toggle,
    set: (next: SurveyFilter) => change(() => next),
    takeBack: () => change(removeLast),
    clear: () => change(() => ({ choices: [] })),
  }
}
