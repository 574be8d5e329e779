import { describe, expect, it } from 'vitest'
import { makeTask } from '../../test/make-task.ts'
import { countCalls, secondsForCalls } from './call-time.ts'

const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
const large = { bytes: 100 * 1024 * 1024 }

describe('calls', () => {
  it('are two for a hundred small files, and two for each large one', () => {
    expect(countCalls(many(10_000, () => makeTask('start')))).toBe(200)
    expect(countCalls(many(101, () => makeTask('start')))).toBe(4)
    expect(countCalls(many(3, () => makeTask('start', large)))).toBe(6)
    expect(countCalls([])).toBe(0)
  })

  it('are fewer for files that an earlier run has begun', () => {
    expect(countCalls(many(60, () => makeTask('complete')))).toBe(1)
    expect(countCalls([...many(60, () => makeTask('complete')), ...many(50, () => makeTask('start'))])).toBe(
      3,
    )
    expect(countCalls(many(2, () => makeTask('resume', large)))).toBe(6)
    expect(countCalls(many(2, () => makeTask('follow')))).toBe(0)
  })

  it('take as many windows as they fill, not counting the first', () => {
    expect(secondsForCalls(0, 20)).toBe(0)
    expect(secondsForCalls(20, 20)).toBe(0)
    expect(secondsForCalls(21, 20)).toBe(60)
    expect(secondsForCalls(404, 20)).toBe(1200)
    expect(secondsForCalls(404, 1000)).toBe(0)
  })
})
