/**
 * Orders of responses that were worked out a moment ago: whoever scrolls through a survey asks for one place of the same
 * list after the other. Saved responses never change, so an order stays right as long as no part is added.
 */
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import {
  listPartSizes,
  orderResponses,
  type ResponseFilter,
  type SurveyColumn,
} from '../responses/responses.public.ts'

const maxBytes = 64 * 1024 * 1024
/** Words that were not indexed yet may be by then. */
const keepMs = 60_000

export interface ResponseOrders {
  of(
    survey: { surveyId: number; columns: readonly SurveyColumn[] },
    filter: ResponseFilter,
  ): Promise<Int32Array>
}

export function createResponseOrders(db: Db): ResponseOrders {
  const orders = new LRUCache<string, Promise<Int32Array> | Int32Array>({ max: 1_000, ttl: keepMs })
  let bytes = 0
  return {
    async of({ surveyId, columns }, filter) {
      const parts = await listPartSizes(db, surveyId)
      const name = JSON.stringify([surveyId, parts.length, parts.at(-1), filter])
      const known = orders.get(name)
      if (known) return known
      // Kept as a promise: a window asks for several places at once.
      const working = orderResponses(db, { surveyId, columns, filter, parts })
      orders.set(name, working)
      working.catch(() => orders.delete(name))
      const order = await working
      bytes += order.byteLength
      if (bytes > maxBytes) {
        orders.clear()
        bytes = 0
      }
      return order
    },
  }
}
