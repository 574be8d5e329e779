import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { makeMp4 } from '../harness/samples.ts'
import { mediaOf, partsOf, retried, surveysOf } from '../harness/survey.ts'
import { upload } from '../harness/upload.ts'

const csv = [
  'Name,Email,Video,Participant',
  'Anna Müller,anna@example.org,first clip.mp4,P-01',
  'Ben,ben@example.org,,P-02',
  'Ben,other.ben@example.org,shared.mp4,P-03',
  'Chloé,chloe@example.org,shared.mp4,P-04',
].join('\n')
const column_mapping = { Name: 'Name', Email: 'Email', Video: 'MEDIA_RESPONSE' }

interface Linked {
  filename: string
  status: string
  media_level: string | null
  error_reason?: string
}

describe('the linking of media', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))

  async function link(files: string[], settings: Record<string, unknown> = {}) {
    const { key, parts } = await surveys.begin({ column_mapping, ...settings })
    for (const media of mediaOf(await surveys.register(key, files))) await upload(media, makeMp4())
    if (parts[0]) await upload(parts[0], csv)
    expect((await surveys.complete(key)).status).toBe(202)
    const status = await surveys.ended(key)
    // Whatever becomes of the files, the responses are there.
    expect(status.body['status']).toBe('COMPLETED')
    return { key, media: status.body['media_files'] as Linked[] }
  }

  const outcomes = async (files: string[], settings?: Record<string, unknown>) =>
    (await link(files, settings)).media.map(({ status, media_level }) => media_level ?? status)

  it('MED-3 ends LINKED with a level, or FAILED with a reason, and never stops the import', async () => {
    const { media } = await link(['first clip.mp4', 'notes.pdf', 'nobody.mp4', 'noextension'])
    expect(media).toEqual([
      { filename: 'first clip.mp4', status: 'LINKED', media_level: 'RESPONSE' },
      ...['notes.pdf', 'nobody.mp4', 'noextension'].map((filename) => ({
        filename,
        status: 'FAILED',
        media_level: null,
        error_reason: expect.stringMatching(/\S+ \S+/),
      })),
    ])
    expect(new Set(media.map(({ error_reason }) => error_reason)).size).toBe(3)
  })

  it('MED-4 takes a cell that equals the name, and no other', async () => {
    expect(await outcomes(['first clip.mp4', 'First Clip.mp4', 'first clip.MP4', 'clip.mp4'])).toEqual([
      'RESPONSE',
      'FAILED',
      'FAILED',
      'FAILED',
    ])
    // Two people name it: nobody can tell whose it is.
    expect(await outcomes(['shared.mp4'])).toEqual(['FAILED'])
  })

  it('MED-5 finds respondents by address, by name and by a column, without case and extension', async () => {
    const files = [' ANNA@Example.ORG .mov', 'anna müller.mp3', 'CHLOE\u0301.wav', 'P-02.aac']
    const by = (media_config: Record<string, unknown>) => outcomes(files, { media_config })
    expect(await by({ link_by: 'auto' })).toEqual(['RESPONDENT', 'RESPONDENT', 'RESPONDENT', 'FAILED'])
    expect(await by({})).toEqual(['RESPONDENT', 'RESPONDENT', 'RESPONDENT', 'FAILED'])
    expect(await by({ link_by: 'email' })).toEqual(['RESPONDENT', 'FAILED', 'FAILED', 'FAILED'])
    expect(await by({ link_by: 'name' })).toEqual(['FAILED', 'RESPONDENT', 'RESPONDENT', 'FAILED'])
    const column = { link_by: 'column', column: 'Participant' }
    expect(await by(column)).toEqual(['FAILED', 'FAILED', 'FAILED', 'RESPONDENT'])
  })

  it('MED-5 compares exactly when told to', async () => {
    const media_config = { link_by: 'column', column: 'Video', match: 'exact' }
    const settings = { media_config, column_mapping: { Name: 'Name', Email: 'Email' } }
    expect(await outcomes(['first clip.mp4', 'First clip.mp4'], settings)).toEqual(['RESPONDENT', 'FAILED'])
  })

  it('MED-5 never guesses between two people, and prefers the response that names the file', async () => {
    const media_config = { link_by: 'auto' }
    expect(await outcomes(['Ben.mp4', 'first clip.mp4'], { media_config })).toEqual(['FAILED', 'RESPONSE'])
  })

  it('MED-7 links a file that is sent again after the survey is complete, without another complete', async () => {
    const { key, media } = await link(['Dora.mp4'], { media_config: { link_by: 'name' } })
    expect(media[0]?.status).toBe('FAILED')
    const [part] = partsOf(await surveys.append(key))
    if (part) await upload(part, `${csv}\nDora,dora@example.org,,P-05`)
    await surveys.complete(key)
    expect((await surveys.ended(key)).body['status']).toBe('COMPLETED')
    await upload(retried(await surveys.retryMedia(key, 'Dora.mp4')), makeMp4())
    const isLinked = (status: Answer) => (status.body['media_files'] as Linked[])[0]?.status === 'LINKED'
    let status = await surveys.status(key)
    for (let i = 0; i < 200 && !isLinked(status); i += 1) {
      await sleep(300)
      status = await surveys.status(key)
    }
    expect(status.body['media_files']).toEqual([
      { filename: 'Dora.mp4', status: 'LINKED', media_level: 'RESPONDENT' },
    ])
  })

  it('MED-6 takes every kind of file that can be transcribed', async () => {
    const extensions = ['mp4', 'mov', 'avi', 'm4v', 'webm', 'mp3', 'm4a', 'wav', 'aac']
    const files = extensions.map((extension) => `ben@example.org.${extension}`)
    const media_config = { link_by: 'email' }
    expect(await outcomes(files, { media_config })).toEqual(extensions.map(() => 'RESPONDENT'))
    expect(await outcomes(['ben@example.org.mkv', 'ben@example.org.flac'], { media_config })).toEqual([
      'FAILED',
      'FAILED',
    ])
  })
})
