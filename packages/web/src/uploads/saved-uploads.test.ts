import { describe, expect, it } from 'vitest'
import { isSameFile, isSavedUpload, ownUploads, type SavedUpload } from './saved-uploads.ts'

const upload = (id: string, savedAt: number, userId = 1): SavedUpload => ({
  id,
  userId,
  kind: 'file',
  projectId: 1,
  name: 'call.mp4',
  bytes: 100,
  lastModified: 5,
  savedAt,
})
const dayMs = 24 * 3_600_000

describe('saved uploads', () => {
  it('belong to one user and keep their order', () => {
    const stored = [upload('b', 20), upload('other', 15, 2), upload('a', 10)]
    expect(ownUploads(stored, { userId: 1, now: 30 }).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(ownUploads(stored, { userId: undefined, now: 30 })).toEqual([])
  })

  it('expire after seven days, as the service removes the parts', () => {
    const stored = [upload('a', 0)]
    expect(ownUploads(stored, { userId: 1, now: 7 * dayMs - 1 })).toHaveLength(1)
    expect(ownUploads(stored, { userId: 1, now: 7 * dayMs })).toEqual([])
  })

  it('are not read from damaged storage', () => {
    for (const value of [undefined, null, 1, 'a', {}, { id: 'a', name: 'b' }])
      expect(isSavedUpload(value)).toBe(false)
    expect(isSavedUpload(upload('a', 0))).toBe(true)
  })

  it('are resumed only with a file of the same name, size and time', () => {
    const file = { name: 'call.mp4', size: 100, lastModified: 5 }
    expect(isSameFile(upload('a', 0), file)).toBe(true)
    for (const change of [{ name: 'other.mp4' }, { size: 101 }, { lastModified: 6 }])
      expect(isSameFile(upload('a', 0), { ...file, ...change })).toBe(false)
  })

  it('recognize a name with an umlaut in either of its forms', () => {
    const saved = { ...upload('a', 0), name: 'Gespräch.mp4'.normalize('NFD') }
    const file = { name: 'Gespräch.mp4'.normalize('NFC'), size: 100, lastModified: 5 }
    expect(isSameFile(saved, file)).toBe(true)
  })
})
