/** Prints one line with the test result for each requirement of docs/contract.md. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase, TestRunEndReason } from 'vitest/node'

// UTF-8 would match too.
const idPattern = /\b(?!UTF-)[A-Z]{3}-\d+\b/g

interface Tally {
  passed: number
  failed: number
  skipped: number
}

function readRequirements(): Map<string, string> {
  const text = readFileSync(join(import.meta.dirname, '../docs/contract.md'), 'utf8')
  const lines = text.matchAll(/^- \*\*([A-Z]{3}-\d+)\*\* (.*)$/gm)
  return new Map([...lines].map(([, id = '', sentence = '']) => [id, sentence]))
}

/** Ids in test titles, whether the test ran or not. */
function readTestedIds(): Set<string> {
  const root = join(import.meta.dirname, '..')
  const files = globSync(
    ['acceptance/tests/*.test.ts', 'packages/server/src/**/*.contract.integration.test.ts'],
    { cwd: root },
  )
  const titles = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/\bit(?:\.runIf\(\w+\))?\(\s*['"`](.*)/g),
  ])
  return new Set(titles.flatMap(([, title = '']) => [...title.matchAll(idPattern)].map(([id]) => id)))
}

export default class RequirementsReporter implements Reporter {
  readonly #tallies = new Map<string, Tally>()
  readonly #total: Tally = { passed: 0, failed: 0, skipped: 0 }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    if (state === 'pending') return
    this.#total[state] += 1
    for (const [id] of test.name.matchAll(idPattern)) {
      const tally = this.#tallies.get(id) ?? { passed: 0, failed: 0, skipped: 0 }
      tally[state] += 1
      this.#tallies.set(id, tally)
    }
  }

  onTestRunEnd(_modules: unknown, _errors: unknown, reason: TestRunEndReason): void {
    const only = (process.env['INLET_ONLY'] ?? '').split(',').filter((group) => group !== '')
    const contract = readRequirements()
    const requirements = [...contract].filter(
      ([id]) => only.length === 0 || only.some((group) => id.startsWith(group)),
    )
    const tested = readTestedIds()
    const lines = requirements.map(
      ([id, sentence]) =>
        `${describe(this.#tallies.get(id), tested.has(id)).padEnd(10)} ${id.padEnd(7)} ${shorten(sentence)}`,
    )
    const untested = requirements.map(([id]) => id).filter((id) => !tested.has(id))
    const unknown = [...this.#tallies.keys()].filter((id) => !contract.has(id))
    const { passed, failed, skipped } = this.#total
    process.stdout.write(
      [
        '',
        ...lines,
        '',
        `Requirements without a test: ${untested.join(' ') || 'none'}`,
        ...(unknown.length > 0 ? [`Named in tests but not in docs/contract.md: ${unknown.join(' ')}`] : []),
        `conformance ${reason}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
        '',
      ].join('\n'),
    )
  }
}

function describe(tally: Tally | undefined, isTested: boolean): string {
  if (!tally) return isTested ? 'skipped' : 'no test'
  if (tally.failed > 0) return 'FAILED'
  return tally.passed > 0 ? 'passed' : 'skipped'
}

function shorten(sentence: string): string {
  return sentence.length > 96 ? `${sentence.slice(0, 95)}…` : sentence
}
