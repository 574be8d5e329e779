/** Receives POST requests and counts them. Paths that start with /silent get no response; arrivals on /observed are reported. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FromReceiver, ToReceiver } from './receiver.ts'

const send = (message: FromReceiver) => process.send?.(message)

let received = 0
let bytes = 0
let expected = Number.POSITIVE_INFINITY

const server = createServer((request, response) => {
  const path = request.url ?? ''
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
  })
  request.on('end', () => {
    if (path.startsWith('/silent')) return
    if (path === '/observed') send({ kind: 'observed', at: Date.now() })
    response.end()
    received += 1
    if (received === expected) send({ kind: 'complete', bytes })
  })
})

process.on('message', (message: ToReceiver) => {
  received = 0
  bytes = 0
  expected = message.count
  send({ kind: 'expecting' })
})

// The parent may die without closing it.
process.on('disconnect', () => process.exit())

server.listen(0, '127.0.0.1', () => {
  send({ kind: 'listening', port: (server.address() as AddressInfo).port })
})
