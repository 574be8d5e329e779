/**
 * A TCP load balancer: each new connection goes to the next server that accepts it. It has no health checks, so a
 * connection that a stopping server drops reaches the client as a failure.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  url: string
  /** The servers that receive new connections from now on. */
  targets: string[]
  close(): Promise<void>
}

export async function startBalancer(): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((client) => {
    remember(client)
    pass(client, balancer.targets.length)
  })

  function remember(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }

  function pass(client: Socket, left: number): void {
    turn += 1
    const target = balancer.targets[turn % balancer.targets.length]
    if (target === undefined || left === 0) return void client.destroy()
    const { hostname, port } = new URL(target)
    const upstream = connect(Number(port), hostname)
    const refused = () => pass(client, left - 1)
    upstream.once('error', refused)
    upstream.once('connect', () => {
      upstream.off('error', refused)
      remember(upstream)
      client.pipe(upstream).pipe(client)
      client.on('close', () => upstream.destroy())
      upstream.on('close', () => client.destroy())
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const balancer: Balancer = {
    url: `http://127.0.0.1:${port}`,
    targets: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return balancer
}
