import { describe, expect, it } from 'vitest'
import { chooseColors } from './colors.ts'
import { formatBytes, formatCount, formatDuration } from './format.ts'
import { createOutput } from './output.ts'
import type { ProgressState } from './progress.ts'
import type { Stream } from './stream.ts'
import { drawLines } from './terminal-progress.ts'
import { cutTo, printable, widthOf } from './text.ts'

function makeStream(facts: Partial<Stream> = {}): Stream & { text: () => string } {
  let written = ''
  return {
    ...facts,
    write: (text) => {
      written += text
    },
    text: () => written,
  }
}

function setUp(options = {}, facts: Partial<Stream> = {}, env: Record<string, string> = {}) {
  const stdout = makeStream(facts)
  const stderr = makeStream(facts)
  return { stdout, stderr, output: createOutput({ stdout, stderr, env }, options) }
}

describe('output', () => {
  it('writes data to stdout and messages to stderr', () => {
    const { output, stdout, stderr } = setUp()
    output.say('talk')
    output.table(
      [
        { id: 1, name: 'Grüße 漢字' },
        { id: 20, name: 'b' },
      ],
      'nothing',
    )
    expect(stderr.text()).toBe('talk\n')
    expect(stdout.text()).toBe('ID  NAME\n1   Grüße 漢字\n20  b\n')
  })

  it('prints only JSON on stdout with --json', () => {
    const { output, stdout } = setUp({ json: true })
    output.table([{ id: 1, name: 'a' }], 'nothing')
    expect(JSON.parse(stdout.text())).toEqual([{ id: 1, name: 'a' }])
    const lines = setUp({ json: true })
    lines.output.item({ a: 1 }, 'line')
    lines.output.item({ a: 2 }, 'line')
    expect(lines.stdout.text()).toBe('{"a":1}\n{"a":2}\n')
  })

  it('prints only data and errors with --quiet', () => {
    const { output, stdout, stderr } = setUp({ quiet: true })
    output.say('talk')
    output.warn('note')
    output.record({ id: 1 })
    output.error({ message: 'bad', code: 'x', exitCode: 1 })
    expect(stdout.text()).toBe('id  1\n')
    expect(stderr.text()).toBe('inlet: bad\n')
  })

  it('lists the facts of error details, as text and as JSON', () => {
    const details = [{ field: 'size_bytes', message: 'is too large', limit: 500, value: 600 }]
    const error = { message: 'size_bytes: is too large', code: 'x', exitCode: 1, details } as const
    const text = setUp()
    text.output.error(error)
    expect(text.stderr.text()).toBe('inlet: size_bytes: is too large\n  size_bytes: limit 500, value 600\n')
    const json = setUp({ json: true })
    json.output.error(error)
    expect(JSON.parse(json.stderr.text())).toMatchObject({ code: 'x', details })
  })

  it('uses colors only on terminals, and not with NO_COLOR', () => {
    const colored = (facts: Partial<Stream>, env: Record<string, string>) => {
      const { output, stderr } = setUp({}, facts, env)
      output.error({ message: 'bad', code: 'x', exitCode: 1 })
      return stderr.text().includes('\u001b')
    }
    expect(colored({ isTTY: true }, {})).toBe(true)
    expect(colored({ isTTY: true }, { NO_COLOR: '1' })).toBe(false)
    expect(colored({ isTTY: true }, { TERM: 'dumb' })).toBe(false)
    expect(colored({ isTTY: false }, {})).toBe(false)
  })

  it('escapes control sequences in names', () => {
    const { output, stdout } = setUp()
    output.record({ name: 'a\u001b[2Jb\r\u202ec' })
    expect(stdout.text()).toBe('name  a\ufffd[2Jb\ufffd\ufffdc\n')
    expect(printable('a\u0007b')).toBe('a\ufffdb')
  })
})

describe('text', () => {
  it('has the width that a terminal shows', () => {
    expect([widthOf('abc'), widthOf('漢字'), widthOf('e\u0301'), widthOf('👩‍🔬x')]).toEqual([3, 4, 1, 3])
  })

  it('is truncated in the middle', () => {
    expect(cutTo('interviews/day-1/talk.mp4', 15)).toBe('intervi…alk.mp4')
    expect(cutTo('漢字漢字漢字', 7)).toBe('漢字…字')
    expect([cutTo('abc', 3), cutTo('abcd', 1), cutTo('abcd', 0)]).toEqual(['abc', '…', ''])
  })
})

describe('format', () => {
  it('shortens bytes, durations and counts', () => {
    expect([0, 999, 1000, 1_500_000, 2_147_483_648, 123_456_789_000].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '1.5 MB',
      '2.1 GB',
      '123 GB',
    ])
    expect([5, 60, 61, 3600, 5400, 7199].map(formatDuration)).toEqual([
      '5 s',
      '1 min',
      '1 min 1 s',
      '1 h',
      '1 h 30 min',
      '2 h',
    ])
    expect([formatCount(1, 'file'), formatCount(2000, 'file')]).toEqual(['1 file', '2,000 files'])
  })
})

describe('progress bars', () => {
  const item = (name: string) => ({ name, percent: 42, note: '1.2 MB/s, 3 min 12 s left' })
  const state = (count: number): ProgressState => ({
    items: Array.from({ length: count }, (_, i) => item(`folder/a long name of a recording ${i} 漢字.mp4`)),
    total: item(`3 of ${count} done`),
  })

  it.each([10, 20, 40, 59, 60, 80, 200])('never need more than %i columns', (columns) => {
    for (const { text, width } of drawLines(state(3), columns, chooseColors(false))) {
      expect(widthOf(text)).toBe(width)
      expect(width).toBeLessThanOrEqual(columns)
    }
  })

  it('take at most ten lines', () => {
    expect(drawLines(state(8), 80, chooseColors(false))).toHaveLength(9)
    const many = drawLines(state(200), 80, chooseColors(false))
    expect(many).toHaveLength(10)
    expect(many[8]?.text).toBe('… and 192 more')
  })

  it('erase every row they took, even if the window has become narrower', () => {
    const stream = makeStream({ isTTY: true })
    let columns = 80
    Object.defineProperty(stream, 'columns', { get: () => columns })
    const view = createOutput({ stdout: makeStream(), stderr: stream, env: {} }, {}).progress()
    view.update(() => state(2))
    view.print('a line that stays')
    const before = stream.text().length
    columns = 40
    view.close()
    // Three lines of 79 columns take two rows each in a window of 40.
    expect(stream.text().slice(before)).toBe('\u001b[6A\r\u001b[J')
  })

  it('are not drawn without a terminal', () => {
    const cases = [
      [{ json: true }, true],
      [{ quiet: true }, true],
      [{}, false],
    ] as const
    for (const [options, isTTY] of cases) {
      const { output, stderr } = setUp(options, { isTTY })
      const view = output.progress()
      view.update(() => state(2))
      view.print('x')
      view.close()
      expect(stderr.text()).toBe('')
    }
  })
})
