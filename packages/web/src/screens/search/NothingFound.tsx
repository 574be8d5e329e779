import type { SearchKind } from '@inlet/contract/workspace'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { countOf } from '../../ui/format/count.ts'
import classes from './Search.module.css'
import { kindLabels } from './search-labels.ts'

/** Shows the search that had no results, and ways to broaden it. */
export function NothingFound(props: {
  words: string
  kind: SearchKind | undefined
  isInProject: boolean
  answer: { is_indexing: boolean; hidden_project_count: number; counts: Record<SearchKind, number> }
}) {
  const { words, kind, isInProject, answer } = props
  const elsewhere = Object.values(answer.counts).reduce((sum, count) => sum + count, 0)
  const isNarrow = kind !== undefined || isInProject
  return (
    <EmptyState
      title={`No results for “${words}”${kind ? ` in ${kindLabels[kind].toLowerCase()}` : ''}.`}
      action={
        isNarrow && (
          <span className={classes.actions}>
            {kind !== undefined && (
              <Link to="/search" search={{ q: words }}>
                {elsewhere > 0 ? `Show ${countOf(elsewhere, 'result')} of other types` : 'Search all types'}
              </Link>
            )}
            {isInProject && (
              <Link to="/search" search={{ q: words, ...(kind ? { kind } : {}) }}>
                Search all projects
              </Link>
            )}
          </span>
        )
      }
    >
      {words.split(/\s+/).length > 1 ? 'All words must appear in the same place; try fewer words. ' : ''}
      {answer.is_indexing && 'Some imports are still being indexed; try again in a moment. '}
      {answer.hidden_project_count > 0 &&
        `${countOf(answer.hidden_project_count, 'project is', 'projects are')} excluded from this search; search from inside ${answer.hidden_project_count === 1 ? 'it' : 'them'}.`}
    </EmptyState>
  )
}
