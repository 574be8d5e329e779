import { describe, expect, it } from 'vitest'
import { isOriginalHidden } from './privacy.policy.ts'

describe('the original of an import', () => {
  it('is hidden or shown by the settings at the start of the import', () => {
    for (const isOnNow of [true, false]) {
      expect(isOriginalHidden({ is_on: true }, isOnNow)).toBe(true)
      expect(isOriginalHidden({ is_on: false }, isOnNow)).toBe(false)
    }
  })

  it('without a snapshot follows the current setting of its project', () => {
    expect(isOriginalHidden(null, true)).toBe(true)
    expect(isOriginalHidden(null, false)).toBe(false)
  })
})
