import { describe, expect, it } from 'vitest'
import { assignedText, assignmentOf, linesFrom, rangesOf } from './speaker-targets.ts'

const segments = [0, 1, 2, 5, 6].map((number) => ({ number }))

describe('speaker targets', () => {
  it('join neighbouring lines into ranges', () => {
    expect(rangesOf([6, 1, 2, 2, 5, 9])).toEqual([
      { first: 1, last: 2 },
      { first: 5, last: 6 },
      { first: 9, last: 9 },
    ])
  })

  it('become an assignment of a label or of lines', () => {
    expect(assignmentOf({ speaker: 'A', lineCount: 3 }, 'Ada')).toEqual({
      labels: [{ speaker: 'A', name: 'Ada' }],
    })
    expect(assignmentOf({ lines: [1, 2] }, null)).toEqual({ lines: [{ first: 1, last: 2, name: null }] })
  })

  it('are a line and those shown after it', () => {
    expect(linesFrom(segments, 2, 2)).toEqual([2, 5])
    expect(linesFrom(segments, 6, 9)).toEqual([6])
    expect(linesFrom(segments, 1, 0)).toEqual([1])
  })

  it('are named in the notice', () => {
    expect(assignedText({ lines: [4] }, 'Ada')).toBe('Named 1 line “Ada”.')
    expect(assignedText({ speaker: '', lineCount: 54 }, null)).toBe('Removed the name from 54 lines.')
  })
})
