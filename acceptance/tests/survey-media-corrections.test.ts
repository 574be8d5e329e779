/** Mistakes with survey media, each corrected until the file is linked or the upload is completed. */
import { describe, expect, it } from 'vitest'
import type { Answer } from '../harness/api.ts'
import { call, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { makeWav } from '../harness/samples.ts'
import { type MediaFile, mediaOf, partsOf, statusesOf, surveysOf, uploadParts } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'
import { descriptorOf, upload } from '../harness/upload.ts'

const clipColumn = { column_mapping: { Clip: 'MEDIA_RESPONSE' } }
const processed = { timeout: 120_000, interval: 500 }

describe('corrections of survey media', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))
  const namesIn = (answer: Answer) =>
    (answer.body['media_files'] as MediaFile[]).map(({ filename, status }) => `${filename} ${status}`)

  /** A completed survey with a column of file names and these files. */
  async function importWithMedia(
    cells: readonly string[],
    files: Record<string, string | Uint8Array<ArrayBuffer>>,
  ): Promise<string> {
    const survey = await surveys.begin(clipColumn)
    await uploadParts(survey, [`Clip\n${cells.join('\n')}\n`])
    for (const media of mediaOf(await surveys.register(survey.key, Object.keys(files))))
      await upload(media, files[media.filename] ?? '')
    expect((await surveys.complete(survey.key)).status).toBe(202)
    expect((await surveys.ended(survey.key)).body['status']).toBe('COMPLETED')
    return survey.key
  }

  const waitForMedia = (key: string, filename: string, isDone: (media: MediaFile | undefined) => boolean) =>
    expect
      .poll(async () => isDone(await surveys.media(key, filename)), processed)
      .toBe(true)
      .then(() => surveys.media(key, filename))

  it.each([
    ['of an unsupported kind that the survey names', 'talk.ogg', 'talk.ogg', 'talk.wav'],
    ['of an unsupported kind under the name in the survey', 'talk.wav', 'talk.ogg', 'talk.wav'],
    ['with a misspelled name', 'talk.wav', 'tlak.wav', 'talk.wav'],
    ['without an extension', 'talk', 'talk', 'talk.wav'],
  ])('FIX-1 MED-7 replaces a failed file %s after COMPLETED', async (_what, cell, wrong, right) => {
    const key = await importWithMedia([cell], { [wrong]: makeWav() })
    expect(namesIn(await surveys.status(key))).toEqual([`${wrong} FAILED`])
    const answer = await surveys.retryMedia(key, wrong, { filename: right })
    expect([answer.status, answer.body['filename']]).toEqual([200, right])
    expect(Object.keys(answer.body).toSorted()).toEqual(['filename', 'upload_fields', 'upload_url'])
    const reset = await surveys.status(key)
    expect([reset.body['status'], namesIn(reset)]).toEqual(['COMPLETED', [`${right} PENDING`]])
    expect((await surveys.retryMedia(key, wrong)).status).toBe(wrong === right ? 200 : 404)
    await upload(descriptorOf(answer), makeWav())
    const media = await waitForMedia(key, right, (file) => file?.status === 'LINKED')
    expect(media?.media_level).toBe('RESPONSE')
    expect((await surveys.status(key)).body['status']).toBe('COMPLETED')
  })

  it('FIX-1 retry replaces a PENDING file, and complete waits for the new name', async () => {
    const survey = await surveys.begin(clipColumn)
    await uploadParts(survey, ['Clip\nb.wav\n'])
    const [old] = mediaOf(await surveys.register(survey.key, ['a.wav']))
    const answer = await surveys.retryMedia(survey.key, 'a.wav', { filename: 'b.wav' })
    expect(answer.status).toBe(200)
    // An upload to the descriptor of the old name is ignored.
    if (old) await upload(old, makeWav())
    expect((await surveys.complete(survey.key)).body['missing_media_files']).toEqual(['b.wav'])
    await upload(descriptorOf(answer), makeWav())
    expect((await surveys.complete(survey.key)).status).toBe(202)
    expect(namesIn(await surveys.ended(survey.key))).toEqual(['b.wav LINKED'])
  })

  it('FIX-1 retry rejects taken and invalid names and changes nothing', async () => {
    const { key } = await surveys.begin(clipColumn)
    await surveys.register(key, ['a.wav', 'caf\u00e9.wav'])
    const names = [
      'caf\u00e9.wav',
      'cafe\u0301.wav',
      '',
      'a'.repeat(513),
      'a\u202ewav.exe',
      'a\0.wav',
      7,
      null,
    ]
    for (const filename of names) {
      const answer = await surveys.retryMedia(key, 'a.wav', { filename })
      const [problem] = (answer.body['details'] ?? []) as { field: string }[]
      expect([filename, answer.status, problem?.field]).toEqual([filename, 400, 'filename'])
    }
    expect(namesIn(await surveys.status(key))).toEqual(['a.wav PENDING', 'caf\u00e9.wav PENDING'])
    // Its own name is not taken by another file.
    for (const body of [{}, { filename: 'a.wav' }, { unknown: 1 }])
      expect((await surveys.retryMedia(key, 'a.wav', body)).status).toBe(200)
  })

  it.each([
    ['is empty', ''],
    ['cannot be read', 'not a recording'],
  ])('FIX-1 REC-8 REC-11 sends a linked file again whose content %s', async (_what, content) => {
    const key = await importWithMedia(['talk.wav'], { 'talk.wav': content })
    const failed = await waitForMedia(key, 'talk.wav', (file) => file?.recording_status === 'error')
    expect(failed).toMatchObject({
      status: 'LINKED',
      media_level: 'RESPONSE',
      error_code: expect.stringMatching(/^[a-z_]+$/),
      recording_error_reason: expect.stringMatching(/\S/),
      progress: null,
    })
    expect(failed).not.toHaveProperty('error_reason')

    const answer = await surveys.retryMedia(key, 'talk.wav')
    expect(answer.status).toBe(200)
    // The link is kept until the new file is linked.
    const waiting = await surveys.media(key, 'talk.wav')
    expect(waiting).toMatchObject({
      status: 'PENDING',
      media_level: 'RESPONSE',
      error_code: null,
      recording_status: null,
      recording_error_reason: null,
    })
    await upload(descriptorOf(answer), makeWav())
    const done = await waitForMedia(key, 'talk.wav', (file) => file?.recording_status === 'completed')
    expect(done).toMatchObject({ status: 'LINKED', media_level: 'RESPONSE', error_code: null })
    expect(namesIn(await surveys.status(key))).toEqual(['talk.wav LINKED'])
    expect((await surveys.retryMedia(key, 'talk.wav')).body['code']).toBe('media_not_retryable')
  })

  it('FIX-1 FIX-2 keeps the link of an unreadable file whose replacement fails or is withdrawn', async () => {
    const key = await importWithMedia(['talk.wav'], { 'talk.wav': '' })
    const before = await waitForMedia(key, 'talk.wav', (file) => file?.recording_status === 'error')
    const answer = await surveys.retryMedia(key, 'talk.wav', { filename: 'nobody.wav' })
    await upload(descriptorOf(answer), makeWav())
    const failed = await waitForMedia(key, 'nobody.wav', (file) => file?.status === 'FAILED')
    expect(failed).toMatchObject({ media_level: 'RESPONSE', error_code: 'no_match' })
    // The linked file still has its name.
    const appended = await surveys.append(key)
    expect(
      mediaOf(await surveys.register(key, ['talk.wav', 'new.wav'])).map(({ filename }) => filename),
    ).toEqual(['new.wav'])
    expect((await surveys.withdrawMedia(key, 'new.wav')).status).toBe(204)
    expect((await surveys.withdrawMedia(key, 'nobody.wav')).status).toBe(204)
    expect(await surveys.media(key, 'talk.wav')).toEqual(before)
    expect(partsOf(appended)).toHaveLength(1)
  })

  it('FIX-2 withdraws a missing file, and complete no longer waits for it', async () => {
    const survey = await surveys.begin(clipColumn)
    await uploadParts(survey, ['Clip\nhere.wav\n'])
    const [here] = mediaOf(await surveys.register(survey.key, ['here.wav', 'never/é 1.wav']))
    if (here) await upload(here, makeWav())
    const refused = await surveys.complete(survey.key)
    expect([refused.status, refused.body['missing_media_files']]).toEqual([400, ['never/é 1.wav']])
    const withdrawn = await surveys.withdrawMedia(survey.key, 'never/e\u0301 1.wav')
    expect([withdrawn.status, withdrawn.text]).toEqual([204, ''])
    const again = await surveys.withdrawMedia(survey.key, 'never/é 1.wav')
    expect([again.status, again.body['code']]).toEqual([404, 'media_not_found'])
    expect((await surveys.complete(survey.key)).status).toBe(202)
    expect(namesIn(await surveys.ended(survey.key))).toEqual(['here.wav LINKED'])
  })

  it('FIX-2 withdrawing a FAILED file does not change the state of the upload', async () => {
    const key = await importWithMedia(['here.wav'], { 'here.wav': makeWav(), 'typo.wav': makeWav() })
    for (const [name, code] of [
      ['here.wav', 'media_not_withdrawable'],
      ['unknown.wav', 'media_not_found'],
    ] as const)
      expect((await surveys.withdrawMedia(key, name)).body['code']).toBe(code)
    expect((await surveys.withdrawMedia(key, 'typo.wav')).status).toBe(204)
    const completed = await surveys.status(key)
    expect([completed.body['status'], namesIn(completed)]).toEqual(['COMPLETED', ['here.wav LINKED']])

    const broken = await surveys.begin(clipColumn)
    const [media] = mediaOf(await surveys.register(broken.key, ['b.wav']))
    if (media) await upload(media, makeWav())
    await uploadParts(broken, [''])
    await surveys.complete(broken.key)
    expect((await surveys.ended(broken.key)).body['status']).toBe('FAILED')
    const uploaded = await surveys.withdrawMedia(broken.key, 'b.wav')
    expect([uploaded.status, uploaded.body['code']]).toEqual([400, 'media_not_withdrawable'])
    await surveys.register(broken.key, ['late.wav'])
    expect((await surveys.withdrawMedia(broken.key, 'late.wav')).status).toBe(204)
    expect((await surveys.status(broken.key)).body['status']).toBe('FAILED')
  })

  it('FIX-2 answers invalid escapes with 404 and other methods with 405', async () => {
    const { key } = await surveys.begin(clipColumn)
    const path = `${prefix}/surveys/${key}/media`
    for (const broken of ['%', '%zz', '%C3', '%00', '%01a.wav'])
      expect([broken, (await call('DELETE', `${path}/${broken}`, { token })).status]).toEqual([broken, 404])
    expect((await call('GET', `${path}/a.wav`, { token })).status).toBe(405)
  })

  it('REC-1 REC-8 REC-11 adds the fields of recordings only with include=recordings', async () => {
    const survey = await surveys.begin({ media_config: { link_by: 'email' }, column_mapping: mapping })
    await uploadParts(survey, [makeCsv('a@example.org')])
    for (const media of mediaOf(await surveys.register(survey.key, ['a@example.org.wav', 'b.wav'])))
      await upload(media, makeWav())
    await surveys.complete(survey.key)
    const done = await surveys.ended(survey.key)
    expect(statusesOf(done, 'media_files')).toEqual(['LINKED', 'FAILED'])
    const [linked, failed] = done.body['media_files'] as Record<string, unknown>[]
    expect(Object.keys(linked ?? {}).toSorted()).toEqual(['filename', 'media_level', 'status'])
    expect(Object.keys(failed ?? {}).toSorted()).toEqual([
      'error_reason',
      'filename',
      'media_level',
      'status',
    ])
    const asked = await surveys.media(survey.key, 'b.wav')
    expect(asked).toMatchObject({
      error_code: 'no_match',
      recording_status: null,
      recording_error_reason: null,
      progress: null,
      media_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const path = `${prefix}/surveys/${survey.key}/status`
    const unknown = await call('GET', `${path}?include=recordings,nonsense`, { token })
    expect([unknown.status, unknown.body['details']]).toMatchObject([400, [{ field: 'include' }]])
  })
})
