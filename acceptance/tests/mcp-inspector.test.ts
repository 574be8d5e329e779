/** The protocol with the official MCP Inspector. Installs it from the npm registry, so only full runs include it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeAgent } from '../harness/mcp.ts'
import { type Inspector, installInspector } from '../harness/mcp-inspector.ts'
import { makeProject } from '../harness/project.ts'
import { nextBaseUrl } from '../harness/target.ts'

const isFull = process.env['INLET_FULL'] === '1'

const eras = [
  ['legacy', '2025-11-25'],
  ['modern', '2026-07-28'],
] as const

describeOurs('official MCP Inspector', async () => {
  if (!isFull) {
    it('needs a full run', ({ skip }) => skip())
    return
  }
  const { email, token: importer } = await makeCaller()
  // More than a page of list_projects.
  for (let i = 0; i < 40; i += 1) await makeProject(importer, { name: `Inspected ${i}` })
  const { token } = await makeAgent(email)
  let inspector: Inspector
  beforeAll(async () => {
    inspector = await installInspector()
  }, 300_000)
  afterAll(() => inspector.remove())

  it.each(eras)('MCP-1 MCP-5 MCP-9 runs the whole protocol (%s)', async (era, revision) => {
    const inspect = (...args: string[]) =>
      inspector.inspect({ url: `${nextBaseUrl()}/mcp`, token, era }, '--method', ...args)
    const call = (tool: string, args: object = {}, ...more: string[]) =>
      inspect('tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args), ...more)

    const begun = await inspect('initialize')
    expect([begun.exitCode, begun.result]).toMatchObject([
      0,
      { serverInfo: { name: 'inlet' }, protocolVersion: revision, capabilities: { tools: {} } },
    ])
    // Fails on schemas that other clients cannot use.
    const listed = await inspect('tools/list', '--strict')
    expect([listed.exitCode, listed.stderr, listed.result['tools']]).toEqual([
      0,
      '',
      expect.objectContaining({ length: 7 }),
    ])

    const first = await call('list_projects')
    expect([first.exitCode, first.result]).toMatchObject([0, { structuredContent: {} }])
    const { projects, next_cursor: cursor } = first.result['structuredContent'] as {
      projects: object[]
      next_cursor: string
    }
    // Every call is a process of its own: it resumes with the cursor of another.
    const rest = await call('list_projects', { cursor })
    const { projects: more } = rest.result['structuredContent'] as { projects: object[] }
    expect(projects.length + more.length).toBe(40)

    const refused = await call('get_document', { key: 'x' })
    expect([refused.exitCode, refused.result]).toMatchObject([5, { isError: true }])
    expect((await call('drop_table')).exitCode).toBe(5)
    expect((await inspect('resources/list')).result).toEqual({ resources: [] })

    const load = ['--load', '--load-requests', '200', '--load-concurrency', '10']
    const loaded = await call('search', { query: 'inspected' }, ...load)
    expect([loaded.exitCode, loaded.result]).toMatchObject([0, { ok: 200, errors: 0, toolErrors: 0 }])
  })

  it.each(eras)('MCP-4 is refused with a token that is not valid (%s)', async (era) => {
    const target = { url: `${nextBaseUrl()}/mcp`, token: `${token}x`, era }
    const { exitCode, stderr } = await inspector.inspect(target, '--method', 'tools/list')
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('auth_required')])
  })
})
