/**
 * Random sequences of survey import, append, failure, part retry, kill and rerun, through the SDK and through commands
 * that are killed with SIGKILL: the survey has every row exactly once. With INLET_FULL 2,000 sequences; INLET_SEED
 * repeats a run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { Inlet } from '../../sdk/src/index.ts'
import { makeKey } from './admin.ts'
import { makeProject } from './command.ts'
import { describeSequence, makeRandom, makeSequence, type Sequence } from './rerun-model.ts'
import { runSequence, type Tally } from './rerun-sequence.ts'
import { openResponses } from './workspace-session.ts'

const isFull = Boolean(process.env['INLET_FULL'])
const count = Number(process.env['INLET_SEQUENCES'] ?? (isFull ? 2000 : 12))
const seed = Number(process.env['INLET_SEED'] ?? Date.now() % 2 ** 31)
const cliShare = 0.15
const lanes = { sdk: 24, cli: 4 } as const
/** A key is limited to a thousand calls a minute, so the sequences share several. */
const keyCount = isFull ? 8 : 3

function makeSequences(): Sequence[] {
  const random = makeRandom(seed)
  return Array.from({ length: count }, () => {
    const mode = random() < cliShare ? 'cli' : 'sdk'
    return makeSequence(Math.floor(random() * 2 ** 31), mode)
  })
}

it(`${count} random sequences leave every row exactly once`, { timeout: 6 * 3_600_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-rerun-'))
  const readRows = await openResponses()
  const keys = await Promise.all(
    Array.from({ length: keyCount }, () => makeKey(inject('systemEnv'), '--limit', '1000')),
  )
  const projectId = await makeProject('Reruns')
  const total: Tally = { operations: 0, kills: 0, responses: 0 }
  const failures: string[] = []
  let ended = 0

  async function run(sequence: Sequence, number: number): Promise<void> {
    const key = keys[number % keys.length] ?? inject('key')
    const baseUrl = inject('baseUrl')
    const world = {
      baseUrl,
      key,
      projectId,
      folder: join(folder, String(number)),
      inlet: new Inlet({ baseUrl, ...key }),
      readRows: (uploadKey: string) => readRows(uploadKey, 'Why?'),
    }
    try {
      const tally = await runSequence(sequence, world)
      for (const name of ['operations', 'kills', 'responses'] as const) total[name] += tally[name]
    } catch (error) {
      failures.push(`${describeSequence(sequence)}\n${String(error)}`)
      console.error(failures.at(-1))
    }
    await rm(world.folder, { recursive: true, force: true })
    ended += 1
    if (ended % 100 === 0) console.log(`${ended} of ${count} sequences, ${failures.length} differences`)
  }

  const all = makeSequences().map((sequence, number) => ({ sequence, number }))
  const startedAt = performance.now()
  await Promise.all(
    (['sdk', 'cli'] as const).flatMap((mode) => {
      const waiting = all.filter(({ sequence }) => sequence.mode === mode)
      return Array.from({ length: lanes[mode] }, async () => {
        for (let next = waiting.shift(); next && failures.length < 10; next = waiting.shift())
          await run(next.sequence, next.number)
      })
    }),
  )
  await rm(folder, { recursive: true, force: true })
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  console.log(
    `sequences=${ended} operations=${total.operations} kills=${total.kills} responses=${total.responses} differences=${failures.length} seed=${seed} minutes=${minutes}`,
  )
  expect(failures).toEqual([])
  expect(ended).toBe(count)
  expect(total.kills).toBeGreaterThan(count / 2)
})
