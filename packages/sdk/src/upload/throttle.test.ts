import { expect, it } from 'vitest'
import { chunksOf, toSource } from './source.ts'
import { createThrottle, throttled } from './throttle.ts'

const read = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(stream)) chunks.push(chunk)
  return chunks
}

it('limits all uploads that share it together', async () => {
  const throttle = createThrottle(100_000)
  const file = toSource(new Uint8Array(30_000), 'a.txt')
  const startedAt = performance.now()
  await Promise.all([1, 2].map(() => read(throttled(file, throttle).stream())))
  const seconds = (performance.now() - startedAt) / 1000
  // 60,000 bytes, of which the last chunk is not waited for.
  expect(seconds).toBeGreaterThan(0.3)
  expect(seconds).toBeLessThan(5)
})

it('sends the same bytes, in chunks of a quarter of a second', async () => {
  const bytes = Uint8Array.from({ length: 50_000 }, (_, i) => i % 251)
  const chunks = await read(throttled(toSource(bytes, 'a.txt'), createThrottle(80_000)).stream())
  expect(chunks.map(({ length }) => length)).toEqual([20_000, 20_000, 10_000])
  expect(Buffer.concat(chunks).equals(Buffer.from(bytes))).toBe(true)
})

it('does not save up what was not used', async () => {
  let now = 0
  const throttle = createThrottle(1024, () => now)
  await throttle.take(1)
  now = 60_000
  await throttle.take(100)
  const startedAt = performance.now()
  await throttle.take(1)
  expect(performance.now() - startedAt).toBeGreaterThan(80)
})

it('rejects a rate with which an upload would not end', () => {
  expect(() => createThrottle(10)).toThrow('at least 1,024 bytes')
})
