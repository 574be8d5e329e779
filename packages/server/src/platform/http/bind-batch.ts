/** Serves a batch: each item as the single call, within a time limit and without taking the whole connection pool. */
import type { Route } from '@inlet/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../errors.ts'
import { fingerprintOf } from '../idempotency/fingerprint.ts'
import { underFirstClaim } from '../idempotency/hold-claim.ts'
import { claimSeconds } from '../idempotency/idempotency.repo.ts'
import { readIdempotencyKey } from '../idempotency/read-idempotency-key.ts'
import { type RunItem, runItemPlain, runItemsOnce } from '../idempotency/run-items-once.ts'
import { mapBounded } from '../map-bounded.ts'
import type { BatchedCall, ItemResult } from './batched-call.ts'
import type { IdempotencyDeps } from './bind-idempotent.ts'
import { bindRoute } from './bind-route.ts'
import { errorBody } from './error-answer.ts'
import { keyOf } from './import-scope.ts'

export interface BatchLimits {
  /** Later items are not attempted. */
  attemptMs: number
  /** The answer is sent by then, also if items are still running. */
  answerMs: number
  /** Items that run at the same time; each uses one database connection at most. */
  concurrency: number
}

export const batchLimits: BatchLimits = { attemptMs: 25_000, answerMs: 29_000, concurrency: 3 }

/** Names of claims, which no idempotency key of a client can have. */
const slots = ['\nbatch 1', '\nbatch 2']
/** Less than the claim on the idempotency key: a repetition of a batch that died must find its slot free. */
const slotSeconds = claimSeconds - 2

interface Batch {
  route: Route
  calls: Readonly<Record<string, BatchedCall>>
  items: readonly Item[]
  request: FastifyRequest
  reply: FastifyReply
  limits: BatchLimits
}

type Item = Readonly<Record<string, unknown>> & { kind: string }

export function bindBatch<B extends TSchema, Responses extends Record<200, TSchema>>(
  app: FastifyInstance,
  { limits = batchLimits, ...deps }: IdempotencyDeps & { limits?: BatchLimits },
  route: Route<TSchema, TSchema, B, Responses>,
  calls: Readonly<Record<string, BatchedCall>>,
): void {
  bindRoute(
    app,
    route as Route,
    async ({ body, request, reply }) => {
      const { items } = body as unknown as { items: Item[] }
      const results = await answerBatch(deps, { route: route as Route, calls, items, request, reply, limits })
      const isReplayed = results.every((result) => result.isReplayed)
      return {
        status: 200,
        body: { results: results.map(({ http_status, body }, index) => ({ index, http_status, body })) },
        headers: isReplayed ? { 'idempotent-replayed': 'true' } : {},
      }
    },
    { isIdempotent: true },
  )
}

/**
 * Answers in time. Items that are still running then go on, and the claims of the batch are held until they end, so that
 * a repetition does not run beside them.
 */
async function answerBatch(deps: IdempotencyDeps, batch: Batch): Promise<ItemResult[]> {
  const { items, request, limits } = batch
  const results: (ItemResult | undefined)[] = items.map(() => undefined)
  const { promise: timeUp, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limits.answerMs)
  const running = runBatch(deps, batch, performance.now() + limits.attemptMs, results)
  running.catch((error: unknown) => request.log.debug({ err: error }, 'batch refused'))
  await Promise.race([running, timeUp]).finally(() => clearTimeout(timer))
  return results.map((result) => result ?? unanswered(request, stillRunning()))
}

function runBatch(
  { db, secrets }: IdempotencyDeps,
  batch: Batch,
  deadline: number,
  results: (ItemResult | undefined)[],
): Promise<void> {
  const { route, items, request } = batch
  const { keyId } = keyOf(request)
  const inSlot = (runItem: RunItem) =>
    underFirstClaim(
      db,
      slots.map((key) => ({ keyId, key, seconds: slotSeconds })),
      () => runItems(batch, deadline, results, runItem),
      () => Promise.reject(tooManyBatches()),
    )
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  if (key === undefined) return inSlot(runItemPlain)
  const { method, path } = route
  const fingerprint = fingerprintOf({ method, path, params: undefined, body: request.body }, secrets)
  return runItemsOnce(db, { keyId, key, fingerprint }, items.length, inSlot)
}

async function runItems(
  { calls, items, request, reply, limits }: Batch,
  deadline: number,
  results: (ItemResult | undefined)[],
  runItem: RunItem,
): Promise<void> {
  await mapBounded([...items.entries()], limits.concurrency, async ([index, { kind, ...item }]) => {
    const call = calls[kind]
    if (!call) throw new Error(`There is no call for the kind ${kind}.`)
    results[index] =
      performance.now() > deadline
        ? unanswered(request, notAttempted())
        : await call({ index, item, request, reply, runItem })
  })
}

const unanswered = (request: FastifyRequest, error: AppError): ItemResult => ({
  http_status: error.status,
  body: errorBody(error, request),
  isReplayed: false,
})

const notAttempted = () =>
  new AppError('unavailable', {
    message:
      'The batch reached its time limit before this item was attempted. Nothing was changed; send the item again.',
  })

const stillRunning = () =>
  new AppError('unavailable', {
    message:
      'The item was still running when the batch reached its time limit. Send the batch again with the same Idempotency-Key to get the result.',
  })

const tooManyBatches = () =>
  new AppError('rate_limited', {
    message: `Too many batches: an API key can run ${slots.length} at once. Wait until one has been answered, then retry.`,
    headers: { 'retry-after': '1' },
  })
