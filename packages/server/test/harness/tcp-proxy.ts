/** A TCP proxy in front of a service that can be shut and opened again. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  url: string
  shut(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}

/** `url` is the target's URL with the host and port of the proxy. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const ownPort = (server.address() as AddressInfo).port
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  const url = new URL(target)
  url.host = `127.0.0.1:${ownPort}`
  return { url: url.toString().replace(/\/$/, ''), shut, open: () => listen(ownPort), close: shut }
}
