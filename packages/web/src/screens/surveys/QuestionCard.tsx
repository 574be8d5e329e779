import type { QuestionCard as Card } from '@inlet/contract/workspace'
import { memo, useState } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import { CardExports } from './CardExports.tsx'
import { CardTable } from './CardTable.tsx'
import { ChoiceChart } from './ChoiceChart.tsx'
import type { ChartProps } from './chart-props.ts'
import { NpsChart } from './NpsChart.tsx'
import classes from './QuestionCard.module.css'
import { RankingChart } from './RankingChart.tsx'
import { Switch } from './Switch.tsx'
import type { Choice } from './survey-filter.ts'

const typeLabels: Record<Card['type'], string> = {
  'Single choice': 'Single choice',
  'Multi choice': 'Multiple choice',
  NPS: 'NPS',
  Ranking: 'Ranking',
  'Open-ended': 'Open answers',
}

/** One question as chart and table. */
export const QuestionCard = memo(function QuestionCard(props: {
  card: Card
  isFiltered: boolean
  picks: string
  onToggle: (choice: Choice, isAdding: boolean) => void
}) {
  const { card, isFiltered, onToggle } = props
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const [order, setOrder] = useState<'survey' | 'count'>('survey')
  const picks = props.picks === '' ? [] : props.picks.split(' ')
  const shown = order === 'count' ? { ...card, options: byCount(card.options) } : card
  const chart: ChartProps = {
    card: shown,
    isFiltered,
    picks,
    onToggle: (pick, isAdding) => onToggle({ position: card.position, pick }, isAdding),
  }
  const canSort = card.type === 'Single choice' || card.type === 'Multi choice'
  return (
    <section className={classes.card} aria-labelledby={`question-${card.position}`}>
      <CardHead card={card} />
      {card.answered_of_all === 0 ? (
        <p className={classes.none}>No answers yet.</p>
      ) : view === 'table' ? (
        <CardTable card={shown} isFiltered={isFiltered} />
      ) : (
        <Chart {...chart} />
      )}
      <div className={classes.foot}>
        <Switch
          label="Show as"
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
        />
        {canSort && (
          <Switch
            label="Order"
            value={order}
            onChange={setOrder}
            options={[
              { value: 'survey', label: 'Survey order' },
              { value: 'count', label: 'By count' },
            ]}
          />
        )}
        <CardExports card={shown} isFiltered={isFiltered} />
      </div>
    </section>
  )
})

const byCount = (options: Card['options']) => options.toSorted((a, b) => b.count - a.count)

function Chart(props: ChartProps) {
  if (props.card.type === 'NPS') return <NpsChart {...props} />
  if (props.card.type === 'Ranking') return <RankingChart {...props} />
  return <ChoiceChart {...props} />
}

export function CardHead({ card }: { card: Card }) {
  const { position, name, type, answered, base } = card
  const skipped = base - answered
  return (
    <header className={classes.head}>
      <h2 id={`question-${position}`} className={classes.name} dir="auto">
        {name}
      </h2>
      <p className={classes.base}>
        {typeLabels[type]} · {formatCount(answered)} of {formatCount(base)} answered
        {skipped > 0 && ` · ${formatCount(skipped)} skipped`}
      </p>
    </header>
  )
}
