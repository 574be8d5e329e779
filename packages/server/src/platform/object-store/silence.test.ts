import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { endOnSilence } from './silence.ts'

const silenceMs = 100

describe('endOnSilence', () => {
  it('passes the bytes on', async () => {
    const source = new PassThrough()
    const read = text(endOnSilence(source, silenceMs))
    source.write('one ')
    source.end('two')
    expect(await read).toBe('one two')
  })

  it('ends with an error when the source stops sending, and closes the source', async () => {
    const source = new PassThrough()
    const errors: Error[] = []
    source.write('one')
    const read = text(endOnSilence(source, silenceMs, (error) => errors.push(error)))
    await expect(read).rejects.toThrow(/sent nothing for/)
    expect(errors).toHaveLength(1)
    expect(source.destroyed).toBe(true)
  })

  it('does not count the time in which the reader pauses', async () => {
    const source = new PassThrough()
    const watched = endOnSilence(source, silenceMs)
    source.write(Buffer.alloc(256 * 1024, 'x'))
    source.end('end')
    let bytes = 0
    for await (const chunk of watched as AsyncIterable<Buffer>) {
      if (bytes === 0) await sleep(3 * silenceMs)
      bytes += chunk.length
    }
    expect(bytes).toBe(256 * 1024 + 3)
  })

  it('lets a source send slowly', async () => {
    const source = new PassThrough()
    const read = text(endOnSilence(source, silenceMs))
    for (let i = 0; i < 5; i += 1) {
      source.write('x')
      await sleep(silenceMs / 2)
    }
    source.end()
    expect(await read).toBe('xxxxx')
  })

  it('closes the source when the reader stops, and reports a source that closes early', async () => {
    const left = new PassThrough()
    endOnSilence(left, silenceMs).destroy()
    await sleep(1)
    expect(left.destroyed).toBe(true)
    const broken = new PassThrough()
    const read = text(endOnSilence(broken, silenceMs))
    broken.write('one')
    broken.destroy()
    await expect(read).rejects.toThrow(/closed the connection early/)
  })
})
