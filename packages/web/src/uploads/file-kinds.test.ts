import { describe, expect, it } from 'vitest'
import { acceptedFiles, findFileProblem } from './file-kinds.ts'
import { nameForService } from './upload-record.ts'

const problemOf = (name: string, kind: 'file' | 'insight' = 'file', size = 10) =>
  findFileProblem({ name, size }, kind)

describe('the types of files', () => {
  it('include .tif, which is sent as TIFF, and transcripts', () => {
    for (const extension of ['.tif', '.tiff', '.vtt', '.srt', '.csv', '.mp4'])
      expect(acceptedFiles.split(',')).toContain(extension)
    expect(problemOf('scan.TIF')).toBe(undefined)
    expect(nameForService('Überblick.v2.TIF')).toBe('Überblick.v2.tiff')
    expect(nameForService('tif.pdf')).toBe('tif.pdf')
  })

  it('do not include HEIC, with advice on what to do', () => {
    for (const name of ['IMG_1.HEIC', 'IMG_1.heif'])
      expect(problemOf(name)).toMatch(/as JPEG.*Most compatible/)
  })

  it('are named when a file has another one', () => {
    expect(problemOf('tool.exe')).toContain('.vtt, .srt')
    expect(problemOf('talk.srt')).toContain('needs its recording')
    expect(problemOf('photo.png', 'insight')).toContain('Not a document')
    expect(problemOf('empty.pdf', 'file', 0)).toContain('empty')
  })
})
