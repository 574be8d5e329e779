/** Messages to the MCP endpoint, as a client of the revision 2026-07-28 sends them. */
import type { Credentials } from '../../src/features/keys/create-key.ts'
import type { TestApp } from './app.ts'

export const revision = '2026-07-28'

export async function fetchAgentToken({ url, deps }: TestApp, key: Credentials): Promise<string> {
  const resource = `${deps.publicUrl}/mcp`
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...key, resource })
  const answer = await fetch(`${url}/api/v1/oauth/token`, { method: 'POST', body: form })
  const body = (await answer.json()) as { access_token?: string }
  if (!body.access_token) throw new Error(`No token: ${JSON.stringify(body)}`)
  return body.access_token
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export interface McpMessage {
  method: string
  params?: Record<string, unknown>
  headers?: Record<string, string>
}

export function sendMessage(app: TestApp, token: string, message: McpMessage): Promise<Response> {
  const { method, params = {}, headers = {} } = message
  const name = typeof params['name'] === 'string' ? { 'mcp-name': encodeName(params['name']) } : {}
  return fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...name,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }),
  })
}

/** Headers hold ASCII only. */
const encodeName = (name: string): string =>
  /^[\x21-\x7e]*$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`

export interface ToolResult {
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

export async function callTool(
  app: TestApp,
  token: string,
  name: string,
  args: object = {},
): Promise<ToolResult> {
  const answer = await sendMessage(app, token, { method: 'tools/call', params: { name, arguments: args } })
  const text = await answer.text()
  const { result } = JSON.parse(text) as { result?: ToolResult }
  if (!result) throw new Error(`${name}: ${answer.status} ${text}`)
  return result
}

/** The sentence of a call that must fail. */
export async function refusalOf(app: TestApp, token: string, name: string, args: object): Promise<string> {
  const { isError, content } = await callTool(app, token, name, args)
  if (!isError) throw new Error(`${name} succeeded: ${content[0]?.text}`)
  return content[0]?.text ?? ''
}
