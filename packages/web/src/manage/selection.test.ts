import { expect, it } from 'vitest'
import { emptySelection, keepListed, selectTo, toggleRow } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const keysOf = ({ keys }: { keys: ReadonlySet<string> }) => [...keys].sort().join('')

it('selects and clears a row', () => {
  const one = toggleRow(emptySelection, 'b')
  expect(keysOf(one)).toBe('b')
  expect(keysOf(toggleRow(one, 'b'))).toBe('')
  expect(keysOf(emptySelection)).toBe('')
})

it('extends from the last row in both directions and keeps what was selected', () => {
  const one = toggleRow(toggleRow(emptySelection, 'a'), 'c')
  expect(keysOf(selectTo(one, 'e', order))).toBe('acde')
  expect(keysOf(selectTo(one, 'b', order))).toBe('abc')
  expect(keysOf(selectTo(selectTo(one, 'e', order), 'd', order))).toBe('acde')
})

it('selects one row without an anchor, or when the anchor has left the list', () => {
  expect(keysOf(selectTo(emptySelection, 'c', order))).toBe('c')
  expect(keysOf(selectTo(toggleRow(emptySelection, 'z'), 'c', order))).toBe('cz')
})

it('drops rows that left the list', () => {
  const two = toggleRow(toggleRow(emptySelection, 'a'), 'z')
  expect(keysOf(keepListed(two, order))).toBe('a')
  const one = toggleRow(emptySelection, 'a')
  expect(keepListed(one, order)).toBe(one)
})
