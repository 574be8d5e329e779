/**
 * A large file arrives although the command, the network, the api and the upload gateway are interrupted all the time, and
 * only the part under way is sent again. With INLET_FULL a file of 10 GB and 50 interruptions, which needs a store on disk.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it, onTestFinished } from 'vitest'
import { startLimitedStore } from '../../../scripts/store-proxies.ts'
import { type CliUser, makeProject, makeUser, type Running } from './command.ts'
import { type CountingStore, startCountingStore } from './counting-store.ts'
import { expectArrived, filesOf, MiB, makeLargeFile, partBytes } from './large-file.ts'
import { type Restartable, startRestartable } from './restartable.ts'
import { until } from './until.ts'

const isFull = Boolean(process.env['INLET_FULL'])
const [fileBytes, interruptions] = isFull ? [10_000 * MiB, 50] : [200 * MiB, 4]
/** Slow enough for an interruption to hit parts under way. */
const rate = isFull ? '100M' : '20M'
/** As AWS S3 limits one request, or less than the file. */
const storeLimit = isFull ? 5 * 1024 * MiB : 100 * MiB

/** While the gateway is away, a repeated attempt gets only as far as these. */
const connectionBuffers = MiB

interface Route {
  /** Sees all parts of the client. */
  entrance: CountingStore
  api: Restartable
  gateway?: Restartable
}

async function routeToStore(): Promise<Route> {
  const entrance = await startCountingStore(inject('systemEnv')['S3_ENDPOINT'] ?? '')
  return { entrance, api: await startRestartable('api', { S3_PUBLIC_ENDPOINT: entrance.url }) }
}

async function routeThroughGateway(): Promise<Route> {
  const store = await startLimitedStore(inject('systemEnv')['S3_ENDPOINT'] ?? '', storeLimit)
  onTestFinished(() => store.close())
  const limits = { S3_ENDPOINT: store.url, S3_MAX_REQUEST_BYTES: String(storeLimit) }
  const gateway = await startRestartable('gateway', { ...limits, INLET_GATEWAY_URL: 'http://127.0.0.1' })
  const entrance = await startCountingStore(gateway.url)
  const settings = { ...limits, INLET_GATEWAY: 'always', INLET_GATEWAY_URL: entrance.url }
  return { entrance, gateway, api: await startRestartable('api', settings) }
}

/** An import that is started again until the file has arrived, as its user would do. */
function startImport(user: CliUser, projectId: number, args: string[]) {
  let run: Running = user.start(...args)
  let isDone = false
  const restart = () => {
    run = user.start(...args)
  }
  /** A command started again after the upload also fails, because the service cannot process the file. */
  async function checkEnd(): Promise<void> {
    const { exitCode } = run.child
    if (exitCode === null || isDone) return
    isDone = exitCode === 0 || (await filesOf(projectId)).some(({ status }) => status !== 'pending_upload')
    if (!isDone) restart()
  }
  return {
    get isDone() {
      return isDone
    },
    restart,
    async kill() {
      run.child.kill('SIGKILL')
      await run.ended
    },
    async untilDoneOr(isSo: () => boolean) {
      await until(async () => {
        await checkEnd()
        return isDone || isSo()
      }, 1800)
    },
  }
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
const inParts = (bytes: number) => (bytes / partBytes).toFixed(2)

interface Interruption {
  name: 'command' | 'network' | 'api' | 'gateway'
  interrupt(): void | Promise<void>
  recover?(): void | Promise<void>
}

it.each([
  ['the store', routeToStore],
  ['the gateway of a limited store', routeThroughGateway],
])(
  `a file of ${fileBytes / MiB} MiB to %s survives ${interruptions} interruptions`,
  async (name, open) => {
    const { entrance, api, gateway } = await open()
    const user = await makeUser({ url: api.url })
    const projectId = await makeProject('Interruptions')
    const path = await makeLargeFile(fileBytes)
    const options = ['-p', String(projectId), '--no-wait', '--parallel', '1', '--limit-rate', rate]
    const upload = startImport(user, projectId, ['import', path, ...options])
    const kinds: Interruption[] = [
      { name: 'command', interrupt: () => upload.kill(), recover: () => upload.restart() },
      { name: 'network', interrupt: () => entrance.cutOff(1000) },
      ...(gateway
        ? [{ name: 'gateway' as const, interrupt: () => gateway.kill(), recover: () => gateway.start() }]
        : []),
      { name: 'api', interrupt: () => api.kill(), recover: () => api.start() },
    ]
    const again: number[] = []
    const underWay = () => entrance.bytes - entrance.storedBytes - sumOf(again)
    let done = 0
    for (; done < interruptions && !upload.isDone; done += 1) {
      const progress = (fileBytes * (done + 0.8 * Math.random())) / interruptions
      const ofPart = 0.7 * Math.random() * partBytes
      await upload.untilDoneOr(() => entrance.storedBytes >= progress && underWay() > ofPart)
      const kind = kinds[done % kinds.length]
      await kind?.interrupt()
      // Until the connections have broken.
      await sleep(100)
      // Parts do not pass the api.
      if (kind?.name !== 'api') again.push(underWay())
      await kind?.recover?.()
    }
    await upload.untilDoneOr(() => false)
    const total = entrance.bytes - fileBytes
    console.log(
      `interruptions route="${name}" bytes=${fileBytes} interruptions=${done} with_parts=${again.length} again_parts_total=${inParts(total)} again_parts_mean=${inParts(total / again.length)} again_parts_most=${inParts(Math.max(...again))}`,
    )
    expect(Math.min(done, sumOf(again))).toBeGreaterThan(0)
    expect(Math.max(...again)).toBeLessThanOrEqual(partBytes + connectionBuffers)
    expect(total).toBeLessThanOrEqual(again.length * partBytes)
    expect(await filesOf(projectId)).toHaveLength(1)
    await expectArrived(projectId, path)
  },
  7_200_000,
)
