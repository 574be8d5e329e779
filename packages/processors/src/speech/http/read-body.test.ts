import { expect, it } from 'vitest'
import { readBody } from './read-body.ts'

it('reads a body up to the limit', async () => {
  expect(await readBody(new Response('añb'), 4)).toBe('añb')
  expect(await readBody(new Response('añbc'), 4)).toBeNull()
  expect(await readBody(new Response(null), 4)).toBe('')
})

it('stops an endless body', async () => {
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
