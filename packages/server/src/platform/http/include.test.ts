import { describe, expect, it } from 'vitest'
import { readInclude } from './include.ts'

const groups = ['details', 'columns'] as const

describe('readInclude', () => {
  it('returns nothing without the parameter', () => {
    expect(readInclude({}, groups)).toEqual(new Set())
    expect(readInclude({ include: '' }, groups)).toEqual(new Set())
  })

  it('reads comma-separated names', () => {
    expect(readInclude({ include: 'details, columns' }, groups)).toEqual(new Set(groups))
  })

  it('rejects an unknown name and lists the accepted ones', () => {
    const read = () => readInclude({ include: 'details,colums' }, groups)
    expect(read).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        body: {
          details: [{ field: 'include', message: 'must be a comma-separated list of details, columns' }],
        },
      }),
    )
  })
})
