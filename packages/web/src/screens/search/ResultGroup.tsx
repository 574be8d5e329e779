import type { SearchHit, SearchKind } from '@inlet/contract/workspace'
import { Link } from '@tanstack/react-router'
import { Hit } from './Hit.tsx'
import classes from './Search.module.css'
import { formatResultCount, kindLabels } from './search-labels.ts'
import type { SearchScope } from './search-scope.ts'

export function ResultGroup(props: {
  kind: SearchKind
  count: number
  hits: readonly SearchHit[]
  words: string
  /** Link to all results of this kind, when only the first are shown. */
  all: SearchScope | undefined
}) {
  const { kind, count, hits, words, all } = props
  return (
    <section className={classes.group} aria-label={kindLabels[kind]}>
      <div className={classes.head}>
        <h2 className={classes.title}>{kindLabels[kind]}</h2>
        <span className={classes.count}>{formatResultCount(count)}</span>
        {all && count > hits.length && (
          <Link to="/search" search={all} className={classes.all}>
            Show all {kindLabels[kind].toLowerCase()}
          </Link>
        )}
      </div>
      <ul className={classes.list} data-rows="">
        {hits.map((hit) => (
          <Hit
            key={`${hit.owner} ${hit.key} ${hit.segment} ${hit.page} ${hit.response_id} ${hit.position}`}
            hit={hit}
            words={words}
          />
        ))}
      </ul>
    </section>
  )
}
