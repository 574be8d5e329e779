/** Repeated imports and appends: each sends its own parts only. */
import { describe, expect, it } from 'vitest'
import { clientOf } from '../../test/loopback.ts'
import { listenAsSurveyService, type SurveyServiceOptions } from '../../test/survey-service.ts'
import type { PartStatus, SurveyStatus } from '../contract.ts'
import { ConflictError, IdempotencyMismatchError, InvalidInputError, LaterAppendError } from '../errors.ts'

const options = { projectId: 3, name: 'Spring', idempotencyKey: 'mine' }
const onePart = 'id\n1\n'
const twoParts = Array.from({ length: 20_001 }, (_, id) => ({ id }))
const completed = { status: 'COMPLETED' }

async function start(service: SurveyServiceOptions) {
  const server = await listenAsSurveyService(service)
  return { server, inlet: clientOf(server, { maxUploads: 3 }) }
}

const parts = (...statuses: PartStatus[]) =>
  statuses.map((status, i) => ({
    part_number: i + 1,
    status,
    row_count: status === 'PROCESSED' ? 10 * (i + 1) : null,
  }))

const survey = (status: SurveyStatus, ...statuses: PartStatus[]) => ({ status, parts: parts(...statuses) })
const failedAt = (part_number: number, ...statuses: PartStatus[]) => ({
  ...survey('FAILED', ...statuses),
  error_details: { part_number, code: 'missing_columns', message: `Part ${part_number} lacks "Why?".` },
})

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a repeated import', () => {
  it('only follows an import that is being processed', async () => {
    const { server, inlet } = await start({ begun: { status: 'PROCESSING', upload_urls: [] } })
    await inlet.surveys.import(onePart, options).done()
    expect(server.surveyBody()['idempotency_key']).toBe('mine')
    expect(server.calls()).toEqual(['initialize', 'u/status'])
  })

  it('sends the failed parts again, but not the saved ones', async () => {
    const { server, inlet } = await start({
      begun: { status: 'FAILED' },
      statuses: [failedAt(2, 'PROCESSED', 'FAILED'), completed],
    })
    await inlet.surveys.import(twoParts, options).done()
    expect(server.calls()).toEqual([
      'initialize',
      'u/status',
      'u/parts/2/retry',
      '/storage',
      'u/complete',
      'u/status',
    ])
    expect([...server.stored.values()]).toEqual(['id\r\n20000\r\n'])
  })

  it('requests a new descriptor for a part with an upload, and uses the given one otherwise', async () => {
    const { server, inlet } = await start({
      begun: { status: 'AWAITING_UPLOAD' },
      statuses: [survey('AWAITING_UPLOAD', 'UPLOADED', 'PENDING'), completed],
    })
    await inlet.surveys.import(twoParts, options).done()
    expect(server.calls().filter((call) => call.includes('retry'))).toEqual(['u/parts/1/retry'])
    expect([...server.stored.keys()].sort()).toEqual(['part 1#3', 'part 2#2'])
  })

  it.each([
    ['failed', 'append_failed', failedAt(2, 'PROCESSED', 'FAILED'), /part 2.*failed: Part 2 lacks "Why\?"/],
    ['waits', 'append_waiting', survey('AWAITING_UPLOAD', 'PROCESSED', 'PENDING'), /part 2.*waits/],
  ])('uploads nothing when a part that was appended later %s', async (_, code, status, message) => {
    const { server, inlet } = await start({
      begun: { status: status.status, num_parts: 2 },
      statuses: [status],
    })
    const error = await reasonOf(inlet.surveys.import(onePart, options).done())
    expect(error).toBeInstanceOf(LaterAppendError)
    expect(error).toMatchObject({ code, key: 'u', partNumbers: [2], survey: status })
    expect((error as Error).message).toMatch(/complete with 10 responses/)
    expect((error as Error).message).toMatch(message)
    expect(server.calls()).toEqual(['initialize', 'u/status'])
  })

  it('reports a later append even if it starts while the import is followed', async () => {
    const { server, inlet } = await start({
      statuses: [survey('AWAITING_UPLOAD', 'PROCESSED', 'PENDING')],
    })
    const error = await reasonOf(inlet.surveys.import(onePart, options).done())
    expect(error).toMatchObject({ name: 'LaterAppendError', code: 'append_waiting' })
    expect(server.calls()).toEqual(['initialize', '/storage', 'u/complete', 'u/status'])
  })

  it.each([
    ['named by the service', { idempotency_mismatch: ['name', 'num_parts'] }, ['name', 'num_parts']],
    ['of an older service', { num_parts: 1 }, ['num_parts']],
  ])('stops at a mismatch %s before anything is uploaded', async (_, begun, fields) => {
    const { server, inlet } = await start({ begun })
    const handle = inlet.surveys.import(twoParts, options)
    const error = await reasonOf(handle.done())
    expect(error).toBeInstanceOf(IdempotencyMismatchError)
    expect(error).toMatchObject({ code: 'idempotency_mismatch', key: 'u', fields })
    expect((error as Error).message).toContain(fields.join(', '))
    await expect(handle.started()).rejects.toBe(error)
    expect(server.calls()).toEqual(['initialize'])
  })
})

