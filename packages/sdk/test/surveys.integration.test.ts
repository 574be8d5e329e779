import { describe, expect, inject, it } from 'vitest'
import { ImportFailedError, Inlet } from '../src/index.ts'

const inlet = new Inlet({ baseUrl: inject('baseUrl'), ...inject('key') })
const { id: projectId } = await inlet.projects.create({ name: 'Surveys of the SDK' })
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    Email: `person-${from + i}@example.org`,
    Score: (from + i) % 11,
    'Why?': `Because of reason ${from + i}, and because it is quick.`,
  }))
const columnMapping = { Email: 'Email', Score: 'NPS', 'Why?': 'Open-ended' } as const

describe('surveys', () => {
  it('are imported in as many parts as they need, and appended to', async () => {
    const handle = inlet.surveys.import(rows(45_000), { projectId, name: 'Large', columnMapping })
    const survey = await handle.done()
    expect(survey).toMatchObject({ status: 'COMPLETED', num_parts: 3 })
    expect(survey.parts.map((part) => part.row_count)).toEqual([20_000, 20_000, 5_000])
    expect(survey.processing.total_responses).toBe(45_000)

    const appended = await inlet.surveys.appendResponses(survey.upload_key, rows(10, 45_000)).done()
    expect(appended).toMatchObject({ status: 'COMPLETED', num_parts: 4 })
    expect(appended.processing.total_responses).toBe(45_010)
    expect((await inlet.surveys.list()).items.map((item) => item.upload_key)).toContain(survey.upload_key)
  }, 240_000)

  it('come back to the same upload under the same idempotency key', async () => {
    const options = { projectId, name: 'Twice', columnMapping, idempotencyKey: `twice-${Date.now()}` }
    const first = await inlet.surveys.import(rows(5), options).done()
    const second = await inlet.surveys.import(rows(5), options).done()
    expect(second.upload_key).toBe(first.upload_key)
    expect(second.processing.total_responses).toBe(5)
  }, 120_000)

  it('bring their media along', async () => {
    const media = [new File(['no real recording'], 'person-1@example.org.mp4')]
    const survey = await inlet.surveys
      .import(rows(3), { projectId, name: 'Media', columnMapping, media })
      .done()
    expect(survey.media_files).toMatchObject([{ filename: 'person-1@example.org.mp4' }])
    expect(survey.media_files?.[0]?.status).not.toBe('PENDING')
  }, 120_000)

  it('that cannot be continued say which part and which columns', async () => {
    const survey = await inlet.surveys.import(rows(3), { projectId, name: 'Append', columnMapping }).done()
    const wrong = inlet.surveys.appendResponses(survey.upload_key, [{ Email: 'a@example.org' }])
    const error = await wrong.done().catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ImportFailedError)
    expect(error).toMatchObject({
      errorDetails: { part_number: 2, missing_columns: expect.arrayContaining(['Score']) },
    })
  }, 120_000)
})
