import { describe, expect, it } from 'vitest'
import { clientOf } from '../../test/loopback.ts'
import { listenAsSurveyService, type SurveyServiceOptions } from '../../test/survey-service.ts'
import { ImportFailedError } from '../errors.ts'
import type { ImportProgress } from '../upload/progress.ts'

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i, text: `answer ${i}` }))
const options = { projectId: 3, name: 'Spring' }

async function start(service: SurveyServiceOptions = {}) {
  const server = await listenAsSurveyService(service)
  return { server, inlet: clientOf(server, { maxUploads: 3 }) }
}

describe('importing a survey', () => {
  it('declares the number of parts, sends each with the header, completes and follows', async () => {
    const { server, inlet } = await start({
      statuses: [
        {
          status: 'PROCESSING',
          parts: [{ status: 'PROCESSED' }, { status: 'UPLOADED' }, { status: 'UPLOADED' }],
        },
        { status: 'COMPLETED', processing: { total_responses: 45_000 } },
      ],
    })
    const seen: ImportProgress[] = []
    const handle = inlet.surveys.import(rows(45_000), {
      ...options,
      columnMapping: { text: 'Open-ended' },
      autoMap: true,
      onProgress: (progress) => seen.push(progress),
    })
    expect(await handle.started()).toEqual({ upload_key: 'u', survey_key: 's', part_numbers: [1, 2, 3] })
    expect(await handle.done()).toMatchObject({ status: 'COMPLETED' })
    expect(server.surveyBody()).toEqual({
      project_id: 3,
      name: 'Spring',
      file_type: 'CSV',
      num_parts: 3,
      column_mapping: { text: 'Open-ended' },
      auto_map: true,
      idempotency_key: expect.any(String),
    })
    const contents = [...server.stored].sort(([a], [b]) => a.localeCompare(b)).map(([, content]) => content)
    expect(contents.map((content) => content.split('\r\n').length - 2)).toEqual([20_000, 20_000, 5_000])
    expect(new Set(contents.map((content) => content.split('\r\n')[0]))).toEqual(new Set(['id,text']))
    const stages = seen.map(({ stage }) => stage)
    expect(stages).toEqual(expect.arrayContaining(['waiting', 'uploading', 'processing', 'completed']))
    const total = contents.reduce((sum, content) => sum + content.length, 0)
    expect(handle.progress).toMatchObject({ sentBytes: total, totalBytes: total, percent: 100 })
    expect(seen.find(({ stage, percent }) => stage === 'processing' && percent === 33)).toBeDefined()
  })

  it('registers and uploads media, with a default for linking them', async () => {
    const { server, inlet } = await start()
    const media = ['anna@example.org.mp4', 'Ben/1.mp3'].map((name) => new File([`of ${name}`], name))
    await inlet.surveys.import('Email\nanna@example.org\n', { ...options, media }).done()
    expect(server.surveyBody()['media_config']).toEqual({ link_by: 'auto' })
    expect([...server.stored].filter(([key]) => !key.startsWith('part'))).toEqual([
      ['anna@example.org.mp4#2', 'of anna@example.org.mp4'],
      ['Ben/1.mp3#3', 'of Ben/1.mp3'],
    ])
    expect(server.calls()).toEqual([
      'initialize',
      '/storage',
      'u/media/register',
      '/storage',
      '/storage',
      'u/complete',
      'u/status',
    ])
  })

  it('appends to a survey with the numbers of the new parts', async () => {
    const { server, inlet } = await start()
    await inlet.surveys.appendResponses('u', rows(20_001)).done()
    expect(server.calls()[0]).toBe('u/append')
    expect([...server.stored.keys()].sort()).toEqual(['part 4#1', 'part 5#2'])
  })

  it('requests a new descriptor for an interrupted part, and sends the same bytes', async () => {
    const { server, inlet } = await start({
      intervene: ({ path }, count) => (path === '/storage' && count === 1 ? { isBroken: true } : undefined),
    })
    await inlet.surveys.import('id\n1\n', options).done()
    expect(server.calls()).toEqual([
      'initialize',
      '/storage',
      'u/parts/1/retry',
      '/storage',
      'u/complete',
      'u/status',
    ])
    expect(server.stored.get('part 1#2')).toBe('id\r\n1\r\n')
  })

  it('sends once more what the service reports as missing', async () => {
    const body = {
      error: 'Upload first.',
      code: 'survey_incomplete',
      missing_parts: [2],
      missing_media_files: ['a.mp3'],
    }
    const { server, inlet } = await start({
      intervene: ({ path }, count) =>
        path.endsWith('/complete') && count === 1 ? { status: 400, body } : undefined,
    })
    const media = [new File(['a'], 'a.mp3'), new File(['b'], 'b.mp3')]
    await inlet.surveys.import(rows(20_001), { ...options, media }).done()
    const after = server.calls().slice(server.calls().indexOf('u/complete'))
    expect(after).toEqual([
      'u/complete',
      'u/parts/2/retry',
      '/storage',
      'u/media/a.mp3/retry',
      '/storage',
      'u/complete',
      'u/status',
    ])
  })

  it('sends a part again if its failure was not caused by its content', async () => {
    const failed = {
      status: 'FAILED',
      error_details: { part_number: 1, code: 'upload_gone', message: 'Try again.' },
    }
    const { server, inlet } = await start({ statuses: [failed, { status: 'COMPLETED' }] })
    await inlet.surveys.import('id\n1\n', options).done()
    expect(server.calls().slice(-5)).toEqual([
      'u/status',
      'u/parts/1/retry',
      '/storage',
      'u/complete',
      'u/status',
    ])
  })

  it('rejects with the details if the content is invalid', async () => {
    const error_details = { part_number: 2, code: 'csv_row_width', message: 'Row 7 is too wide.', row: 7 }
    const { inlet, server } = await start({ statuses: [{ status: 'FAILED', error_details }] })
    const error = await inlet.surveys
      .import('id\n1\n', options)
      .done()
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ImportFailedError)
    expect(error).toMatchObject({
      key: 'u',
      code: 'csv_row_width',
      errorDetails: error_details,
      message: 'The import u failed: Part 2: Row 7 is too wide.',
    })
    expect(server.calls().at(-1)).toBe('u/status')
  })

  it('rejects duplicate media names and an invalid CSV before it starts', async () => {
    const { server, inlet } = await start()
    const media = [new File([''], 'a.mp3'), new File([''], 'a.mp3')]
    const twice = inlet.surveys.import('id\n1\n', { ...options, media })
    await expect(twice.done()).rejects.toMatchObject({ code: 'name_repeated' })
    await expect(twice.started()).rejects.toMatchObject({ code: 'name_repeated' })
    await expect(inlet.surveys.import('a\n"b', options).done()).rejects.toMatchObject({
      code: 'csv_quote_unclosed',
    })
    expect(server.asked).toEqual([])
  })

  it('stops when it is cancelled', async () => {
    const { server, inlet } = await start({ statuses: [{ status: 'PROCESSING' }] })
    const handle = inlet.surveys.import('id\n1\n', options)
    await handle.accepted()
    handle.cancel()
    await expect(handle.done()).rejects.toMatchObject({ name: 'CancelledError' })
    expect(handle.keys).toEqual({ upload_key: 'u', survey_key: 's', part_numbers: [1] })
    expect(server.calls()).toContain('u/complete')
  })
})
