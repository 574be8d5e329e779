/** A server and a file that must not be accessed. */

import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'

export type Canary = {
  readonly url: string
  readonly file: string
  /** The words in the file. */
  readonly secret: string
  /** A picture of a unique size. */
  readonly picture: string
  readonly pictureSize: { readonly width: number; readonly height: number }
  /** Requests since the last call. */
  takeHits(): string[]
  stop(): Promise<void>
}

export async function startCanary(directory: string): Promise<Canary> {
  let hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`)
    response.end('canary-over-the-wire')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the canary has no port')
  const file = join(directory, 'canary.txt')
  const secret = 'canary-from-the-disk'
  await writeFile(file, `${secret}\n`)
  // World-readable, so that only the sandbox can prevent access.
  await chmod(file, 0o644)
  const picture = join(directory, 'canary.png')
  const pictureSize = { width: 137, height: 141 }
  await sharp({ create: { ...pictureSize, channels: 3, background: '#ff0000' } })
    .png()
    .toFile(picture)
  await chmod(picture, 0o644)
  return {
    url: `http://127.0.0.1:${address.port}/`,
    file,
    secret,
    picture,
    pictureSize,
    takeHits: () => {
      const taken = hits
      hits = []
      return taken
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
