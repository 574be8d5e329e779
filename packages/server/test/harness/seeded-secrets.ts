/** Words in records that a caller must not read, for tests that look for them in everything that is returned. */
import { roles } from '@inlet/contract'
import { sql } from 'kysely'
import { setProjectState } from '../../src/features/projects/projects.repo.ts'
import { handleIndexNotes } from '../../src/features/responses/index-notes.handler.ts'
import { onlyRow } from '../../src/platform/db/only-row.ts'
import type { TestApp } from './app.ts'
import { fetchToken, findKeyId, makeKey } from './people.ts'
import { insertProtectedFile, protectedPhases } from './protected-files.ts'
import {
  insertReadFile,
  insertReadInsight,
  insertRecording,
  insertRecordingFile,
  makeProject,
  type Readers,
} from './reading.ts'
import { importNow, makeSurvey, soleAttempt } from './surveys.ts'

export interface Secret {
  word: string
  where: string
  projectId: number
  params: Record<string, string>
  /** The owner of the project, who finds it in the control. */
  owner: 'ada' | 'stranger'
  /** The key whose content nobody reads until its protection is removed. */
  protectedKey?: string
  /** The path of the deleted record. */
  trashed?: string
}

interface Place {
  where: string
  projectId: number
  by: Readers['ada']['user']
  owner: Secret['owner']
}

let counter = 0
export const nextWord = () => `secret${String(++counter).padStart(3, '0')}q`

/** Projects that only their owner may read, each with a secret in every kind of record, `copies` times. */
export async function seedSecrets(app: TestApp, people: Readers, copies: number): Promise<Secret[]> {
  const secrets: Secret[] = []
  for (let copy = 0; copy < copies; copy += 1) {
    const { ada, stranger } = people
    const optedOut = await makeProject(ada, 1, { disable_search_ask_ai: true })
    const forAdmins = { project_share_preference: 4, shared_roles: [roles.admin] }
    const [archived, deleted] = [await makeProject(ada, 2), await makeProject(ada, 2)]
    const ofAda = {
      private: await makeProject(ada, 1),
      'opted out': optedOut,
      'for admins': await makeProject(ada, 2, forAdmins),
      archived,
      deleted,
    }
    for (const [where, projectId] of Object.entries(ofAda))
      secrets.push(...(await fillProject(app, { where, projectId, by: ada.user, owner: 'ada' })))
    secrets.push(
      ...(await fillProject(app, {
        where: 'another team',
        projectId: await makeProject(stranger, 2),
        by: stranger.user,
        owner: 'stranger',
      })),
    )
    const open: Place = { where: 'trash', projectId: people.open, by: ada.user, owner: 'ada' }
    secrets.push(...(await seedTrash(app, open)), ...(await seedHidden(app, open)))
    await setProjectState(app.deps.db, archived, 'archived')
    await setProjectState(app.deps.db, deleted, 'deleted')
  }
  return secrets
}

/** Drafts, and recordings that are not protected yet, in a project that everybody of the team reads. */
async function seedHidden(app: TestApp, place: Place): Promise<Secret[]> {
  const { projectId, owner } = place
  const secrets: Secret[] = []
  for (let i = 0; i < 2; i += 1) {
    const word = nextWord()
    const key = await insertReadInsight(app, place, { pages: [word], isDraft: true, name: `${word}.pdf` })
    secrets.push({ word, where: 'draft', projectId, owner, params: { insight_key: key } })
  }
  for (const phase of protectedPhases.filter((one) => one !== 'protected')) {
    const word = nextWord()
    const key = await insertProtectedFile(app, place, phase, [{ startMs: 0, text: word }], 'talk.mp4')
    const where = `protected, ${phase}`
    secrets.push({ word, where, projectId, owner, params: { wav_key: key }, protectedKey: key })
  }
  return secrets
}

