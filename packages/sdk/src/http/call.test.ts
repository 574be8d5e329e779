import { describe, expect, it } from 'vitest'
import {
  clientOf,
  freePort,
  listen,
  listenAsService,
  prefix,
  refusal,
  tokenPath,
} from '../../test/loopback.ts'
import {
  ApiError,
  BadRequestError,
  CancelledError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
} from '../errors.ts'

const initialize = `${prefix}/files/initialize`
const begun = { status: 201, body: { wav_key: 'w', upload_url: 'http://x', upload_fields: {}, links: {} } }

describe('a call', () => {
  it('sends token, method, path, query and body', async () => {
    const service = await listenAsService(() => begun)
    const inlet = clientOf(service, { userAgent: 'my-app/1.0' })
    await inlet.files.initialize({ project_id: 7, file_name: 'a.mp3' })
    const [asked] = service.to(initialize)
    expect(asked).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer token-1' } })
    expect(asked?.headers['user-agent']).toMatch(/^my-app\/1\.0 inlet-sdk\/\d/)
    expect(JSON.parse(String(asked?.body))).toEqual({ project_id: 7, file_name: 'a.mp3' })
    await inlet.files.initialize({ project_id: 7, file_name: 'a.mp3' })
    await inlet.files.initialize({ project_id: 7, file_name: 'a.mp3' }, { idempotencyKey: 'mine' })
    const keys = service.to(initialize).map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(3)
    expect(keys[2]).toBe('mine')
    await inlet.surveys.retryMedia('key/1', 'Anna & Ben/1.mp4')
    expect(service.asked.at(-1)?.path).toBe(`${prefix}/surveys/key%2F1/media/Anna%20%26%20Ben%2F1.mp4/retry`)
  })

  it('returns the HTTP response with withResponse()', async () => {
    const service = await listenAsService(() => ({ ...begun, headers: { 'x-request-id': 'req-7' } }))
    const call = clientOf(service).files.initialize({ project_id: 7, file_name: 'a.mp3' })
    const { data, response, requestId } = await call.withResponse()
    expect([data.wav_key, response.status, requestId]).toEqual(['w', 201, 'req-7'])
    expect(await call).toEqual(data)
  })

  it.each([
    [400, 'invalid_request', BadRequestError],
    [401, 'unauthenticated', UnauthorizedError],
    [403, 'insufficient_scope', ForbiddenError],
    [404, 'file_not_found', NotFoundError],
    [409, 'append_conflict', ConflictError],
    [413, 'payload_too_large', ApiError],
    [429, 'rate_limited', RateLimitedError],
    [500, 'internal_error', ServerError],
  ])('turns %i into an error of its own, with code and request id', async (status, code, ErrorClass) => {
    const service = await listenAsService(() => refusal(status, code))
    const error = await failureOf(clientOf(service).files.status('w', { maxRetries: 0 }))
    expect(error).toBeInstanceOf(ErrorClass)
    expect(error).toMatchObject({ status, code, requestId: 'req-1', message: `A sentence about ${code}.` })
  })

  it('lists each rejected field', async () => {
    const details = [{ field: 'name', message: 'must not be empty' }]
    const service = await listenAsService(() => ({ status: 400, body: { error: 'Correct it.', details } }))
    const error = await failureOf(clientOf(service).projects.create({ name: '' }))
    expect(error).toMatchObject({ message: 'Correct it. name: must not be empty', details })
  })

  it('reports a response that is not from Inlet', async () => {
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' }
    const service = await listenAsService(() => page)
    const error = await failureOf(clientOf(service).files.status('w'))
    expect(error).toMatchObject({ code: 'unexpected_answer', message: expect.stringContaining('baseUrl') })
    const moved = await listenAsService(() => ({
      status: 301,
      headers: { location: 'https://inlet.example/' },
    }))
    expect(await failureOf(clientOf(moved).files.status('w'))).toMatchObject({
      message: expect.stringContaining('https://inlet.example/'),
    })
  })
})

