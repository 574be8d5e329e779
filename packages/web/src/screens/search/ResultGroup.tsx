import type { SearchHit, SearchKind } from '@inlet/contract/workspace'
import { Link } from '@tanstack/react-router'
import { Hit } from './Hit.tsx'
import classes from './Search.module.css'
import { countWord, kindWords } from './search-words.ts'

export function ResultGroup(props: {
  kind: SearchKind
  count: number
  hits: readonly SearchHit[]
  words: string
  /** The address of all of this kind, where only the first are shown. */
  all: { q?: string; kind: SearchKind; project?: number } | undefined
}) {
  const { kind, count, hits, words, all } = props
  return (
    <section className={classes.group} aria-label={kindWords[kind]}>
      <div className={classes.head}>
        <h2 className={classes.title}>{kindWords[kind]}</h2>
        <span className={classes.count}>{countWord(count)}</span>
        {all && count > hits.length && (
          <Link to="/search" search={all} className={classes.all}>
            Show all {kindWords[kind].toLowerCase()}
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
