import { useState } from 'react'
import { BarList } from '../../ui/BarList.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { TextButton } from '../../ui/TextButton.tsx'
import type { ChartProps } from './chart-props.ts'
import classes from './QuestionCard.module.css'

/** More are shown on request, because a long list would push the next question out of view. */
const shownAtFirst = 10

export function ChoiceChart({ card, isFiltered, picks, onToggle }: ChartProps) {
  const [isExpanded, setExpanded] = useState(false)
  const { options, answered, answered_of_all: answeredOfAll, option_count: optionCount } = card
  const shown = isExpanded
    ? options
    : options.filter(({ number }, i) => i < shownAtFirst || picks.includes(String(number)))
  const items = shown.map(({ number, label, count, count_of_all: countOfAll }) => ({
    id: String(number),
    label,
    count,
    isPressed: picks.includes(String(number)),
    ...(isFiltered && answeredOfAll > 0 && { unfilteredShare: countOfAll / answeredOfAll }),
  }))
  return (
    <>
      <div className={classes.bars}>
        <BarList label={card.name} items={items} base={answered} onToggle={onToggle} />
      </div>
      {!isExpanded && options.length > shown.length && (
        <TextButton className={classes.more} onClick={() => setExpanded(true)}>
          Show all {formatCount(options.length)} answers
        </TextButton>
      )}
      {optionCount > options.length && (
        <p className={classes.note}>
          The {formatCount(options.length)} most frequent of {formatCount(optionCount)} answers.
        </p>
      )}
      {card.type === 'Multi choice' && (
        <p className={classes.note}>Percent of respondents; the total can exceed 100 %.</p>
      )}
    </>
  )
}
