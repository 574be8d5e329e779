import { describe, expect, it } from 'vitest'
import { describeExport, listDocumentFiles, maxFileBytes, planArchive } from './qdpx.policy.ts'

describe('planArchive', () => {
  it('keeps files in their order until the archive is full', () => {
    const { isInside, bytes } = planArchive([40, 50, 20, 0, 5], { maxBytes: 100, textBytes: 10 })
    expect(isInside).toEqual([true, true, false, true, false])
    expect(bytes).toBe(100)
  })

  it('leaves a file outside that the standard does not allow', () => {
    const sizes = [maxFileBytes, maxFileBytes + 1]
    expect(planArchive(sizes, { maxBytes: 1e12, textBytes: 0 }).isInside).toEqual([true, false])
  })
})

describe('listDocumentFiles', () => {
  it.each([
    ['docx', true, true, true, ['rich', 'pdf']],
    ['docx', true, true, false, ['pdf']],
    ['docx', false, true, true, ['pdf']],
    ['pdf', true, false, true, ['pdf']],
    ['PNG', true, false, false, ['picture']],
    ['webp', true, false, true, []],
    ['pptx', true, true, true, ['pdf']],
    ['txt', true, true, true, []],
    ['pdf', false, false, true, []],
  ])(
    '%s with original %s, viewer %s and text %s is shown as %s',
    (extension, hasOriginal, hasViewer, hasText, kinds) => {
      const files = listDocumentFiles(extension, {
        original: hasOriginal ? 'original' : null,
        viewer: hasViewer ? 'viewer' : null,
        hasText,
      })
      expect(files.map(({ kind }) => kind)).toEqual(kinds)
    },
  )
})

it('describes what was left out', () => {
  const head = { productVersion: '1.2.3', asOf: new Date('2026-05-01T10:00:00.5Z'), outside: 0 }
  expect(describeExport(head, {})).toBe('Exported from Inlet 1.2.3, as of 2026-05-01T10:00:00Z.')
  expect(describeExport({ ...head, outside: 1 }, { drafts_of_others: 1, not_ready: 2, people: 0 })).toBe(
    'Exported from Inlet 1.2.3, as of 2026-05-01T10:00:00Z. Not included: 1 draft of other people, 2 records without a result. 1 large file is in further ZIP archives of this export.',
  )
})
