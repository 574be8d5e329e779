import { describe, expect, it } from 'vitest'
import type { Answer } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { makeWav } from '../harness/samples.ts'
import { mediaOf, surveysOf, uploadParts } from '../harness/survey.ts'
import { upload } from '../harness/upload.ts'

const csv = [
  'Name,E-mail,Clip,Seat',
  'Anna Müller,anna@example.org,first clip.wav,A-1',
  'Ben,ben@example.org,shared.wav,A-2',
  'Ben,other.ben@example.org,shared.wav,A-3',
  'Cy,cy@example.org,,A-4',
].join('\n')

describe('media of a survey', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))

  async function link(
    files: string[],
    settings: { media_config?: Record<string, unknown>; column_mapping?: Record<string, string> },
  ): Promise<{ done: Answer; media: Record<string, [unknown, unknown]> }> {
    const survey = await surveys.begin({
      column_mapping: { Name: 'Name', 'E-mail': 'Email', Clip: 'MEDIA_RESPONSE' },
      ...settings,
    })
    await uploadParts(survey, [csv])
    for (const media of mediaOf(await surveys.register(survey.key, files))) await upload(media, makeWav())
    await surveys.complete(survey.key)
    const done = await surveys.ended(survey.key)
    const found = done.body['media_files'] as Record<string, unknown>[]
    const media = Object.fromEntries(
      found.map((file) => [file['filename'], [file['status'], file['media_level']] as [unknown, unknown]]),
    )
    return { done, media }
  }

  const toResponse = ['LINKED', 'RESPONSE']
  const toRespondent = ['LINKED', 'RESPONDENT']
  const failed = ['FAILED', null]

  it('MED-3 MED-4 media link to the response whose cell contains their name; unmatched files fail without failing the survey', async () => {
    const { done, media } = await link(
      ['first clip.wav', 'FIRST CLIP.wav', 'nobody.wav', 'first clip.txt'],
      {},
    )
    expect(done.body['status']).toBe('COMPLETED')
    expect(media).toEqual({
      'first clip.wav': toResponse,
      'FIRST CLIP.wav': failed,
      'nobody.wav': failed,
      'first clip.txt': failed,
    })
    const reasons = (done.body['media_files'] as Record<string, unknown>[]).slice(1)
    for (const { error_reason } of reasons) expect(String(error_reason)).toMatch(/\. .*\./)
  })

  it('MED-4 a file named by responses of two people is not linked', async () => {
    const { done, media } = await link(['shared.wav'], {})
    expect([done.body['status'], media]).toEqual(['COMPLETED', { 'shared.wav': failed }])
  })

  it('MED-5 media link to the person with the e-mail or name in their file name, unless two match', async () => {
    const files = ['ANNA@example.org.wav', 'cy.wav', 'Ben.wav', 'first clip.wav', 'nobody.wav']
    const { media } = await link(files, { media_config: { link_by: 'auto', note: 'ours' } })
    expect(media).toEqual({
      'ANNA@example.org.wav': toRespondent,
      'cy.wav': toRespondent,
      'Ben.wav': failed,
      // A response takes precedence over a respondent.
      'first clip.wav': toResponse,
      'nobody.wav': failed,
    })
  })

  it.each([
    ['e-mail only', { link_by: 'email' }, { 'cy@example.org.wav': toRespondent, 'cy.wav': failed }],
    ['name only', { link_by: 'name' }, { 'cy@example.org.wav': failed, 'cy.wav': toRespondent }],
    ['a column', { link_by: 'column', column: 'Seat' }, { 'a-4.wav': toRespondent, 'cy.wav': failed }],
    ['exactly', { link_by: 'column', column: 'Seat', match: 'exact' }, { 'a-4.wav': failed, 'A-4': failed }],
    ['composed letters', { link_by: 'name' }, { 'anna mu\u0308ller.wav': toRespondent }],
    ['letters without their marks', { link_by: 'name' }, { '\u200eAnna Müller\u200f.wav': toRespondent }],
  ])('MED-5 link by %s', async (_name, media_config, expected) => {
    const { media } = await link(Object.keys(expected), { media_config })
    expect(media).toEqual(expected)
  })

  it('MED-5 error_reason names the link_by column that the survey lacks', async () => {
    const { done, media } = await link(['a-4.wav', 'first clip.wav'], {
      media_config: { link_by: 'column', column: 'Chair' },
    })
    expect(media).toEqual({ 'a-4.wav': failed, 'first clip.wav': toResponse })
    const [{ error_reason } = {}] = done.body['media_files'] as Record<string, unknown>[]
    for (const word of ['"Chair"', '"Name"', '"E-mail"', '"Clip"', '"Seat"'])
      expect(error_reason).toContain(word)
  })

  it('SUR-1 media_config null is the same as absent', async () => {
    const { answer, key } = await surveys.begin({ media_config: null })
    expect([
      answer.body['media_config'],
      (answer.body['links'] as Record<string, unknown>)['register_media'],
    ]).toEqual([null, null])
    expect((await surveys.status(key)).body['media_files']).toBeNull()
  })

  it('MED-5 returns media_config as it was sent', async () => {
    const media_config = { link_by: 'name', note: { by: 'ours' }, list: [1, 'zwei'] }
    const { done } = await link(['cy.wav'], { media_config })
    expect(done.body['media_config']).toEqual(media_config)
  })
})
