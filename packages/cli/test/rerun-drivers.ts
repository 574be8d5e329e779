/** Two ways to import a survey: a program with the SDK, and commands on two machines. Both can be killed at any call. */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Inlet, InletError, type SurveyUpload, upload } from '../../sdk/src/index.ts'
import { hashOf } from '../src/surveys/csv-file.ts'
import { readSentFiles, type SentFile } from '../src/surveys/sent-files.ts'
import type { Key } from './admin.ts'
import { binFile } from './command.ts'
import {
  columnMapping,
  csvOf,
  type Kill,
  type Outcome,
  type RerunFile,
  type RerunModel,
} from './rerun-model.ts'
import { runMain } from './run-main.ts'
import { type ProcessOutput, runToExit } from './run-to-exit.ts'

export interface Driver {
  /** Undefined until an import has reported it. */
  readonly uploadKey: string | undefined
  importSurvey(kill?: Kill): Promise<Outcome>
  /** For the first time or again. */
  append(
    file: RerunFile,
    options: { pick: number; kill?: Kill | undefined; isAgain?: boolean },
  ): Promise<Outcome>
  /** Appends a file that is not sent again. */
  tryAppend(file: RerunFile, pick: number): Promise<Outcome>
  /** The corrected version of a bad file. */
  retryPart(
    file: RerunFile,
    part: number,
    options: { pick: number; kill?: Kill | undefined },
  ): Promise<Outcome>
  /** Must change nothing, or only resume what was started. */
  retryBare(pick: number, kill?: Kill): Promise<Outcome>
  wrongFile(pick: number): Promise<Outcome>
  mismatch(): Promise<Outcome>
  /** The file that a part was created for. */
  ownerOf(part: number): Promise<number | undefined>
  /** Whether an append must finish before the next one starts. */
  readonly isSingleWriter: boolean
}

export interface Place {
  baseUrl: string
  key: Key
  projectId: number
  folder: string
}

class Killed extends Error {}

/**
 * A fetch that stops a client at the given call and blocks everything after it. The service still completes calls that
 * have reached it, so they are not aborted, and `served` waits for them.
 */
function killableFetch(kill: Kill | undefined, controller: AbortController) {
  let calls = 0
  const underWay = new Set<Promise<unknown>>()
  const whenKilled = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new Killed('killed')), { once: true })
  })
  whenKilled.catch(() => {})
  const send: typeof fetch = async (input, init) => {
    if (controller.signal.aborted) throw new Killed('killed')
    calls += 1
    const isFatal = calls === kill?.call
    if (isFatal && kill.phase === 'before') controller.abort()
    else {
      const { signal: _, ...rest } = init ?? {}
      const answer = fetch(input, rest)
      underWay.add(answer.catch(() => {}))
      if (isFatal && kill.phase === 'after') answer.finally(() => controller.abort()).catch(() => {})
      else {
        if (isFatal) setTimeout(() => controller.abort(), kill.delayMs)
        return Promise.race([answer, whenKilled])
      }
    }
    return whenKilled
  }
  return { send, served: () => Promise.all(underWay) }
}

/** A program that stores the first part of an append before it calls, and finishes one append before the next. */
export class SdkDriver implements Driver {
  readonly isSingleWriter = true
  readonly #place: Place
  readonly #model: RerunModel
  readonly #idempotencyKey = `rerun-${randomUUID()}`
  readonly #firstParts = new Map<number, number>()
  uploadKey: string | undefined

  constructor(place: Place, model: RerunModel) {
    this.#place = place
    this.#model = model
  }

