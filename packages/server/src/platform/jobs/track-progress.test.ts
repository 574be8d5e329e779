import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type StageProgress, trackProgress } from './track-progress.ts'

type Stage = 'converting' | 'reading'
type Progress = StageProgress<Stage>

function bench(save: (progress: Progress) => Promise<void> = async () => {}) {
  const saved: Progress[] = []
  const clock = { ms: 0 }
  const tracker = trackProgress<Stage>(
    async (progress) => {
      saved.push(progress)
      await save(progress)
    },
    pino({ level: 'silent' }),
    { converting: [5, 35], reading: [35, 100] },
    () => clock.ms,
  )
  const at = async (ms: number, report: () => void) => {
    clock.ms = ms
    report()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { saved, tracker, at }
}

describe('trackProgress', () => {
  it('reports the share of the whole job, with the time left at the speed of the stage', async () => {
    const { saved, tracker, at } = bench()
    const read = tracker.begin('reading')
    await at(0, () => read(0))
    await at(10_000, () => read(0.25))
    expect(saved).toEqual([
      { stage: 'reading', percent: 35, secondsLeft: null },
      { stage: 'reading', percent: 51, secondsLeft: 30 },
    ])
  })

  it('does not count the progress of an earlier attempt as speed', async () => {
    const { saved, tracker, at } = bench()
    const read = tracker.begin('reading')
    await at(0, () => read(0.5))
    await at(10_000, () => read(0.6))
    expect(saved[1]?.secondsLeft).toBe(40)
  })

  it('saves at most every two seconds, and ignores a failure to save', async () => {
    const { saved, tracker, at } = bench(() => Promise.reject(new Error('no database')))
    const convert = tracker.begin('converting')
    for (let ms = 0; ms <= 4_000; ms += 100) await at(ms, () => convert(ms / 10_000))
    expect(saved.map((progress) => progress.percent)).toEqual([5, 11, 17])
  })

  it('saves the start of a stage at once, even while an earlier report is being saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { saved, tracker, at } = bench(() => promise)
    await at(0, () => tracker.begin('converting')(0))
    await at(10, () => tracker.begin('reading')(0))
    expect(saved.map(({ stage }) => stage)).toEqual(['converting'])
    await at(20, () => resolve())
    expect(saved.map(({ stage }) => stage)).toEqual(['converting', 'reading'])
  })

  it('never reports less than before', async () => {
    const { saved, tracker, at } = bench()
    const convert = tracker.begin('converting')
    await at(0, () => convert(0.9))
    await at(3_000, () => convert(0.2))
    await at(6_000, () => tracker.begin('reading')(0))
    expect(saved.map(({ percent }) => percent)).toEqual([32, 32, 35])
  })
})
