import { describe, expect, it } from 'vitest'
import { createFollower, type End } from './follow-imports.ts'
import type { Page, RecordState, Records } from './records.ts'

/** A service with so many records, newest first, that counts what it is asked. */
function makeRecords(keys: string[], stateOf: (key: string) => RecordState) {
  const asked = { pages: 0, singles: 0 }
  const records: Records = {
    initialize: () => Promise.reject(new Error('not asked for')),
    complete: () => Promise.reject(new Error('not asked for')),
    async status(key) {
      asked.singles += 1
      return { state: stateOf(key), reason: 'unreadable' }
    },
    async page(offset): Promise<Page> {
      asked.pages += 1
      const shown = keys.slice(offset, offset + 50)
      return { states: new Map(shown.map((key) => [key, stateOf(key)])), hasNext: keys.length > offset + 50 }
    },
  }
  return { records, asked }
}

async function follow(keys: string[], service: ReturnType<typeof makeRecords>): Promise<Map<string, End>> {
  const ends = new Map<string, End>()
  const signal = new AbortController().signal
  const deps = { records: { file: service.records, insight: service.records }, signal, limit: () => 1000 }
  const follower = createFollower({ ...deps, isBusy: () => false })
  for (const key of keys) follower.add({ key, as: 'file', onEnd: (end) => ends.set(key, end) })
  await follower.finish()
  return ends
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `key-${i}`)

describe('following', () => {
  it('costs a call for fifty imports', async () => {
    const keys = names(200)
    const service = makeRecords(keys, () => 'completed')
    expect((await follow(keys, service)).size).toBe(200)
    expect(service.asked).toEqual({ pages: 4, singles: 0 })
  })

  it('asks for one import by its key', async () => {
    const service = makeRecords(names(500), () => 'completed')
    await follow(['key-499'], service)
    expect(service.asked).toEqual({ pages: 0, singles: 1 })
  })

  it('asks for a few old ones by their keys instead of turning page after page', async () => {
    const service = makeRecords(names(5000), () => 'completed')
    await follow(['key-0', 'key-4990', 'key-4991'], service)
    expect(service.asked).toEqual({ pages: 2, singles: 2 })
  })

  it('tells why one failed, and which one is gone', async () => {
    const keys = names(60)
    const service = makeRecords(keys, (key) => (key === 'key-7' ? 'failed' : 'completed'))
    expect((await follow(keys, service)).get('key-7')).toEqual({ state: 'failed', reason: 'unreadable' })
  })
})
