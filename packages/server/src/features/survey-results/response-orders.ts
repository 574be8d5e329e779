/**
 * Caches the order of filtered or sorted responses: scrolling through a survey requests one page of the same list after another.
 * Saved responses change only when a column is retyped, which completes the survey again: an order stays valid as
 * long as no part is added and the survey has the same status and completion time.
 */
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import {
  listPartSizes,
  orderResponses,
  type ResponseFilter,
  type ResponseSort,
  type SurveyColumn,
} from '../responses/responses.public.ts'

const defaultMaxBytes = 64 * 1024 * 1024
/** Bounds how long a filter by words misses notes that have been indexed since. */
const keepMs = 60_000

export interface ResponseOrders {
  of(
    survey: {
      surveyId: number
      columns: readonly SurveyColumn[]
      row: { status: string; completed_at: Date | null }
    },
    filter: ResponseFilter,
    sort?: ResponseSort,
  ): Promise<Int32Array>
}

type OrderQuery = Parameters<typeof orderResponses>[1]

export function createResponseOrders(db: Db, maxBytes = defaultMaxBytes): ResponseOrders {
  const orders = new LRUCache<string, Int32Array, OrderQuery>({
    maxSize: maxBytes,
    sizeCalculation: (order, key) => order.byteLength + key.length,
    ttl: keepMs,
    // Concurrent requests of one window share a computation; an entry evicted meanwhile still answers them.
    fetchMethod: (_key, _stale, { context }) => orderResponses(db, context),
    ignoreFetchAbort: true,
  })
  return {
    async of({ surveyId, columns, row }, filter, sort) {
      const parts = await listPartSizes(db, surveyId)
      const version = [row.status, row.completed_at]
      const key = JSON.stringify([surveyId, parts.length, parts.at(-1), version, filter, sort])
      return orders.forceFetch(key, { context: { surveyId, columns, filter, sort, parts } })
    },
  }
}
