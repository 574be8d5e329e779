import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type Label, readSamples, type Sample } from '../test/samples.ts'
import { fitTranscript } from './fit/fit-transcript.ts'
import { placeCues } from './fit/place-cues.ts'
import { readTranscript } from './read-transcript.ts'
import type { Cue } from './transcript.ts'

const labelled = ({ startMs, endMs, speaker, text }: Cue) => ({
  start_ms: startMs,
  end_ms: endMs,
  speaker,
  text,
})

const hashOf = (cues: readonly Cue[]) => {
  const lines = cues.map((cue) =>
    [cue.startMs, cue.endMs, cue.speaker, cue.text].map((one) => one ?? '').join('\t'),
  )
  return createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex')
}

/** Labels name the format of the extension; a WebVTT header decides here whatever the extension. */
const formatOf = (file: string, { format }: Label) => (file === 'vtt-as.srt' ? 'webvtt' : format)

async function expectAsLabelled({ file, label, bytes }: Sample): Promise<void> {
  const read = await readTranscript(bytes, { fileName: file })
  if (label.error !== undefined) {
    expect(read).toEqual({ ok: false, problem: label.error })
    return
  }
  if (!read.ok) throw new Error(`${file}: ${read.problem}`)
  expect(read.format).toBe(formatOf(file, label))
  const placed = placeCues(read.cues, label.recording_ms ?? 100 * 3_600_000)
  if (!placed.ok) throw new Error(`${file}: ${placed.problem}`)
  const cues = label.recording_ms === undefined ? read.cues : placed.cues
  if (label.cues) expect(cues.map(labelled)).toEqual(label.cues)
  if (label.cues_loose) expect(cues.map(labelled)).toEqual(expect.arrayContaining([...label.cues_loose]))
  if (label.sha256 !== undefined) expect([cues.length, hashOf(cues)]).toEqual([label.count, label.sha256])
  // People talk at once in some files whose labels are about something else.
  const warnings = new Set<string>([
    ...read.warnings,
    ...(label.recording_ms === undefined ? [] : placed.warnings),
  ])
  if (!label.warnings?.includes('overlap')) warnings.delete('overlap')
  expect([...warnings].sort()).toEqual([...(label.warnings ?? [])].sort())
  if (label.skipped !== undefined) expect(read.skipped).toBe(label.skipped)
  if (label.language !== undefined) expect(read.language).toBe(label.language)
}

describe.each(readSamples())('labelled $folder', ({ folder, samples }) => {
  let right = 0
  afterAll(() => {
    process.stdout.write(`transcripts fixtures=${samples.length} right=${right} folder=${folder}\n`)
  })

  it.each(samples)('reads $file as labelled', async (sample) => {
    await expectAsLabelled(sample)
    right += 1
  })

  it('gives every word of every file a time inside the recording', async () => {
    expect(await findMisplaced(samples)).toEqual([])
  })
})

async function findMisplaced(samples: readonly Sample[]): Promise<string[]> {
  const wrong: string[] = []
  let words = 0
  for (const { file, label, bytes } of samples) {
    const read = await readTranscript(bytes, { fileName: file })
    const durationMs = label.recording_ms ?? 100 * 3_600_000
    const fitted = read.ok ? fitTranscript(read, { durationMs, language: 'en-US' }) : undefined
    if (!fitted?.ok) continue
    for (const segment of fitted.segments) {
      words += segment.words.length
      const times = [
        segment.startMs,
        ...segment.words.flatMap(({ startMs, endMs }) => [startMs, endMs]),
        segment.endMs,
      ]
      const isInside = times.every((ms) => ms >= segment.startMs && ms <= segment.endMs && ms <= durationMs)
      const isForward = segment.words.every(({ startMs, endMs }) => endMs >= startMs)
      const isText = segment.words.map(({ text }) => text).join(' ') === segment.text
      if (!isInside || !isForward || !isText) wrong.push(`${file} at ${segment.startMs}`)
    }
  }
  expect(words).toBeGreaterThan(100)
  return wrong
}
