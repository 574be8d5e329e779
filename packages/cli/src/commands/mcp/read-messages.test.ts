import { expect, it } from 'vitest'
import { messagesOf } from './read-messages.ts'

const answer = (body: string, type = 'application/json', status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } })

it('reads JSON and server-sent events', async () => {
  expect(await messagesOf(answer('{"jsonrpc":"2.0","id":1}'))).toEqual([{ jsonrpc: '2.0', id: 1 }])
  const events =
    ': hello\n\nevent: message\ndata: {"jsonrpc":"2.0",\ndata: "id":1}\n\ndata:{"jsonrpc":"2.0"}\r\n\r\n'
  expect(await messagesOf(answer(events, 'text/event-stream'))).toEqual([
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0' },
  ])
  expect(await messagesOf(answer('', 'text/plain', 202))).toEqual([])
})

it('explains other answers', async () => {
  await expect(messagesOf(answer('{"error":"Too many requests."}', undefined, 429))).rejects.toThrow(
    'Too many requests.',
  )
  await expect(messagesOf(answer('<html>', 'text/html', 502))).rejects.toThrow('status 502')
})
