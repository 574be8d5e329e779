import type { MouseEvent } from 'react'
import { BarTrack } from '../../ui/BarTrack.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { ToggleButton } from '../../ui/ToggleButton.tsx'
import { byMeanRank, formatMeanRank } from './card-table.ts'
import type { ChartProps } from './chart-props.ts'
import cardClasses from './QuestionCard.module.css'
import classes from './RankingChart.module.css'

/** Options by mean rank, best first. The bar shows the share that ranked the option first. */
export function RankingChart({ card, picks, onToggle }: ChartProps) {
  const { answered } = card
  return (
    <>
      <ul className={classes.list} aria-label={card.name}>
        {byMeanRank(card.options).map(({ number, label, count, mean_place: place, first_count: first }) => (
          <li key={number}>
            <ToggleButton
              className={classes.row}
              isPressed={picks.includes(String(number))}
              onClick={(event: MouseEvent) => onToggle(String(number), event.shiftKey)}
            >
              <span className={classes.place}>
                <span className="visually-hidden">Mean rank </span>
                {formatMeanRank(place)}
              </span>
              <span className={classes.label} dir="auto">
                {label}
              </span>
              <BarTrack share={answered > 0 ? (first ?? 0) / answered : 0} />
              <span className={classes.numbers}>
                {formatPercent(first ?? 0, answered)} <span className="visually-hidden">first places, </span>
                <span className={classes.quiet}>
                  {formatCount(first ?? 0)} of {formatCount(count)}
                </span>
              </span>
            </ToggleButton>
          </li>
        ))}
      </ul>
      <p className={cardClasses.note}>
        Sorted by mean rank, best first. Bars show how many respondents ranked the option first.
      </p>
    </>
  )
}
