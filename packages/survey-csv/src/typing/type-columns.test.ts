import { describe, expect, it, vi } from 'vitest'
import { heldOutColumns } from '../../test/held-out-columns.ts'
import { openSamples } from '../../test/samples.ts'
import { repairHeader } from '../header/repair-header.ts'
import { createRowSampler } from './sample-rows.ts'
import { typeColumns } from './type-columns.ts'

// Allows for slow CI runners.
vi.setConfig({ testTimeout: 60_000 })

/** Prints the result, so that the effect of a rule change is visible. */
function tally(title: string) {
  const wrong: string[] = []
  let all = 0
  let confident = 0
  let confidentWrong = 0
  return {
    add(column: { name: string; type: string; confidence: number }, accepted: readonly string[]) {
      const isRight = accepted.includes(column.type)
      all++
      if (column.confidence >= 0.9) {
        confident++
        if (!isRight) confidentWrong++
      }
      if (!isRight) wrong.push(`${column.name}: ${column.type} instead of ${accepted.join(' or ')}`)
    },
    finish() {
      const share = (all - wrong.length) / all
      console.info(
        `${title}: ${all - wrong.length} of ${all} columns correct (${(share * 100).toFixed(1)} %), ${confident - confidentWrong} of ${confident} correct at 0.9 and above`,
      )
      for (const line of wrong) console.info(`  ${line}`)
      return { all, share, confidentWrong }
    },
  }
}

describe('typeColumns accuracy', () => {
  it.each([60, 500])('types at least 95 % of the held-out columns correctly from %i rows', (length) => {
    const rows = Array.from({ length }, (_, row) => heldOutColumns.map((column) => column.value(row)))
    const typed = typeColumns({ names: heldOutColumns.map(({ header }) => header), rows, autoMap: true })
    const score = tally(`Held-out table of ${length} rows`)
    for (const [index, column] of typed.entries()) score.add(column, [heldOutColumns[index]?.type ?? ''])
    const { share, confidentWrong } = score.finish()
    expect(share).toBeGreaterThanOrEqual(0.95)
    expect(confidentWrong).toBe(0)
  })

  it.each([1, 3, 6, 12, 25])('is never wrong at a confidence of 0.9 or more, even from %i rows', (length) => {
    const rows = Array.from({ length }, (_, row) => heldOutColumns.map((column) => column.value(row)))
    const typed = typeColumns({ names: heldOutColumns.map(({ header }) => header), rows, autoMap: true })
    for (const [index, column] of typed.entries()) {
      if (column.confidence >= 0.9) expect(column).toMatchObject({ type: heldOutColumns[index]?.type })
    }
  })

  it.runIf(openSamples().length > 0)(
    'types at least 98 % of the sample columns correctly, and all of them at a confidence of 0.9 or more',
    async () => {
      const score = tally('Samples')
      let labelled = 0
      for (const sample of openSamples()) {
        const survey = await sample.open()
        const sampler = createRowSampler()
        for await (const batch of survey.responses) for (const row of batch) sampler.add(row.cells)
        const typed = typeColumns({
          names: survey.names,
          rows: sampler.rows(),
          header: survey.header,
          autoMap: true,
        })
        labelled += sample.label.columns.length
        for (const [index, column] of typed.entries()) {
          const label = sample.label.columns[index]
          score.add(column, label?.accept ?? [label?.type ?? ''])
        }
      }
      const { all, share, confidentWrong } = score.finish()
      expect(all).toBe(labelled)
      expect(share).toBeGreaterThanOrEqual(0.98)
      expect(confidentWrong).toBe(0)
    },
  )
})

describe('typeColumns', () => {
  const rows = Array.from({ length: 30 }, (_, row) => [
    `p${row}@mail.example`,
    row % 2 ? 'Yes' : 'No',
    `clip${row}.mp4`,
  ])
  const names = ['Email', 'Agree', 'Clip']

  it('prefers the mapping, which matches headers case-sensitively', () => {
    const mapping = { Email: 'Do nothing', agree: 'NPS', Clip: 'MEDIA_RESPONSE' } as const
    const types = typeColumns({ names, rows, mapping, autoMap: true }).map(({ type }) => type)
    expect(types).toEqual(['Do nothing', 'Single choice', 'MEDIA_RESPONSE'])
  })

  it.each([' Email ', '\ufeffEmail', 'E\u0301mail'])(
    'matches the mapped header %j as spelled in the file',
    (key) => {
      const [name = ''] = repairHeader([key])
      const [typed] = typeColumns({ names: [name], rows, mapping: { [key]: 'Email' }, autoMap: false })
      expect(typed?.type).toBe('Email')
    },
  )

  it('ignores unmapped columns without autoMap', () => {
    const types = typeColumns({ names, rows, mapping: { Email: 'Email' }, autoMap: false }).map(
      ({ type }) => type,
    )
    expect(types).toEqual(['Email', 'Do nothing', 'Do nothing'])
  })

  it('never detects media columns automatically', () => {
    expect(typeColumns({ names, rows, autoMap: true })[2]?.type).toBe('Do nothing')
  })

  it('handles headers that are properties of every object', () => {
    const odd = ['constructor', '__proto__', 'toString']
    expect(typeColumns({ names: odd, rows, autoMap: false }).map(({ type }) => type)).toEqual(
      Array(3).fill('Do nothing'),
    )
  })

  it('returns the options, separator and date order needed to parse the cells', () => {
    const cells = Array.from({ length: 30 }, (_, row) => [
      ['a; b', 'b', 'a; c', 'b; c', 'a'][row % 5] ?? '',
      `${(row % 28) + 1}/3/2024 10:00`,
      row % 3 ? 'Yes' : 'No',
    ])
    const [multi, time, single] = typeColumns({
      names: ['Q1', 'Submitted', 'Q3'],
      rows: cells,
      autoMap: true,
    })
    expect(multi).toMatchObject({ type: 'Multi choice', separator: ';', options: ['a', 'b', 'c'] })
    expect(time).toMatchObject({ type: 'Timestamp', dateOrder: 'day-first' })
    expect(single).toMatchObject({ type: 'Single choice', options: ['Yes', 'No'] })
  })

  it('accepts an empty table', () => {
    expect(typeColumns({ names: ['a'], rows: [], autoMap: true })).toMatchObject([{ type: 'Do nothing' }])
  })
})

describe('createRowSampler', () => {
  it('spreads a bounded sample evenly over all rows', () => {
    const sampler = createRowSampler(100)
    for (let row = 0; row < 12_345; row++) sampler.add([String(row)])
    const kept = sampler.rows().map(([cell]) => Number(cell))
    expect(kept.length).toBeGreaterThan(50)
    expect(kept.length).toBeLessThanOrEqual(100)
    expect(kept[0]).toBe(0)
    expect(kept.at(-1)).toBeGreaterThan(12_000)
    const steps = new Set(kept.slice(1).map((row, index) => row - (kept[index] ?? 0)))
    expect(steps.size).toBe(1)
  })

  it('limits the number of characters for wide tables', () => {
    const sampler = createRowSampler()
    const wide = Array.from({ length: 2000 }, () => 'x'.repeat(1000))
    for (let row = 0; row < 100; row++) sampler.add(wide)
    expect(sampler.rows().length).toBeLessThanOrEqual(10)
  })

  it('keeps every row of a short table and truncates long cells', () => {
    const sampler = createRowSampler(10)
    for (let row = 0; row < 10; row++) sampler.add(['x'.repeat(5000)])
    expect(sampler.rows()).toHaveLength(10)
    expect(sampler.rows()[0]?.[0]).toHaveLength(1000)
  })
})
