import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startCollector } from '../../../test/harness/collector.ts'
import { createOtlpTracer } from './otlp-tracer.ts'
import type { Tracer } from './tracer.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const good = `00-${traceId}-b7ad6b7169203331-01`

let collector: Awaited<ReturnType<typeof startCollector>>
let tracer: Tracer
let dropped: number

function open(ratio = 1): Tracer {
  return createOtlpTracer({
    endpoint: `${collector.url}/`,
    headers: { 'x-collector-key': 'a key' },
    serviceName: 'test',
    ratio,
    log: pino({ level: 'silent' }),
    onDropped: (count) => {
      dropped += count
    },
  })
}

beforeEach(async () => {
  collector = await startCollector()
  dropped = 0
  tracer = open()
})
afterEach(async () => {
  await tracer.close()
  await collector.close()
})

const start = (traceparent?: string | string[]) =>
  tracer.start({ name: 'a span', kind: 'server', traceparent })

describe('the OTLP tracer', () => {
  it('continues the trace of a traceparent header, and passes it on', () => {
    const span = start(good)
    expect(span?.context).toMatchObject({ traceId, traceFlags: 1 })
    expect(span?.context.spanId).not.toBe('b7ad6b7169203331')
    expect(tracer.run(span, () => tracer.traceparent())).toBe(`00-${traceId}-${span?.context.spanId}-01`)
    expect(tracer.traceparent()).toBeUndefined()
  })

  it.each([
    undefined,
    '',
    'x',
    ['a', 'b'],
    good.toUpperCase(),
    good.replace('00-', 'ff-'),
    good.replace(/-[\da-f]{32}-/, `-${'0'.repeat(32)}-`),
    good.replace(/-[\da-f]{16}-/, `-${'0'.repeat(16)}-`),
    good.slice(0, -1),
  ])('starts a new trace when the header is %s', (header) => {
    expect(start(header)?.context.traceId).toMatch(/^(?!0af7651916cd43dd8448eb211c80319c)[\da-f]{32}$/)
  })

  it('makes spans children of the running span', async () => {
    const outer = start()
    const inner = await tracer.run(outer, async () => {
      await new Promise(setImmediate)
      return start()
    })
    inner?.end({ 'inlet.count': 3 }, 'failed')
    outer?.end()
    await tracer.close()
    expect(collector.spans.map((span) => [span.parentSpanId, span.service, span.kind])).toEqual([
      [outer?.context.spanId, 'test', 2],
      [undefined, 'test', 2],
    ])
    expect(collector.spans[0]).toMatchObject({ status: { code: 2, message: 'failed' } })
    expect(collector.headers).toEqual(['a key'])
  })

  it("follows the caller's sampling decision, and applies the ratio where there is none", async () => {
    await tracer.close()
    tracer = open(0)
    expect(start(good)?.context.traceFlags).toBe(1)
    expect(start()?.context.traceFlags).toBe(0)
    const unsampled = start(good.replace(/01$/, '00'))
    expect(tracer.run(unsampled, () => tracer.traceparent())).toMatch(/-00$/)
    unsampled?.end()
    await tracer.close()
    expect(collector.spans).toEqual([])
    expect(dropped).toBe(0)
  })

  it('counts spans that do not fit into the queue, and keeps the others', async () => {
    for (let i = 0; i < 4_196; i += 1) start()?.end()
    expect(dropped).toBe(100)
    await tracer.close()
    expect(collector.spans).toHaveLength(4_096)
    expect(dropped).toBe(100)
  })
})
