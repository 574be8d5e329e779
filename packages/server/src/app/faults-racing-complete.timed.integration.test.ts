/** Calls that race to complete one record copy its object once, also when the call that copies dies. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app.ts'
import { rounds } from '../../test/harness/full.ts'
import { beginImport, completeImport, makeProject, uploadTo } from '../../test/harness/imports.ts'
import { makeCaller } from '../../test/harness/people.ts'
import { type ApiProcess, startApiProcess, stopProcess, waitFor } from '../../test/harness/processes.ts'
import { beginSurvey, postSurvey, sendParts } from '../../test/harness/survey-uploads.ts'
import { startTcpProxy, type TcpProxy } from '../../test/harness/tcp-proxy.ts'

const racers = 12

let app: TestApp
let proxy: TcpProxy
let apis: ApiProcess[]
let token: string
let projectId: number
const settings = () => ({
  S3_ENDPOINT: proxy.url,
  S3_PUBLIC_ENDPOINT: process.env['S3_ENDPOINT'] ?? '',
})
beforeAll(async () => {
  app = await startTestApp()
  proxy = await startTcpProxy(process.env['S3_ENDPOINT'] ?? '')
  apis = await Promise.all([1, 2].map(() => startApiProcess(app.databaseUrl, settings())))
  token = (await makeCaller(app)).token
  projectId = await makeProject(app.url, token)
  // Slow enough that all calls arrive before the first copy ends.
  proxy.delay(100)
})
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()))
  await proxy.close()
  await app.close()
})

const urlOf = (i: number) => apis[i % apis.length]?.url ?? ''

async function countCopies(): Promise<number> {
  const counts = await Promise.all(
    apis.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text()
      return Number(/inlet_storage\w*_count\{[^}]*operation="CopyObject"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function race(
  complete: (url: string) => Promise<number>,
): Promise<{ statuses: number[]; copies: number }> {
  const before = await countCopies()
  const statuses = await Promise.all(Array.from({ length: racers }, (_, i) => complete(urlOf(i))))
  return { statuses: statuses.toSorted((a, b) => a - b), copies: (await countCopies()) - before }
}

describe(`${racers} racing complete calls on two processes`, () => {
  it.each(['insights', 'files'] as const)(
    'make one copy of one of the %s',
    async (kind) => {
      for (let round = 0; round < rounds(3, 50); round += 1) {
        const one = await beginImport(app.url, token, projectId, kind, 'race.txt')
        await uploadTo(one, `round ${round}`)
        const { statuses, copies } = await race((url) => completeImport(url, token, one))
        process.stdout.write(`racing=${kind} callers=${racers} copies=${copies}\n`)
        expect(copies).toBe(1)
        const first = kind === 'insights' ? 202 : 200
        expect(statuses).toEqual([...Array.from({ length: racers - 1 }, () => 200), first])
      }
    },
    600_000,
  )

  it('make one copy of each part of a survey', async () => {
    const survey = await beginSurvey(app.url, token, projectId, { num_parts: 2 })
    await sendParts(survey.upload_urls)
    const { statuses, copies } = await race(
      async (url) => (await postSurvey(url, token, `${survey.upload_key}/complete`)).status,
    )
    process.stdout.write(`racing=surveys callers=${racers} parts=2 copies=${copies}\n`)
    expect(copies).toBe(2)
    expect(statuses).toEqual([...Array.from({ length: racers - 1 }, () => 200), 202])
  }, 60_000)
})

describe('a call that dies while it copies', () => {
  it('blocks the next call for a few seconds only', async () => {
    const stalled = await startTcpProxy(process.env['S3_ENDPOINT'] ?? '')
    const dying = await startApiProcess(app.databaseUrl, { ...settings(), S3_ENDPOINT: stalled.url })
    try {
      const one = await beginImport(app.url, token, projectId, 'insights', 'dying.txt')
      await uploadTo(one, 'text')
      stalled.silence({ isTotal: true })
      const lost = completeImport(dying.url, token, one).catch(() => 0)
      await waitFor(async () => {
        const { rows } = await app.deps.database.pool.query('select from upload_claim')
        return rows.length === 1
      })
      await stopProcess(dying.process, 'SIGKILL')
      expect(await lost).toBe(0)
      const startedAt = performance.now()
      expect(await completeImport(urlOf(0), token, one)).toBe(202)
      process.stdout.write(
        `claim of a dead call: seconds=${((performance.now() - startedAt) / 1000).toFixed(1)}\n`,
      )
    } finally {
      await stopProcess(dying.process, 'SIGKILL')
      await stalled.close()
    }
  }, 60_000)
})
