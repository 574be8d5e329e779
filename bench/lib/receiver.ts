/** A receiver of webhooks in a process of its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { endProcess } from '../../scripts/system.ts'

export interface ToReceiver {
  kind: 'expect'
  count: number
}

export type FromReceiver =
  | { kind: 'listening'; port: number }
  | { kind: 'expecting' }
  /** Body bytes of all expected requests. */
  | { kind: 'complete'; bytes: number }
  | { kind: 'observed'; at: number }

export interface Receiver {
  url: string
  pid: number
  /** Starts counting at zero. Resolves as soon as the receiver does so. */
  expect(count: number): Promise<{ complete: Promise<{ bytes: number }> }>
  /** Resolves when the next request on /observed arrives. */
  nextObserved(): Promise<{ at: number }>
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, 'receiver-child.ts'), { stdio: 'inherit' })
  const failed = once(child, 'exit').then(() => {
    throw new Error(`The receiver exited with code ${child.exitCode}.`)
  })
  failed.catch(() => {})

  function next<Kind extends FromReceiver['kind']>(
    kind: Kind,
  ): Promise<Extract<FromReceiver, { kind: Kind }>> {
    const found = Promise.withResolvers<Extract<FromReceiver, { kind: Kind }>>()
    const isWanted = (message: FromReceiver): message is Extract<FromReceiver, { kind: Kind }> =>
      message.kind === kind
    const onMessage = (message: FromReceiver) => {
      if (!isWanted(message)) return
      child.off('message', onMessage)
      found.resolve(message)
    }
    child.on('message', onMessage)
    return Promise.race([found.promise, failed])
  }

  const { port } = await next('listening')
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async expect(count) {
      const expecting = next('expecting')
      const complete = next('complete')
      child.send({ kind: 'expect', count } satisfies ToReceiver)
      await expecting
      return { complete }
    },
    nextObserved: () => next('observed'),
    close: () => endProcess(child),
  }
}
