/**
 * `npm run model -- --sequences 10000`: random sequences of contract calls against two api and two worker processes,
 * which are killed, restarted, paused and cut off from the database meanwhile. Every answer is compared with a model of
 * the contract. `--seed N` repeats a run, `--only INDEX` one of its sequences, `--calm` without faults, and
 * `--self-test` plants mistakes into the model, each of which must be found.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startSystem } from '../../scripts/system.ts'
import { Client, NoAnswer } from './client.ts'
import { type Faults, startFaults } from './faults.ts'
import { makeSequence } from './generate.ts'
import { plant, plantedMistakes } from './plant.ts'
import { lateMs } from './possible.ts'
import { Processes } from './processes.ts'
import { runSequence } from './run-sequence.ts'
import { Divergence, SequenceRun, type Tally } from './sequence-run.ts'
import { makeSessions, type Session } from './session.ts'

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '40' },
    seed: { type: 'string' },
    only: { type: 'string' },
    lanes: { type: 'string' },
    calm: { type: 'boolean', default: false },
    'self-test': { type: 'boolean', default: false },
  },
})

const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const sequenceCount = Number(values.sequences)
/** Most of a sequence's time is waiting for jobs, so many run at once; the short version has fewer keys to create. */
const laneCount = Number(values.lanes ?? (values.only !== undefined ? 2 : sequenceCount > 200 ? 32 : 6))
const killEveryMs = 3_000
/** A run stops after so many divergences, because they usually have one cause. */
const maxDivergences = 10
const selfTestSequences = 500
const controlSequences = 40
const progressEvery = sequenceCount > 1000 ? 250 : 50

interface Totals extends Tally {
  sequences: number
  divergences: number
}

interface Plan {
  indexes: number[]
  seed: number
  maxDivergences: number
  isQuiet: boolean
}

let runNumber = 0

async function runLanes(sessions: readonly Session[], plan: Plan): Promise<Totals> {
  runNumber += 1
  const totals: Totals = { sequences: 0, divergences: 0, commands: 0, aborted: 0, unknownOutcomes: 0 }
  const waiting = [...plan.indexes]
  const runOne = async (session: Session, stranger: Session, index: number): Promise<boolean> => {
    const sequence = makeSequence(plan.seed, index)
    const run = new SequenceRun(session, stranger, { index, name: `r${runNumber}s${index}` })
    let isFine = true
    try {
      await runSequence(run, sequence)
    } catch (error) {
      if (!(error instanceof Divergence) && !(error instanceof NoAnswer)) throw error
      isFine = false
      totals.divergences += 1
      if (!plan.isQuiet) report(run, sequence.kind, error)
    }
    totals.sequences += 1
    totals.commands += run.tally.commands
    totals.aborted += run.tally.aborted
    totals.unknownOutcomes += run.tally.unknownOutcomes
    if (totals.sequences % progressEvery === 0 && !plan.isQuiet)
      console.log(
        `${totals.sequences} sequences, ${totals.commands} commands, ${totals.divergences} divergences`,
      )
    return isFine
  }
  await Promise.all(
    sessions.map(async (session, lane) => {
      const stranger = sessions[(lane + 1) % sessions.length] ?? session
      while (totals.divergences < plan.maxDivergences) {
        const index = waiting.shift()
        if (index === undefined) return
        if (await runOne(session, stranger, index)) continue
        await sleep(lateMs)
        await session.readCounts()
      }
    }),
  )
  return totals
}

function report(run: SequenceRun, kind: string, error: Error): void {
  console.error(
    [
      `divergence in sequence ${run.index} (${kind}), repeat with --seed ${seed} --only ${run.index}`,
      ...run.trace.map((line) => `  ${line}`),
      error.message,
    ].join('\n'),
  )
}

/** Each planted mistake makes the model wrong, so an unchanged service must diverge from it; without one it must not. */
async function selfTest(sessions: readonly Session[]): Promise<boolean> {
  const runWith = async (mistake: number, count: number): Promise<boolean> => {
    plant(mistake)
    const indexes = Array.from({ length: count }, (_, i) => i)
    const plan = { indexes, seed: seed + mistake, maxDivergences: 1, isQuiet: mistake > 0 }
    const { divergences, sequences } = await runLanes(sessions, plan)
    console.log(
      `mistake ${mistake}: ${divergences > 0 ? 'a divergence' : 'no divergence'} in ${sequences} sequences`,
    )
    return divergences > 0
  }
  const isFoundWithout = await runWith(0, controlSequences)
  let found = 0
  for (const mistake of plantedMistakes) if (await runWith(mistake, selfTestSequences)) found += 1
  const isFoundAfter = await runWith(0, controlSequences)
  console.log(`model self-test planted=${plantedMistakes.length} found=${found} seed=${seed}`)
  return found === plantedMistakes.length && !isFoundWithout && !isFoundAfter
}

function makeRandom(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function main(): Promise<void> {
  const env = { INLET_LOG_LEVEL: process.env['INLET_LOG_LEVEL'] ?? 'fatal', INLET_WORKER_SLOTS: '8' }
  const system = await startSystem({ apis: 2, workers: 0, env })
  const processes = new Processes(system)
  const stop = async () => {
    await processes.stop()
    await system.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(130)))
  let injected: Faults | undefined
  try {
    await processes.startWorkers(2)
    const sessions = await makeSessions(new Client(system.apiUrls), system.env, laneCount)
    const startedAt = performance.now()
    if (values['self-test']) {
      if (!(await selfTest(sessions))) process.exitCode = 1
      return
    }
    const databaseUrl = system.env['DATABASE_URL'] ?? ''
    if (!values.calm)
      injected = startFaults({ processes, databaseUrl, random: makeRandom(seed), everyMs: killEveryMs })
    const indexes =
      values.only === undefined ? Array.from({ length: sequenceCount }, (_, i) => i) : [Number(values.only)]
    const totals = await runLanes(sessions, { indexes, seed, maxDivergences, isQuiet: false })
    await injected?.stop()
    const { kills, faults } = injected?.tally ?? { kills: 0, faults: 0 }
    for (const exit of processes.unexpectedExits) console.error(`divergence: ${exit}`)
    totals.divergences += processes.unexpectedExits.length
    const isComplete = totals.sequences === indexes.length && totals.divergences === 0
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
    console.log(
      `model sequences=${totals.sequences} commands=${totals.commands} kills=${kills} faults=${faults + totals.aborted} ` +
        `unknown_outcomes=${totals.unknownOutcomes} divergences=${totals.divergences} minutes=${minutes} seed=${seed}`,
    )
    if (!isComplete) process.exitCode = 1
  } finally {
    await injected?.stop().catch(() => undefined)
    await stop()
  }
}

await main()