/** The path of the record that contains the secret. */
export function recordOf({ params }: Pick<Secret, 'params'>): string {
  const { wav_key: file, insight_key: insight, upload_key: survey } = params
  return file ? `files/${file}` : insight ? `insights/${insight}` : `surveys/${survey}`
}

async function seedTrash(app: TestApp, place: Place): Promise<Secret[]> {
  const token = await fetchToken(app.url, await makeKey(app.deps, place.by))
  const secrets = await fillProject(app, place)
  const trashed = secrets.map((secret) => ({ ...secret, trashed: recordOf(secret) }))
  for (const path of new Set(trashed.map((secret) => secret.trashed))) {
    const answer = await fetch(`${app.url}/api/v1/developer/${path}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.status !== 204) throw new Error(`${path} was not deleted: ${answer.status}`)
  }
  return trashed
}

/** A secret in each kind of record. */
export async function fillProject(app: TestApp, place: Place): Promise<Secret[]> {
  const { where, projectId, owner } = place
  const secrets = await seedSurvey(app, place)
  for (const kind of ['insight', 'document', 'image', 'recording'] as const) {
    const word = nextWord()
    const params = await insertRecord(app, place, kind, word)
    secrets.push({ word, where, projectId, owner, params })
  }
  return secrets
}

async function insertRecord(
  app: TestApp,
  place: Place,
  kind: 'insight' | 'document' | 'image' | 'recording',
  word: string,
): Promise<Secret['params']> {
  const text = { pages: [word], name: `${word}.pdf` }
  if (kind === 'insight') return { insight_key: await insertReadInsight(app, place, text) }
  if (kind !== 'recording') return { wav_key: await insertReadFile(app, place, { kind, ...text }) }
  const lines = [{ startMs: 0, text: word }]
  return { wav_key: (await insertRecordingFile(app, place, lines, { name: `${word}.mp4` })).key }
}

/** Secrets in an answer, in the name of a person and in a recording. */
export async function seedSurvey(app: TestApp, { where, projectId, by, owner }: Place): Promise<Secret[]> {
  const { db } = app.deps
  const [answer, person, spoken] = [nextWord(), nextWord(), nextWord()]
  const keyId = await findKeyId(app.deps, await makeKey(app.deps, by))
  const surveyId = await makeSurvey(app.deps, {
    owner: { teamId: by.team_id, userId: by.id, keyId, projectId },
    parts: [`Name,E-mail,Why,Colour\nPerson ${person},${person}@example.org,because ${answer},Red`],
    columnMapping: { Name: 'Name', 'E-mail': 'Email', Why: 'Open-ended', Colour: 'Single choice' },
    mediaConfig: {},
  })
  await importNow(app.deps, surveyId)
  await handleIndexNotes(app.deps, { v: 1, surveyId }, soleAttempt())
  const recordingId = await insertRecording(app, [{ startMs: 0, text: spoken }])
  const { rows } = await sql<Record<'upload_key' | 'media_key' | 'participant_id', string>>`
    with sent as (
      insert into survey_media (survey_id, filename, status, media_level, response_id, upload_key, object_key,
        recording_id, linked_at)
      select ${surveyId}, ${`${person}@example.org.mp4`}, 'LINKED', 'RESPONSE', id, ${`incoming/${answer}`}, ${`accepted/${answer}`},
        ${recordingId}, now() from response where survey_id = ${surveyId} returning id, key)
    select s.upload_key::text, coalesce(sent.key, md5('survey_media ' || sent.id::text)::uuid)::text as media_key,
      (select participant_id::text from participant_respondent where survey_id = ${surveyId}) as participant_id
    from survey s, sent where s.id = ${surveyId}`.execute(db)
  const common = { projectId, owner, params: onlyRow(rows) }
  return [
    { word: answer, where: `${where}, answer`, ...common },
    { word: person, where: `${where}, person`, ...common },
    { word: spoken, where: `${where}, survey media`, ...common },
  ]
}
