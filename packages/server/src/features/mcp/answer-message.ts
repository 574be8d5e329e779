/** Answers one message of a client over HTTP. */
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { ToolCaller } from './call-tool.ts'
import { authInfoOf } from './serve-mcp.ts'

export interface HttpMessage {
  text: string
  url: string
  headers: Headers
  /** Aborts when the client disconnects. */
  signal: AbortSignal
}

export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const olderRevision = '2025-11-25'

export async function answerMessage(
  protocol: McpHttpHandler,
  { text, ...request }: HttpMessage,
  caller: ToolCaller,
): Promise<HttpAnswer> {
  const message = parse(text)
  const method = isObject(message) ? message['method'] : undefined
  // Tool calls report the limit as their result, which agents read.
  if (caller.refusal && method !== 'tools/call') throw caller.refusal
  // One allowance is taken for each request.
  if (Array.isArray(message)) return refuse(400, -32_600, 'Send one message in each request.', null)
  if (method === 'subscriptions/listen')
    return refuse(404, -32_601, 'Inlet has no subscriptions.', idOf(message))
  const { url, headers, signal } = request
  const response = await protocol.fetch(new Request(url, { method: 'POST', headers, body: text, signal }), {
    authInfo: authInfoOf(caller),
  })
  const body = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: method === 'server/discover' ? withOlderRevision(body) : body,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function idOf(message: unknown): unknown {
  const id = isObject(message) ? message['id'] : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function refuse(status: number, code: number, message: string, id: unknown): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
  }
}

/** The package names only revisions without a handshake, although it serves both. */
function withOlderRevision(body: string): string {
  const answer = parse(body)
  const result = isObject(answer) ? answer['result'] : undefined
  if (!isObject(answer) || !isObject(result) || !Array.isArray(result['supportedVersions'])) return body
  const supportedVersions = [...new Set([...(result['supportedVersions'] as unknown[]), olderRevision])]
  return JSON.stringify({ ...answer, result: { ...result, supportedVersions } })
}
