import { initializeFile } from '@inlet/contract'
import { describe, expect, it } from 'vitest'
import { findObstacle, kindOf, supportedExtensions } from './kinds.ts'

describe('kinds', () => {
  it('match the contract', () => {
    const said = initializeFile.description ?? ''
    const listed = (word: string) => new RegExp(`${word}: ([^.]+)\\.`).exec(said)?.[1]?.split(', ')
    expect(listed('Video')).toEqual(supportedExtensions.video)
    expect(listed('Audio')).toEqual(supportedExtensions.audio)
    expect(listed('Documents')).toEqual(supportedExtensions.document)
    expect(listed('Images')).toEqual(supportedExtensions.image)
  })

  it('depend on the extension, ignoring case', () => {
    expect([kindOf('A.MP4'), kindOf('b.tar.gz'), kindOf('.txt'), kindOf('txt')]).toEqual([
      'video',
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('obstacles to an import', () => {
  it.each([
    ['photo.heic', 10, '.heic is not a supported kind'],
    ['README', 10, 'has no extension'],
    ['answers.csv', 10, 'is a CSV; use "inlet survey import"'],
    ['empty.txt', 0, 'is empty'],
    ['huge.pdf', 500 * 1024 * 1024 + 1, 'is larger than the 500 MB allowed for document files'],
    ['huge.mp4', 10 * 1024 ** 3 + 1, 'is larger than the 10 GB allowed for video files'],
    [`${'n'.repeat(500)}.txt`, 10, 'has a name longer than 500 characters'],
    ['exe\u202efdp.txt', 10, 'has a name with unprintable characters'],
  ])('%s', (name, bytes, reason) => {
    expect(findObstacle(name, bytes)).toBe(reason)
  })

  it('accepts files at their size limits', () => {
    expect(findObstacle('large.pdf', 500 * 1024 * 1024)).toBeUndefined()
    expect(findObstacle('large.mp4', 10 * 1024 ** 3)).toBeUndefined()
  })
})
