import { describe, expect, it } from 'vitest'
import { pairTranscripts } from './pair-transcripts.ts'

const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello.'
const file = (name: string, content = 'x') => new File([content], name)

async function pair(...files: File[]) {
  const { transcripts, files: others } = await pairTranscripts(files)
  return {
    pairs: [...transcripts].map(([recording, transcript]) => `${recording.name} ${transcript.name}`),
    others: others.map(({ name }) => name),
  }
}

describe('pairTranscripts', () => {
  it('pairs a recording with the transcript of its name', async () => {
    expect(await pair(file('a.srt', srt), file('A.mp4'), file('b.wav'), file('b.wav.vtt', srt))).toEqual({
      pairs: ['A.mp4 a.srt', 'b.wav b.wav.vtt'],
      others: ['A.mp4', 'b.wav'],
    })
  })

  it('leaves notes and transcripts without a recording as they are', async () => {
    const files = [
      file('a.mp4'),
      file('a.txt', 'Notes: it was quiet.'),
      file('b.txt', '[00:01] Jane: Hello.'),
    ]
    expect(await pair(...files)).toEqual({ pairs: [], others: ['a.mp4', 'a.txt', 'b.txt'] })
  })
})
