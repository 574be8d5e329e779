import { describe, expect, it } from 'vitest'
import { type Answer, get, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { mediaOf, partsOf, statusesOf, surveysOf, uploadParts } from '../harness/survey.ts'
import { makeCsv, makeTooLongCsv, mapping } from '../harness/survey-csv.ts'
import { descriptorOf, policyOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

const path = `${prefix}/surveys`

describe('survey media', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))
  const media_config = { link_by: 'email' }
  const namesOf = (answer: Answer) => mediaOf(answer).map((one) => one.filename)

  it('MED-1 UPL-2 UPL-3 registered media get a descriptor without type and size limit', async () => {
    const { key } = await surveys.begin({ media_config })
    const files = ['b.mp4', 'a.MOV', 'Zoë – 1.wav', 'notes.pdf']
    const answer = await surveys.register(key, files)
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body)).toEqual(['media_files'])
    expect(namesOf(answer)).toEqual(files)
    for (const media of mediaOf(answer)) {
      expect(Object.keys(media).toSorted()).toEqual(['filename', 'upload_fields', 'upload_url'])
      expect(media.upload_fields).not.toHaveProperty('Content-Type')
      expect(media.upload_fields['key']).toMatch(/^[a-z0-9/_-]+$/)
      const { conditions } = policyOf(media)
      expect(JSON.stringify(conditions)).not.toMatch(/content-type/i)
      const range = conditions.find((one) => Array.isArray(one) && one[0] === 'content-length-range')
      if (Array.isArray(range)) expect(range[2]).toBeGreaterThanOrEqual(5 * 1024 ** 4)
    }
    const [first] = mediaOf(answer)
    if (first) expect((await upload(first, 'film')).status).toBeLessThan(300)
    expect((await surveys.status(key)).body['media_files']).toEqual([
      { filename: 'b.mp4', status: 'UPLOADED', media_level: null },
      { filename: 'a.MOV', status: 'PENDING', media_level: null },
      { filename: 'Zoë – 1.wav', status: 'PENDING', media_level: null },
      { filename: 'notes.pdf', status: 'PENDING', media_level: null },
    ])
  })

  it('MED-1 register rejects invalid names', async () => {
    const { key } = await surveys.begin({ media_config })
    const cases: [unknown, string][] = [
      [undefined, 'files'],
      ['a.mp4', 'files'],
      [[1], 'files.0'],
      [['ok.mp4', ''], 'files.1'],
      [['a'.repeat(513)], 'files.0'],
      [['a.mp4', 'b.mp4', 'a.mp4'], 'files.2'],
      [['é.mp4', 'e\u0301.mp4'], 'files.1'],
      [['a\nb.mp4'], 'files.0'],
      [['a\u202egpm.mp4'], 'files.0'],
      [['a\u0000.mp4'], 'files.0'],
    ]
    for (const [files, field] of cases) {
      const answer = await surveys.register(key, files)
      const details = (answer.body['details'] ?? []) as { field: string; message: string }[]
      expect([files, answer.status, details.map((one) => one.field)]).toEqual([files, 400, [field]])
      if (field === 'files.2') expect(details[0]?.message).toContain('a.mp4')
    }
    expect((await surveys.status(key)).body['media_files']).toEqual([])
    expect((await surveys.register(key, ['😀'.repeat(512)])).status).toBe(201)
    expect((await surveys.register(key, [])).body).toEqual({ media_files: [] })
  })

  it('MED-1 register needs an upload with media in AWAITING_UPLOAD or FAILED', async () => {
    const plain = await surveys.begin()
    const refused = await surveys.register(plain.key, ['a.mp4'])
    expect([refused.status, refused.body['code']]).toEqual([400, 'media_not_expected'])
    const column = await surveys.begin({ column_mapping: { Film: 'MEDIA_RESPONSE' } })
    expect((await surveys.register(column.key, ['a.mp4'])).status).toBe(201)
    const done = await surveys.importParts([makeCsv('a@example.org')], {
      media_config,
      column_mapping: mapping,
    })
    const late = await surveys.register(done.key, ['a.mp4'])
    expect([late.status, late.body['code']]).toEqual([400, 'media_not_accepted'])
    const failed = await surveys.importParts([makeTooLongCsv()], { media_config, column_mapping: mapping })
    expect((await surveys.status(failed.key)).body['status']).toBe('FAILED')
    expect((await surveys.register(failed.key, ['a.mp4'])).status).toBe(201)
    expect((await surveys.status(failed.key)).body['status']).toBe('FAILED')
  })

  it('MED-2 registered names are skipped unless their file is PENDING', async () => {
    const { key } = await surveys.begin({ media_config })
    const [came, waits] = mediaOf(await surveys.register(key, ['came.mp4', 'waits.mp4']))
    if (came) await upload(came, 'film')
    expect(statusesOf(await surveys.status(key), 'media_files')).toEqual(['UPLOADED', 'PENDING'])
    const again = await surveys.register(key, ['new.mp4', 'waits.mp4', 'came.mp4'])
    expect(namesOf(again)).toEqual(['new.mp4', 'waits.mp4'])
    // An upload to the first descriptor still counts.
    if (waits) await upload(waits, 'film')
    expect(statusesOf(await surveys.status(key), 'media_files')).toEqual(['UPLOADED', 'UPLOADED', 'PENDING'])
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, i) => surveys.register(key, ['one.mp4', `${i % 2}.mp4`, 'new.mp4'])),
    )
    for (const answer of all) expect(answer.status).toBe(201)
    expect(statusesOf(await surveys.status(key), 'media_files')).toHaveLength(6)
  })

  it('MED-7 retry issues a new descriptor while a media file is PENDING', async () => {
    const { key } = await surveys.begin({ media_config })
    const [media] = mediaOf(await surveys.register(key, ['a.mp4']))
    const again = await surveys.retryMedia(key, 'a.mp4')
    expect(again.status).toBe(200)
    expect(Object.keys(again.body).toSorted()).toEqual(['filename', 'upload_fields', 'upload_url'])
    expect(again.body['filename']).toBe('a.mp4')
    // An upload to the first descriptor is ignored now.
    if (media) await upload(media, 'film')
    expect(statusesOf(await surveys.status(key), 'media_files')).toEqual(['PENDING'])
    await upload(descriptorOf(again), 'film')
    expect(statusesOf(await surveys.status(key), 'media_files')).toEqual(['UPLOADED'])
    const refused = await surveys.retryMedia(key, 'a.mp4')
    expect([refused.status, refused.body['code']]).toEqual([400, 'media_not_retryable'])
    const unknown = await surveys.retryMedia(key, 'b.mp4')
    expect([unknown.status, unknown.body['code']]).toEqual([404, 'media_not_found'])
  })

  it('MED-7 failed media are linked without another complete after a new upload', async () => {
    const survey = await surveys.begin({ media_config, column_mapping: mapping })
    await uploadParts(survey, [makeCsv('early@example.org')])
    const names = ['early@example.org.mp4', 'late@example.org.mp4']
    for (const media of mediaOf(await surveys.register(survey.key, names))) await upload(media, 'film')
    expect((await surveys.complete(survey.key)).status).toBe(202)
    const first = await surveys.ended(survey.key)
    expect(first.body['status']).toBe('COMPLETED')
    expect(statusesOf(first, 'media_files')).toEqual(['LINKED', 'FAILED'])
    expect((await surveys.retryMedia(survey.key, names[0] ?? '')).status).toBe(400)
    // An appended part adds the person it belongs to.
    const appended = await surveys.append(survey.key)
    await uploadParts({ ...survey, parts: partsOf(appended) }, [makeCsv('late@example.org')])
    expect((await surveys.complete(survey.key)).status).toBe(202)
    await surveys.ended(survey.key)
    const again = await surveys.retryMedia(survey.key, names[1] ?? '')
    expect(again.status).toBe(200)
    const pending = await surveys.status(survey.key)
    expect(pending.body['status']).toBe('COMPLETED')
    expect(statusesOf(pending, 'media_files')).toEqual(['LINKED', 'PENDING'])
    await upload(descriptorOf(again), 'film')
    const isLinked = async () => statusesOf(await surveys.status(survey.key), 'media_files')[1] === 'LINKED'
    await expect.poll(isLinked, { timeout: 60_000, interval: 500 }).toBe(true)
    expect((await surveys.status(survey.key)).body['status']).toBe('COMPLETED')
  })

  it('MED-8 NAM-1 media names are percent-encoded in paths, compared in NFC and returned as sent', async () => {
    const { key } = await surveys.begin({ media_config })
    const names = [
      'folder/with space/film.mp4',
      '😀 film 👩‍👩‍👧.mp4',
      `${'😀'.repeat(508)}.mp4`,
      '100%.mp4',
      'a%2Fb.mp4',
      'a+b&c=d?e#f;g,h.mp4',
      'Zoe\u0308.mp4',
      'it\'s "quoted" <b>.mp4',
      'retry',
    ]
    const registered = await surveys.register(key, names)
    expect(namesOf(registered)).toEqual(names)
    for (const name of names) {
      for (const written of [name, name.normalize('NFC'), name.normalize('NFD')]) {
        const answer = await surveys.retryMedia(key, written)
        expect([name, answer.status, answer.body['filename']]).toEqual([name, 200, name])
      }
    }
    const shown = (await surveys.status(key)).body['media_files'] as { filename: string }[]
    expect(shown.map((one) => one.filename)).toEqual(names)
  })

  it('MED-8 an invalid escape gives 404', async () => {
    const { key } = await surveys.begin({ media_config })
    for (const broken of ['%', '%zz', '%C3', '%E0%A4%A', '%FF.mp4', '%00']) {
      const answer = await post(`${path}/${key}/media/${broken}/retry`, { token })
      expect([broken, answer.status]).toEqual([broken, 404])
      expect(answer.body).toMatchObject({
        error: expect.stringMatching(/\S/),
        code: expect.stringMatching(/\S/),
      })
    }
    expect((await get(`${path}/${key}/media/a.mp4/retry`, { token })).status).toBe(405)
  })

  it('MED-1 SUR-5 SUR-6 complete requires all registered media', async () => {
    const survey = await surveys.begin({ media_config, column_mapping: mapping })
    await uploadParts(survey, [makeCsv('a@example.org')])
    const [media] = mediaOf(await surveys.register(survey.key, ['a@example.org.mp4']))
    expect((await surveys.complete(survey.key)).body['missing_media_files']).toEqual(['a@example.org.mp4'])
    if (media) await upload(media, 'film')
    expect((await surveys.complete(survey.key)).status).toBe(202)
    const done = await waitForStatus(`${path}/${survey.key}/status`, {
      token,
      field: 'status',
      until: ['COMPLETED', 'FAILED'],
    })
    expect(done.body['status']).toBe('COMPLETED')
  })
})
