import { expect, it } from 'vitest'
import { formatScore, groupsOf, isFew, scoresOf } from './nps.ts'

it('rounds scores and uses a typographic minus sign', () => {
  expect([31.6, -0.4, 0, -12.5, -100, 100, null].map(formatScore)).toEqual([
    '32',
    '0',
    '0',
    '−12',
    '−100',
    '100',
    'no score',
  ])
})

it('warns about few answers, but not about none', () => {
  expect([0, 1, 29, 30].map(isFew)).toEqual([false, true, true, false])
})

it('lists three groups and eleven scores', () => {
  expect(
    groupsOf({ promoters: 3, passives: 2, detractors: 1, score: 33.3 }).map(({ pick, count }) => [
      pick,
      count,
    ]),
  ).toEqual([
    ['s9-10', 3],
    ['s7-8', 2],
    ['s0-6', 1],
  ])
  const option = { number: 8, label: '7', count: 2, count_of_all: 5, mean_place: null, first_count: null }
  const scores = scoresOf([option])
  expect(scores).toHaveLength(11)
  expect(scores[7]).toEqual({ score: 7, pick: 's7-7', count: 2, countOfAll: 5 })
  expect(scores[10]).toEqual({ score: 10, pick: 's10-10', count: 0, countOfAll: 0 })
})
