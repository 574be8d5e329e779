import { describe, expect, it } from 'vitest'
import { createEntries, type JournalLine } from '../journal/entries.ts'
import { indexEntries } from './plan-sync.ts'

const adoption: readonly JournalLine[] = [
  {
    do: 'begin',
    id: '1',
    as: 'file',
    bytes: 5,
    externalId: 'archive:a.pdf@1',
    sourcePath: 'a.pdf',
    path: '',
    print: '',
    mtime: '',
  },
  { do: 'key', id: '1', key: 'k' },
  { do: 'sent', id: '1' },
  { do: 'accepted', id: '1' },
]

describe('the index of a journal', () => {
  it.each([
    [1, undefined],
    [2, undefined],
    [3, 'sent'],
    [4, 'accepted'],
  ])(
    'knows a version of which %i lines were written when the reconciliation was killed: %s',
    (lines, state) => {
      const entries = createEntries()
      for (const line of adoption.slice(0, lines)) entries.apply(line)
      expect(indexEntries(entries).ofVersion('archive:a.pdf@1', 'file')?.state).toBe(state)
    },
  )
})
