import { type CSSProperties, type MouseEvent, useState } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { TextButton } from '../../ui/TextButton.tsx'
import { ToggleButton } from '../../ui/ToggleButton.tsx'
import type { ChartProps } from './chart-props.ts'
import { Histogram } from './Histogram.tsx'
import classes from './NpsChart.module.css'
import { formatScore, groupsOf, isFew } from './nps.ts'
import cardClasses from './QuestionCard.module.css'

export function NpsChart(props: ChartProps) {
  const { card, isFiltered, picks, onToggle } = props
  const [areScoresShown, setScoresShown] = useState(false)
  if (!card.nps) return null
  const { nps, nps_of_all: ofAll, answered } = card
  const groups = groupsOf(nps)
  const press = (pick: string) => (event: MouseEvent) => onToggle(pick, event.shiftKey)
  return (
    <>
      <p className={classes.score}>
        <span className={classes.number}>{formatScore(nps.score)}</span>
        <span className={classes.unit}>
          score from −100 to 100
          {isFiltered && ofAll && ` · ${formatScore(ofAll.score)} without filters`}
        </span>
      </p>
      {isFew(answered) && <p className={classes.few}>Few answers; interpret with caution.</p>}
      <div className={classes.bar} aria-hidden="true">
        {groups.map(({ pick, name, count }) => (
          <button
            key={pick}
            type="button"
            tabIndex={-1}
            className={classes.part}
            data-group={name}
            style={{ '--share': count } as CSSProperties}
            onClick={press(pick)}
          />
        ))}
      </div>
      <ul className={classes.groups} aria-label={card.name}>
        {groups.map(({ pick, name, scores, count }) => (
          <li key={pick}>
            <ToggleButton
              className={classes.group}
              data-group={name}
              isPressed={picks.includes(pick)}
              onClick={press(pick)}
            >
              <span className={classes.name}>
                {name} <span className={classes.quiet}>{scores}</span>
              </span>
              <span>
                {formatPercent(count, answered)} <span className={classes.quiet}>{formatCount(count)}</span>
              </span>
            </ToggleButton>
          </li>
        ))}
      </ul>
      <TextButton
        className={cardClasses.more}
        aria-expanded={areScoresShown}
        onClick={() => setScoresShown(!areScoresShown)}
      >
        {areScoresShown ? 'Hide distribution' : 'Show distribution'}
      </TextButton>
      {areScoresShown && <Histogram {...props} />}
    </>
  )
}
