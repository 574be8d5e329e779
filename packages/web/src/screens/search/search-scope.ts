/** What is searched, as it is kept in the URL. */
import { type SearchKind, searchKinds } from '@inlet/contract/workspace'
import { textOf, wholeOf } from '../../links/url-values.ts'
import { createdBetween, readDay } from '../../ui/format/day.ts'

export interface SearchScope {
  q?: string | undefined
  kind?: SearchKind | undefined
  project?: number | undefined
  /** Days of the local calendar, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** Invalid values are set to undefined, because the router passes through keys that are left out. */
export function readSearchScope(given: Record<string, unknown>): SearchScope {
  const { q, kind, project, from, to } = given
  return {
    q: textOf(q),
    kind: searchKinds.find((name) => name === kind),
    project: wholeOf(project, 1),
    from: readDay(from),
    to: readDay(to),
  }
}

export function queryOfSearch({ q = '', kind, project, from, to }: SearchScope) {
  return { q, ...(kind && { kind }), ...(project && { project_id: project }), ...createdBetween(from, to) }
}
