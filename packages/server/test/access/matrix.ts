/**
 * Runs the access matrix: every operation with every credential and every record, each cell compared with the rules.
 * A leak is a cell that returns more than it may, or differs from the response for a record that does not exist.
 */
import { mapBounded } from '../../src/platform/map-bounded.ts'
import type { TestApp } from '../harness/app.ts'
import { type Answer, call, expectedOutcome, isRead, type Matrix, unknownLike } from './cells.ts'
import { checkChanges } from './changes.ts'
import { checkEvents } from './events.ts'
import { checkCounts, checkLists } from './lists.ts'
import { listOperations, type RoutedOperation } from './operations.ts'
import { type Credential, makePeople } from './people.ts'
import { makeWorld, type Target } from './world.ts'

export interface Report {
  cells: number
  /** Each as `operation, who, record: expected, observed`. */
  leaks: string[]
  lockouts: string[]
}

/** Each key makes thousands of calls in a minute. */
export const matrixSettings = { INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' }

/** `only` limits it to some operations. */
export async function runMatrix(app: TestApp, only?: readonly string[]): Promise<Report> {
  const people = await makePeople(app)
  const targets = await makeWorld(app, people)
  const report: Report = { cells: 0, leaks: [], lockouts: [] }
  const matrix: Matrix = {
    app,
    people,
    targets,
    check(cell, expected, observed) {
      report.cells += 1
      if (observed === expected) return
      const line = `${cell}: ${expected} expected, ${observed} observed`
      if (expected === 'allowed') report.lockouts.push(line)
      else report.leaks.push(line)
    },
  }
  const operations = listOperations().operations.filter(({ name }) => only?.includes(name) ?? true)
  // Reads go first: writes add records to the lists.
  const [reads, writes] = [operations.filter(isRead), operations.filter((one) => !isRead(one))]
  // Deletions go last: they remove the records that others are called with.
  writes.sort((a, b) => Number(a.route.method === 'DELETE') - Number(b.route.method === 'DELETE'))
  for (const operation of reads) await checkLists(matrix, operation)
  if (!only) await checkCounts(matrix)
  for (const operation of reads) await checkOperation(matrix, operation)
  for (const operation of writes) await checkOperation(matrix, operation)
  if (!only) {
    await checkChanges(matrix)
    await checkEvents(matrix)
  }
  return report
}

async function checkOperation(matrix: Matrix, operation: RoutedOperation): Promise<void> {
  const { people, targets, check } = matrix
  const callers = people.credentials.filter(({ surface }) => surface === operation.surface)
  const asked = operation.of ? targets.filter(({ kind }) => operation.of?.includes(kind)) : [undefined]
  const cells = callers.flatMap((caller) =>
    asked.map((target) => ({ caller, target, expected: expectedOutcome(operation, caller.who, target) })),
  )
  // Denied callers go first, so that no allowed caller has deleted the record before.
  cells.sort((a, b) => Number(a.expected === 'allowed') - Number(b.expected === 'allowed'))
  const references = new Map<string, Promise<string>>()
  await mapBounded(cells, isRead(operation) ? 6 : 1, async ({ caller, target, expected }) => {
    const session = operation.endsSession ? await people.newSession(caller.who) : caller
    const cell = `${operation.name}, ${caller.who}, ${target?.name ?? 'no record'}`
    const answer = await call(operation, session, target)
    const alike = `${caller.who} ${target?.kind}`
    if (target && !references.has(alike)) references.set(alike, readReference(operation, caller, target))
    check(cell, expected, outcomeOf(answer, await references.get(alike)))
    if (expected === 'allowed' && operation.showsOriginal && target?.original)
      checkOriginal(matrix, cell, target.original, answer.text)
  })
}

function outcomeOf({ status, text }: Answer, reference: string | undefined): string {
  if (status === 401) return '401'
  if (status === 403) return `403 ${codeOf(text)}`
  if (status === 429 || status >= 500) return `${status}`
  return status === 404 && text === reference ? 'same 404' : 'allowed'
}

function codeOf(text: string): string {
  return (JSON.parse(text) as { code?: string }).code ?? ''
}

/** The response to the caller for a record of that kind that does not exist. */
async function readReference(
  operation: RoutedOperation,
  caller: Credential,
  target: Target,
): Promise<string> {
  const { status, text } = await call(operation, caller, unknownLike(target))
  // A caller who may not use the operation at all learns nothing else.
  return [401, 403, 404].includes(status) ? text : `${status} for a record that does not exist: ${text}`
}

function checkOriginal(
  { check }: Matrix,
  cell: string,
  { key, isOpen }: { key: string; isOpen: boolean },
  text: string,
): void {
  const isShown = text.includes(key)
  check(`${cell}, its original`, isOpen ? 'allowed' : 'closed', isShown ? 'allowed' : 'closed')
}
