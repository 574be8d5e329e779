import { expect, it } from 'vitest'
import { createStreamSlots } from './stream-slots.ts'

it('refuses a third stream of a key until one has ended', () => {
  const slots = createStreamSlots()
  const release = slots.enter(1)
  slots.enter(1)
  slots.enter(2)
  expect(() => slots.enter(1)).toThrow('2 streams')
  release()
  slots.enter(1)
  expect(() => slots.enter(1)).toThrow('2 streams')
})
