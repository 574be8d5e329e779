/** Part uploads are answered by a server on loopback, because a store cannot be made to fail only once. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { partLengths } from './part-lengths.ts'

/** A store that enforces the signed length of 64 bytes, after it has answered these statuses. */
async function startStore(failures: number[]) {
  const stored: { bytes: number }[] = []
  const server = createServer((request, response) => {
    const bytes = Number(request.headers['content-length'])
    const status = failures.shift() ?? (bytes === 64 ? 200 : 403)
    if (status === 200) stored.push({ bytes })
    request.resume().on('end', () => response.writeHead(status).end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return partLengths({
    createUpload: async () => 'upload',
    listParts: async () => stored,
    abortUpload: async () => {},
    sign: async () => ({ urls: [url], expiresAt: new Date() }),
  })
}

it('remembers that the store enforces the length of parts', async () => {
  const lengths = await startStore([])
  expect(await lengths.check()).toMatchObject({ state: 'enforced' })
})

it.each([
  ['the parts of another length', [503]],
  ['the part of the signed length', [403, 403, 500]],
])('asks again if the store was unavailable for %s', async (_what, failures) => {
  const lengths = await startStore([...failures])
  await expect(lengths.check()).rejects.toThrow('A part was answered with status 50')
  expect(await lengths.check()).toMatchObject({ state: 'enforced' })
})
