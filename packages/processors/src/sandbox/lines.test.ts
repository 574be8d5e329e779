import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lineSplitter } from './lines.ts'

function linesOf(chunks: readonly Buffer[]): string[] {
  const lines: string[] = []
  const take = lineSplitter((line) => lines.push(line))
  for (const chunk of chunks) take(chunk)
  return lines
}

it('yields the same lines, whatever the chunks', () => {
  const text = 'out_time_us=1\nüber=☃\n\nprogress=end\n'
  fc.assert(
    fc.property(fc.nat(Buffer.byteLength(text)), (at) => {
      const bytes = Buffer.from(text)
      expect(linesOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(text.split('\n').slice(0, -1))
    }),
  )
})

it('truncates an endless line', () => {
  const chunks = Array.from({ length: 100 }, () => Buffer.alloc(1000, 'x'))
  const [line = ''] = linesOf([...chunks, Buffer.from('\n')])
  expect(line.length).toBeLessThan(10_000)
})
