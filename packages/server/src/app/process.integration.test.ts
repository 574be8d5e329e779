/** How processes start and stop, and how they handle failures of their dependencies. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app.ts'
import {
  beginImport,
  callApi,
  completeImport,
  makeProject,
  uploadTo,
  waitForFinal,
} from '../../test/harness/imports.ts'
import { fetchToken, makeCaller } from '../../test/harness/people.ts'
import { startApiProcess, startWorkerProcess, stopProcess, waitFor } from '../../test/harness/processes.ts'
import { beginSurvey, postSurvey, sendTo, surveyStatus } from '../../test/harness/survey-uploads.ts'
import { startTcpProxy } from '../../test/harness/tcp-proxy.ts'
import { givePassword, goodPassword, makeVisitor, visitorWith } from '../../test/harness/visitors.ts'
import { countWorkers } from '../platform/jobs/inspect-jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('an api', () => {
  it('completes running requests on SIGTERM and exits with code 0', async () => {
    const api = await startApiProcess(app.databaseUrl)
    const { token } = await makeCaller(app)
    const asked = Array.from({ length: 40 }, () => callApi(api.url, token, '/projects'))
    // The first response shows that all requests have arrived; the others are still running.
    await Promise.race(asked)
    const exited = once(api.process, 'exit')
    api.process.kill('SIGTERM')
    const answers = await Promise.all(asked)
    expect(answers.map((answer) => answer.status)).toEqual(asked.map(() => 200))
    expect(await exited).toEqual([0, null])
  })

  it('reports its dependencies at /readyz for load balancers', async () => {
    const answer = await fetch(`${app.url}/readyz`)
    const ok = { ok: true }
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        status: 'ready',
        // It can accept imports, but nothing processes them.
        degraded: ['workers'],
        checks: {
          database: ok,
          authentication: ok,
          limiter: ok,
          storage: ok,
          workers: { ok: false, detail: 'NoWorker' },
        },
      },
    ])
  })
})

describe('a worker on SIGTERM', () => {
  it('exits with code 0', async () => {
    const worker = startWorkerProcess(app.databaseUrl, { INLET_LOG_LEVEL: 'info' })
    let said = ''
    worker.stdout?.on('data', (chunk) => {
      said += String(chunk)
    })
    await waitFor(async () => said.includes('worker is ready'))
    const exited = once(worker, 'exit')
    worker.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
})

describe('a worker that cannot start', () => {
  it('exits with code 1 and does not count as running', async () => {
    const worker = startWorkerProcess(app.databaseUrl, { INLET_WORK_DIR: '/dev/null/work' })
    expect(await once(worker, 'exit')).toEqual([1, null])
    expect(await countWorkers(app.deps.db)).toEqual({ live: 0, vanished: 0 })
  }, 60_000)
})

describe('an unavailable database', () => {
  it('is awaited at the start', async () => {
    const proxy = await startTcpProxy(app.databaseUrl)
    await proxy.shut()
    const opening = sleep(4_000).then(() => proxy.open())
    const api = await startApiProcess(proxy.url)
    try {
      await opening
      expect((await fetch(`${api.url}/readyz`)).status).toBe(200)
    } finally {
      await api.stop()
      await proxy.close()
    }
  })

  it('makes the api answer 503 with Retry-After until it is back', async () => {
    const proxy = await startTcpProxy(app.databaseUrl)
    const api = await startApiProcess(proxy.url)
    try {
      const { token, key } = await makeCaller(app)
      await makeProject(api.url, token)
      await proxy.shut()
      const answer = await callApi(api.url, token, '/projects')
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(await answer.json()).toMatchObject({ code: 'unavailable' })
      const ready = await fetch(`${api.url}/readyz`)
      expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { database: { ok: false } } }])
      expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
      await proxy.open()
      await waitFor(async () => (await callApi(api.url, token, '/projects')).status === 200, 10_000)
      expect(await fetchToken(api.url, key)).toMatch(/\./)
    } finally {
      await api.stop()
      await proxy.close()
    }
  })
})

describe('the log', () => {
  it('contains no secret, token, body or signed field of a whole session', async () => {
    const api = await startApiProcess(app.databaseUrl, { INLET_LOG_LEVEL: 'trace' })
    let log = ''
    api.process.stdout?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
    const { key, token } = await makeCaller({ ...app, url: api.url })
    const canary = 'canary-name-4711'
    await callApi(api.url, token, `/projects/create?secret=canary-query-4711`, { name: canary })
    const projectId = await makeProject(api.url, token)
    const begun = await callApi(api.url, token, '/files/initialize', {
      project_id: projectId,
      file_name: `${canary}.pdf`,
    })
    const { upload_fields } = (await begun.json()) as { upload_fields: Record<string, string> }
    await callApi(api.url, token, '/files/initialize', { project_id: projectId, file_name: `${canary}.exe` })
    await fetch(`${api.url}/api/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: key.client_id,
        client_secret: 'canary-wrong-4711',
      }),
    })
    const { user } = await makeVisitor(app)
    await givePassword(app, user)
    const anonymous = visitorWith(api, '')
    const signedIn = await anonymous.post('/sign-in', { email: user.email, password: goodPassword })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? 'none'
    expect((await visitorWith(api, `inlet_session=${cookie}`).get('/session')).status).toBe(200)
    await anonymous.post('/sign-in', { email: user.email, password: 'canary-password-4711' })
    await anonymous.post('/invitation', { token: 'canary-invitation-4711', password: goodPassword })
    await api.stop()
    expect(log).toContain('"msg":"request"')
    const secrets = [
      user.email,
      goodPassword,
      cookie,
      'canary-password-4711',
      'canary-invitation-4711',
      key.client_secret,
      token,
      canary,
      'canary-query-4711',
      'canary-wrong-4711',
      upload_fields['Policy'] ?? 'none',
    ]
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  })
})

describe('the log of a worker', () => {
  it('contains nothing of the imported content, whether imports succeed or fail', async () => {
    const worker = startWorkerProcess(app.databaseUrl, { INLET_LOG_LEVEL: 'trace' })
    let log = ''
    worker.stdout?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
    const { token } = await makeCaller(app)
    const projectId = await makeProject(app.url, token)
    const send = async (name: string, content: string) => {
      const one = await beginImport(app.url, token, projectId, 'files', name)
      await uploadTo(one, content)
      await completeImport(app.url, token, one)
      return one
    }
    const files = await Promise.all([
      send('canary-file-4711.txt', 'canary-page-4711'),
      send('canary-broken-4711.pdf', 'canary-damage-4711'),
    ])
    const surveys = [
      'Email,Why\ncanary-person-4711@example.org,canary-answer-4711\n',
      'Email,Why\ncanary-other-4711@example.org,"canary-quote-4711\n',
    ]
    const keys: string[] = []
    for (const csv of surveys) {
      const survey = await beginSurvey(app.url, token, projectId, {
        name: 'canary-survey-4711',
        auto_map: true,
      })
      await Promise.all(survey.upload_urls.map((part) => sendTo(part, csv)))
      await postSurvey(app.url, token, `${survey.upload_key}/complete`)
      keys.push(survey.upload_key)
    }
    await waitForFinal(app.deps.db, files)
    await waitFor(async () => {
      const states = await Promise.all(keys.map((key) => surveyStatus(app.url, token, key)))
      return states.map(({ status }) => status).join() === 'COMPLETED,FAILED'
    }, 60_000)
    await stopProcess(worker)
    expect(log).toContain('import-survey')
    expect(log.match(/canary[\w-]*/g) ?? []).toEqual([])
  }, 180_000)
})

describe('a process that cannot start', () => {
  it('logs the reason in one line and exits with code 1', async () => {
    const stopped = startWorkerProcess(`${app.databaseUrl}_missing`)
    let log = ''
    stopped.stdout?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
    const [code] = (await once(stopped, 'exit')) as [number]
    expect(code).toBe(1)
    expect(log).toContain('cannot start')
    expect(log).toContain('does not exist')
    await stopProcess(stopped)
  })
})
