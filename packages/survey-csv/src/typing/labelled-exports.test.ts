import { expect, it } from 'vitest'
import { openLabelledExports } from '../../test/labelled-exports.ts'
import { parseTimestamp } from '../values/parse-timestamp.ts'
import { createRowSampler } from './sample-rows.ts'
import { typeColumns } from './type-columns.ts'

it('COL-1 types at least 97 % of the columns of exports in 18 languages correctly, and all at a confidence of 0.9 or more', async () => {
  const languages = new Set<string>()
  const wrong: string[] = []
  let columns = 0
  let confidentWrong = 0
  const files = openLabelledExports()
  for (const { file, label, open } of files) {
    languages.add(label.language)
    const survey = await open()
    expect(survey.header.count, file).toBe(label.headerRows)
    const sampler = createRowSampler()
    for await (const batch of survey.responses) for (const row of batch) sampler.add(row.cells)
    const typed = typeColumns({
      names: survey.names,
      rows: sampler.rows(),
      header: survey.header,
      autoMap: true,
    })
    expect(typed, file).toHaveLength(label.columns.length)
    for (const [index, { header, type, accept = [type] }] of label.columns.entries()) {
      const column = typed[index]
      columns++
      if (column && accept.includes(column.type)) continue
      wrong.push(`${file}, ${header}: ${column?.type} instead of ${accept.join(' or ')}`)
      if (column && column.confidence >= 0.9) confidentWrong++
    }
  }
  const right = columns - wrong.length
  const share = right / columns
  for (const line of wrong) console.info(line)
  console.info(
    `typing languages=${languages.size} files=${files.length} columns=${columns} right=${right} share=${share.toFixed(4)}`,
  )
  expect(languages.size).toBeGreaterThanOrEqual(8)
  expect(files.length).toBeGreaterThanOrEqual(30)
  expect(share).toBeGreaterThanOrEqual(0.97)
  expect(confidentWrong).toBe(0)
})

it('reads every response time of exports in 18 languages', async () => {
  for (const { file, label, open } of openLabelledExports()) {
    const survey = await open()
    const rows: string[][] = []
    for await (const batch of survey.responses) for (const row of batch) rows.push([...row.cells])
    const typed = typeColumns({ names: survey.names, rows, header: survey.header, autoMap: true })
    for (const [index, { type, dateOrder = 'undecided' }] of typed.entries()) {
      if (type !== 'Timestamp' || label.columns[index]?.type !== 'Timestamp') continue
      const unread = rows
        .map((row) => row[index] ?? '')
        .filter((cell) => parseTimestamp(cell, dateOrder) === null)
      expect(unread, `${file}, ${survey.names[index]}`).toEqual([])
    }
  }
})
