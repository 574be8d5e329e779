import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { sendError, toAppError } from './error-answer.ts'

describe('toAppError', () => {
  it('passes an AppError through unchanged', () => {
    const error = new AppError('file_not_found')
    expect(toAppError(error)).toBe(error)
  })

  it.each([
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type', 415],
    ['FST_ERR_CTP_BODY_TOO_LARGE', 'payload_too_large', 413],
    ['FST_ERR_CTP_INVALID_JSON_BODY', 'invalid_json', 400],
    ['FST_ERR_CTP_EMPTY_JSON_BODY', 'invalid_json', 400],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'invalid_request', 400],
    ['FST_ERR_BAD_URL', 'not_found', 404],
    ['FST_ERR_MAX_PARAM_LENGTH', 'not_found', 404],
  ])('maps %s to %s', (code, expected, status) => {
    const cause = Object.assign(new Error('x'), { code })
    expect(toAppError(cause)).toMatchObject({ code: expected, status, cause })
  })

  it('maps other complaints of the framework about a request to a bad request, and about our code to an internal error', () => {
    const complaint = (statusCode: number) =>
      Object.assign(new Error('x'), { code: 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE', statusCode })
    expect(toAppError(complaint(400)).code).toBe('invalid_request')
    expect(toAppError(complaint(500)).code).toBe('internal_error')
  })

  it('maps a syntax error of the body parser to bad JSON, and one of our own code to an internal error', () => {
    expect(toAppError(Object.assign(new SyntaxError('x'), { statusCode: 400 })).code).toBe('invalid_json')
    expect(toAppError(new SyntaxError('x')).code).toBe('internal_error')
  })

  it('asks to retry in five seconds when a dependency is unavailable', () => {
    const error = toAppError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))
    expect(error).toMatchObject({ code: 'unavailable', status: 503, headers: { 'retry-after': '5' } })
  })

  it('maps any other error to an internal error that keeps its cause', () => {
    for (const cause of [new Error('x'), 'text', 5, null, undefined, {}])
      expect(toAppError(cause)).toMatchObject({ code: 'internal_error', status: 500, cause })
  })
})

describe('sendError', () => {
  const answerTo = (error: Error) => {
    const app = Fastify({ genReqId: () => 'req_test' })
    app.setErrorHandler(sendError)
    app.get('/', () => Promise.reject(error))
    return app.inject('/')
  }

  it('shows only the request id of an unexpected error', async () => {
    const answer = await answerTo(new Error('password=hunter2'))
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      error: 'Internal error. Try again; if it happens again, report the request_id.',
      code: 'internal_error',
      request_id: 'req_test',
    })
  })

  it.each([
    ['unauthenticated', 'Bearer realm="inlet"'],
    ['invalid_token', 'Bearer realm="inlet", error="invalid_token"'],
    ['insufficient_scope', 'Bearer realm="inlet", error="insufficient_scope", scope="file:write"'],
    ['not_found', undefined],
  ] as const)('sends the challenge of RFC 6750 for %s', async (code, challenge) => {
    const answer = await answerTo(new AppError(code, { body: { required_scope: 'file:write' } }))
    expect(answer.headers['www-authenticate']).toBe(challenge)
    expect(answer.json()).toMatchObject({ code, required_scope: 'file:write' })
  })
})
