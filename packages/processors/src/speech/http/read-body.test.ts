import { expect, it } from 'vitest'
import { readBody } from './read-body.ts'

it('reads a body to its end, but no longer one than allowed', async () => {
  expect(await readBody(new Response('añb'), 4)).toBe('añb')
  expect(await readBody(new Response('añbc'), 4)).toBeNull()
  expect(await readBody(new Response(null), 4)).toBe('')
})

it('stops an answer that never ends', async () => {
  let isCancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1000)),
    cancel: () => {
      isCancelled = true
    },
  })
  expect(await readBody(new Response(endless), 10_000)).toBeNull()
  expect(isCancelled).toBe(true)
})
