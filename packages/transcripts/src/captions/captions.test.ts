import { describe, expect, it } from 'vitest'
import { linesOf, problemOf, read } from '../../test/read.ts'

const vtt = (...blocks: string[]) => ['WEBVTT', ...blocks].join('\n\n')

describe('captions', () => {
  it('reads the names of Zoom, and text with colons as text', async () => {
    const transcript = await read(
      vtt(
        '1\n00:00:01.000 --> 00:00:02.000\nJane Miller: Hello.',
        '2\n00:00:02.000 --> 00:00:03.000\nJane Miller: It is 10:30: late.',
      ),
      'meeting.vtt',
    )
    expect(transcript.format).toBe('webvtt')
    expect(linesOf(transcript)).toEqual([
      '1000-2000 Jane Miller: Hello.',
      '2000-3000 Jane Miller: It is 10:30: late.',
    ])
  })

  it('reads voice tags with entities, classes and two speakers in a cue', async () => {
    const transcript = await read(
      vtt('0:0:1.5 --> 0:0:2.90\n<v.loud R&amp;D>Hi &lt;all&gt;</v> <v Guest>Hello</v>'),
      'teams.vtt',
    )
    expect(linesOf(transcript)).toEqual(['1005-2090 R&D: Hi <all>', '1005-2090 Guest: Hello'])
    expect(transcript.warnings).toEqual([])
  })

  it('reads word times and shows a rolling line once', async () => {
    const transcript = await read(
      vtt(
        '00:00:00.000 --> 00:00:02.000\nso<00:00:00.500><c> we</c><00:00:01.000><c> start</c>',
        '00:00:02.000 --> 00:00:02.010\nso we start',
        '00:00:02.010 --> 00:00:04.000\nso we start\nnow<00:00:03.000><c> then</c>',
      ),
      'youtube.vtt',
    )
    expect(linesOf(transcript)).toEqual(['0-2000 -: so we start', '2010-4000 -: now then'])
    expect(transcript.cues[0]?.words?.map(({ text, startMs }) => [text, startMs])).toEqual([
      ['so', 0],
      ['we', 500],
      ['start', 1000],
    ])
  })

  it('reads SubRip by its content, whatever the name, without decoding entities', async () => {
    const transcript = await read(
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>R&amp;D</i> 2 < 3',
      'interview.txt',
    )
    expect(transcript.format).toBe('srt')
    expect(linesOf(transcript)).toEqual(['1000-2000 -: R&amp;D 2 < 3'])
  })

  it('reads SBV', async () => {
    const transcript = await read(
      '0:00:01.000,0:00:02.500\nfirst\nline\n\n0:00:03.000,0:00:04.000\nsecond\n',
      'a.sbv',
    )
    expect(transcript.format).toBe('sbv')
    expect(linesOf(transcript)).toEqual(['1000-2500 -: first line', '3000-4000 -: second'])
  })

  it('keeps the confidence and language that Microsoft Stream notes', async () => {
    const transcript = await read(
      vtt('NOTE language:de-de', 'NOTE Confidence: 0.5', '00:01.000 --> 00:02.000\nGuten Tag'),
      'stream.vtt',
    )
    expect(transcript.language).toBe('de-de')
    expect(transcript.cues[0]?.confidence).toBe(0.5)
  })

  it('skips and counts cues without a readable time', async () => {
    const transcript = await read(
      vtt('00:00:01.000 --> 00:00:02.000\ngood', '00:99:00.000 --> 00:99:01.000\nbad', '00:00:0x --> 1\nbad'),
      'a.vtt',
    )
    expect(linesOf(transcript)).toEqual(['1000-2000 -: good'])
    expect([transcript.skipped, transcript.warnings]).toEqual([2, ['skipped_cue']])
  })

  it('has no cues in a file of nothing but a header', async () => {
    expect(await problemOf('WEBVTT\n\nNOTE nothing\n', 'a.vtt')).toBe('no_cues')
  })

  it.each([
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${vtt('00:01.000 --> 00:02.000\nGrüße')}`, 'utf16le')],
    ['UTF-16LE without a mark', Buffer.from(vtt('00:01.000 --> 00:02.000\nGrüße'), 'utf16le')],
    ['UTF-16BE', Buffer.from(`\ufeff${vtt('00:01.000 --> 00:02.000\nGrüße')}`, 'utf16le').swap16()],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${vtt('00:01.000 --> 00:02.000\nGrüße')}`)],
    ['Windows-1252', Buffer.from(vtt('00:01.000 --> 00:02.000\nGrüße'), 'latin1')],
  ])('decodes %s', async (_, bytes) => {
    expect(linesOf(await read(bytes, 'a.vtt'))).toEqual(['1000-2000 -: Grüße'])
  })
})
