import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { hostileFiles } from '../test/hostile-files.ts'

const child = join(import.meta.dirname, '../test/hostile-child.ts')

type Measurement = {
  outcome: string
  segments: number
  readMs: number
  readMegabytes: number
  fitMs: number
  peakMegabytes: number
}

async function measure(name: string): Promise<Measurement> {
  // A small young generation keeps uncollected garbage out of the measurement.
  const options = ['--expose-gc', '--max-semi-space-size=4', '--max-old-space-size=512', child, name]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  return JSON.parse(stdout) as Measurement
}

it.each(hostileFiles)('reads $name in bounded time and memory', async ({ name, expected }) => {
  const measured = await measure(name)
  console.info(name, JSON.stringify(measured))
  expect(measured.outcome).toBe(expected)
  expect(measured.readMs + measured.fitMs).toBeLessThan(3000)
  expect(measured.peakMegabytes).toBeLessThan(400)
})

it('reads 100,000 cues in less than 2 seconds and 150 MB', async () => {
  const { segments, readMs, readMegabytes } = await measure('100,000 cues')
  process.stdout.write(
    `transcripts cues=${segments} cpu_ms=${Math.round(readMs)} rss_mb=${Math.round(readMegabytes)}\n`,
  )
  expect(segments).toBe(100_000)
  expect(readMs).toBeLessThan(2000)
  expect(readMegabytes).toBeLessThan(150)
})
