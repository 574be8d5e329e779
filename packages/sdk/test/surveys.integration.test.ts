import { describe, expect, inject, it } from 'vitest'
import { ImportFailedError, Inlet, upload } from '../src/index.ts'

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
  it('are imported in several parts, and appended to', async () => {
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

  it('resume the same upload with the same idempotency key', async () => {
    const options = { projectId, name: 'Twice', columnMapping, idempotencyKey: `twice-${Date.now()}` }
    const first = await inlet.surveys.import(rows(5), options).done()
    const second = await inlet.surveys.import(rows(5), options).done()
    expect(second.upload_key).toBe(first.upload_key)
    expect(second.processing.total_responses).toBe(5)
  }, 120_000)

  it('are imported with media', async () => {
    const media = [new File(['no real recording'], 'person-1@example.org.mp4')]
    const survey = await inlet.surveys
      .import(rows(3), { projectId, name: 'Media', columnMapping, media })
      .done()
    expect(survey.media_files).toMatchObject([{ filename: 'person-1@example.org.mp4' }])
    expect(survey.media_files?.[0]?.status).not.toBe('PENDING')
  }, 120_000)

  it('replace and withdraw media that could not be linked or read', async () => {
    const media = [
      new File(['no real recording'], 'person-1@example.org.mp4'),
      new File(['no real recording'], 'nobody.mp4'),
      new File(['no real recording'], 'somebody.mp4'),
    ]
    const { upload_key: key } = await inlet.surveys
      .import(rows(3), {
        projectId,
        name: 'Corrections',
        columnMapping,
        media,
        mediaConfig: { link_by: 'email' },
      })
      .done()
    const read = async () => {
      const { media_files } = await inlet.surveys.status(key, { include: ['recordings'] })
      return Object.fromEntries((media_files ?? []).map((file) => [file.filename, file]))
    }
    const plain = await inlet.surveys.status(key)
    expect(plain.media_files?.[0]).not.toHaveProperty('recording_status')
    await expect
      .poll(async () => (await read())['person-1@example.org.mp4']?.recording_status, { timeout: 90_000 })
      .toBe('error')
    expect(await read()).toMatchObject({
      'person-1@example.org.mp4': { status: 'LINKED', recording_error_reason: expect.any(String) as string },
      'nobody.mp4': { status: 'FAILED', error_code: 'no_match', recording_status: null },
    })

    const renamed = await inlet.surveys.retryMedia(key, 'nobody.mp4', {
      filename: 'person-2@example.org.mp4',
    })
    expect(renamed.filename).toBe('person-2@example.org.mp4')
    await upload(renamed, new Blob(['another recording']))
    await upload(
      await inlet.surveys.retryMedia(key, 'person-1@example.org.mp4'),
      new Blob(['another recording']),
    )
    expect(await inlet.surveys.withdrawMedia(key, 'somebody.mp4')).toBeUndefined()
    await expect
      .poll(async () => Object.values(await read()).map(({ status }) => status), { timeout: 90_000 })
      .toEqual(['LINKED', 'LINKED'])
    const twice = inlet.surveys.withdrawMedia(key, 'somebody.mp4')
    await expect(twice).rejects.toMatchObject({ code: 'media_not_found', status: 404 })
  }, 240_000)

  it('report which part and which columns failed', async () => {
    const survey = await inlet.surveys.import(rows(3), { projectId, name: 'Append', columnMapping }).done()
    const wrong = inlet.surveys.appendResponses(survey.upload_key, [{ Email: 'a@example.org' }])
    const error = await wrong.done().catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ImportFailedError)
    expect(error).toMatchObject({
      errorDetails: { part_number: 2, missing_columns: expect.arrayContaining(['Score']) },
    })
  }, 120_000)

  it('are corrected: the type of a column is changed, and a failed part is withdrawn', async () => {
    const survey = await inlet.surveys
      .import(rows(3), {
        projectId,
        name: 'Corrected',
        columnMapping: { Email: 'Email', Score: 'Open-ended' },
      })
      .done()
    const changed = await inlet.surveys.retypeColumn(survey.upload_key, 1, 'NPS')
    expect(changed).toMatchObject({ position: 1, type: 'NPS' })
    expect(await inlet.surveys.wait(survey.upload_key)).toMatchObject({ status: 'COMPLETED' })
    const { columns } = await inlet.surveys.status(survey.upload_key, { include: ['columns'] })
    expect(columns?.[1]).toMatchObject({ header: 'Score', type: 'NPS', decided_by: 'mapping' })

    const wrong = inlet.surveys.appendResponses(survey.upload_key, [{ Email: 'a@example.org' }])
    await expect(wrong.done()).rejects.toBeInstanceOf(ImportFailedError)
    await inlet.surveys.withdrawPart(survey.upload_key, 2)
    const after = await inlet.surveys.status(survey.upload_key)
    expect(after).toMatchObject({ status: 'COMPLETED', num_parts: 1 })
    const again = await inlet.surveys.appendResponses(survey.upload_key, rows(2, 3)).done()
    expect(again.parts.map((part) => part.part_number)).toEqual([1, 3])
    expect(again.processing.total_responses).toBe(5)
  }, 120_000)
})
