/** Batches, as a client sends them. */
import { type Answer, type CallOptions, items, post, prefix } from './api.ts'

export interface ItemResult {
  index: number
  http_status: number
  body: Record<string, unknown>
}

export interface ItemStatus {
  index: number
  http_status: number
  kind: string
  key: string
  status: string | null
  is_final: boolean
  error_reason: string | null
  error_code: string | null
  progress: { stage: string; percent: number; seconds_left: number | null } | null
  external_id: string | null
}

export type BatchName = 'initialize' | 'complete' | 'status'

export const sendBatch = (
  token: string,
  name: BatchName,
  json: unknown,
  options: CallOptions & { query?: string } = {},
): Promise<Answer> => post(`${prefix}/batch/${name}${options.query ?? ''}`, { ...options, token, json })

export const resultsOf = (answer: Answer): ItemResult[] => items(answer, 'results') as unknown as ItemResult[]
export const statusesOf = (answer: Answer): ItemStatus[] =>
  items(answer, 'results') as unknown as ItemStatus[]

/** Of an initialized or completed import. */
export const keyOf = ({ body }: ItemResult): string =>
  String(body['insight_key'] ?? body['wav_key'] ?? body['upload_key'])
