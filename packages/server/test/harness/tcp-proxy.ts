/** A TCP proxy in front of a service that fails as networks do: refused, silent, slow, or moved to another server. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface TcpProxy {
  url: string
  /** Cuts all connections and refuses new ones. */
  shut(): Promise<void>
  open(): Promise<void>
  /**
   * Silently drops everything on the open connections, also their end. New connections work unless `isTotal`: then they
   * are accepted and get no answer.
   */
  silence(options?: { isTotal: boolean }): void
  /** New connections work again. The silenced ones stay silent, and the server learns which ones the client has closed. */
  recover(): void
  /** Delays everything that is sent from now on. */
  delay(ms: number): void
  /** Cuts all connections; new ones go to another server. */
  redirect(target: string): void
  close(): Promise<void>
}

interface Link {
  client: Socket
  /** Undefined when the client was accepted during silence. */
  upstream: Socket | undefined
  isSilent: boolean
}

/** `url` is the target's URL with the host and port of the proxy. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  let { hostname, port } = new URL(target)
  let isSilent = false
  let delayMs = 0
  const links = new Set<Link>()

  const server = createServer((client) => {
    const link: Link = { client, upstream: isSilent ? undefined : connect(Number(port), hostname), isSilent }
    links.add(link)
    client.on('error', () => client.destroy())
    client.on('close', () => {
      if (!link.isSilent) end(link)
    })
    if (!link.upstream) {
      client.resume()
      return
    }
    const { upstream } = link
    upstream.on('error', () => upstream.destroy())
    upstream.on('close', () => {
      if (!link.isSilent) end(link)
    })
    client.pipe(pass(link)).pipe(upstream)
    upstream.pipe(pass(link)).pipe(client)
  })

  function pass(link: Link): Transform {
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (link.isSilent) done()
        else if (delayMs === 0) done(null, chunk)
        else setTimeout(() => done(null, link.isSilent ? undefined : chunk), delayMs)
      },
      // A silent connection does not even transmit its end.
      flush(done) {
        if (!link.isSilent) done()
      },
    })
  }

  function end(link: Link): void {
    links.delete(link)
    link.client.destroy()
    link.upstream?.destroy()
  }

  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const ownPort = (server.address() as AddressInfo).port
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const link of links) end(link)
    })
  const url = new URL(target)
  url.host = `127.0.0.1:${ownPort}`
  return {
    url: url.toString().replace(/\/$/, ''),
    shut,
    open: () => listen(ownPort),
    silence({ isTotal } = { isTotal: false }) {
      isSilent = isTotal
      for (const link of links) link.isSilent = true
    },
    recover() {
      isSilent = false
      for (const link of links) {
        if (!link.isSilent) continue
        if (link.client.destroyed) end(link)
        else link.client.on('close', () => end(link))
      }
    },
    delay(ms) {
      delayMs = ms
    },
    redirect(other) {
      ;({ hostname, port } = new URL(other))
      for (const link of links) end(link)
    },
    close: shut,
  }
}
