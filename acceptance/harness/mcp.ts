/** The MCP endpoint, as clients use it. */
import { makeKey } from './admin.ts'
import { type Answer, type CallOptions, type Credentials, call, get, requestToken } from './api.ts'

export const metadataPath = '/.well-known/oauth-protected-resource/mcp'
export const revision = '2026-07-28'

/** The URL of the endpoint, as tokens name it. */
export async function findResource(): Promise<string> {
  return String((await get(metadataPath)).body['resource'])
}

export async function fetchAgentToken(key: Credentials): Promise<string> {
  const answer = await requestToken(key, { scope: 'mcp:read', resource: await findResource() })
  if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${answer.text}`)
  return String(answer.body['access_token'])
}

/** A key of the user that opens the MCP endpoint and nothing else. */
export async function makeAgent(email: string, { readLimit = 10_000, isTeamKey = false } = {}) {
  const key = await makeKey(email, { scopes: 'mcp:read', readLimit, isTeamKey })
  return { key, token: await fetchAgentToken(key) }
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'conformance', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export interface Message {
  method: string
  params?: Record<string, unknown>
}

/** A message of the revision 2026-07-28, with the headers that repeat its body. */
export function sendMessage(token: string, { method, params = {} }: Message, options: CallOptions = {}) {
  const name = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}
  return call('POST', '/mcp', {
    token,
    json: { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: envelope } },
    ...options,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...name,
      ...options.headers,
    },
  })
}

export interface ToolResult {
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

export const resultOf = ({ body, text }: Answer): ToolResult => {
  const { result } = body as { result?: ToolResult }
  if (!result) throw new Error(`No result: ${text}`)
  return result
}

export async function callTool(token: string, name: string, args: object = {}): Promise<ToolResult> {
  return resultOf(await sendMessage(token, { method: 'tools/call', params: { name, arguments: args } }))
}

export async function readTool(
  token: string,
  name: string,
  args: object = {},
): Promise<Record<string, unknown>> {
  const { structuredContent, isError, content } = await callTool(token, name, args)
  if (isError || !structuredContent) throw new Error(`${name}: ${content[0]?.text}`)
  return structuredContent
}

/** The sentence of a call that must fail. */
export async function refusalOf(token: string, name: string, args: object): Promise<string> {
  const { isError, content } = await callTool(token, name, args)
  if (!isError) throw new Error(`${name} succeeded: ${content[0]?.text}`)
  return content[0]?.text ?? ''
}

export interface Passage {
  text: string
  citation: Record<string, unknown> & { kind: string; key: string; start: number; end: number; url: string }
}
