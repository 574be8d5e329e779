/** Labels for the filter chips above the charts. */
import type { QuestionCard } from '@inlet/contract/workspace'
import type { Choice } from './survey-filter.ts'

const groupNames: Record<string, string> = { 's9-10': 'Promoters', 's7-8': 'Passives', 's0-6': 'Detractors' }

export function describeChoice(
  { position, pick }: Choice,
  questions: readonly Pick<QuestionCard, 'position' | 'name' | 'type' | 'options'>[],
): { question: string; answer: string } {
  const question = questions.find((one) => one.position === position)
  return { question: question?.name ?? `Column ${position}`, answer: answerOf(pick, question) }
}

function answerOf(pick: string, question: Pick<QuestionCard, 'type' | 'options'> | undefined): string {
  if (pick === '*') return 'any answer'
  const range = /^s(\d+)-(\d+)$/.exec(pick)
  if (range) return groupNames[pick] ?? (range[1] === range[2] ? `${range[1]}` : `${range[1]} to ${range[2]}`)
  const label = question?.options.find(({ number }) => String(number) === pick)?.label
  if (label === undefined) return `option ${pick}`
  return question?.type === 'Ranking' ? `ranked ${label}` : label
}