  async #run(
    kill: Kill | undefined,
    work: (inlet: Inlet, signal: AbortSignal) => Promise<unknown>,
  ): Promise<Outcome> {
    const controller = new AbortController()
    const { baseUrl, key } = this.#place
    const { send, served } = killableFetch(kill, controller)
    const inlet = new Inlet({ baseUrl, ...key, fetch: send })
    try {
      await work(inlet, controller.signal)
      return { isKilled: false, isDone: true, text: '' }
    } catch (error) {
      const code = error instanceof InletError ? error.code : undefined
      const isExpected = error instanceof InletError || controller.signal.aborted
      if (!isExpected) throw error
      await served()
      return { isKilled: controller.signal.aborted, isDone: false, code, text: String(error) }
    }
  }

  importSurvey(kill?: Kill): Promise<Outcome> {
    return this.#import('Rerun', kill)
  }

  mismatch(): Promise<Outcome> {
    return this.#import('Another name')
  }

  #import(name: string, kill?: Kill): Promise<Outcome> {
    return this.#run(kill, async (inlet, signal) => {
      const handle = inlet.surveys.import(csvOf(this.#model.importFile), {
        projectId: this.#place.projectId,
        name,
        columnMapping,
        idempotencyKey: this.#idempotencyKey,
        signal,
      })
      this.uploadKey = (await handle.started()).upload_key
      await handle.done()
    })
  }

  append(file: RerunFile, { kill }: { kill?: Kill | undefined }): Promise<Outcome> {
    return this.#run(kill, async (inlet, signal) => {
      const key = this.uploadKey ?? ''
      const known = this.#firstParts.get(file.index)
      const firstPart = known ?? (await inlet.surveys.status(key, { signal })).num_parts + 1
      this.#firstParts.set(file.index, firstPart)
      await inlet.surveys.appendResponses(key, csvOf(file), { firstPart, signal }).done()
    })
  }

  tryAppend(file: RerunFile): Promise<Outcome> {
    return this.#run(undefined, (inlet) =>
      inlet.surveys.appendResponses(this.uploadKey ?? '', csvOf(file)).done(),
    )
  }

  retryPart(file: RerunFile, part: number, { kill }: { kill?: Kill | undefined }): Promise<Outcome> {
    return this.#run(kill, async (inlet, signal) => {
      const key = this.uploadKey ?? ''
      const descriptor = await inlet.surveys.retryPart(key, part, { signal })
      await upload(descriptor, new TextEncoder().encode(csvOf(file, true)), { signal })
      await inlet.surveys.complete(key, { signal })
      await inlet.surveys.wait(key, { signal })
    })
  }

  retryBare(): Promise<Outcome> {
    return this.#run(undefined, async (inlet) => {
      const survey = await inlet.surveys.status(this.uploadKey ?? '')
      if (survey.status !== 'COMPLETED') throw new InletError('Not completed.', { code: 'not_completed' })
    })
  }

  /** The mistake that this test exists for: importing the original file while an appended part is open. */
  wrongFile(): Promise<Outcome> {
    return this.importSurvey()
  }

  async ownerOf(part: number): Promise<number | undefined> {
    return [...this.#firstParts].find(([, first]) => first === part)?.[0]
  }
}

/** Two machines with separate home folders. A file belongs to the machine that first appended it. */
export class CliDriver implements Driver {
  readonly isSingleWriter = false
  readonly #place: Place
  readonly #model: RerunModel
  readonly #machineOf = new Map<number, number>()
  readonly #hashes = new Map<string, number>()
  uploadKey: string | undefined

  constructor(place: Place, model: RerunModel) {
    this.#place = place
    this.#model = model
  }

  #home(machine: number): string {
    return join(this.#place.folder, `machine-${machine}`)
  }

