import { expect, it } from 'vitest'
import { createMetrics } from '../../platform/telemetry/metrics.ts'
import { createUploadSlots } from './upload-slots.ts'

const busy = { code: 'unavailable', headers: { 'retry-after': '5' } }
const createSlots = () => createUploadSlots({ maxUploads: 2, maxUnverified: 2 }, createMetrics())

it('refuses uploads while all slots are taken, and accepts them once one is free, also after a failure', async () => {
  const slots = createSlots()
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const running = [slots.run('form', () => first.promise), slots.run('part', () => second.promise)]
  await expect(slots.run('form', async () => 'third')).rejects.toMatchObject(busy)
  first.reject(new Error('The store is down.'))
  await expect(running[0]).rejects.toThrow('The store is down.')
  expect(await slots.run('form', async () => 'fourth')).toBe('fourth')
  second.resolve('second')
  expect(await running[1]).toBe('second')
})

it('stops the oldest unverified form when there are too many, and leaves slots to verified uploads', async () => {
  const slots = createSlots()
  const stopped: [string, unknown][] = []
  const admit = (name: string) => slots.admitUnverified((error) => stopped.push([name, error]))
  admit('first')
  const verify = admit('second')
  admit('third')
  expect(stopped).toEqual([['first', expect.objectContaining(busy)]])
  expect(await slots.run('form', async () => 'stored')).toBe('stored')
  verify()
  admit('fourth')
  expect(stopped).toHaveLength(1)
  admit('fifth')
  expect(stopped.map(([name]) => name)).toEqual(['first', 'third'])
})
