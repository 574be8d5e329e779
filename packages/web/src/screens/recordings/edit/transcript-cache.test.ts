import type { TranscriptSegment } from '@inlet/contract/workspace'
import { describe, expect, it } from 'vitest'
import { mergeLines, nameLines, type Transcript } from './transcript-cache.ts'

const line = (number: number, version = 0, text = `Line ${number}`): TranscriptSegment => ({
  number,
  start_ms: number * 1000,
  end_ms: number * 1000 + 900,
  speaker: number % 2 === 0 ? 'A' : 'B',
  speaker_name: null,
  text,
  words: text.split(' '),
  times: [0, 400, 500, 400],
  are_times_approximate: false,
  confidence: null,
  is_suspicious: false,
  version,
})

const transcript: Transcript = {
  segments: [line(0), line(1, 3), line(2)],
  is_whole: true,
  heard_ms: 3000,
  version: 3,
  names_version: 0,
}

describe('mergeLines', () => {
  it('takes newer lines and the next version', () => {
    const merged = mergeLines(transcript, { version: 4, lines: [line(2, 4, 'New text')] })
    expect(merged.segments.map(({ text }) => text)).toEqual(['Line 0', 'Line 1', 'New text'])
    expect(merged.version).toBe(4)
    expect(merged.segments[0]).toBe(transcript.segments[0])
  })

  it('keeps its version when a change in between is missing', () => {
    expect(mergeLines(transcript, { version: 6, lines: [line(2, 6)] }).version).toBe(3)
  })

  it('keeps a line that is newer than the response', () => {
    const merged = mergeLines(transcript, { version: 3, lines: [line(1, 2, 'Old text')] })
    expect(merged.segments[1]?.text).toBe('Line 1')
  })
})

describe('nameLines', () => {
  const speakers = [
    { id: 'A', name: 'Ada', line_count: 2 },
    { id: 'B', name: null, line_count: 1 },
  ]
  const names = (lines: readonly TranscriptSegment[]) => lines.map(({ speaker_name }) => speaker_name)

  it('names labels, then ranges, and falls back to the label', () => {
    const named = nameLines(
      transcript.segments,
      { labels: [{ speaker: 'A', name: 'Ada' }], lines: [{ first: 1, last: 2, name: 'Nia' }] },
      speakers,
    )
    expect(names(named)).toEqual(['Ada', 'Nia', 'Nia'])
    expect(names(nameLines(named, { lines: [{ first: 1, last: 2, name: null }] }, speakers))).toEqual([
      'Ada',
      null,
      'Ada',
    ])
  })
})
