import type { QuestionCard } from '@inlet/contract/workspace'
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import classes from './FilterStrip.module.css'
import { describeChoice } from './filter-labels.ts'
import { formatDay } from './span.ts'
import { isUnfiltered, removeChoice, type SurveyFilter } from './survey-filter.ts'
import { useSurveyFilter } from './use-survey-filter.ts'

type Questions = readonly Pick<QuestionCard, 'position' | 'name' | 'type' | 'options'>[]

/** The active filters, the number of matching responses and buttons to remove each filter. Sticky. */
export function FilterStrip(props: {
  questions: Questions
  matching: number | undefined
  total: number | undefined
  /** Shown while no filter is active, so that the layout does not shift. */
  hint?: ReactNode
}) {
  const { questions, matching, total, hint } = props
  const { filter, set, undoLast, clear } = useSurveyFilter()
  const isOn = !isUnfiltered(filter)
  useShortcut({ keys: 'Escape', label: 'Remove last filter', group: 'Survey' }, undoLast, isOn)
  if (!isOn) return hint === undefined ? null : <p className={classes.hint}>{hint}</p>
  return (
    <section className={classes.strip} aria-label="Filters">
      <p className={classes.count} role="status">
        {matching === undefined || total === undefined
          ? 'Filtering'
          : `${formatCount(matching)} of ${formatCount(total)}`}
      </p>
      <ul className={classes.chips}>
        {chipsOf(filter, questions, set).map(({ key, question, answer, remove }) => (
          <li key={key} className={classes.chip}>
            <bdi className={classes.question}>{question}</bdi>
            <bdi className={classes.answer}>{answer}</bdi>
            <button
              type="button"
              className={classes.remove}
              onClick={remove}
              aria-label={`Remove filter ${question} ${answer}`}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={classes.clear} onClick={clear}>
        Remove all filters
      </button>
    </section>
  )
}

interface Chip {
  key: string
  question: string
  answer: string
  remove: () => void
}

function chipsOf(filter: SurveyFilter, questions: Questions, set: (filter: SurveyFilter) => void): Chip[] {
  const { from, before, words, choices } = filter
  const chips: Chip[] = choices.map((choice) => ({
    key: `${choice.position}:${choice.pick}`,
    ...describeChoice(choice, questions),
    remove: () => set(removeChoice(filter, choice)),
  }))
  const without = (name: 'from' | 'before' | 'words') => () => {
    const { [name]: _gone, ...rest } = filter
    set(rest)
  }
  if (words !== undefined)
    chips.push({ key: 'words', question: 'Contains', answer: words, remove: without('words') })
  if (from !== undefined)
    chips.push({ key: 'from', question: 'Answered from', answer: formatDay(from), remove: without('from') })
  if (before !== undefined)
    chips.push({
      key: 'before',
      question: 'Answered before',
      answer: formatDay(before),
      remove: without('before'),
    })
  return chips
}
