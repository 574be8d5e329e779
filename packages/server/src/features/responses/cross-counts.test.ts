import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createListWriter, createValueWriter } from './answer-block.ts'
import { createCrossCounter } from './cross-counts.ts'

const listed = 3
/** Options 1 to 3 are listed, others are not. */
const groupOf = Uint8Array.from({ length: 16_384 }, (_, number) => (number <= listed ? number : 0))

const answers = fc.record({
  single: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(300)),
  multi: fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 4 }),
  isFitting: fc.boolean(),
})

it('equals counting the responses one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.array(answers, { minLength: 1, maxLength: 20 }), { maxLength: 3 }), (parts) => {
      const counter = createCrossCounter(
        { position: 0, shape: 'one', groupOf, groupCount: listed },
        { position: 1, shape: 'list', groupOf, groupCount: listed },
      )
      for (const rows of parts) {
        const single = createValueWriter(rows.length)
        const multi = createListWriter(1)
        rows.forEach((row, i) => {
          single.set(i, row.single)
          multi.add(row.multi)
        })
        const mask = Uint8Array.from(rows, ({ isFitting }) => Number(isFitting))
        counter.add(single.finish(0, rows.length), multi.finish(1, rows.length), {
          rows: mask,
          count: mask.filter((one) => one === 1).length,
        })
      }
      const both = parts
        .flat()
        .filter(({ single, multi, isFitting }) => isFitting && single !== 0 && multi.length > 0)
      const groups = Array.from({ length: listed }, (_, i) => i + 1)
      expect(counter.result()).toEqual({
        base: both.length,
        rowTotals: groups.map((group) => both.filter(({ single }) => single === group).length),
        columnTotals: groups.map((group) => both.filter(({ multi }) => multi.includes(group)).length),
        cells: groups.map((row) =>
          groups.map(
            (column) => both.filter(({ single, multi }) => single === row && multi.includes(column)).length,
          ),
        ),
      })
    }),
  )
})

it('counts a response once in a group of several chosen options', () => {
  const merged = Uint8Array.from({ length: 16_384 }, (_, number) => (number > 0 && number < 3 ? 1 : 0))
  const side = { position: 0, shape: 'list', groupOf: merged, groupCount: 1 } as const
  const writer = createListWriter(2)
  writer.add([1, 2])
  writer.add([3])
  const block = writer.finish(0, 2)
  const counter = createCrossCounter(side, { ...side, position: 1 })
  counter.add(block, block, undefined)
  expect(counter.result()).toEqual({ base: 2, rowTotals: [1], columnTotals: [1], cells: [[1]] })
})