describe('a failed call', () => {
  it('is retried if it changes nothing, not before Retry-After', async () => {
    const service = await listenAsService((_, count) =>
      count < 3 ? refusal(503, 'unavailable', { 'retry-after': '1' }) : { body: { wav_key: 'w' } },
    )
    await clientOf(service).files.status('w')
    const [first, second, third] = service.to(`${prefix}/files/w/status`)
    expect(Number(second?.at) - Number(first?.at)).toBeGreaterThan(990)
    expect(Number(third?.at) - Number(second?.at)).toBeGreaterThan(990)
  })

  it.each(['complete', 'status'] as const)('is retried for %s after a broken connection', async (verb) => {
    const service = await listenAsService((_, count) => (count === 1 ? { isBroken: true } : {}))
    await clientOf(service).files[verb]('w')
    expect(service.to(`${prefix}/files/w/${verb}`)).toHaveLength(2)
  })

  it('is retried with the same Idempotency-Key if it may have created something', async () => {
    for (const reply of [
      { isBroken: true },
      refusal(500, 'internal_error'),
      { status: 503, body: 'proxy' },
    ]) {
      const service = await listenAsService((_, count) => (count === 1 ? reply : begun))
      await clientOf(service).files.initialize({ project_id: 1, file_name: 'a.mp3' })
      const keys = service.to(initialize).map(({ headers }) => headers['idempotency-key'])
      expect(keys).toHaveLength(2)
      expect(keys[0]).toMatch(/^[0-9a-z]{20,255}$/)
      expect(keys[1]).toBe(keys[0])
    }
  })

  it('is not retried if a second call would fail', async () => {
    const service = await listenAsService(() => refusal(500, 'internal_error'))
    await failureOf(clientOf(service).webhooks.delete('w'))
    const [asked, ...retries] = service.asked.filter(({ path }) => path.endsWith('/webhooks/w'))
    expect(asked?.headers['idempotency-key']).toBeUndefined()
    expect(retries).toEqual([])
  })

  it('asks again while an earlier attempt is running, more often than maxRetries', async () => {
    const running = refusal(409, 'idempotency_in_progress', { 'retry-after': '0' })
    const service = await listenAsService((_, count) => (count <= 3 ? running : begun))
    const inlet = clientOf(service, { maxRetries: 1 })
    expect(await inlet.files.initialize({ project_id: 1, file_name: 'a.mp3' })).toMatchObject({
      wav_key: 'w',
    })
    expect(service.to(initialize)).toHaveLength(4)
  })

  it('fails without a retry while an earlier attempt is running if maxRetries is 0', async () => {
    const service = await listenAsService(() =>
      refusal(409, 'idempotency_in_progress', { 'retry-after': '0' }),
    )
    const call = clientOf(service, { maxRetries: 0 }).files.complete('w')
    expect(await failureOf(call)).toMatchObject({ code: 'idempotency_in_progress' })
    expect(service.to(`${prefix}/files/w/complete`)).toHaveLength(1)
  })

  it('is retried if the service guarantees that nothing was created', async () => {
    const replies = [refusal(503, 'unavailable'), refusal(429, 'rate_limited', { 'retry-after': '1' }), begun]
    const service = await listenAsService((_, count) => replies[count - 1] ?? {})
    await clientOf(service).files.initialize({ project_id: 1, file_name: 'a.mp3' })
    expect(service.to(initialize)).toHaveLength(3)
  })

  it('is retried if the request never reached the service', async () => {
    const free = await freePort()
    const inlet = clientOf({ url: `http://127.0.0.1:${free}` })
    const call = inlet.files.initialize({ project_id: 1, file_name: 'a.mp3' }, { maxRetries: 10 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    const service = await listen(
      ({ path }) => (path === tokenPath ? { body: { access_token: 't', expires_in: 3600 } } : begun),
      { port: free },
    )
    expect(await call).toMatchObject({ wav_key: 'w' })
    expect(service.to(initialize)).toHaveLength(1)
  })

  it('retries the initialize of a survey with the same idempotency key', async () => {
    const path = `${prefix}/surveys/initialize`
    const service = await listenAsService((_, count) => (count === 1 ? { isBroken: true } : { body: {} }))
    await clientOf(service).surveys.initialize({ project_id: 1, name: 'S', num_parts: 1 })
    const keys = service
      .to(path)
      .map(({ body }) => (JSON.parse(String(body)) as Record<string, string>)['idempotency_key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^.{20,255}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('fails after maxRetries with the last error', async () => {
    const service = await listenAsService(() => refusal(500, 'internal_error'))
    const error = await failureOf(clientOf(service, { maxRetries: 2 }).files.status('w'))
    expect(error).toBeInstanceOf(ServerError)
    expect(service.to(`${prefix}/files/w/status`)).toHaveLength(3)
  })

  it('fails immediately if Retry-After exceeds the remaining time', async () => {
    const service = await listenAsService(() => refusal(503, 'unavailable', { 'retry-after': '120' }))
    const error = await failureOf(clientOf(service).files.status('w'))
    expect(error).toMatchObject({ code: 'unavailable', retryAfterMs: 120_000 })
  })

  it('times out a call that hangs', async () => {
    const service = await listenAsService(() => new Promise(() => {}))
    const error = await failureOf(clientOf(service).files.status('w', { timeoutMs: 400, maxRetries: 0 }))
    expect(error).toBeInstanceOf(TimeoutError)
  })

  it('is cancelled by the signal while it waits and while it is sent', async () => {
    const service = await listenAsService(() => new Promise(() => {}))
    const controller = new AbortController()
    const call = clientOf(service).files.status('w', { signal: controller.signal })
    setTimeout(() => controller.abort('enough'), 100)
    expect(await failureOf(call)).toMatchObject({ constructor: CancelledError, cause: 'enough' })
    const refused = await listenAsService(() => refusal(503, 'unavailable', { 'retry-after': '30' }))
    const waiting = clientOf(refused).files.status('w', { signal: AbortSignal.timeout(200) })
    expect(await failureOf(waiting)).toBeInstanceOf(CancelledError)
  })

  it('names the address that cannot be reached', async () => {
    const host = `127.0.0.1:${await freePort()}`
    const error = await failureOf(clientOf({ url: `http://${host}` }, { maxRetries: 0 }).projects.list())
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ mayHaveArrived: false, message: expect.stringContaining(host) })
  })
})

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error: unknown) => error,
  )
}
