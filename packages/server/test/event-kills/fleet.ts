/** Api and worker processes behind a load balancer, killed without warning and started again. */
import type { ChildProcess } from 'node:child_process'
import { programPath } from '../../../../scripts/programs/program-path.ts'
import { type Balancer, startBalancer } from '../harness/balancer.ts'
import { freePort, testEnv } from '../harness/config.ts'
import { startNode, stopProcess, waitFor } from '../harness/processes.ts'

type Kind = 'api' | 'worker'

interface Member {
  kind: Kind
  port: number
  child: ChildProcess
}

export interface Fleet {
  /** Of the load balancer. */
  url: string
  kills: Record<Kind, number>
  /** Kills a process of this kind with SIGKILL and starts it again at once; resolves when it is ready. */
  killOne(kind: Kind): Promise<void>
  /** Processes that ended although nobody killed them. */
  unexpectedExits: string[]
  stop(): Promise<void>
}

const readyTimeoutMs = 180_000
const perKind = 2

export async function startFleet(databaseUrl: string, settings: Record<string, string>): Promise<Fleet> {
  const balancer = await startBalancer()
  const members: Member[] = []
  const killed = new WeakSet<ChildProcess>()
  const unexpectedExits: string[] = []
  const kills = { api: 0, worker: 0 }
  let isStopped = false

  function start(kind: Kind, port: number): ChildProcess {
    const setting = kind === 'api' ? 'INLET_PORT' : 'INLET_WORKER_PORT'
    const env = testEnv(databaseUrl, {
      INLET_STORAGE_PROBE: 'off',
      INLET_WORKER_SLOTS: '2',
      ...settings,
      [setting]: String(port),
    })
    const child = startNode(programPath(kind), [], env)
    child.once('exit', (code, signal) => {
      if (!killed.has(child)) unexpectedExits.push(`${kind} exited with ${signal ?? code}`)
    })
    return child
  }

  async function stop(): Promise<void> {
    isStopped = true
    for (const { child } of members) killed.add(child)
    await Promise.all(members.map(({ child }) => stopProcess(child, 'SIGKILL')))
    await balancer.close()
  }

  try {
    for (const kind of ['api', 'worker'] as const)
      for (let i = 0; i < perKind; i += 1) {
        const port = await freePort()
        members.push({ kind, port, child: start(kind, port) })
      }
    await Promise.all(members.map(untilReady))
    setTargets(balancer, members)
  } catch (error) {
    await stop()
    throw error
  }

  return {
    url: balancer.url,
    kills,
    unexpectedExits,
    stop,
    async killOne(kind) {
      const candidates = members.filter((member) => member.kind === kind)
      const member = candidates[Math.floor(Math.random() * candidates.length)]
      if (!member) return
      killed.add(member.child)
      await stopProcess(member.child, 'SIGKILL')
      if (isStopped) return
      kills[kind] += 1
      member.child = start(kind, member.port)
      await untilReady(member)
    },
  }
}

function setTargets(balancer: Balancer, members: readonly Member[]): void {
  balancer.targets = members
    .filter(({ kind }) => kind === 'api')
    .map(({ port }) => `http://127.0.0.1:${port}`)
}

const untilReady = ({ port }: Member) =>
  waitFor(
    async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) })
      await answer.arrayBuffer()
      return answer.ok
    },
    readyTimeoutMs,
    100,
  )
