import type { CSSProperties, MouseEvent } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import type { ChartProps } from './chart-props.ts'
import classes from './Histogram.module.css'
import { scoresOf } from './nps.ts'

/** Distribution of scores from 0 to 10. The largest fills the height. */
export function Histogram({ card, isFiltered, picks, onToggle }: ChartProps) {
  const { answered, answered_of_all: answeredOfAll } = card
  const scores = scoresOf(card.options).map((score) => ({
    ...score,
    share: answered > 0 ? score.count / answered : 0,
    shareOfAll: answeredOfAll > 0 ? score.countOfAll / answeredOfAll : 0,
  }))
  const highest = Math.max(
    ...scores.map(({ share, shareOfAll }) => Math.max(share, isFiltered ? shareOfAll : 0)),
    0.01,
  )
  return (
    <ul className={classes.scores} aria-label={`Scores of ${card.name}`}>
      {scores.map(({ score, pick, count, share, shareOfAll }) => (
        <li key={score}>
          <button
            type="button"
            className={classes.score}
            aria-pressed={picks.includes(pick)}
            title={`${formatPercent(count, answered)}, ${formatCount(count)}`}
            onClick={(event: MouseEvent) => onToggle(pick, event.shiftKey)}
          >
            <span className="visually-hidden">
              Score {score}, {formatPercent(count, answered)},
            </span>
            <span className={classes.count}>{compact.format(count)}</span>
            <span
              className={classes.column}
              style={{ '--share': share / highest, '--ghost': shareOfAll / highest } as CSSProperties}
            >
              <span className={classes.fill} />
              {isFiltered && <span className={classes.ghost} />}
            </span>
            <span aria-hidden="true">{score}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
