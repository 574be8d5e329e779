import type { SearchKind } from '@inlet/contract/workspace'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { countOf } from '../../ui/format/count.ts'
import classes from './Search.module.css'
import { kindLabels } from './search-labels.ts'
import type { SearchScope } from './search-scope.ts'

/** Shows the search that had no results, and ways to broaden it. */
export function NothingFound(props: {
  scope: SearchScope
  answer: {
    is_indexing: boolean
    hidden_project_count: number
    counts: Record<SearchKind, number>
    suggestion: string | null
  }
}) {
  const { scope, answer } = props
  const { q: words = '', kind, project, from, to } = scope
  const elsewhere = Object.values(answer.counts).reduce((sum, count) => sum + count, 0)
  const hasDays = from !== undefined || to !== undefined
  const isNarrow = kind !== undefined || project !== undefined || hasDays
  const { suggestion } = answer
  return (
    <EmptyState
      title={`No results for “${words}”${kind ? ` in ${kindLabels[kind].toLowerCase()}` : ''}.`}
      action={
        (isNarrow || suggestion !== null) && (
          <span className={classes.actions}>
            {suggestion !== null && (
              <span>
                Did you mean{' '}
                <Link to="/search" search={{ ...scope, q: suggestion, kind: undefined }}>
                  <bdi>{suggestion}</bdi>
                </Link>
                ?
              </span>
            )}
            {kind !== undefined && (
              <Link to="/search" search={{ ...scope, kind: undefined }}>
                {elsewhere > 0 ? `Show ${countOf(elsewhere, 'result')} of other types` : 'Search all types'}
              </Link>
            )}
            {project !== undefined && (
              <Link to="/search" search={{ ...scope, project: undefined }}>
                Search all projects
              </Link>
            )}
            {hasDays && (
              <Link to="/search" search={{ ...scope, from: undefined, to: undefined }}>
                Search all dates
              </Link>
            )}
          </span>
        )
      }
    >
      {suggestion === null && words.split(/\s+/).length > 1 ? 'Check the spelling, or try other words. ' : ''}
      {answer.is_indexing && 'Some imports are still being indexed; try again in a moment. '}
      {answer.hidden_project_count > 0 &&
        `${countOf(answer.hidden_project_count, 'project is', 'projects are')} excluded from this search; search from inside ${answer.hidden_project_count === 1 ? 'it' : 'them'}.`}
    </EmptyState>
  )
}
