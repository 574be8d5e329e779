/** Without the object store the api keeps serving what does not need it, and says so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app.ts'
import { beginImport, callApi, completeImport, makeProject, uploadTo } from '../../test/harness/imports.ts'
import { fetchToken, makeCaller } from '../../test/harness/people.ts'
import { type ApiProcess, startApiProcess } from '../../test/harness/processes.ts'
import { startTcpProxy, type TcpProxy } from '../../test/harness/tcp-proxy.ts'
import { type Visitor, visitAs, visitorWith } from '../../test/harness/visitors.ts'

const answerWithinMs = 5_000

let app: TestApp
let proxy: TcpProxy
let api: ApiProcess
let caller: Awaited<ReturnType<typeof makeCaller>>
let visitor: Visitor
let keys: { insight: string; file: string }
beforeAll(async () => {
  app = await startTestApp()
  proxy = await startTcpProxy(process.env['S3_ENDPOINT'] ?? '')
  api = await startApiProcess(app.databaseUrl, {
    S3_ENDPOINT: proxy.url,
    S3_PUBLIC_ENDPOINT: process.env['S3_ENDPOINT'] ?? '',
  })
  caller = await makeCaller({ ...app, url: api.url })
  visitor = visitorWith(api, (await visitAs(app, caller.user)).cookie)
  const projectId = await makeProject(api.url, caller.token)
  const insight = await beginImport(api.url, caller.token, projectId, 'insights', 'canary-report.txt')
  const file = await beginImport(api.url, caller.token, projectId, 'files', 'canary-notes.txt')
  for (const one of [insight, file]) {
    await uploadTo(one, 'a canary in the text')
    await completeImport(api.url, caller.token, one)
  }
  keys = { insight: insight.key, file: file.key }
})
afterAll(async () => {
  await api.stop()
  await proxy.close()
  await app.close()
})

const faults = {
  silent: { begin: () => proxy.silence({ isTotal: true }), end: async () => proxy.recover() },
  away: { begin: () => proxy.shut(), end: () => proxy.open() },
}

describe.each(['silent', 'away'] as const)('with the object store %s', (fault) => {
  beforeAll(() => faults[fault].begin())
  afterAll(() => faults[fault].end())

  it('the api stays ready and reports the store as degraded', async () => {
    const answer = await fetch(`${api.url}/readyz`)
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { status: 'ready', degraded: expect.arrayContaining(['storage']), checks: { storage: { ok: false } } },
    ])
  })

  it('tokens, lists, status and search answer as usual', async () => {
    const token = await timed(() => fetchToken(api.url, caller.key))
    for (const path of ['/projects', '/files', '/insights', '/surveys'])
      expect((await timed(() => callApi(api.url, token, path))).status).toBe(200)
    for (const path of [`/files/${keys.file}/status`, `/insights/${keys.insight}/status`])
      expect((await timed(() => callApi(api.url, token, path))).status).toBe(200)
    for (const path of [
      '/imports',
      '/search?q=canary',
      '/search/names?q=canary',
      `/imports/file/${keys.file}`,
    ])
      expect((await timed(() => visitor.get(path))).status).toBe(200)
  }, 120_000)
})

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  expect(performance.now() - startedAt).toBeLessThan(answerWithinMs)
  return result
}
