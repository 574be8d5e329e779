/**
 * `npm run fuzz`: random requests to a running system, generated from the schemas of both APIs and as raw bytes. Fails
 * on any response of 500 or above, on a success that does not match its schema, on an error without a text, and if many
 * requests were refused for their credentials.
 * `--requests 200000` sets their number, `--seed N` repeats a run.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Route } from '@inlet/contract'
import * as importContract from '@inlet/contract'
import * as workspaceContract from '@inlet/contract/workspace'
import fc from 'fast-check'
import { startSystem } from '../../scripts/system.ts'
import { buildWebIfMissing } from '../../scripts/web/build-if-missing.ts'
import { KnownIds } from './ids.ts'
import { findFault } from './judge.ts'
import { makePeople, type People } from './people.ts'
import { rawRequest, sendRaw } from './raw-requests.ts'
import { type PlannedRequest, requestTo, toHttp } from './requests.ts'
import { importSome } from './seed.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const total = Number(values.requests)
const seed = Number(values.seed)

/** One request in ten is sent as raw bytes. */
const rawShare = 10
const batchSize = 1000
const concurrency = 16
/** A request may wait for an event for 45 s. */
const timeoutMs = 90_000

/** They end the session of their caller or never end their response; other tests cover them. */
const excluded = new Set([
  'signIn.endSession',
  'signIn.changePassword',
  'team.changeMember',
  'changes.stream',
])

/** They answer 401 to a wrong password, secret or link, whoever calls them. */
const signInOperations = new Set([
  'signIn.password',
  'signIn.acceptInvitation',
  'signIn.readInvitation',
  'token.issue',
])

/** With more refused requests than this, the test would no longer reach what it tests. */
const maxRefusedShare = 0.05

interface Totals {
  sent: number
  byStatus: Map<number, number>
  succeeded: Set<string>
  faults: string[]
  /** Requests with credentials, and how many of them were refused with 401. */
  signed: number
  refused: number
  replacedTokens: number
}

async function fuzz(urls: string[], people: People): Promise<Totals> {
  const exported: unknown[] = [...Object.values(importContract), ...Object.values(workspaceContract)]
  const routes = exported.filter(isRoute).filter(({ operationId }) => !excluded.has(operationId))
  const planned = fc.oneof(...routes.map(requestTo))
  const ids = new KnownIds()
  const totals: Totals = {
    sent: 0,
    byStatus: new Map(),
    succeeded: new Set(),
    faults: [],
    signed: 0,
    refused: 0,
    replacedTokens: 0,
  }
  for (let batch = 0; totals.sent < total; batch += 1) {
    const size = Math.min(batchSize, total - totals.sent)
    const rawSize = Math.ceil(size / rawShare)
    const raw = fc.sample(rawRequest, { numRuns: rawSize, seed: seed + batch })
    const requests = fc.sample(planned, { numRuns: size - rawSize, seed: seed + batch })
    const sends = [
      ...requests.map((request, index) => async () => {
        const url = urls[index % urls.length] ?? ''
        const credentials = credentialsFor(request.route, people, index)
        await sendPlanned({ url, origin: urls[0] ?? '' }, request, credentials, ids, totals)
      }),
      ...raw.map((bytes, index) => async () => {
        await sendBytes(urls[index % urls.length] ?? '', bytes, totals)
      }),
    ]
    await runAll(sends)
    totals.replacedTokens += await people.replaceLost()
    if (batch % 20 === 19) console.log(summaryOf(totals))
  }
  return totals
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'operationId' in value
}

function credentialsFor({ api }: Route, { tokens, cookies }: People, index: number): Record<string, string> {
  return api === 'workspace'
    ? { cookie: cookies[index % cookies.length] ?? '' }
    : { authorization: `Bearer ${tokens[index % tokens.length]}` }
}

async function sendPlanned(
  { url, origin }: { url: string; origin: string },
  request: PlannedRequest,
  credentials: Record<string, string>,
  ids: KnownIds,
  totals: Totals,
): Promise<void> {
  const { method, path, body, contentType } = toHttp(request, ids)
  const garbage = Object.fromEntries(Object.keys(credentials).map((name) => [name, 'Bearer a=b; c']))
  const headers = {
    ...(request.access === 'valid' ? credentials : request.access === 'garbage' ? garbage : {}),
    ...(contentType !== undefined && { 'content-type': contentType }),
    origin,
  }
  const note = (problem: string) => noteFault(totals, `${problem}: ${method} ${path} ${body ?? ''}`)
  totals.sent += 1
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    })
    const text = await answer.text()
    countStatus(totals, answer.status)
    if (request.access === 'valid' && !signInOperations.has(request.route.operationId)) {
      totals.signed += 1
      if (answer.status === 401) totals.refused += 1
    }
    if (answer.ok) {
      totals.succeeded.add(request.route.operationId)
      if (answer.headers.get('content-type')?.startsWith('application/json')) ids.learn(JSON.parse(text))
    }
    const fault = findFault(request.route, { status: answer.status, headers: answer.headers, text })
    if (fault !== undefined) note(`${fault} (${text.slice(0, 200)})`)
  } catch (error) {
    note(String(error))
  }
}

async function sendBytes(url: string, bytes: Buffer, totals: Totals): Promise<void> {
  totals.sent += 1
  const statuses = await sendRaw(Number(new URL(url).port), bytes, timeoutMs)
  const shown = JSON.stringify(bytes.toString('latin1').slice(0, 300))
  if (statuses === 'timeout') return noteFault(totals, `no response and no close: ${shown}`)
  for (const status of statuses) {
    countStatus(totals, status)
    // 501 and 505 say that the method or the version is not supported.
    if (status >= 500 && status !== 501 && status !== 505) noteFault(totals, `answered ${status}: ${shown}`)
  }
}

function noteFault(totals: Totals, fault: string): void {
  totals.faults.push(fault)
  if (totals.faults.length <= 50) console.log(`FAULT ${fault.slice(0, 600)}`)
}

function countStatus({ byStatus }: Totals, status: number): void {
  byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
}

async function runAll(tasks: (() => Promise<void>)[]): Promise<void> {
  const queue = tasks.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const task of queue) await task()
    }),
  )
}

const refusedShare = ({ signed, refused }: Pick<Totals, 'signed' | 'refused'>): number =>
  refused / Math.max(1, signed)

function summaryOf(totals: Totals): string {
  const { sent, byStatus, succeeded, faults, replacedTokens } = totals
  const statuses = [...byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}:${count}`)
  return `fuzz requests=${sent} statuses=${statuses.join(',')} operations_succeeded=${succeeded.size} refused_share=${refusedShare(totals).toFixed(3)} replaced_tokens=${replacedTokens} faults=${faults.length} seed=${seed}`
}

// Without it the root answers 503.
await buildWebIfMissing()
const system = await startSystem({
  apis: 2,
  workers: 1,
  env: { INLET_RATE_LIMIT_PER_MINUTE: '1000', INLET_SESSION_CALLS_PER_MINUTE: '100000' },
})
try {
  const people = await makePeople(system, 8, 3)
  for (const token of people.tokens.slice(0, 4)) await importSome(system.apiUrls[0] ?? '', token)
  const totals = await fuzz(system.apiUrls, people)
  console.log(summaryOf(totals))
  const hasReachedTooLittle = refusedShare(totals) > maxRefusedShare
  if (hasReachedTooLittle)
    console.error('Too many requests with valid credentials were refused; the test reached too little.')
  process.exitCode = totals.faults.length > 0 || hasReachedTooLittle ? 1 : 0
} finally {
  await system.stop()
}
