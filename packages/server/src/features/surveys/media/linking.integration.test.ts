/** Linking of media files to responses and respondents. */
import type { MediaConfig } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../../test/harness/app.ts'
import {
  addMedia,
  importNow,
  makeSurvey,
  makeSurveyOwner,
  soleAttempt,
} from '../../../../test/harness/surveys.ts'
import { handleLinkMedia } from './link-media.handler.ts'

const app = await startTestApp()
const owner = await makeSurveyOwner(app.deps)
afterAll(() => app.close())

const csv = [
  'Name,E-mail,Video,Participant,Plan',
  'Anna Müller,anna@example.org,first clip.mp4,P-01,Pro',
  'Ben,ben@example.org,,P-02,Free',
  'Ben,other.ben@example.org,shared.mp4,P-03,Free',
  'Anna Müller,anna@example.org,again.mp4,P-01,Pro',
  ',,shared.mp4,P-05,Pro',
  'Cy,cy@example.org,twice.mp4,P-06,Pro',
  'Cy,cy@example.org,twice.mp4,P-06,Pro',
  '',
].join('\n')
const columnMapping = {
  Name: 'Name',
  'E-mail': 'Email',
  Video: 'MEDIA_RESPONSE',
  Plan: 'Single choice',
} as const

async function linkAll(names: string[], mediaConfig?: MediaConfig) {
  const id = await makeSurvey(app.deps, {
    owner,
    parts: [csv],
    columnMapping,
    autoMap: false,
    ...(mediaConfig && { mediaConfig }),
  })
  for (const name of names) await addMedia(app.deps, id, name)
  expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
  return { id, media: await readMedia(id) }
}

interface Media {
  filename: string
  status: string
  media_level: string | null
  row: number | null
  person: number | null
  failure_code: string | null
  failure_message: string | null
  object_key: string
  object_etag: string
}

/** Zero-based rows of the only part. */
async function readMedia(surveyId: number): Promise<Map<string, Media>> {
  const { rows } = await sql<Media>`
    select filename, status, media_level, response_id - 32768 as row, respondent_id - 32768 as person, failure_code,
      failure_message, object_key, object_etag
    from survey_media where survey_id = ${surveyId} order by id`.execute(app.deps.db)
  return new Map(rows.map((row) => [row.filename, row]))
}

describe('linking by response', () => {
  it('uses the response whose cell equals the name, and the first of several of one person', async () => {
    const { media } = await linkAll([
      'first clip.mp4',
      'twice.mp4',
      'shared.mp4',
      'First clip.mp4',
      'again.pdf',
    ])
    const outcome = (name: string) => {
      const { status, media_level, row, failure_code } = media.get(name) ?? {}
      return [status, media_level, row, failure_code]
    }
    expect(outcome('first clip.mp4')).toEqual(['LINKED', 'RESPONSE', 0, null])
    expect(outcome('twice.mp4')).toEqual(['LINKED', 'RESPONSE', 5, null])
    expect(outcome('shared.mp4')).toEqual(['FAILED', null, null, 'ambiguous'])
    expect(outcome('First clip.mp4')).toEqual(['FAILED', null, null, 'no_match'])
    expect(outcome('again.pdf')).toEqual(['FAILED', null, null, 'unsupported_extension'])
    for (const { failure_message: message } of media.values())
      if (message !== null) expect(message).toMatch(/^Not linked\. .+\. .+\.$/)
  })

  it('copies linked files out of reach of the descriptor and leaves no orphaned copy', async () => {
    const { media } = await linkAll(['first clip.mp4'])
    const { object_key: key = '', object_etag: etag = '' } = media.get('first clip.mp4') ?? {}
    expect(key).toMatch(/^accepted\//)
    expect(await app.deps.store.head(key)).toMatchObject({ etag })
    const { rows } = await sql`select from object_trash where object_key = ${key}`.execute(app.deps.db)
    expect(rows).toEqual([])
  })

  it('fails a missing or replaced file and still completes', async () => {
    const id = await makeSurvey(app.deps, { owner, parts: [csv], columnMapping, autoMap: false })
    await addMedia(app.deps, id, 'first clip.mp4')
    await addMedia(app.deps, id, 'again.mp4')
    const before = await readMedia(id)
    const [first, again] = [
      before.get('first clip.mp4')?.object_key ?? '',
      before.get('again.mp4')?.object_key ?? '',
    ]
    await app.deps.store.remove([first])
    await app.deps.store.write(again, Buffer.from('other bytes'), { contentType: 'video/mp4', bytes: 11 })
    expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
    const after = await readMedia(id)
    expect([...after.values()].map(({ status, failure_code }) => [status, failure_code])).toEqual([
      ['FAILED', 'upload_gone'],
      ['FAILED', 'upload_gone'],
    ])
  })
})

describe('linking by respondent', () => {
  const linked = async (names: string[], config: MediaConfig) => {
    const { media } = await linkAll(names, config)
    return names.map((name) => {
      const { media_level, row, person, failure_code } = media.get(name) ?? {}
      return failure_code ?? `${media_level} ${row ?? person}`
    })
  }

  it('matches by e-mail address, then by name, and never guesses between two', async () => {
    const names = [
      'ANNA@example.org.mov',
      'anna müller.mp3',
      'Ben.wav',
      'cy.aac',
      'nobody.mp4',
      'first clip.mp4',
    ]
    const outcome = ['RESPONDENT 0', 'RESPONDENT 0', 'ambiguous', 'RESPONDENT 5', 'no_match', 'RESPONSE 0']
    expect(await linked(names, { link_by: 'auto' })).toEqual(outcome)
    expect(await linked(names, {})).toEqual(outcome)
  })

  it('matches by address or name alone on request', async () => {
    const names = ['cy@example.org.mp4', 'Cy.mp4']
    expect(await linked(names, { link_by: 'email' })).toEqual(['RESPONDENT 5', 'no_match'])
    expect(await linked(names, { link_by: 'name' })).toEqual(['no_match', 'RESPONDENT 5'])
  })

  it('matches by a configured column of any type', async () => {
    const names = ['p-01.mp4', 'P-05.m4a', 'P-07.mp4', 'Pro.mp4']
    const config = { link_by: 'column', column: 'Participant' } as const
    expect(await linked(names, config)).toEqual(['RESPONDENT 0', 'RESPONDENT 4', 'no_match', 'no_match'])
    expect(await linked(['Pro.mp4'], { link_by: 'column', column: 'Plan' })).toEqual(['ambiguous'])
    expect(await linked(['first clip.mp4'], { ...config, match: 'exact', column: 'Video' })).toEqual([
      'RESPONSE 0',
    ])
  })
})

describe('files uploaded after the survey completed', () => {
  it('are linked by a separate job', async () => {
    const { id } = await linkAll(['first clip.mp4'])
    await addMedia(app.deps, id, 'again.mp4')
    await handleLinkMedia(app.deps, { v: 1, surveyId: id }, soleAttempt())
    const media = await readMedia(id)
    expect([...media.values()].map(({ status, row }) => [status, row])).toEqual([
      ['LINKED', 0],
      ['LINKED', 3],
    ])
  })
})
