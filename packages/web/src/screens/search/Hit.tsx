import type { SearchHit } from '@inlet/contract/workspace'
import { Link } from '@tanstack/react-router'
import { linkToHit } from '../../links/links.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SnippetText } from '../../ui/SnippetText.tsx'
import classes from './Hit.module.css'
import { kindIcons, placeOf } from './search-labels.ts'

/** One search result. The whole row is a link. */
export function Hit({ hit, words }: { hit: SearchHit; words: string }) {
  const { to, search } = linkToHit(hit, words)
  const place = placeOf(hit)
  return (
    <li className={classes.hit}>
      <span className={classes.icon}>
        <Icon name={hit.media === 'video' ? 'video' : kindIcons[hit.kind]} />
      </span>
      <span className={classes.head}>
        <Link
          to={to}
          {...(search ? { search: search as never } : {})}
          className={classes.link}
          data-row-link=""
        >
          <bdi>{hit.name}</bdi>
          {place && <span className={classes.place}>{place}</span>}
        </Link>
      </span>
      {hit.owner !== 'project' && <span className={classes.project}>{hit.project.name}</span>}
      {hit.kind !== 'name' && (
        <p className={classes.text}>
          <SnippetText snippet={hit.snippet} />
        </p>
      )}
    </li>
  )
}