  async #write(file: RerunFile, isCorrected = false): Promise<string> {
    await mkdir(this.#place.folder, { recursive: true })
    const path = join(this.#place.folder, `${file.index}${isCorrected ? '-corrected' : ''}.csv`)
    await writeFile(path, csvOf(file, isCorrected))
    this.#hashes.set(await hashOf(path), file.index)
    return path
  }

  async #run(machine: number, args: string[], kill?: Kill): Promise<Outcome> {
    const home = this.#home(machine)
    await mkdir(home, { recursive: true })
    const { baseUrl, key } = this.#place
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      INLET_URL: baseUrl,
      INLET_CLIENT_ID: key.clientId,
      INLET_CLIENT_SECRET: key.clientSecret,
    }
    const command = [...args, '--json']
    const { exitCode, stderr } = await (kill ? runAndKill(command, env, kill) : runMain(command, env))
    this.uploadKey ??= /The upload key is ([\w-]+)\./.exec(stderr)?.[1]
    const code = /"code": ?"(\w+)"/.exec(stderr)?.[1]
    return { isKilled: exitCode === null, isDone: exitCode === 0, code, text: `exit ${exitCode}: ${stderr}` }
  }

  async importSurvey(kill?: Kill): Promise<Outcome> {
    const path = await this.#write(this.#model.importFile)
    const maps = Object.entries(columnMapping).flatMap(([name, type]) => ['--map', `${name}=${type}`])
    const project = String(this.#place.projectId)
    const name = ['--name', this.#place.folder]
    return this.#run(0, ['survey', 'import', path, '-p', project, ...name, ...maps], kill)
  }

  async append(
    file: RerunFile,
    { pick, kill, isAgain = false }: { pick: number; kill?: Kill | undefined; isAgain?: boolean },
  ): Promise<Outcome> {
    const machine = this.#machineOf.get(file.index) ?? machineFor(pick)
    this.#machineOf.set(file.index, machine)
    const again = isAgain ? ['--again'] : []
    return this.#run(
      machine,
      ['survey', 'append', this.uploadKey ?? '', await this.#write(file), ...again],
      kill,
    )
  }

  async tryAppend(file: RerunFile, pick: number): Promise<Outcome> {
    return this.#run(machineFor(pick), ['survey', 'append', this.uploadKey ?? '', await this.#write(file)])
  }

  async retryPart(
    file: RerunFile,
    part: number,
    { pick, kill }: { pick: number; kill?: Kill | undefined },
  ): Promise<Outcome> {
    const path = await this.#write(file, true)
    const args = ['survey', 'retry', this.uploadKey ?? '', path, '--part', String(part)]
    return this.#run(machineFor(pick), args, kill)
  }

  retryBare(pick: number, kill?: Kill): Promise<Outcome> {
    return this.#run(machineFor(pick), ['survey', 'retry', this.uploadKey ?? ''], kill)
  }

  async wrongFile(pick: number): Promise<Outcome> {
    const path = await this.#write(this.#model.importFile)
    return this.#run(machineFor(pick), ['survey', 'retry', this.uploadKey ?? '', path])
  }

  mismatch(): Promise<Outcome> {
    return this.importSurvey()
  }

  async ownerOf(part: number): Promise<number | undefined> {
    const stages: Array<SentFile['stage']> = ['requested', 'created', 'sending', 'sent']
    const homes = [0, 1].map((machine) => join(this.#home(machine), '.local/state/inlet'))
    const files = (await Promise.all(homes.map((home) => readSentFiles(home, this.uploadKey ?? '')))).flat()
    const covering = files
      .filter(({ firstPart, numParts }) => firstPart <= part && part < firstPart + numParts)
      .sort((a, b) => stages.indexOf(b.stage) - stages.indexOf(a.stage))
    return covering[0] && this.#hashes.get(covering[0].hash)
  }
}

const machineFor = (pick: number) => (pick < 0.7 ? 0 : 1)

/** Runs the command as a separate process and kills it at the given call. */
async function runAndKill(args: string[], env: Record<string, string>, kill: Kill): Promise<ProcessOutput> {
  const proxy = await startKillProxy(env['INLET_URL'] ?? '', kill)
  const run = runToExit([binFile, ...args], { ...env, INLET_URL: proxy.url })
  proxy.onKill(() => run.child.kill('SIGKILL'))
  const exited = await run.ended
  await proxy.close()
  return exited
}

/** Forwards everything to the service, and kills the client at the given call. */
async function startKillProxy(target: string, kill: Kill) {
  const { hostname, port } = new URL(target)
  let calls = 0
  let die = () => {}
  const underWay = new Set<Promise<void>>()
  const server: Server = createServer((asked, answer) => {
    calls += 1
    const isFatal = calls === kill.call
    if (isFatal && kill.phase === 'before') return die()
    const { method, url: path, headers } = asked
    const served = new Promise<void>((resolve) => {
      const passed = request({ hostname, port, method, path, headers }, (answered) => {
        const chunks: Buffer[] = []
        answered.on('data', (chunk: Buffer) => chunks.push(chunk))
        answered.on('end', () => {
          resolve()
          if (isFatal && kill.phase === 'after') return die()
          answer.writeHead(answered.statusCode ?? 502, answered.headers)
          answer.end(Buffer.concat(chunks))
          if (isFatal) setTimeout(die, kill.delayMs)
        })
      })
      passed.on('error', () => {
        answer.destroy()
        resolve()
      })
      asked.pipe(passed)
    })
    underWay.add(served)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onKill: (action: () => void) => {
      die = action
    },
    /** Waits until the service has completed every call that reached it. */
    async close() {
      await Promise.all(underWay)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Waits until nothing is being processed. */
export async function waitUntilIdle(inlet: Inlet, uploadKey: string): Promise<SurveyUpload> {
  for (;;) {
    const survey = await inlet.surveys.status(uploadKey)
    if (survey.status !== 'VALIDATING' && survey.status !== 'PROCESSING') return survey
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
