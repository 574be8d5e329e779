/** Serves a POST of the API for keys: with an Idempotency-Key, repeating the request has no second effect. */
import type { Route } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import type { SecretBox } from '../auth/secrets.ts'
import type { Db } from '../db/database.ts'
import { fingerprintOf } from '../idempotency/fingerprint.ts'
import { readIdempotencyKey } from '../idempotency/read-idempotency-key.ts'
import { type Memory, noMemory, type OnceOptions, runOnce } from '../idempotency/run-once.ts'
import { type Answer, bindRoute, type Call } from './bind-route.ts'
import { keyOf } from './import-scope.ts'

export interface IdempotencyDeps {
  db: Db
  secrets: Pick<SecretBox, 'fingerprint'>
}

export interface IdempotentHandlers<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  Responses extends Record<number, TSchema>,
  Outcome extends object,
> {
  /** The status of a call that takes effect. */
  status: keyof Responses & number
  perform: (call: Call<P, Q, B>, memory: Memory<Outcome>) => Promise<Answer<Responses>>
  /** What to remember of a success that changed nothing; required where that is possible. */
  unchanged?: (answer: Answer<Responses>) => Outcome
  /** Answers again, from what was remembered. Checks access as if for the first time. */
  replay: (call: Call<P, Q, B>, outcome: Outcome, status: number) => Promise<Answer<Responses>>
}

/** The handlers of one route, where they are defined apart from its binding. */
export type HandlersOf<R, Outcome extends object> =
  R extends Route<infer P, infer Q, infer B, infer Responses>
    ? IdempotentHandlers<P, Q, B, Responses, Outcome>
    : never

export function bindIdempotent<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  Responses extends Record<number, TSchema>,
  Outcome extends object,
>(
  app: FastifyInstance,
  { db, secrets }: IdempotencyDeps,
  route: Route<P, Q, B, Responses>,
  handlers: IdempotentHandlers<P, Q, B, Responses, Outcome>,
): void {
  const handle = async (call: Call<P, Q, B>): Promise<Answer<Responses>> => {
    const { request, params, body } = call
    const key = readIdempotencyKey(request.headers['idempotency-key'])
    if (key === undefined) return handlers.perform(call, noMemory)
    const { keyId } = keyOf(request)
    const fingerprint = fingerprintOf({ method: route.method, path: route.path, params, body }, secrets)
    const options = onceOptions(handlers, call)
    const { result, isReplayed } = await runOnce(db, { keyId, key, fingerprint }, options)
    if (!isReplayed) return result
    return { ...result, headers: { ...result.headers, 'idempotent-replayed': 'true' } }
  }
  bindRoute(app, route, handle, { isIdempotent: true })
}

/** One call as `runOnce` and the items of a batch run it. */
export function onceOptions<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  Responses extends Record<number, TSchema>,
  Outcome extends object,
>(
  { status, perform, unchanged, replay }: IdempotentHandlers<P, Q, B, Responses, Outcome>,
  call: Call<P, Q, B>,
): OnceOptions<Outcome, Answer<Responses>> {
  return {
    status,
    unchanged,
    perform: (memory) => perform(call, memory),
    replay: (outcome, recordedStatus) => replay(call, outcome, recordedStatus),
  }
}
