/** The JSON-RPC messages of a response: one as JSON, or several as server-sent events. */
import { CliError } from '../../errors.ts'

export async function messagesOf(answer: Response): Promise<unknown[]> {
  const text = await answer.text()
  if (text === '') return []
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const messages = isStream ? readEvents(text) : [parse(text)]
  if (messages.every(isMessage)) return messages
  throw new CliError(explain(answer.status, messages[0]), { code: 'unexpected_answer' })
}

/** Lines of one event are joined, as the format says. */
function readEvents(text: string): unknown[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data:')))
    .map((lines) => lines.map((line) => line.slice('data:'.length).trimStart()).join('\n'))
    .filter((data) => data !== '')
    .map(parse)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isMessage = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'jsonrpc' in value

/** Errors before the protocol, such as the rate limit, have the shape of the API. */
function explain(status: number, body: unknown): string {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: unknown }
  return typeof error === 'string' ? error : `The server answered with the status ${status}.`
}
