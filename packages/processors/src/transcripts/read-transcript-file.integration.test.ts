import { describe, expect, it } from 'vitest'
import type { Input } from '../../test/job-dirs.ts'
import { useSandbox, withInput } from '../../test/job-dirs.ts'
import { readTranscriptFile } from './read-transcript-file.ts'

const env = useSandbox()
const recording = { durationMs: 60_000.4, language: 'en-US' }

const read = (input: Input) =>
  withInput(env.root, input, async (file) => {
    const result = await readTranscriptFile({ sandbox: env.sandbox, recording, ...file })
    if (!result.ok) throw new Error(result.failure.code)
    return result.transcript
  })

describe('readTranscriptFile', () => {
  it('reads a transcript in the sandbox', async () => {
    const content = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Jane>Hello there</v>\n'
    expect(await read({ name: 'a.vtt', content })).toEqual({
      format: 'webvtt',
      notices: [],
      language: 'en-US',
      segments: [
        {
          startMs: 1000,
          endMs: 2000,
          text: 'Hello there',
          speaker: 'Jane',
          isSuspicious: false,
          withinMs: [1000, 2000],
          words: [
            { text: 'Hello', startMs: 1000, endMs: 1500, isApproximate: true },
            { text: 'there', startMs: 1500, endMs: 2000, isApproximate: true },
          ],
        },
      ],
    })
  })

  it.each([
    ['what is no transcript', 'Just some prose.', 'not_a_transcript'],
    ['a transcript of a longer recording', '1\n01:00:00,000 --> 01:10:00,000\nlate', 'beyond_recording'],
    ['an empty file', '', 'empty'],
  ])('reports %s', async (_, content, problem) => {
    expect(await read({ name: 'a.txt', content })).toEqual({ problem })
  })
})
