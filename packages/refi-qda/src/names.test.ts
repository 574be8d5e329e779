import { describe, expect, it } from 'vitest'
import { createNames } from './names.ts'

describe('createNames', () => {
  it('makes names unique without regard to case, and names what has no name', () => {
    const name = createNames()
    expect(['a', 'A', ' a ', '', 'a\nb', 'a b', 'A (2)'].map((one) => name(one))).toEqual([
      'a',
      'A (2)',
      'a (3)',
      'Untitled',
      'a b',
      'a b (2)',
      'A (2) (2)',
    ])
  })

  it('skips numbers that other names have', () => {
    const name = createNames()
    expect(['a (2)', 'a (4)', 'a', 'a', 'a', 'a (3)'].map((one) => name(one))).toEqual([
      'a (2)',
      'a (4)',
      'a',
      'a (3)',
      'a (5)',
      'a (3) (2)',
    ])
  })

  it('adds the qualifier before a number', () => {
    const name = createNames()
    expect([name('Age', 'First'), name('Age', 'Second'), name('Age', 'Second')]).toEqual([
      'Age',
      'Second: Age',
      'Second: Age (2)',
    ])
  })

  it('numbers 100,000 equal names in less than a second', () => {
    const name = createNames()
    const before = process.cpuUsage()
    const names = Array.from({ length: 100_000 }, () => name('Interview'))
    const { user, system } = process.cpuUsage(before)
    expect(new Set(names).size).toBe(100_000)
    expect(names.at(-1)).toBe('Interview (100000)')
    expect((user + system) / 1e6).toBeLessThan(1)
  })
})
