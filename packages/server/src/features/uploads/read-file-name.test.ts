import { describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { forbiddenCharactersMessage } from './name.policy.ts'
import { readFileName } from './read-file-name.ts'
import type { FileKind } from './upload.policy.ts'

function refusalOf(name: string, kinds: FileKind[]): AppError {
  try {
    readFileName('file_name', name, kinds)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error(`${name} was accepted.`)
}

describe('readFileName', () => {
  it('returns the format of an accepted file name', () => {
    expect(readFileName('file_name', 'Talk.MP3', ['audio', 'video'])).toEqual({
      extension: 'mp3',
      kind: 'audio',
      contentType: 'audio/mpeg',
    })
  })

  it.each(['talk.mp3', 'talk', 'talk.exe', ''])(
    'lists the accepted extensions when %j is rejected',
    (name) => {
      expect(refusalOf(name, ['document'])).toMatchObject({
        code: 'unsupported_extension',
        status: 400,
        message: expect.stringContaining('pdf, ppt, pptx, doc, docx, xls, xlsx, txt.') as string,
        body: { details: [{ field: 'file_name', message: 'must end in a supported extension' }] },
      })
    },
  )

  it.each(['a\0.pdf', 'a\r\nb.pdf', 'a\u202efdp.pdf', 'a\ud800.pdf'])(
    'rejects %j because of its characters',
    (name) => {
      expect(refusalOf(name, ['document'])).toMatchObject({
        code: 'invalid_request',
        body: { details: [{ field: 'file_name', message: forbiddenCharactersMessage }] },
      })
    },
  )
})
