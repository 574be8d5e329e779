import { describe, expect, it } from 'vitest'
import { createSlots } from './slots.ts'

const options = { total: 3, perCaller: 2, maxWaiting: 2, waitMs: 10_000 }

function createCalls(run: ReturnType<typeof createSlots>) {
  const started: string[] = []
  const ends: Record<string, () => void> = {}
  const call = (caller: string, name: string) =>
    run(caller, () => {
      started.push(name)
      return new Promise<string>((resolve) => {
        ends[name] = () => resolve(name)
      })
    })
  return { started, end: (name: string) => ends[name]?.(), call }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('slots', () => {
  it('run a few calls of one caller and leave room for others', async () => {
    const { started, end, call } = createCalls(createSlots(options))
    const calls = [call('ada', 'a1'), call('ada', 'a2'), call('ada', 'a3'), call('bo', 'b1')]
    await settle()
    expect(started).toEqual(['a1', 'a2', 'b1'])
    end('a1')
    await settle()
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
    for (const name of ['a2', 'a3', 'b1']) end(name)
    expect(await Promise.all(calls)).toEqual(['a1', 'a2', 'a3', 'b1'])
  })

  it('refuse a call when too many of its caller wait, or when it waits too long', async () => {
    const { end, call } = createCalls(createSlots({ ...options, perCaller: 1, maxWaiting: 1, waitMs: 20 }))
    const first = call('ada', 'a1')
    const late = call('ada', 'a2')
    await expect(call('ada', 'a3')).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(late).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '2' } })
    end('a1')
    expect(await first).toBe('a1')
  })

  it('are free again after a failure', async () => {
    const run = createSlots({ ...options, total: 1, perCaller: 1 })
    await expect(run('ada', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await run('ada', async () => 1)).toBe(1)
  })
})
