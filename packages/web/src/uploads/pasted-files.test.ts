import { describe, expect, it } from 'vitest'
import { withoutSystemFiles } from './dropped-files.ts'
import { namePasted } from './pasted-files.ts'

const named = (...names: string[]) => names.map((name) => new File(['x'], name, { type: 'image/png' }))
const now = new Date(2026, 10, 8, 9, 3, 5)

describe('pasted files', () => {
  it('get a name with the time if they are pictures without one', () => {
    const files = namePasted(named('image.png', 'Skizze.png', 'image.jpg'), now)
    expect(files.map(({ name }) => name)).toEqual([
      'Pasted 2026-11-08 09.03.05.png',
      'Skizze.png',
      'Pasted 2026-11-08 09.03.05 3.jpg',
    ])
    expect(files[0]?.type).toBe('image/png')
  })
})

describe('files of a folder', () => {
  it('do not include those of the operating system', () => {
    const files = named('.DS_Store', 'Thumbs.db', 'desktop.ini', '~$notes.docx', 'notes.docx', 'a.b.pdf')
    expect(withoutSystemFiles(files).map(({ name }) => name)).toEqual(['notes.docx', 'a.b.pdf'])
  })
})
