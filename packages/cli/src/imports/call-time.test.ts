import { describe, expect, it } from 'vitest'
import { countCalls, secondsForCalls } from './call-time.ts'

describe('calls', () => {
  it('are two for each new file, one for each sent file, and one for each fifty to follow', () => {
    expect(countCalls({ start: 200, complete: 0, follow: 0 })).toBe(404)
    expect(countCalls({ start: 0, complete: 10, follow: 60 })).toBe(12)
    expect(countCalls({ start: 0, complete: 0, follow: 0 })).toBe(0)
  })

  it('take as many windows as they fill, not counting the first', () => {
    expect(secondsForCalls(0, 20)).toBe(0)
    expect(secondsForCalls(20, 20)).toBe(0)
    expect(secondsForCalls(21, 20)).toBe(60)
    expect(secondsForCalls(404, 20)).toBe(1200)
    expect(secondsForCalls(404, 1000)).toBe(0)
  })
})
