/** Hostile files through the whole service: each fails with a reason, and other files are not affected. */

import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFull } from '../../../test/harness/full.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { readOutcome, waitForFinal } from '../../../test/harness/imports.ts'

const folder = join(import.meta.dirname, '../../../../../../shared/samples/hostile')
/** These run into the time limit, so the short run leaves them to the tests of the processors. */
const endless = ['farcell.xlsx', 'pagebreaks20k.docx', 'flatebomb.pdf']
const supported = /\.(pdf|pptx?|docx?|xlsx?|txt)$/
const samples = existsSync(folder)
  ? readdirSync(folder).filter((name) => supported.test(name) && (isFull || !endless.includes(name)))
  : []
const finalWithinMs = 120_000

let bench: ImportBench
beforeAll(async () => {
  bench = await openImportBench({ env: { INLET_WORKER_SLOTS: '5' } })
})
afterAll(() => bench.close())

const importInsight = (name: string, content: Blob | string) =>
  bench.importFile(name, content, { kind: 'insights' })

/** Descendant processes of the worker, from /proc. */
function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const]
      } catch {
        return [] // The process has ended.
      }
    })
  const children = parents.filter(([, parent]) => parent === pid).map(([child]) => child)
  return [...children, ...children.flatMap(descendants)]
}

describe.runIf(samples.length > 0)('hostile documents', () => {
  it('end within 120 s with a reason, leave no process behind, and do not block others', async () => {
    const hostile = []
    for (const name of samples)
      hostile.push({ name, one: await importInsight(name, await openAsBlob(join(folder, name))) })
    const neighbours = []
    for (let i = 0; i < 5; i += 1)
      neighbours.push(await importInsight(`good-${i}.txt`, `An ordinary document, number ${i}.`))
    await waitForFinal(bench.app.deps.db, neighbours, finalWithinMs)
    for (const one of neighbours) expect((await readOutcome(bench.app.deps.db, one)).state).toBe('completed')
    await waitForFinal(
      bench.app.deps.db,
      hostile.map(({ one }) => one),
      isFull ? 2 * finalWithinMs : finalWithinMs,
    )
    const outcomes = []
    for (const { name, one } of hostile) {
      const { state, failure_code } = await readOutcome(bench.app.deps.db, one)
      outcomes.push(`${name}=${failure_code ?? state}`)
      expect([name, ['completed', 'failed'].includes(state)]).toEqual([name, true])
      expect([name, failure_code]).not.toEqual([name, 'gave_up'])
    }
    expect(descendants(bench.workers[0]?.pid ?? 0)).toEqual([])
    process.stdout.write(`hostile ${outcomes.join(' ')}\n`)
  }, 400_000)
})

describe('a document that does not match its extension', () => {
  it('fails with the reason', async () => {
    const one = await importInsight('page.pdf', '<html><body>not a pdf</body></html>')
    const [outcome] = await waitForFinal(bench.app.deps.db, [one])
    expect(outcome).toMatchObject({ state: 'failed', failure_code: 'type_mismatch' })
  })
})
