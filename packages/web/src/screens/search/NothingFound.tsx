import type { SearchKind } from '@inlet/contract/workspace'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { countOf } from '../../ui/format/count.ts'
import classes from './Search.module.css'
import { kindWords } from './search-words.ts'

/** Says what was looked for, what could be left out, and what may still come. */
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
      title={`Nothing says “${words}”${kind ? ` in ${kindWords[kind].toLowerCase()}` : ''}.`}
      action={
        isNarrow && (
          <span className={classes.actions}>
            {kind !== undefined && (
              <Link to="/search" search={{ q: words }}>
                {elsewhere > 0 ? `Show ${countOf(elsewhere, 'result')} of other kinds` : 'Search all kinds'}
              </Link>
            )}
            {isInProject && (
              <Link to="/search" search={{ q: words, ...(kind ? { kind } : {}) }}>
                Search in every project
              </Link>
            )}
          </span>
        )
      }
    >
      {words.split(/\s+/).length > 1 ? 'All of the words have to stand in one place; try fewer. ' : ''}
      {answer.is_indexing && 'Some imports are still being prepared for search; try again in a moment. '}
      {answer.hidden_project_count > 0 &&
        `${countOf(answer.hidden_project_count, 'project keeps itself', 'projects keep themselves')} out of this search; search from inside ${answer.hidden_project_count === 1 ? 'it' : 'them'}.`}
    </EmptyState>
  )
}
