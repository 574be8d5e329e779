import { expect, it } from 'vitest'
import { readSheets, sheetAt } from './sheets.ts'

type Pdf = Parameters<typeof readSheets>[0]

it('reads the name and first page of each sheet from the bookmarks', async () => {
  const pdf = {
    getOutline: async () => [
      { title: 'Budget', dest: [{ num: 4, gen: 0 }] },
      { title: 'Answers', dest: 'named' },
      { title: 'Broken', dest: null },
    ],
    getDestination: async () => [{ num: 9, gen: 0 }],
    getPageIndex: async ({ num }: { num: number }) => (num === 4 ? 0 : 3),
  } as unknown as Pdf
  expect(await readSheets(pdf)).toEqual([
    { name: 'Budget', page: 1 },
    { name: 'Answers', page: 4 },
  ])
})

it('finds no sheets in a document without bookmarks', async () => {
  expect(await readSheets({ getOutline: async () => null } as unknown as Pdf)).toEqual([])
})

it('knows the sheet of a page', () => {
  const sheets = [
    { name: 'Budget', page: 1 },
    { name: 'Answers', page: 4 },
  ]
  expect([1, 3, 4, 90].map((page) => sheetAt(sheets, page)?.name)).toEqual([
    'Budget',
    'Budget',
    'Answers',
    'Answers',
  ])
})
