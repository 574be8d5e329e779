import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type Progress, trackProgress } from './progress.ts'

function bench(save: (progress: Progress) => Promise<void> = async () => {}) {
  const told: Progress[] = []
  const clock = { ms: 0 }
  const tracker = trackProgress(
    async (progress) => {
      told.push(progress)
      await save(progress)
    },
    pino({ level: 'silent' }),
    { now: () => clock.ms },
  )
  const at = async (ms: number, tell: () => void) => {
    clock.ms = ms
    tell()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { told, tracker, at }
}

describe('progress', () => {
  it('is of the whole work, with the time left from the speed of the stage', async () => {
    const { told, tracker, at } = bench()
    const listen = tracker.begin('transcribing')
    await at(0, () => listen(0))
    await at(10_000, () => listen(0.25))
    expect(told).toEqual([
      { stage: 'transcribing', percent: 35, secondsLeft: null },
      { stage: 'transcribing', percent: 51, secondsLeft: 30 },
    ])
  })

  it('does not take what an earlier attempt has done for speed', async () => {
    const { told, tracker, at } = bench()
    const listen = tracker.begin('transcribing')
    await at(0, () => listen(0.5))
    await at(10_000, () => listen(0.6))
    expect(told[1]?.secondsLeft).toBe(40)
  })

  it('is told at most every two seconds, and a failure to save it stops nothing', async () => {
    const { told, tracker, at } = bench(() => Promise.reject(new Error('no database')))
    const convert = tracker.begin('converting')
    for (let ms = 0; ms <= 4_000; ms += 100) await at(ms, () => convert(ms / 10_000))
    expect(told.map((progress) => progress.percent)).toEqual([5, 11, 17])
  })
})
