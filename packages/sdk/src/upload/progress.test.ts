import { expect, it } from 'vitest'
import { createMeter, type ImportProgress } from './progress.ts'

const MB = 1_000_000

it('reports percent and time left at the recent speed, throttled', () => {
  let clock = 0
  const meter = createMeter(() => clock)
  const seen: ImportProgress[] = []
  const stop = meter.listen((progress) => seen.push(progress))
  meter.expect(100 * MB)
  meter.enter('uploading')
  for (let i = 0; i < 500; i += 1) {
    clock += 10
    meter.sent(0.1 * MB)
  }
  expect(meter.progress).toMatchObject({ percent: 50, secondsLeft: 5 })
  expect(seen.length).toBeLessThan(60)
  clock += 20_000
  meter.sent(1 * MB)
  clock += 1000
  meter.sent(1 * MB)
  expect(meter.progress.secondsLeft).toBe(48)

  meter.sent(-52 * MB)
  expect(meter.progress).toMatchObject({ sentBytes: 0, percent: 0, secondsLeft: undefined })
  meter.enter('processing')
  expect(meter.progress).toMatchObject({ stage: 'processing', percent: undefined })
  meter.enter('completed')
  expect(seen.at(-1)).toMatchObject({ stage: 'completed', percent: 100 })
  stop()
  meter.enter('waiting')
  expect(seen.at(-1)?.stage).toBe('completed')
})
