/** The api and worker processes of the system, which can be killed, paused and started again. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { pickPort } from '../../scripts/services/ports.ts'
import { endProcess, type System, startBin } from '../../scripts/system.ts'

/** Starting takes seconds, and longer while the machine is busy. */
const readyTimeoutMs = 180_000

interface Started {
  child: ChildProcess
  url: string
}

export class Processes {
  readonly #env: Record<string, string>
  readonly #apis: Started[]
  readonly #workers: Started[] = []
  readonly #all: ChildProcess[] = []
  readonly #ended = new WeakSet<ChildProcess>()
  /** Processes that ended without being told to: a fault must not end one. */
  readonly unexpectedExits: string[] = []

  constructor({ env, apis, apiUrls }: System) {
    this.#env = env
    this.#apis = apis.map((child, i) => ({ child, url: apiUrls[i] ?? '' }))
    for (const { child } of this.#apis) this.#watch('api', child)
  }

  /** Starts workers with known ports, which report when they are ready. */
  async startWorkers(count: number): Promise<void> {
    const ports: number[] = []
    for (let i = 0; i < count; i += 1) ports.push(await pickPort([]))
    for (const port of ports) {
      const url = `http://127.0.0.1:${port}`
      this.#workers.push({ child: this.#start('worker', url), url })
    }
    await Promise.all(this.#workers.map(({ url }) => untilReady(url)))
  }

  get apiCount(): number {
    return this.#apis.length
  }

  get workerCount(): number {
    return this.#workers.length
  }

  /** Ends a process and starts it again; resolves when it is ready. */
  async replace(name: 'api' | 'worker', index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const running = (name === 'api' ? this.#apis : this.#workers)[index]
    if (!running) return
    await this.#end(running.child, signal)
    running.child = this.#start(name, running.url)
    await untilReady(running.url)
  }

  /** The worker keeps its connections and jobs but does nothing, like a machine that swaps. */
  async pauseWorker(index: number, forMs: number): Promise<void> {
    const worker = this.#workers[index]?.child
    worker?.kill('SIGSTOP')
    await sleep(forMs)
    worker?.kill('SIGCONT')
  }

  /** Ends the processes that were started here; the system ends the others. */
  async stop(): Promise<void> {
    await Promise.all(
      this.#all.map((child) => {
        this.#ended.add(child)
        child.kill('SIGCONT')
        return endProcess(child)
      }),
    )
  }

  #start(name: 'api' | 'worker', url: string): ChildProcess {
    const setting = name === 'api' ? 'INLET_PORT' : 'INLET_WORKER_PORT'
    const child = startBin(name, { ...this.#env, [setting]: new URL(url).port })
    this.#all.push(child)
    this.#watch(name, child)
    return child
  }

  #watch(name: string, child: ChildProcess): void {
    child.once('exit', (code, signal) => {
      if (!this.#ended.has(child)) this.unexpectedExits.push(`${name} exited with ${signal ?? code}`)
    })
  }

  async #end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    this.#ended.add(child)
    if (signal === 'SIGTERM') return endProcess(child)
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
}

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + readyTimeoutMs
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    if (answer?.ok) return
    if (performance.now() > deadline)
      throw new Error(`${url} was not ready within ${readyTimeoutMs / 1000} s.`)
    await sleep(150)
  }
}
