import { describe, expect, it } from 'vitest'
import { createSavRows, cutText, type SavVariable, savHeader } from './sav-file.ts'

const variables: SavVariable[] = [
  { name: 'part', label: 'Part', type: 'number' },
  { name: 'at', label: 'Answered at', type: 'time' },
  { name: 'why', label: 'Why?', type: { bytes: 300 } },
]

describe('text', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['aé', 2, 'a'],
    ['a👍', 4, 'a'],
    ['a👍', 5, 'a👍'],
  ])('%s is cut to %i bytes between characters', (text, bytes, expected) => {
    expect(cutText(text, bytes).toString()).toBe(expected)
  })
})

describe('the header', () => {
  it('counts the slots of a case, with strings in segments', () => {
    const header = savHeader(variables, new Date('2026-03-01T10:00:00Z'), 7)
    expect(header.subarray(0, 4).toString()).toBe('$FL2')
    // 300 bytes are a segment of 255 and one of 48 bytes.
    expect([header.readInt32LE(68), header.readInt32LE(80)]).toEqual([1 + 1 + 32 + 6, 7])
    expect(header.subarray(92, 109).toString()).toBe('01 Mar 2610:00:00')
    expect(header.includes('V00002=00300\0\t')).toBe(true)
  })
})

describe('rows', () => {
  it('have a byte for each value and raw values after it', () => {
    const rows = createSavRows([
      { name: 'a', label: '', type: 'number' },
      { name: 'b', label: '', type: 'number' },
      { name: 'c', label: '', type: { bytes: 12 } },
    ])
    const written = Buffer.concat([rows.row([5, null, 'abcdefgh']), rows.row([0.5, 1000, '']), rows.end()])
    expect([...written.subarray(0, 8)]).toEqual([105, 255, 253, 254, 253, 253, 254, 254])
    expect(written.subarray(8, 16).toString()).toBe('abcdefgh')
    expect([written.readDoubleLE(16), written.readDoubleLE(24)]).toEqual([0.5, 1000])
    expect([...written.subarray(32)]).toEqual([252, 0, 0, 0, 0, 0, 0, 0])
  })
})
