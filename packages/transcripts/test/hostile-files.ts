/** Files that a careless reader would hang on, run out of memory on, or misread. */

const cue = (index: number, text: string) => {
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23)
  return `${clock(index * 30)} --> ${clock(index * 30 + 30)}\n${text}\n\n`
}
const repeat = (text: string, megabytes: number) =>
  text.repeat(Math.ceil((megabytes * 1024 * 1024) / text.length))
const vtt = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`

export const hostileFiles: readonly {
  name: string
  fileName: string
  make: () => string
  expected: string
}[] = [
  {
    name: '100,000 cues',
    fileName: 'a.vtt',
    make: () => `WEBVTT\n\n${Array.from({ length: 100_000 }, (_, i) => cue(i, `word${i}`)).join('')}`,
    expected: 'read',
  },
  { name: 'too many cues', fileName: 'a.srt', make: () => repeat(cue(1, 'x'), 10), expected: 'too_large' },
  { name: 'a cue of 4 MB', fileName: 'a.vtt', make: () => vtt(repeat('word ', 4)), expected: 'read' },
  { name: 'unclosed tags', fileName: 'a.vtt', make: () => vtt(repeat('<', 8)), expected: 'read' },
  {
    name: 'nested tags',
    fileName: 'a.vtt',
    make: () => vtt(`${repeat('<i><c.x>', 8)}deep`),
    expected: 'read',
  },
  { name: 'open voices', fileName: 'a.vtt', make: () => vtt(repeat('<v a', 8)), expected: 'read' },
  { name: 'entities', fileName: 'a.vtt', make: () => vtt(repeat('&amp;&#x1F600;&', 8)), expected: 'read' },
  { name: 'placements', fileName: 'a.srt', make: () => vtt(repeat('{\\', 8)).slice(8), expected: 'read' },
  {
    name: 'one line of blanks',
    fileName: 'a.txt',
    make: () => `a:${repeat(' ', 8)}b\na: x\na: y`,
    expected: 'read',
  },
  {
    name: 'one line of digits',
    fileName: 'a.txt',
    make: () => repeat('1:', 8),
    expected: 'not_a_transcript',
  },
  {
    name: 'lines of brackets',
    fileName: 'a.txt',
    make: () => repeat('[0:01] a\n', 2),
    expected: 'too_large',
  },
  { name: 'arrows', fileName: 'a.vtt', make: () => vtt(repeat('-->', 8)), expected: 'read' },
  { name: 'blank lines', fileName: 'a.vtt', make: () => `WEBVTT${repeat('\n', 8)}`, expected: 'no_cues' },
  {
    name: 'nested JSON',
    fileName: 'a.json',
    make: () => '['.repeat(1_000_000) + ']'.repeat(1_000_000),
    expected: 'not_a_transcript',
  },
  {
    name: 'HTML of spans',
    fileName: 'a.otr',
    make: () => JSON.stringify({ text: repeat('<span ', 4), 'media-time': 0 }),
    expected: 'no_cues',
  },
]
