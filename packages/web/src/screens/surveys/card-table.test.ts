import type { OptionCard, QuestionCard } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { byMeanRank, captionOf, cardTable } from './card-table.ts'

const option = (label: string, count: number, more: Partial<OptionCard> = {}): OptionCard => ({
  number: 1,
  label,
  count,
  count_of_all: count * 2,
  mean_place: null,
  first_count: null,
  ...more,
})
const card = (more: Partial<QuestionCard>): QuestionCard => ({
  position: 3,
  name: 'How often?',
  type: 'Single choice',
  base: 1200,
  answered: 1000,
  answered_of_all: 2000,
  options: [option('Weekly', 460), option('Daily', 540)],
  option_count: 2,
  nps: null,
  nps_of_all: null,
  ...more,
})

it('shows shares of those who answered, and unfiltered shares when filtered', () => {
  expect(cardTable(card({}), { isFiltered: false }).rows).toEqual([
    ['Weekly', '46 %', '460'],
    ['Daily', '54 %', '540'],
  ])
  const filtered = cardTable(card({}), { isFiltered: true })
  expect(filtered.rows[0]).toEqual(['Weekly', '46 %', '460', '46 %', '920'])
  expect(filtered.csv[1]).toEqual(['Weekly', 46, 460, 46, 920])
})

it('lists groups and scores of an NPS question', () => {
  const nps = { promoters: 600, passives: 300, detractors: 100, score: 50 }
  const { rows } = cardTable(card({ type: 'NPS', nps, nps_of_all: nps, options: [option('10', 600)] }), {
    isFiltered: false,
  })
  expect(rows).toHaveLength(14)
  expect(rows[0]).toEqual(['Promoters (9–10)', '60 %', '600'])
  expect(rows[13]).toEqual(['Score 10', '60 %', '600'])
})

it('sorts by mean rank, with unranked options last', () => {
  const options = [
    option('Speed', 10, { mean_place: 2.25, first_count: 1 }),
    option('Help', 0),
    option('Price', 12, { mean_place: 1.04, first_count: 8 }),
  ]
  expect(byMeanRank(options).map(({ label }) => label)).toEqual(['Price', 'Speed', 'Help'])
  const { rows, csv } = cardTable(card({ type: 'Ranking', options }), { isFiltered: false })
  expect(rows[0]).toEqual(['Price', '1.0', '12', '8'])
  expect(rows[2]).toEqual(['Help', '–', '0', '0'])
  expect(csv[2]).toEqual(['Speed', 2.25, 10, 1])
})

it('states the base, and that multiple-choice shares can exceed 100 %', () => {
  expect(captionOf(card({}))).toBe('How often?. 1,000 of 1,200 answered.')
  expect(captionOf(card({ type: 'Multi choice' }))).toContain('can exceed 100 %')
})
