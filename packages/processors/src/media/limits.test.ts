import { describe, expect, it } from 'vitest'
import type { MediaStep } from './limits.ts'
import { defaultWallMs, limitsFor, maxDurationMs, wavBytesPerSecond } from './limits.ts'

const hourMs = 3_600_000
const steps: MediaStep[] = ['measure', 'extract-audio', 'copy', 'encode-audio', 'encode-video']

describe('limits', () => {
  it('allow a recording of four hours', () => {
    const extent = { durationMs: 4 * hourMs, sourceBytes: 10e9 }
    expect(limitsFor('extract-audio', extent).fileBytes).toBeGreaterThan(4 * 3600 * wavBytesPerSecond)
    expect(limitsFor('copy', extent).fileBytes).toBeGreaterThan(10e9)
    expect(limitsFor('copy', extent).wallMs).toBeGreaterThan(15 * 60_000)
    expect(limitsFor('encode-audio', extent).fileBytes).toBeGreaterThan((4 * 3600 * 128_000) / 8)
    // Quiet 1080p takes 0.7 s of CPU for each second.
    expect(limitsFor('encode-video', extent).cpuSeconds).toBeGreaterThan(4 * 3600 * 0.7)
    expect(limitsFor('encode-video', extent).fileBytes).toBeGreaterThan((4 * 3600 * 8_128_000) / 8)
  })

  it('limit a short recording to minutes', () => {
    for (const step of steps) {
      expect(limitsFor(step, { durationMs: 1000, sourceBytes: 100_000 }).wallMs).toBeLessThan(150_000)
    }
  })

  it('stay within the limit of a job, whatever the file claims', () => {
    for (const step of steps) {
      const { wallMs = 0, cpuSeconds = 0 } = limitsFor(step, { durationMs: maxDurationMs, sourceBytes: 1e12 })
      expect(wallMs).toBeLessThanOrEqual(defaultWallMs)
      expect(cpuSeconds * 1000).toBeLessThanOrEqual(defaultWallMs)
    }
  })
})
