/** The HTTP headers of a message. Those of the revision 2026-07-28 repeat parts of its body. */
type Message = Record<string, unknown>

const versionKey = 'io.modelcontextprotocol/protocolVersion'

export function headersOf(message: Message, negotiated: string | undefined): Record<string, string> {
  const params = asObject(message['params'])
  const claimed = asObject(params['_meta'])[versionKey]
  const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  if (typeof claimed !== 'string')
    return { ...common, ...(negotiated && { 'mcp-protocol-version': negotiated }) }
  const name = params['name'] ?? params['uri']
  return {
    ...common,
    'mcp-protocol-version': claimed,
    'mcp-method': String(message['method']),
    ...(typeof name === 'string' && { 'mcp-name': encodeName(name) }),
  }
}

const asObject = (value: unknown): Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : {}

/** Headers hold visible ASCII characters only. */
const encodeName = (name: string): string =>
  /^[\x21-\x7e]+$/.test(name) && !name.startsWith('=?')
    ? name
    : `=?base64?${Buffer.from(name).toString('base64')}?=`
