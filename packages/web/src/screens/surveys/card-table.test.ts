import { expect, it } from 'vitest'
import { byMeanRank, captionOf, cardTable } from './card-table.ts'
import { exampleCard, exampleOption } from './example-cards.ts'

it('shows shares of those who answered, and unfiltered shares when filtered', () => {
  expect(cardTable(exampleCard({}), { isFiltered: false }).rows).toEqual([
    ['Weekly', '46 %', '460'],
    ['Daily', '54 %', '540'],
  ])
  const filtered = cardTable(exampleCard({}), { isFiltered: true })
  expect(filtered.rows[0]).toEqual(['Weekly', '46 %', '460', '46 %', '920'])
  expect(filtered.csv[1]).toEqual(['Weekly', 46, 460, 46, 920])
})

it('lists groups and scores of an NPS question', () => {
  const nps = { promoters: 600, passives: 300, detractors: 100, score: 50 }
  const { rows } = cardTable(
    exampleCard({ type: 'NPS', nps, nps_of_all: nps, options: [exampleOption('10', 600)] }),
    {
      isFiltered: false,
    },
  )
  expect(rows).toHaveLength(14)
  expect(rows[0]).toEqual(['Promoters (9–10)', '60 %', '600'])
  expect(rows[13]).toEqual(['Score 10', '60 %', '600'])
})

it('sorts by mean rank, with unranked options last', () => {
  const options = [
    exampleOption('Speed', 10, { mean_place: 2.25, first_count: 1 }),
    exampleOption('Help', 0),
    exampleOption('Price', 12, { mean_place: 1.04, first_count: 8 }),
  ]
  expect(byMeanRank(options).map(({ label }) => label)).toEqual(['Price', 'Speed', 'Help'])
  const { rows, csv } = cardTable(exampleCard({ type: 'Ranking', options }), { isFiltered: false })
  expect(rows[0]).toEqual(['Price', '1.0', '12', '8'])
  expect(rows[2]).toEqual(['Help', '–', '0', '0'])
  expect(csv[2]).toEqual(['Speed', 2.25, 10, 1])
})

it('states the base, and that multiple-choice shares can exceed 100 %', () => {
  expect(captionOf(exampleCard({}))).toBe('How often?. 1,000 of 1,200 answered.')
  expect(captionOf(exampleCard({ type: 'Multi choice' }))).toContain('can exceed 100 %')
})
