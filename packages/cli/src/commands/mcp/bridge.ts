/** Passes JSON-RPC messages of a client to the MCP endpoint, and the answers back. */
import type { Fetch } from '@inlet/sdk'
import type { AgentTokens } from './agent-tokens.ts'
import { headersOf } from './message-headers.ts'
import { messagesOf } from './read-messages.ts'

export interface BridgeOptions {
  url: string
  fetch: Fetch
  tokens: AgentTokens
  write: (message: unknown) => void
}

export interface Bridge {
  /** Never rejects: what goes wrong is the answer. */
  pass(line: string): Promise<void>
}

type Message = Record<string, unknown>

/** Longer than any tool takes. */
const timeoutMs = 120_000
const parseError = -32_700
const internalError = -32_603

export function createBridge({ url, fetch, tokens, write }: BridgeOptions): Bridge {
  /** Running requests by their id, which a client may cancel. */
  const running = new Map<unknown, AbortController>()
  let negotiated: string | undefined

  async function post(message: Message, signal: AbortSignal): Promise<Response> {
    const send = async () =>
      fetch(url, {
        method: 'POST',
        headers: { ...headersOf(message, negotiated), authorization: `Bearer ${await tokens.get()}` },
        body: JSON.stringify(message),
        signal,
        redirect: 'manual',
      })
    const answer = await send()
    if (answer.status !== 401) return answer
    await answer.body?.cancel()
    tokens.forget()
    return send()
  }

  async function ask(message: Message): Promise<void> {
    const cancelled = new AbortController()
    const { id } = message
    if (id !== undefined) running.set(id, cancelled)
    try {
      const answer = await post(message, AbortSignal.any([cancelled.signal, AbortSignal.timeout(timeoutMs)]))
      for (const one of await messagesOf(answer)) {
        negotiated ??= versionIn(message, one)
        write(one)
      }
    } catch (error) {
      // The client of a cancelled request expects no answer.
      if (id !== undefined && !cancelled.signal.aborted) write(failure(id, internalError, sentenceOf(error)))
    } finally {
      running.delete(id)
    }
  }

  return {
    async pass(line) {
      const message = parse(line)
      if (!message) return write(failure(null, parseError, 'The line is not a JSON-RPC message.'))
      if (message['method'] !== 'notifications/cancelled') return ask(message)
      const { requestId } = (message['params'] ?? {}) as Message
      running.get(requestId)?.abort()
    },
  }
}

function parse(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Message)
      : undefined
  } catch {
    return undefined
  }
}

const failure = (id: unknown, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError'
    ? 'The server did not answer in time. Try again.'
    : error instanceof Error
      ? error.message
      : 'The server cannot be reached.'

/** Clients of 2025-11-25 agree on a revision once and expect it in later headers. */
function versionIn({ method }: Message, answer: unknown): string | undefined {
  if (method !== 'initialize') return undefined
  const { result } = answer as { result?: { protocolVersion?: unknown } }
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined
}
