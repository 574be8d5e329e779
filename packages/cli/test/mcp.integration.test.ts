/** The official client, with the command as its server. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { makeKey } from './admin.ts'
import { binFile, makeProject, makeUser } from './command.ts'

const makeAgent = async () => makeUser({ key: await makeKey(inject('systemEnv'), '--scopes', 'mcp:read') })

describe('inlet mcp', () => {
  it.each([
    ['2026-07-28', { pin: '2026-07-28' }],
    ['2025-11-25', 'legacy'],
  ] as const)(
    'serves a client of %s',
    async (revision, mode) => {
      const { env } = await makeAgent()
      await makeProject('Agents')
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      onTestFinished(() => client.close())
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [binFile, 'mcp'],
          env,
          stderr: 'inherit',
        }),
      )
      expect(client.getNegotiatedProtocolVersion()).toBe(revision)
      expect((await client.listTools()).tools.length).toBeGreaterThan(5)
      const { structuredContent } = await client.callTool({ name: 'list_projects', arguments: {} })
      expect(structuredContent).toHaveProperty('projects')
      const refused = await client.callTool({ name: 'get_document', arguments: { key: 'x' } })
      expect(refused).toMatchObject({ isError: true })
      await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({
        code: -32_602,
      })
      const aborting = new AbortController()
      const cancelled = client.callTool({ name: 'list_projects', arguments: {} }, { signal: aborting.signal })
      aborting.abort()
      await expect(cancelled).rejects.toThrow()
      expect(await client.callTool({ name: 'search', arguments: { query: 'fish' } })).toHaveProperty(
        'structuredContent',
      )
    },
    180_000,
  )

  it('ends when its input ends, and answers what is not a message', async () => {
    const user = await makeAgent()
    const { child, ended } = user.start('mcp')
    child.stdin?.end('not JSON\n{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
    const { exitCode, stdout, stderr } = await ended
    expect([exitCode, stderr]).toEqual([0, ''])
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(lines).toContainEqual(expect.objectContaining({ id: null, error: expect.any(Object) as object }))
    expect(lines).toContainEqual(expect.objectContaining({ id: 1, result: expect.any(Object) as object }))
  }, 180_000)

  it('refuses a key without the scope', async () => {
    const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--scopes', 'project:read') })
    const { exitCode, stderr } = await user.inlet('mcp')
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('lacks the scope mcp:read')])
  })
})