describe('an append with firstPart', () => {
  it('appends when the survey ends before that part', async () => {
    const { server, inlet } = await start({
      statuses: [survey('COMPLETED', 'PROCESSED', 'PROCESSED', 'PROCESSED'), completed],
    })
    const handle = inlet.surveys.appendResponses('u', onePart, { firstPart: 4 })
    expect(await handle.started()).toMatchObject({ part_numbers: [4] })
    await handle.done()
    expect(server.calls()).toEqual(['u/status', 'u/append', '/storage', 'u/complete', 'u/status'])
  })

  it('resumes an append whose parts are missing, without appending again', async () => {
    const { server, inlet } = await start({
      statuses: [survey('AWAITING_UPLOAD', 'PROCESSED', 'PENDING'), completed],
    })
    await inlet.surveys.appendResponses('u', onePart, { firstPart: 2 }).done()
    expect(server.calls()).toEqual(['u/status', 'u/parts/2/retry', '/storage', 'u/complete', 'u/status'])
  })

  it('adds nothing if its parts are saved, regardless of later appends', async () => {
    const { server, inlet } = await start({
      statuses: [survey('COMPLETED', 'PROCESSED', 'PROCESSED', 'PROCESSED')],
    })
    await inlet.surveys.appendResponses('u', onePart, { firstPart: 2 }).done()
    expect(server.calls()).toEqual(['u/status', 'u/status'])
    const later = await start({
      statuses: [survey('AWAITING_UPLOAD', 'PROCESSED', 'PROCESSED', 'PENDING')],
    })
    const error = await reasonOf(later.inlet.surveys.appendResponses('u', onePart, { firstPart: 2 }).done())
    expect(error).toMatchObject({ name: 'LaterAppendError', partNumbers: [3] })
    expect(later.server.stored.size).toBe(0)
  })

  it.each([
    [
      'another append has taken the part',
      3,
      survey('COMPLETED', 'PROCESSED', 'PROCESSED'),
      'append_overtaken',
    ],
    ['the append has fewer parts', 2, survey('AWAITING_UPLOAD', 'PROCESSED', 'PENDING'), 'append_mismatch'],
    ['no append can begin there', 4, survey('COMPLETED', 'PROCESSED', 'PROCESSED'), 'first_part_unknown'],
  ])('uploads nothing when %s', async (_, firstPart, status, code) => {
    const { server, inlet } = await start({ statuses: [status] })
    const error = await reasonOf(inlet.surveys.appendResponses('u', twoParts, { firstPart }).done())
    expect(error).toMatchObject({ code })
    expect(error instanceof ConflictError || error instanceof InvalidInputError).toBe(true)
    expect(server.stored.size).toBe(0)
  })

  it('rejects media before anything is appended if the survey has none', async () => {
    const { server, inlet } = await start({
      statuses: [{ ...survey('COMPLETED', 'PROCESSED'), media_files: null }],
    })
    const media = [new File(['a'], 'a.mp3')]
    const error = await reasonOf(inlet.surveys.appendResponses('u', onePart, { media }).done())
    expect(error).toMatchObject({ name: 'InvalidInputError', code: 'media_not_expected' })
    expect(server.calls()).toEqual(['u/status'])
  })
})
