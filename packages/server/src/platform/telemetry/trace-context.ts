/** The W3C header that ties the spans of one request together: `version-traceId-spanId-flags`. */
import { randomBytes } from 'node:crypto'

export interface TraceContext {
  traceId: string
  spanId: string
  isSampled: boolean
}

/** Version ff is none. */
const header = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** Undefined for anything that is not well formed: a bad header must not break a request. */
export function parseTraceparent(value: unknown): TraceContext | undefined {
  const match = typeof value === 'string' ? header.exec(value) : null
  if (!match) return undefined
  const [, traceId = '', spanId = '', flags = ''] = match
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function toTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

export function childOf(parent: TraceContext | undefined, ratio: number): TraceContext {
  const spanId = randomBytes(8).toString('hex')
  if (parent) return { ...parent, spanId }
  return { traceId: randomBytes(16).toString('hex'), spanId, isSampled: Math.random() < ratio }
}
