import { expect, it } from 'vitest'
import { newestFirst } from './order-responses.ts'

const none = Number.NEGATIVE_INFINITY

it('reverses ids that were saved in the order of their times', () => {
  expect([...newestFirst(Int32Array.of(1, 2, 3), Float64Array.of(none, 5, 5))]).toEqual([3, 2, 1])
})

it('sorts other ids newest first, equal times by last saved, unknown times last', () => {
  expect([...newestFirst(Int32Array.of(1, 2, 3, 4, 5), Float64Array.of(9, none, 9, 10, none))]).toEqual([
    4, 3, 1, 5, 2,
  ])
})
