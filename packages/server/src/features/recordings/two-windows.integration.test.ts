/** Two windows correct one transcript with random edits. INLET_FULL=1 makes 10,000 of them. */
import type { TranscriptSegment } from '@inlet/contract/workspace'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { isFull } from '../../../test/harness/full.ts'
import { insertRecordingFile, makeReaders, type Reader, type Readers } from '../../../test/harness/reading.ts'

const editCount = isFull ? 10_000 : 300
const vocabulary = 'so what we tried to do is to export it and that did not work out'.split(' ')
const lineCount = 12

interface Transcript {
  segments: TranscriptSegment[]
  version: number
}

let app: TestApp
let people: Readers
let key: string
let seed = 20_261

const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const pick = <T>(items: readonly T[]): T | undefined => items[random(items.length)]

beforeAll(async () => {
  app = await startTestApp({ INLET_SESSION_CALLS_PER_MINUTE: '100000' })
  people = await makeReaders(app)
  const lines = Array.from({ length: lineCount }, (_, i) => ({
    startMs: i * 60_000,
    text: Array.from({ length: 20 }, () => pick(vocabulary)).join(' '),
  }))
  key = (await insertRecordingFile(app, { projectId: people.open, by: people.ada.user }, lines)).key
})
afterAll(() => app.close())

const path = (rest: string) => `/recordings/file/${key}${rest}`

/** A browser window with its own, possibly outdated, copy of the transcript. */
class Window {
  readonly reader: Reader
  readonly name: string
  readonly saved: string[] = []
  conflicts = 0
  replacements = 0
  #lines = new Map<number, TranscriptSegment>()
  #version = 0

  constructor(reader: Reader, name: string) {
    this.reader = reader
    this.name = name
  }

  async open(): Promise<void> {
    const { segments, version } = await this.reader.visitor.read<Transcript>(path('/transcript'))
    this.#take(segments)
    this.#version = version
  }

  async refresh(): Promise<void> {
    const since = path(`/transcript?changed_since=${this.#version}`)
    const { segments, version } = await this.reader.visitor.read<Transcript>(since)
    this.#take(segments)
    this.#version = version
  }

  async act(step: number): Promise<void> {
    const chance = random(20)
    if (chance === 0) await this.refresh()
    if (chance === 1) return this.#replace()
    await this.#edit(`${this.name}${step}`)
  }

  /** Adds a word that nobody else writes, and removes one of the common words. */
  async #edit(token: string): Promise<void> {
    const line = pick([...this.#lines.values()])
    if (!line) return
    const words = [...line.words]
    words.splice(random(words.length + 1), 0, token)
    const common = words.findIndex((word) => vocabulary.includes(word))
    if (common >= 0 && words.length > 15) words.splice(common, 1)
    const body = { lines: [{ number: line.number, version: line.version, text: words.join(' ') }] }
    const answer = await this.reader.visitor.call('PATCH', path('/transcript'), body)
    const { lines } = (await answer.json()) as { lines: TranscriptSegment[] }
    expect([200, 409]).toContain(answer.status)
    this.#take(lines)
    if (answer.status === 200) this.saved.push(token)
    else {
      this.conflicts += 1
      await this.#edit(token)
    }
  }

  async #replace(): Promise<void> {
    const body = { find: pick(vocabulary), replacement: pick(vocabulary), whole_words: true }
    const answer = await this.reader.visitor.post(path('/transcript/replace'), body)
    expect(answer.status).toBe(200)
    this.replacements += 1
    this.#take(((await answer.json()) as { lines: TranscriptSegment[] }).lines)
  }

  #take(lines: readonly TranscriptSegment[]): void {
    for (const line of lines) this.#lines.set(line.number, line)
  }

  shown(): TranscriptSegment[] {
    return [...this.#lines.values()].toSorted((a, b) => a.number - b.number)
  }
}

const startsOf = ({ start_ms, times }: TranscriptSegment) =>
  times.filter((_, i) => i % 2 === 0).map((offset) => start_ms + offset)

it(
  `loses none of ${editCount} random edits by two windows, and exports what they show`,
  async () => {
    const windows = [new Window(people.finn, 'left'), new Window(people.ada, 'right')]
    await Promise.all(
      windows.map(async (window) => {
        await window.open()
        for (let step = 0; step < editCount / 2; step += 1) await window.act(step)
      }),
    )
    await Promise.all(windows.map((window) => window.refresh()))
    const [left, right] = windows
    expect(left?.shown()).toEqual(right?.shown())
    const shown = (await people.vera.visitor.read<Transcript>(path('/transcript'))).segments
    expect(left?.shown()).toEqual(shown)
    const words = shown.flatMap((line) => line.words)
    const saved = windows.flatMap((window) => window.saved)
    expect(saved.filter((token) => words.filter((word) => word === token).length !== 1)).toEqual([])
    expect(words.filter((word) => /^(left|right)/.test(word)).length).toBe(saved.length)
    expect(windows.some(({ conflicts }) => conflicts > 0)).toBe(true)
    const replacements = windows.reduce((sum, window) => sum + window.replacements, 0)
    expect(saved.length + replacements).toBe(editCount)
    for (const line of shown) {
      const starts = startsOf(line)
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
      expect(starts.every((start) => start >= line.start_ms && start <= line.end_ms)).toBe(true)
    }
    const exported = await (await people.vera.visitor.get(path('/transcript/json'))).json()
    const { segments } = exported as {
      segments: { text: string; words: { text: string; start_ms: number }[] }[]
    }
    expect(
      segments.map((one) => [one.text, one.words.map(({ text, start_ms }) => [text, start_ms])]),
    ).toEqual(
      shown.map((line) => [line.words.join(' '), line.words.map((word, i) => [word, startsOf(line)[i]])]),
    )
    const text = await (await people.vera.visitor.get(path('/transcript/txt'))).text()
    expect(text.split(/\n+/).filter(Boolean)).toEqual(shown.map((line) => line.words.join(' ')))
    process.stdout.write(
      `two windows: edits=${saved.length} replacements=${replacements} conflicts=${windows.map(({ conflicts }) => conflicts).join('+')} words=${words.length}\n`,
    )
  },
  isFull ? 1_200_000 : 120_000,
)
