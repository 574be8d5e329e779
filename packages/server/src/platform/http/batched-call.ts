/** One item of a batch, answered as the single call would answer it. */
import type { Route } from '@inlet/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { RunItem } from '../idempotency/run-items-once.ts'
import { type IdempotentHandlers, onceOptions } from './bind-idempotent.ts'
import type { Call } from './bind-route.ts'
import { errorBody, logFailure, toAppError } from './error-answer.ts'
import { requireScopes, scopedKeyOf } from './import-scope.ts'
import { validatorOf } from './validate-body.ts'

/** Without the fields of the envelope. */
export type BatchItem = Readonly<Record<string, unknown>>

export interface ItemCall {
  index: number
  item: BatchItem
  request: FastifyRequest
  reply: FastifyReply
  runItem: RunItem
}

export interface ItemResult {
  http_status: number
  body: unknown
  isReplayed: boolean
}

export type BatchedCall = (call: ItemCall) => Promise<ItemResult>

/** `toParams` may throw for an item without what the path of the single call contains. */
export function batchedCall<
  P extends TSchema,
  B extends TSchema,
  Responses extends Record<number, TSchema>,
  Outcome extends object,
>(
  route: Route<P, TSchema, B, Responses>,
  handlers: IdempotentHandlers<P, TSchema, B, Responses, Outcome>,
  toParams: (item: BatchItem) => Static<P>,
): BatchedCall {
  const validate = route.body && validatorOf(route.body)
  return async ({ index, item, request, reply, runItem }) => {
    try {
      requireScopes(scopedKeyOf(request), route.scopes)
      const params = toParams(item)
      const checked = validate?.(item)
      if (checked && 'error' in checked) throw checked.error
      const call = { params, body: item, query: undefined, request, reply } as Call<P, TSchema, B>
      const { result, isReplayed } = await runItem(index, onceOptions(handlers, call))
      return { http_status: result.status, body: result.body, isReplayed }
    } catch (error) {
      const appError = toAppError(error)
      logFailure(appError, request)
      return { http_status: appError.status, body: errorBody(appError, request), isReplayed: false }
    }
  }
}
