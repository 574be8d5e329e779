import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../test/folder.ts'
import { findFiles } from './find-files.ts'
import { createTranscriptPairing } from './transcripts.ts'

const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello.'

async function pairsIn(files: Record<string, string>) {
  const folder = await makeFolder(files)
  const { files: found } = await findFiles([folder])
  const pairs = await createTranscriptPairing().pair(found)
  return Object.fromEntries(
    [...pairs].map(([path, { path: transcript }]) => [
      path.slice(folder.length + 1),
      transcript.slice(join(folder, '/').length),
    ]),
  )
}

describe('transcripts', () => {
  it('belong to the recording of the same name in the same folder', async () => {
    expect(
      await pairsIn({
        'a.mp4': 'x',
        'a.srt': srt,
        'B.MP3': 'x',
        'b.mp3.VTT': srt,
        'c.wav': 'x',
        'sub/c.srt': srt,
        'd.srt': srt,
      }),
    ).toEqual({ 'a.mp4': 'a.srt', 'B.MP3': 'b.mp3.VTT' })
  })

  it('are recognized by their content, so that notes stay documents', async () => {
    expect(
      await pairsIn({
        'a.mp4': 'x',
        'a.txt': 'Notes: it was quiet.',
        'b.mp4': 'x',
        'b.txt': '[00:01] Jane: Hello.',
        'c.mp4': 'x',
        'c.json': '{"name": "c"}',
        'd.mp4': 'x',
        'd.txt': '[00:01] Jane: Hello.',
        'd.vtt': srt,
      }),
    ).toEqual({ 'b.mp4': 'b.txt', 'd.mp4': 'd.vtt' })
  })
})
