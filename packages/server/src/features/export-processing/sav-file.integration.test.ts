/** What PSPP reads in our SPSS files. */
import { expect, it } from 'vitest'
import { describeSav, readSav } from '../../../test/harness/read-sav.ts'
import { createSavRows, type SavValue, type SavVariable, savHeader } from './sav-file.ts'

function write(variables: readonly SavVariable[], values: readonly (readonly SavValue[])[]): Buffer {
  const rows = createSavRows(variables)
  const body = values.map((row) => rows.row(row))
  return Buffer.concat([savHeader(variables, new Date(), values.length), ...body, rows.end()])
}

const texts = [
  'short',
  '',
  'é'.repeat(127),
  'a'.repeat(255),
  'b'.repeat(256),
  `${'👍'.repeat(200)} end`,
  'c'.repeat(2_521),
  '"quoted", line\nbreak',
]

it('reads every text again, whatever the length of its variable', async () => {
  for (const bytes of [1, 8, 9, 252, 253, 255, 256, 504, 505, 511, 765, 1_000, 2_521]) {
    const fitting = texts.filter((text) => Buffer.byteLength(text) <= bytes)
    const variables: SavVariable[] = [
      { name: 'text', label: 'Text', type: { bytes } },
      { name: 'number', label: 'Number', type: 'number' },
    ]
    const [, ...rows] = await readSav(
      write(
        variables,
        fitting.map((text, i) => [text, i]),
      ),
    )
    expect(rows).toEqual(fitting.map((text, i) => [text, String(i)]))
  }
})

it('reads numbers, times and missing values again', async () => {
  const variables: SavVariable[] = [
    { name: 'number', label: 'Number', type: 'number' },
    { name: 'time', label: 'Time', type: 'time' },
  ]
  const time = new Date('2026-03-01T10:11:12Z')
  const [, ...rows] = await readSav(
    write(variables, [
      [-99, time],
      [151, new Date(0)],
      [152, null],
      [0.25, null],
      [null, null],
    ]),
  )
  expect(rows).toEqual([
    ['-99', '03/01/2026 10:11:12'],
    ['151', '01/01/1970 00:00:00'],
    ['152', ''],
    ['0.25', ''],
    ['', ''],
  ])
})

it('names variables and values with their labels', async () => {
  const content = write(
    [
      {
        name: 'q12_colour',
        label: 'Größe – 👍?',
        type: 'number',
        valueLabels: [
          [1, 'Rot "sehr"'],
          [2, 'Blau'],
        ],
      },
      { name: 'why', label: 'W'.repeat(300), type: { bytes: 400 } },
    ],
    [[1, 'x']],
  )
  const dictionary = await describeSav(content)
  expect(dictionary).toMatch(/q12_colour,1,Größe – 👍\?/)
  expect(dictionary).toContain(`why,2,${'W'.repeat(255)},`)
  expect(dictionary).toMatch(/1,"Rot ""sehr"""/)
  expect(dictionary).toMatch(/2,Blau/)
})
