import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { formatEvent, openEventStream } from './event-stream.ts'

describe('an event stream', () => {
  it('delivers sent events', async () => {
    const stream = openEventStream()
    expect(stream.send(formatEvent('a-1', 'change', { key: 'x\ny' }))).toBe(true)
    stream.end()
    const chunks = await stream.body.toArray()
    expect(chunks.join('')).toBe('id: a-1\nevent: change\ndata: {"key":"x\\ny"}\n\n')
  })

  it('disconnects a slow client and keeps its buffer bounded', async () => {
    const stream = openEventStream()
    const closed = once(stream.body, 'close')
    let accepted = 0
    while (stream.send('x'.repeat(1024))) accepted += 1
    await closed
    expect(accepted).toBeGreaterThan(100)
    expect(accepted).toBeLessThan(200)
    expect(stream.send('more')).toBe(false)
  })

  it('reports when it has ended', async () => {
    const stream = openEventStream()
    const ended = new Promise<void>((resolve) => stream.onEnd(resolve))
    stream.body.destroy()
    await ended
    expect(stream.send('more')).toBe(false)
  })
})
