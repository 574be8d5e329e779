/** Beeps in real and synthetic speech, checked with the speech engine, and their cost. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ffmpeg,
  prepareRoom,
  readDurations,
  render,
  transcribe,
} from '../../../test/privacy/protected-media.ts'
import { joinSamples, recordClips, speak } from '../../../test/speech/recordings.ts'
import { writeWav } from '../../../test/speech/wav.ts'
import { endedProgramsCpuMs } from '../../sandbox/child-cpu.ts'
import type { Secret } from '../sound/leaks.ts'

const isFull = process.env['INLET_FULL'] === '1'
const timeout = 3_600_000

const room = prepareRoom()

const sentences = [
  ['My name is Jennifer Thompson and I like gardens.', 'Jennifer Thompson'],
  ['We moved to Chicago two winters ago.', 'Chicago'],
  ['Please ask for Margaret at the front desk.', 'Margaret'],
  ['My doctor is called Benjamin Walker these days.', 'Benjamin Walker'],
] as const

describe('beeps', () => {
  it('hide synthetic speech from a speech recognizer', { timeout }, async () => {
    const rounds = isFull ? 14 : 1
    const parts: Int16Array[] = []
    for (let i = 0; i < rounds; i += 1) {
      for (const [sentence] of sentences) parts.push(await speak(sentence), new Int16Array(16_000))
    }
    await checkSecrets('synthetic', joinSamples(parts), (text) =>
      sentences.flatMap(([, secret]) => secret.toLowerCase().split(' ')).includes(text),
    )
  })

  it.runIf(isFull)('hide real speech from a speech recognizer', { timeout }, async () => {
    const recording = await recordClips()
    if (recording === null) return
    // Every ninth word is a secret, in speech that was not recorded for this test.
    let count = 0
    await checkSecrets('real', joinSamples([recording.samples, recording.samples]), (text) => {
      if (text.length < 5) return false
      count += 1
      return count % 3 === 0
    })
  })

  async function checkSecrets(kind: string, samples: Int16Array, isSecret: (word: string) => boolean) {
    const wavPath = join(room.root, `${kind}.wav`)
    await writeFile(wavPath, writeWav(samples))
    const path = join(room.root, `${kind}.m4a`)
    await ffmpeg('-i', wavPath, '-c:a', 'aac', '-b:a', '128k', path)
    const spoken = await transcribe(wavPath)
    const secrets = spoken.flatMap(({ words }) =>
      words
        .filter((word) => isSecret(word.text.toLowerCase().replaceAll(/[^a-z]/g, '')))
        .map((word): Secret => ({ ...word, isApproximate: true })),
    )
    expect(secrets.length).toBeGreaterThanOrEqual(4)
    const outputPath = join(room.root, `${kind}-beeped.m4a`)
    const result = await render(
      room,
      { path, settings: { redact_pii: true }, outputPath },
      { secrets, spoken },
    )
    if (!result.ok) throw new Error(result.failure.message)
    const resultPath = join(room.root, `${kind}-result.wav`)
    await ffmpeg('-i', outputPath, '-ac', '1', '-ar', '16000', resultPath)
    const recognizedSegments = await transcribe(resultPath)
    const recognised = secrets.filter((secret) =>
      recognizedSegments.some(({ words }) =>
        words.some(
          (word) =>
            Math.abs(word.startMs - secret.startMs) < 1500 &&
            word.text.toLowerCase().replaceAll(/[^a-z]/g, '') ===
              secret.text.toLowerCase().replaceAll(/[^a-z]/g, '') &&
            !spoken.some((segment) =>
              segment.words.some(
                (other) =>
                  other.text === word.text &&
                  other.startMs !== secret.startMs &&
                  Math.abs(other.startMs - word.startMs) < 1500,
              ),
            ),
        ),
      ),
    )
    process.stdout.write(
      `privacy speech=${kind} secrets=${secrets.length} recognised=${recognised.length} repairs=${result.report.repairs}\n`,
    )
    expect(recognised).toEqual([])
    const { format } = await readDurations(outputPath)
    expect(Math.abs(format - samples.length / 16)).toBeLessThanOrEqual(50)
  }
})

describe('beeps in an hour of speech', () => {
  it.runIf(isFull)('cost little: an hour with 500 beeps', { timeout }, async () => {
    const path = join(room.root, 'hour.m4a')
    // Speech, because noise and silence take an encoder a different time.
    const samples =
      (await recordClips())?.samples ?? joinSamples(await Promise.all(sentences.map(([it]) => speak(it))))
    const wavPath = join(room.root, 'once.wav')
    await writeFile(wavPath, writeWav(samples))
    const oncePath = join(room.root, 'once.m4a')
    await ffmpeg('-i', wavPath, '-ar', '48000', '-c:a', 'aac', '-b:a', '128k', oncePath)
    await ffmpeg('-stream_loop', '-1', '-i', oncePath, '-t', '3600', '-c', 'copy', path)
    const before = await readDurations(path)
    expect(before.format).toBeGreaterThan(3_590_000)
    const secrets = Array.from(
      { length: 500 },
      (_, i): Secret => ({
        startMs: 3000 + i * 7000,
        endMs: 3600 + i * 7000,
        text: '',
        isApproximate: true,
      }),
    )
    const input = { path, outputPath: join(room.root, 'hour-beeped.m4a'), settings: { redact_pii: true } }
    // CPU time of child processes and of this process, which generates the beeps.
    const cpu = async (work: () => Promise<unknown>) => {
      const started = { programs: await endedProgramsCpuMs(), here: process.cpuUsage() }
      await work()
      const { user, system } = process.cpuUsage(started.here)
      return (await endedProgramsCpuMs()) - started.programs + (user + system) / 1000
    }
    const encode = () => {
      const words = ['-threads', '1', '-i', path, '-threads', '1', '-c:a', 'aac', '-b:a', '128k']
      return ffmpeg(...words, join(room.root, 'hour-plain.m4a'))
    }
    // Measured before and after, because the load of the machine varies.
    const earlier = await cpu(encode)
    const beeped = await cpu(() => render(room, input, { secrets, transcribe: async () => [] }))
    const plain = (earlier + (await cpu(encode))) / 2
    process.stdout.write(
      `privacy hour_500_beeps_cpu_s=${(beeped / 1000).toFixed(1)} plain_s=${(plain / 1000).toFixed(1)} ratio=${(beeped / plain).toFixed(2)}\n`,
    )
    const after = await readDurations(join(room.root, 'hour-beeped.m4a'))
    expect(Math.abs(after.format - before.format)).toBeLessThanOrEqual(50)
    expect(beeped / plain).toBeLessThanOrEqual(1.5)
  })
})
