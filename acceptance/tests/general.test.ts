import * as contract from '@inlet/contract'
import { expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { type Answer, call, get, items, post } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { importNow, managerOf, managerScopes } from '../harness/manage.ts'
import { makeProject } from '../harness/project.ts'
import { readScopes } from '../harness/results.ts'
import { makePdf } from '../harness/samples.ts'

const developer = '/api/v1/developer'
const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'operationId' in value
const routes = Object.values<unknown>(contract).filter(isRoute)
const hasCursor = ({ method, path, query }: contract.Route) =>
  method === 'GET' &&
  !path.startsWith(`${developer}/import/`) &&
  Object.hasOwn((query as { properties?: object } | undefined)?.properties ?? {}, 'cursor')

describeOurs('general rules', async () => {
  const scopes = `${managerScopes},${readScopes},participant:read,webhook:write,export:write`
  const { token } = await makeCaller({ scopes, readLimit: 10_000 })
  const projectId = await makeProject(token)
  const content = makePdf('General rules')
  const file = await importNow(token, { kind: 'files', projectId, name: 'a.pdf', content })

  async function readAll(path: string, name: string, between = async () => {}): Promise<unknown[]> {
    const seen: unknown[] = []
    let cursor = ''
    for (;;) {
      const page = await get(`${path}?limit=2${cursor}`, { token })
      const found = items(page, name)
      expect(found.length).toBeLessThanOrEqual(2)
      seen.push(...found.map((one) => one['id'] ?? one['webhook_key'] ?? one['key']))
      const next = page.body['next_cursor'] as string | null
      if (next === null) return seen
      await between()
      cursor = `&cursor=${next}`
    }
  }

  it('GEN-6 pages neither skip nor repeat a record, although others are created and deleted', async () => {
    const { remove } = managerOf(token)
    const made: number[] = []
    for (let count = 0; count < 5; count += 1) made.push(await makeProject(token))
    const added: number[] = []
    const projects = await readAll(`${developer}/projects`, 'projects', async () => {
      added.push(await makeProject(token))
    })
    expect(projects).toEqual([...made.toReversed(), projectId])
    for (const id of made) await remove('projects', id)
    const trashed = await readAll(`${developer}/trash`, 'records', async () => {
      await remove('projects', added.pop() ?? 0)
    })
    expect(trashed).toEqual(made.toReversed().map(String))
    const webhooks: unknown[] = []
    for (let count = 0; count < 3; count += 1) {
      const json = { url: `https://example.org/${count}` }
      webhooks.push((await post(`${developer}/webhooks`, { token, json })).body['webhook_key'])
    }
    expect(await readAll(`${developer}/webhooks`, 'webhooks')).toEqual(webhooks.toReversed())
  })

  it('GEN-6 every list has a default, clamps its limit and refuses a cursor that no page has returned', async () => {
    const lists = routes.filter(hasCursor).filter(({ path }) => !path.includes('{'))
    expect(lists.length).toBeGreaterThanOrEqual(4)
    for (const { path, operationId } of lists) {
      const statusOf = async (query: string) => (await get(`${path}?${query}`, { token })).status
      const first = await get(path, { token })
      expect([operationId, first.status]).toEqual([operationId, 200])
      expect(first.body).toHaveProperty('next_cursor')
      expect([operationId, await statusOf('limit=100000')]).toEqual([operationId, 200])
      for (const limit of ['0', '-1', 'x']) expect(await statusOf(`limit=${limit}`)).toBe(400)
      for (const cursor of ['x', 'WyJ4Il0', 'Wy0xXQ', 'e30'])
        expect((await get(`${path}?cursor=${cursor}`, { token })).body['code']).toBe('invalid_cursor')
    }
  })

  it('GEN-7 times are in UTC and end in Z, and sizes are bytes', async () => {
    const { remove, trash } = managerOf(token)
    await remove('projects', await makeProject(token))
    const record = await get(`${developer}/files/${file}`, { token })
    expect(record.body['size_bytes']).toBe(content.length)
    const urls = await get(`${developer}/files/${file}/urls`, { token })
    expect((urls.body['original'] as { size_bytes: number }).size_bytes).toBe(content.length)
    const answers: Answer[] = [
      record,
      urls,
      await get(`${developer}/projects/${projectId}`, { token }),
      await get(`${developer}/events`, { token }),
      await trash(),
    ]
    for (const { body } of answers) {
      const times = timesIn(body)
      expect(times.length).toBeGreaterThan(0)
      for (const time of times) {
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
        expect(Number.isNaN(Date.parse(time))).toBe(false)
      }
    }
  })

  it('GEN-8 the OpenAPI document describes every operation and event', async () => {
    const document = await get('/openapi.json', {})
    const paths = document.body['paths'] as Record<string, Record<string, { operationId?: string }>>
    for (const { method, path, operationId } of routes)
      expect(paths[path]?.[method.toLowerCase()]?.operationId, operationId).toBe(operationId)
    for (const type of contract.eventTypes) expect(document.text).toContain(`\`${type}\``)
  })

  it('GEN-8 operations of a later version answer 404', async () => {
    const later = [
      ['GET', `files/${file}/highlights`],
      ['GET', 'labels'],
      ['DELETE', `surveys/${file}/responses/1`],
      ['GET', `surveys/${file}/columns/1/themes`],
    ] as const
    for (const [method, path] of later)
      expect([path, (await call(method, `${developer}/${path}`, { token })).status]).toEqual([path, 404])
  })
})

/** Values of fields whose name says that they are times. */
function timesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'string' && /(_at|^timestamp)$/.test(name) ? [one] : timesIn(one),
  )
}
