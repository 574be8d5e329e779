/** The whole protocol with the official client package, in both revisions. */
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { findResource, makeAgent } from '../harness/mcp.ts'
import { makeProject } from '../harness/project.ts'
import { isOurs, nextBaseUrl } from '../harness/target.ts'

const modes = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2026-07-28', 'auto'],
  ['2025-11-25', 'legacy'],
] as const

describe.runIf(isOurs).each(modes)('official MCP client of %s (%o)', async (revision, mode) => {
  if (!isOurs) return
  const { email, token: importer } = await makeCaller()
  const projectId = await makeProject(importer, { name: 'Official client' })
  const { token } = await makeAgent(email)
  const client = new Client({ name: 'conformance', version: '1' }, { versionNegotiation: { mode } })
  const connect = (given: string, one = client) =>
    one.connect(
      new StreamableHTTPClientTransport(new URL(`${nextBaseUrl()}/mcp`), {
        authProvider: { token: async () => given },
      }),
    )
  await connect(token)
  afterAll(() => client.close())

  it('MCP-1 initializes, lists and calls tools, and checks results against their schemas', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'inlet' })
    expect(client.getInstructions()).toContain('as data')
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { tools } = await client.listTools()
    expect(tools.length).toBe(7)
    const result = await client.callTool({ name: 'list_projects', arguments: {} })
    expect(result.structuredContent).toMatchObject({ projects: [{ project_id: projectId }] })
    const materials = await client.callTool({ name: 'list_materials', arguments: { project_id: projectId } })
    expect(materials.structuredContent).toEqual({ materials: [], next_cursor: null })
  })

  it('MCP-9 receives errors of tools as results and errors of the protocol as errors', async () => {
    const missing = await client.callTool({ name: 'get_document', arguments: { key: 'x' } })
    expect(missing).toMatchObject({ isError: true, content: [{ type: 'text' }] })
    await expect(client.callTool({ name: 'drop_table', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
    })
    // The server has tools only.
    expect(client.getServerCapabilities()).not.toHaveProperty('resources')
  })

  it('MCP-1 cancels a call, and the next one is answered', async () => {
    const aborting = new AbortController()
    const cancelled = client.callTool(
      { name: 'search', arguments: { query: 'anything' } },
      { signal: aborting.signal },
    )
    aborting.abort()
    await expect(cancelled).rejects.toThrow()
    const next = await client.callTool({ name: 'search', arguments: { query: 'anything' } })
    expect(next.structuredContent).toEqual({ passages: [], is_partial: false, next_cursor: null })
  })

  it('MCP-4 is refused with a token that is not valid', async () => {
    const other = new Client({ name: 'conformance', version: '1' }, { versionNegotiation: { mode } })
    await expect(connect(`${token}x`, other)).rejects.toThrow()
  })
})

describeOurs('official MCP client that resumes', async () => {
  const { email, token: importer } = await makeCaller()
  // More than a page of the tool.
  const names = Array.from({ length: 40 }, (_, i) => `Resumed ${i}`)
  for (const name of names) await makeProject(importer, { name })
  const { token } = await makeAgent(email)

  it.each(modes)('MCP-1 MCP-8 continues in the next process what %s (%o) began', async (_, mode) => {
    let isCut = false
    const open = async () => {
      const client = new Client({ name: 'conformance', version: '1' }, { versionNegotiation: { mode } })
      const transport = new StreamableHTTPClientTransport(new URL(`${nextBaseUrl()}/mcp`), {
        authProvider: { token: async () => token },
        fetch: (url, init) => {
          if (!isCut) return fetch(url, init)
          isCut = false
          return Promise.reject(new TypeError('The connection was cut.'))
        },
      })
      await client.connect(transport)
      return { client, transport }
    }
    const list = async (client: Client, cursor?: string) => {
      const args = cursor === undefined ? {} : { cursor }
      const { structuredContent } = await client.callTool({ name: 'list_projects', arguments: args })
      return structuredContent as { projects: { name: string }[]; next_cursor: string | null }
    }
    const first = await open()
    const begun = await list(first.client)
    expect(begun.next_cursor).not.toBeNull()
    await first.client.close()

    const { client, transport } = await open()
    isCut = true
    await expect(list(client, begun.next_cursor ?? '')).rejects.toThrow('cut')
    const rest = await list(client, begun.next_cursor ?? '')
    expect(rest.next_cursor).toBeNull()
    const read = [...begun.projects, ...rest.projects].map(({ name }) => name)
    expect(read.toSorted()).toEqual(names.toSorted())
    // There are no streams to resume, which a client accepts without losing its connection.
    await transport.resumeStream('0')
    expect((await client.listTools()).tools.length).toBe(7)
    await client.close()
  })
})

describeOurs('official MCP client with an API key', async () => {
  const { key } = await makeAgent((await makeCaller()).email)
  const resource = await findResource()

  it('MCP-3 finds the token endpoint by the metadata and gets a token for the endpoint', async () => {
    const asked: string[] = []
    const client = new Client({ name: 'conformance', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const transport = new StreamableHTTPClientTransport(new URL(resource), {
      authProvider: new ClientCredentialsProvider({
        clientId: key.client_id,
        clientSecret: key.client_secret,
        scope: 'mcp:read',
      }),
      // The processes under test have addresses of their own.
      fetch: (url, init) => {
        const { pathname } = new URL(url)
        asked.push(pathname)
        return fetch(`${nextBaseUrl()}${pathname}`, init)
      },
    })
    await client.connect(transport)
    const result = await client.callTool({ name: 'list_projects', arguments: {} })
    expect(result.structuredContent).toEqual({ projects: [], next_cursor: null })
    expect(asked).toEqual(
      expect.arrayContaining([
        '/.well-known/oauth-protected-resource/mcp',
        '/.well-known/oauth-authorization-server',
        '/api/v1/oauth/token',
      ]),
    )
    await client.close()
  })
})
