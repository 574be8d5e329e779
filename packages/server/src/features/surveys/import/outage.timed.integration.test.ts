/** An unavailable store: complete reports it and changes nothing, and reading continues. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { makeProject } from '../../../../test/harness/imports.ts'
import { makeCaller } from '../../../../test/harness/people.ts'
import { beginSurvey, postSurvey, sendParts, surveyStatus } from '../../../../test/harness/survey-uploads.ts'
import { startTcpProxy, type TcpProxy } from '../../../../test/harness/tcp-proxy.ts'

let door: TcpProxy
let app: TestApp
let token: string
let projectId: number
beforeAll(async () => {
  const store = process.env['S3_ENDPOINT'] ?? ''
  door = await startTcpProxy(store)
  app = await startTestApp({ S3_ENDPOINT: door.url, S3_PUBLIC_ENDPOINT: store })
  token = (await makeCaller(app)).token
  projectId = await makeProject(app.url, token)
})
afterAll(async () => {
  await app.close()
  await door.close()
})

describe('while the object store is unavailable', () => {
  it('returns 503 for complete, never 400, and the last known status', async () => {
    const { upload_key, upload_urls } = await beginSurvey(app.url, token, projectId, { num_parts: 3 })
    await sendParts(upload_urls.slice(0, 1))
    expect((await surveyStatus(app.url, token, upload_key)).parts[0]?.status).toBe('UPLOADED')
    await sendParts(upload_urls.slice(1))
    await door.shut()
    const refused = await postSurvey(app.url, token, `${upload_key}/complete`)
    expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '5',
    ])
    const known = await surveyStatus(app.url, token, upload_key)
    expect(known.status).toBe('AWAITING_UPLOAD')
    expect(known.parts.map((part) => part.status)).toEqual(['UPLOADED', 'PENDING', 'PENDING'])
    // Signing does not need the store, so descriptors are still issued.
    expect((await postSurvey(app.url, token, `${upload_key}/parts/3/retry`)).status).toBe(200)
    await door.open()
    const after = await postSurvey(app.url, token, `${upload_key}/complete`)
    expect(after).toMatchObject({ status: 400, body: { missing_parts: [3] } })
  })
})

describe('while the object store accepts connections without answering', () => {
  it('returns the last known status within seconds', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket.on('error', () => socket.destroy())))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const waiting = await startTestApp({ S3_ENDPOINT: `http://127.0.0.1:${port}` })
    try {
      const caller = await makeCaller(waiting)
      const project = await makeProject(waiting.url, caller.token)
      const { upload_key } = await beginSurvey(waiting.url, caller.token, project, { num_parts: 40 })
      const started = performance.now()
      const known = await surveyStatus(waiting.url, caller.token, upload_key)
      // The check takes two seconds; the rest allows for load.
      expect(performance.now() - started).toBeLessThan(10_000)
      expect(known.parts.every((part) => part.status === 'PENDING')).toBe(true)
    } finally {
      for (const socket of sockets) socket.destroy()
      silent.close()
      await waiting.close()
    }
  })
})
