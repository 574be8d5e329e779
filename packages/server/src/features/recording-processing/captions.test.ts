import { type Segment, segmentChunk } from '@inlet/processors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSrt, toVtt } from './captions.ts'
import { oneLine, toJson, toText } from './transcript-text.ts'

function segment(text: string, startMs = 0, endMs = startMs + 2000, speaker?: string): Segment {
  const [found] = segmentChunk({ startMs, endMs, voiceMs: [], text, isSuspicious: false })
  const base = found ?? { startMs, endMs, text, words: [], isSuspicious: false }
  return speaker === undefined ? base : { ...base, speaker }
}

type Cue = { startMs: number; endMs: number; text: string }

/** Parses WebVTT as specified: blocks between blank lines, a timing line, then text. */
function parseVtt(vtt: string): Cue[] {
  const [header, ...blocks] = vtt.replace(/\n$/, '').split('\n\n')
  expect(header?.trim()).toBe('WEBVTT')
  return blocks.map((block) => {
    const [times = '', ...lines] = block.split('\n')
    const [from = '', to = ''] = times.split(' --> ')
    return { startMs: parseClock(from), endMs: parseClock(to), text: decodeVtt(lines.join('\n')) }
  })
}

function parseClock(clock: string): number {
  expect(clock).toMatch(/^\d{2,}:[0-5]\d:[0-5]\d\.\d{3}$/)
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000)
}

function decodeVtt(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('-->', '\n\n', '<b>', '&lt;', '\u2028', '00:00:01.000 --> 00:00:02.000', 'NOTE', '{\\an8}'),
)
const texts = fc.array(nasty, { maxLength: 30 }).map((parts) => parts.join(' '))
const transcripts = fc.array(texts, { maxLength: 6 }).map((each) =>
  each.flatMap((text, index) =>
    segmentChunk({
      startMs: index * 10_000,
      endMs: index * 10_000 + 9000,
      voiceMs: [],
      text,
      isSuspicious: false,
    }),
  ),
)

describe('WebVTT', () => {
  it('contains every word in order, whatever its characters', () => {
    fc.assert(
      fc.property(transcripts, (segments) => {
        const cues = parseVtt(toVtt(segments))
        const words = segments.map((each) => each.text).join(' ')
        expect(cues.map((cue) => cue.text).join(' ')).toBe(words)
        let at = -1
        for (const cue of cues) {
          expect(cue.startMs).toBeGreaterThanOrEqual(at)
          expect(cue.endMs).toBeGreaterThan(cue.startMs)
          expect(cue.endMs - cue.startMs).toBeLessThanOrEqual(9001)
          at = cue.startMs
        }
      }),
    )
  })

  it('keeps cues short enough to read', () => {
    const text = `${'word '.repeat(40)}end.`
    const cues = parseVtt(toVtt([segment(text, 0, 15_000)]))
    expect(cues.length).toBeGreaterThan(2)
    for (const cue of cues) {
      expect(cue.text.length).toBeLessThanOrEqual(84)
      expect(cue.endMs - cue.startMs).toBeLessThanOrEqual(7000)
    }
  })

  it('extends a short cue to a second, at most until the next cue', () => {
    const [first, second] = parseVtt(toVtt([segment('Yes.', 0, 200), segment('No.', 600, 700)]))
    expect(first).toMatchObject({ startMs: 0, endMs: 600 })
    expect(second).toMatchObject({ startMs: 600, endMs: 1600 })
  })

  it('escapes the name of the speaker', () => {
    expect(toVtt([segment('Hello.', 3_600_000, 3_602_000, 'A>\n\n<b> & Co')])).toBe(
      'WEBVTT\n\n01:00:00.000 --> 01:00:02.000\n<v A&gt; &lt;b&gt; &amp; Co>Hello.\n',
    )
  })
})

describe('SubRip', () => {
  it('is numbered and has no tags or timing lines from the text', () => {
    const srt = toSrt([segment('One --> two.', 1000, 3000), segment('{\\an8}<i>x</i>', 4000, 6000, 'Ann')])
    expect(srt).toBe(
      '1\n00:00:01,000 --> 00:00:03,000\nOne --› two.\n\n2\n00:00:04,000 --> 00:00:06,000\nAnn: { \\an8}‹i›x‹/i›\n',
    )
  })

  it('has one timing line per cue and no empty lines in a cue', () => {
    fc.assert(
      fc.property(transcripts, (segments) => {
        const srt = toSrt(segments)
        const blocks = srt === '' ? [] : srt.replace(/\n$/, '').split('\n\n')
        for (const [index, block] of blocks.entries()) {
          const lines = block.split('\n')
          expect(lines).toHaveLength(3)
          expect(lines[0]).toBe(String(index + 1))
          expect(block.split('-->')).toHaveLength(2)
        }
      }),
    )
  })
})

describe('text and JSON', () => {
  it('starts a paragraph after a pause and with a new speaker', () => {
    const segments = [
      segment('One.', 0, 1000),
      segment('Two.', 1200, 2000),
      segment('Three.', 6000, 7000),
      segment('Four.', 7000, 8000, 'Ann'),
    ]
    expect(toText(segments)).toBe('One. Two.\n\nThree.\n\nAnn: Four.\n')
    expect(toText([])).toBe('')
  })

  it('contains all data in JSON, with the field names of the API', () => {
    const about = { engine: 'local', model: 'm', language: 'en', durationMs: 2000 }
    const parsed: unknown = JSON.parse(toJson({ ...about, segments: [segment('Hi there.', 0, 2000)] }))
    expect(parsed).toMatchObject({ engine: 'local', model: 'm', language: 'en', duration_ms: 2000 })
    expect(parsed).toHaveProperty('segments.0.words.1', {
      start_ms: 600,
      end_ms: 2000,
      text: 'there.',
      is_approximate: true,
    })
    expect(parsed).toMatchObject({ segments: [{ is_suspicious: false, speaker: null, confidence: null }] })
  })

  it('replaces line breaks inside of a line', () => {
    expect(oneLine('a\r\n\u2028b\u0000\u0085 c ')).toBe('a b c')
  })
})
