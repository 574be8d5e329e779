import type { ImportPlan, PlannedRecord } from '@inlet/refi-qda'
import { expect, it } from 'vitest'
import { isQdpx, selectImportable, transcriptFile } from './importable-sources.ts'

const record = (fileName: string, bytes: number): PlannedRecord => ({
  guid: fileName,
  fileName,
  kind: 'document',
  content: { from: 'file', file: fileName, bytes },
  transcript: null,
  createdAt: null,
})

const accept = (fileName: string) =>
  fileName.endsWith('.pdf') ? { extension: 'pdf', kind: 'document' as const, maxBytes: 10 } : undefined

const plan = (records: PlannedRecord[], more: Partial<ImportPlan> = {}): ImportPlan => ({
  name: 'Study',
  records,
  labels: [],
  unmatched: [],
  ...more,
})

it('lists sources that could not be uploaded', () => {
  const records = ['a.pdf', 'b.wma', 'c.pdf', 'd.pdf'].map((name, i) => record(name, [1, 1, 11, 0][i] ?? 0))
  const lost = { kind: 'source' as const, count: 1, examples: ['Lost'] }
  const { files, unmatched } = selectImportable(plan(records, { unmatched: [lost] }), accept)
  expect(files.map(({ fileName }) => fileName)).toEqual(['a.pdf'])
  expect(unmatched).toEqual([{ kind: 'source', count: 4, examples: ['Lost', 'b.wma', 'c.pdf', 'd.pdf'] }])
})

it('refuses sources that share a file and exceed the limit of an archive together', () => {
  const shared = Array.from({ length: 100 }, (_, i) => record(`${i}.pdf`, 10 ** 9))
  const acceptLarge = () => ({ extension: 'pdf', kind: 'document' as const, maxBytes: 10 ** 10 })
  expect(selectImportable(plan(shared.slice(0, 50)), acceptLarge).files).toHaveLength(50)
  expect(() => selectImportable(plan(shared), acceptLarge)).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  )
})

it('removes characters that names must not have', () => {
  const { files, name } = selectImportable(
    plan([record('a\u202eb\ud800.pdf', 1)], { name: ' \u0007Study\u2066 ' }),
    accept,
  )
  expect(files[0]?.fileName).toBe('a b\ufffd.pdf')
  expect(name).toBe('Study')
  expect(selectImportable(plan([], { name: ' ' }), accept).name).toBe('REFI-QDA project')
  expect(selectImportable(plan([], { name: '😀'.repeat(300) }), accept).name).toBe('😀'.repeat(200))
})

it('recognizes the project of any program, and no exported bundle', () => {
  expect(isQdpx(['project.qde', 'sources/A.pdf'])).toBe(true)
  expect(isQdpx(['My study.QDE'])).toBe(true)
  expect(isQdpx(['folder/project.qde'])).toBe(false)
  expect(isQdpx(['manifest.json', 'project.qde'])).toBe(false)
})

it('writes transcripts in the form in which they are returned', () => {
  const segments = [{ startMs: 0, endMs: null, speaker: 'Ada', text: 'Hello' }]
  expect(JSON.parse(transcriptFile(segments))).toEqual({
    segments: [{ start_ms: 0, end_ms: null, speaker: 'Ada', text: 'Hello' }],
  })
})
