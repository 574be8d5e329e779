import { describe, expect, it } from 'vitest'
import { type Answer, call, get, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'

const create = `${prefix}/projects/create`

function expectErrorShape(answer: Answer, status: number): void {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.body).toMatchObject({
    error: expect.stringMatching(/\S{2,}/),
    code: expect.stringMatching(/^[a-z_]+$/),
    request_id: answer.headers.get('x-request-id'),
  })
  expect(answer.text).not.toMatch(/\bat .*\.[jt]s:\d+/)
}

function fieldsOf(answer: Answer): string[] {
  return (answer.body['details'] as { field: string; message: string }[]).map((problem) => problem.field)
}

interface DocumentedError {
  headers?: Record<string, unknown>
  content?: { 'application/json': { schema: { $ref: string } } }
}

describe('errors', async () => {
  const { token } = await anyCaller()

  it('ERR-1 an error is JSON with a helpful message, a code, and the request id of the header', async () => {
    expectErrorShape(await get(`${prefix}/projects`), 401)
    expectErrorShape(await post(create, { token, json: {} }), 400)
    expectErrorShape(await get(`${prefix}/files/none/status`, { token }), 404)
    const traced = await get(`${prefix}/projects`, { token, headers: { 'x-request-id': 'my-trace-0001' } })
    expect(traced.headers.get('x-request-id')).toBe('my-trace-0001')
    const forged = await get(`${prefix}/projects`, {
      token,
      headers: { 'x-request-id': '<script>alert(1)</script>' },
    })
    expect(forged.headers.get('x-request-id')).toMatch(/^req_/)
  })

  it('ERR-2 a missing, malformed or invalid body gives 400 and lists each invalid field', async () => {
    expectErrorShape(await post(create, { token }), 400)
    expectErrorShape(
      await post(create, { token, body: '{"name":', headers: { 'content-type': 'application/json' } }),
      400,
    )
    expectErrorShape(await post(create, { token, json: { name: 'a\u0000b' } }), 400)
    for (const json of [[], 'text', 5, null, [{ name: 'x' }]])
      expectErrorShape(await post(create, { token, json }), 400)
    const wrong = await post(create, {
      token,
      json: {
        name: 5,
        redact_pii: 'yes',
        supported_languages: ['english'],
        project_share_preference: 3,
        shared_roles: 'all',
      },
    })
    expectErrorShape(wrong, 400)
    expect(fieldsOf(wrong).sort()).toEqual([
      'name',
      'project_share_preference',
      'redact_pii',
      'shared_roles',
      'supported_languages.0',
    ])
    const missing = await post(`${prefix}/files/initialize`, { token, json: { file_name: 'a.pdf' } })
    expect(fieldsOf(missing)).toEqual(['project_id'])
    const range = await post(`${prefix}/files/initialize`, {
      token,
      json: { project_id: 1, file_name: `${'a'.repeat(500)}.pdf` },
    })
    expect(fieldsOf(range)).toEqual(['file_name'])
    for (const project_id of ['1', 1.5, null, true]) {
      const answer = await post(`${prefix}/files/initialize`, {
        token,
        json: { project_id, file_name: 'a.pdf' },
      })
      expect(fieldsOf(answer)).toEqual(['project_id'])
    }
  })

  it('ERR-3 unknown fields are ignored, except should_publish on insight initialize', async () => {
    const project = await makeProject(token, { something_new: { nested: true } })
    const fine = await post(`${prefix}/insights/initialize`, {
      token,
      json: { project_id: project, filename: 'a.pdf', extra: 1 },
    })
    expect(fine.status).toBe(201)
    for (const should_publish of [true, false, null]) {
      const refused = await post(`${prefix}/insights/initialize`, {
        token,
        json: { project_id: project, filename: 'a.pdf', should_publish },
      })
      expectErrorShape(refused, 400)
      expect(fieldsOf(refused)).toEqual(['should_publish'])
    }
  })

  it('ERR-4 unknown path, wrong method, large body and wrong media type give the same error shape', async () => {
    expectErrorShape(await get('/api/v1/developer/import/nothing', { token }), 404)
    expectErrorShape(await get('/nothing'), 404)
    const wrongMethod = await call('DELETE', `${prefix}/projects`, { token })
    expectErrorShape(wrongMethod, 405)
    expect(wrongMethod.headers.get('allow')).toBe('GET')
    for (const method of ['HEAD', 'PUT', 'PATCH', 'OPTIONS']) {
      expect([method, (await call(method, `${prefix}/files/some/status`, { token })).status]).toEqual([
        method,
        405,
      ])
    }
    expectErrorShape(await get('/api/v1/oauth/token'), 405)
    expectErrorShape(
      await post(create, { token, json: { name: 'x', padding: 'y'.repeat(1024 * 1024) } }),
      413,
    )
    expectErrorShape(
      await post(create, { token, body: 'name=x', headers: { 'content-type': 'text/plain' } }),
      415,
    )
    expectErrorShape(await post(create, { token, body: new URLSearchParams({ name: 'x' }) }), 415)
  })

  it('ERR-6 OpenAPI lists the errors of every operation with their headers', async () => {
    const { body } = await get('/openapi.json')
    const paths = body['paths'] as Record<
      string,
      Record<string, { responses: Record<string, DocumentedError> }>
    >
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({ name: `${method} ${path}`, responses })),
    )
    expect(operations.length).toBeGreaterThan(15)
    for (const { name, responses } of operations) {
      for (const status of ['400', '401', '405', '413', '415', '429', '500', '503']) {
        const schema = responses[status]?.content?.['application/json']?.schema.$ref
        expect([name, status, schema]).toEqual([name, status, expect.stringMatching(/\/(Token)?Error$/)])
      }
      expect([name, Object.keys(responses['405']?.headers ?? {})]).toEqual([name, ['Allow']])
      for (const status of ['429', '503'])
        expect([name, Object.keys(responses[status]?.headers ?? {})]).toEqual([name, ['Retry-After']])
    }
  })
})
