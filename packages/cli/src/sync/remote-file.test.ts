import { describe, expect, it } from 'vitest'
import { externalIdOf, externalIdPrefix, readItem } from './remote-file.ts'
import { parseSource } from './source.ts'

const source = parseSource('archive:inbox')
const item = (facts: object = {}) =>
  JSON.stringify({
    Path: 'anna/talk.mp4',
    Name: 'talk.mp4',
    Size: 10,
    ModTime: '2026-03-04T10:20:30.123456789+01:00',
    IsDir: false,
    ...facts,
  })

describe('a listed item', () => {
  it('is a file with a time in seconds, whatever its zone and precision', () => {
    const file = { path: 'anna/talk.mp4', name: 'talk.mp4', bytes: 10, modified: 1_772_616_030 }
    expect(readItem(item())).toEqual(file)
    expect(readItem(item({ ModTime: '2026-03-04T09:20:30Z' }))).toEqual(file)
    expect(readItem(item({ IsDir: true }))).toBeUndefined()
  })
})

describe('the external id of a version', () => {
  const file = { path: 'anna/talk.mp4', name: 'talk.mp4', bytes: 10, modified: 100 }
  const id = externalIdOf(source, file)

  it('depends on source, path, size and time', () => {
    const others = [
      externalIdOf(parseSource('archive:inbox2'), file),
      externalIdOf(source, { ...file, path: 'ben/talk.mp4' }),
      externalIdOf(source, { ...file, bytes: 11 }),
      externalIdOf(source, { ...file, modified: 101 }),
    ]
    expect(new Set([id, ...others]).size).toBe(5)
    expect(externalIdOf(parseSource('archive:inbox/'), { ...file })).toBe(id)
  })

  it('does not reveal the path', () => {
    expect(id).toMatch(/^sync-[0-9a-f]{12}-[0-9a-f]{40}$/)
    expect(id.startsWith(externalIdPrefix(source))).toBe(true)
  })
})
