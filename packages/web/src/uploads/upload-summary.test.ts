import { describe, expect, it } from 'vitest'
import type { UploadState } from './upload-states.ts'
import { addSample, inListOrder, type SpeedSample, secondsLeft, summarize } from './upload-summary.ts'

const upload = (id: number, state: UploadState, sentBytes = 0) => ({ id, state, bytes: 100, sentBytes })

describe('the list of uploads', () => {
  it('counts what is active, done and in need of attention, and the bytes of what is sent', () => {
    const uploads = [
      upload(1, 'sending', 40),
      upload(2, 'queued'),
      upload(3, 'waiting', 10),
      upload(4, 'done', 100),
      upload(5, 'failed', 70),
      upload(6, 'interrupted'),
      upload(7, 'cancelled', 20),
    ]
    expect(summarize(uploads)).toEqual({
      active: 3,
      done: 1,
      failed: 1,
      interrupted: 1,
      sentBytes: 150,
      totalBytes: 400,
    })
  })

  it('shows failures first and keeps the order otherwise', () => {
    const uploads = [
      upload(1, 'done'),
      upload(2, 'sending'),
      upload(3, 'failed'),
      upload(4, 'queued'),
      upload(5, 'interrupted'),
      upload(6, 'waiting'),
      upload(7, 'failed'),
    ]
    expect(inListOrder(uploads).map(({ id }) => id)).toEqual([3, 7, 5, 2, 6, 4, 1])
  })
})

describe('the time left', () => {
  const samplesOf = (...values: [atMs: number, sentBytes: number][]) =>
    values.reduce<SpeedSample[]>((all, [atMs, sentBytes]) => addSample(all, { atMs, sentBytes }), [])

  it('follows the speed of the last 20 seconds', () => {
    const samples = samplesOf([0, 0], [10_000, 1_000_000], [31_000, 2_050_000])
    expect(secondsLeft(samples, 500_000)).toBe(undefined)
    expect(secondsLeft(samplesOf([0, 0], [5_000, 50], [10_000, 100]), 250)).toBe(25)
  })

  it('is unknown at first, while nothing moves, and after bytes were taken back', () => {
    expect(secondsLeft([], 10)).toBe(undefined)
    expect(secondsLeft(samplesOf([0, 0], [1_000, 100]), 10)).toBe(undefined)
    expect(secondsLeft(samplesOf([0, 100], [10_000, 100]), 10)).toBe(undefined)
    expect(secondsLeft(samplesOf([0, 100], [10_000, 50]), 10)).toBe(undefined)
  })
})
