/** The records of the access matrix: every kind of record in every kind of project, and who can see each of them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { privacySnapshot } from '../../src/features/projects/privacy.repo.ts'
import { setProjectState } from '../../src/features/projects/projects.repo.ts'
import { handleIndexNotes } from '../../src/features/responses/index-notes.handler.ts'
import type { User } from '../../src/features/team/team.repo.ts'
import { insertWebhook } from '../../src/features/webhooks/webhooks.repo.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { onlyRow } from '../../src/platform/db/only-row.ts'
import type { TestApp } from '../harness/app.ts'
import { insertInsightRow } from '../harness/import-rows.ts'
import { makeKey } from '../harness/people.ts'
import {
  indexNow,
  insertReadFile,
  insertReadInsight,
  insertRecording,
  insertRecordingFile,
} from '../harness/reading.ts'
import { importNow, makeSurvey, soleAttempt } from '../harness/surveys.ts'
import { type People, type Person, persons, type Who } from './people.ts'

export type Kind =
  | 'project'
  | 'insight'
  | 'document'
  | 'image'
  | 'recording'
  | 'survey'
  | 'media'
  | 'participant'
  | 'key'
  | 'member'
  /** The webhook of an API key, as that key sees it, as the person who manages the key does, and as admins do. */
  | 'webhook'
  | 'own webhook'
  | 'team webhook'
  /** Of an API key, and of a person in the workspace. */
  | 'export'
  | 'own export'
  | 'bundle'

export interface Target {
  name: string
  kind: Kind
  /** The project it belongs to; 0 for records of a team. */
  projectId: number
  visibleTo: ReadonlySet<Who>
  /** A word that occurs in its name and texts, and nowhere else. */
  token: string
  /** Path parameters that identify it. */
  params: Record<string, string>
  /** The uploaded file: `isOpen` to everyone who can see the record, or to no one. */
  original?: { key: string; isOpen: boolean }
  /** Nothing has been uploaded for it, so the workspace does not list it. */
  isPending?: boolean
}

interface Place {
  name: string
  projectId: number
  openTo: readonly Who[]
  owner: User
}

const everyone: readonly Who[] = [
  'admin',
  'owner',
  'full',
  'collaborator',
  'viewer',
  'team key',
  'other team key',
]

let counter = 0
const nextToken = () => `token${String(++counter).padStart(4, '0')}x`

export async function makeWorld(app: TestApp, people: People): Promise<Target[]> {
  const targets: Target[] = []
  const places = await makePlaces(people)
  for (const place of places) targets.push(...(await fillPlace(app, people, place)))
  targets.push(...(await makeDrafts(app, people, places)), ...(await makeTeamThings(app, people)))
  targets.push(...(await makeWebhooks(app, people)), ...(await makeExports(app, people, places)))
  targets.push(...(await makeBundles(app, people)))
  await closePlaces(app, places)
  return targets
}

async function makePlaces(people: People): Promise<Place[]> {
  const { users, credentials } = people
  const create = async (who: Who, name: string, openTo: readonly Who[], settings: object): Promise<Place> => {
    const credential = credentials.find((one) => one.who === who && one.surface === 'import')
    const path = '/api/v1/developer/import/projects/create'
    if (!credential) throw new Error(`The ${who} has no key.`)
    const answer = await credential.call('POST', path, { name: `${name} ${nextToken()}`, ...settings })
    const { id } = (await answer.json()) as { id: number }
    return { name, projectId: id, openTo, owner: users[who as Person] ?? users.admin }
  }
  const forEveryone = { project_share_preference: 2 }
  return [
    await create('owner', 'shared with everyone', everyone, forEveryone),
    await create('owner', 'private', ['owner'], { project_share_preference: 1 }),
    await create('owner', 'shared by role', ['owner', 'admin', 'collaborator'], { shared_roles: [3, 4] }),
    await create('team key', 'private of the team key', ['team key', 'admin'], {
      project_share_preference: 1,
    }),
    await create('owner', 'protected', everyone, { ...forEveryone, redact_pii: true }),
    await create('owner', 'archived', [], forEveryone),
    await create('owner', 'deleted', [], forEveryone),
    await create('stranger', 'of another team', ['stranger'], forEveryone),
  ]
}

async function closePlaces({ deps }: TestApp, places: readonly Place[]): Promise<void> {
  for (const { name, projectId } of places)
    if (name === 'archived' || name === 'deleted') await setProjectState(deps.db, projectId, name)
}

async function fillPlace(app: TestApp, people: People, place: Place): Promise<Target[]> {
  const { db } = app.deps
  const { projectId, owner: by } = place
  const visibleTo = new Set(place.openTo)
  const at = { projectId, by }
  const isOpen = place.name !== 'protected'
  const target = (kind: Kind, token: string, params: Target['params']): Target => ({
    name: `${kind}, ${place.name}`,
    kind,
    projectId,
    visibleTo,
    token,
    params,
  })
  const project = await sql<{ name: string }>`select name from project where id = ${projectId}`.execute(db)
  const projectToken = onlyRow(project.rows).name.split(' ').at(-1) ?? ''
  const found: Target[] = [target('project', projectToken, { project_id: String(projectId) })]

  const published = nextToken()
  const publishedKey = await insertReadInsight(app, at, { pages: [published], name: `${published}.pdf` })
  found.push({ ...target('insight', published, insightParams(publishedKey)), name: `insight, ${place.name}` })

  for (const kind of ['document', 'image'] as const) {
    const token = nextToken()
    const extension = kind === 'document' ? 'pdf' : 'png'
    const key = await insertReadFile(app, at, {
      kind,
      name: `${token}.${extension}`,
      extension,
      pages: [token],
    })
    const part = kind === 'document' || !isOpen ? 'viewer' : 'image'
    found.push(target(kind, token, { wav_key: key, owner: 'file', kind: 'file', key, part }))
  }

  const word = nextToken()
  const { key } = await insertRecordingFile(app, at, [{ startMs: 0, text: word }], { name: `${word}.mp4` })
  const { rows } = await sql<{ object_key: string }>`
    update file f set privacy = ${privacySnapshot} from project p where p.id = f.project_id and f.key = ${key}
    returning f.object_key`.execute(db)
  await app.deps.store.write(onlyRow(rows).object_key, Buffer.from('original'), {
    contentType: 'video/mp4',
    bytes: 8,
  })
  found.push({
    ...target('recording', word, {
      wav_key: key,
      owner: 'file',
      kind: 'file',
      key,
      part: 'rendition',
      format: 'txt',
    }),
    original: { key: onlyRow(rows).object_key, isOpen },
  })
  return [...found, ...(await makeSurveyTargets(app, people, place, target))]
}

async function makeSurveyTargets(
  app: TestApp,
  people: People,
  { projectId, owner }: Place,
  target: (kind: Kind, token: string, params: Target['params']) => Target,
): Promise<Target[]> {
  const { db } = app.deps
  const [survey, person, media] = [nextToken(), nextToken(), nextToken()]
  const keyId = owner.team_id === people.team.id ? people.keyIds['team key'] : people.keyIds.stranger
  const id = await makeSurvey(app.deps, {
    owner: { teamId: owner.team_id, userId: owner.id, keyId, projectId },
    parts: [
      `Name,E-mail,Plan,Why,Likely\nPerson ${person},${person}@example.org,plan ${survey},because ${survey},9`,
    ],
    columnMapping: {
      Name: 'Name',
      'E-mail': 'Email',
      Plan: 'Single choice',
      Why: 'Open-ended',
      Likely: 'NPS',
    },
    mediaConfig: {},
  })
  await importNow(app.deps, id)
  await handleIndexNotes(app.deps, { v: 1, surveyId: id }, soleAttempt())
  const recordingId = await insertRecording(app, [{ startMs: 0, text: media }])
  const { rows } = await sql<
    Record<'upload_key' | 'response_id' | 'media_id' | 'media_key' | 'participant_id', string>
  >`
    with named as (update survey set name = ${`Survey ${survey}`} where id = ${id} returning id, upload_key),
    answered as (select id from response where survey_id = ${id} limit 1),
    sent as (insert into survey_media (survey_id, filename, status, media_level, response_id, upload_key, object_key,
        recording_id, linked_at)
      select ${id}, ${`${media}.mp4`}, 'LINKED', 'RESPONSE', answered.id, ${`incoming/${randomUUID()}`},
        ${`accepted/${randomUUID()}`}, ${recordingId}, now() from answered returning id, key)
    select named.upload_key::text, answered.id::text as response_id, sent.id::text as media_id,
      coalesce(sent.key, md5('survey_media ' || sent.id::text)::uuid)::text as media_key,
      (select participant_id::text from participant_respondent where survey_id = ${id}) as participant_id
    from named, answered, sent`.execute(db)
  await indexNow(app, 'segment', recordingId)
  const row = onlyRow(rows)
  return [
    target('survey', survey, {
      upload_key: row.upload_key,
      kind: 'survey',
      key: row.upload_key,
      response_id: row.response_id,
      respondent_id: row.response_id,
      position: '3',
      part_number: '1',
      media_id: row.media_id,
      filename: `${media}.mp4`,
    }),
    target('media', media, {
      owner: 'media',
      key: row.media_id,
      media_key: row.media_key,
      part: 'rendition',
      format: 'txt',
    }),
    target('participant', person, { participant_id: row.participant_id }),
  ]
}

const insightParams = (key: string) => ({
  insight_key: key,
  owner: 'insight',
  kind: 'insight',
  key,
  part: 'viewer',
})

/** Drafts in projects that their creators can access, can no longer access, or share with others. */
async function makeDrafts(app: TestApp, people: People, places: readonly Place[]): Promise<Target[]> {
  const { users, keyIds } = people
  const drafts: [string, string, User, number | null, readonly Who[]][] = [
    ['draft of the owner by session', 'shared with everyone', users.owner, null, ['owner']],
    ['draft of the owner by key', 'shared with everyone', users.owner, keyIds.owner, ['owner']],
    ['draft of another person', 'shared with everyone', users.full, keyIds.full, ['full']],
    ['draft of the viewer', 'shared with everyone', users.viewer, keyIds.viewer, ['viewer']],
    ['draft of a team key', 'shared with everyone', users.admin, keyIds['team key'], ['team key']],
    ['draft of the owner', 'private', users.owner, null, ['owner']],
    ['draft of a user without access', 'private', users.full, null, []],
    ['draft of the team key', 'private of the team key', users.admin, keyIds['team key'], ['team key']],
    ['draft of the owner', 'shared by role', users.owner, keyIds.owner, ['owner']],
    ['draft of the owner', 'archived', users.owner, null, []],
    ['draft of the owner', 'deleted', users.owner, keyIds.owner, []],
    ['draft of the stranger', 'of another team', users.stranger, keyIds.stranger, ['stranger']],
  ]
  const made: Target[] = []
  for (const [name, placeName, by, keyId, visibleTo] of drafts) {
    const place = placeNamed(places, placeName)
    for (const isPending of [false, true]) {
      const token = nextToken()
      const at = { projectId: place.projectId, by }
      const key = isPending
        ? await insertInsightRow(app.deps.db, at, 'pending', { name: `${token}.pdf`, draft: true, keyId })
        : await insertReadInsight(app, at, { pages: [token], name: `${token}.pdf`, isDraft: true, keyId })
      made.push({
        name: `${isPending ? 'pending ' : ''}${name}, ${placeName}`,
        kind: 'insight',
        projectId: place.projectId,
        visibleTo: new Set(visibleTo),
        token,
        params: insightParams(key),
        isPending,
      })
    }
  }
  return [...made, await makeSharedDraft(app, people, placeNamed(places, 'shared with everyone'))]
}

async function makeSharedDraft(app: TestApp, { users }: People, place: Place): Promise<Target> {
  const token = nextToken()
  const at = { projectId: place.projectId, by: users.full }
  const key = await insertReadInsight(app, at, { pages: [token], name: `${token}.pdf`, isDraft: true })
  await sql`update insight set state = 2 where key = ${key}`.execute(app.deps.db)
  return {
    name: `shared draft, ${place.name}`,
    kind: 'insight',
    projectId: place.projectId,
    visibleTo: new Set(place.openTo),
    token,
    params: insightParams(key),
  }
}

function placeNamed(places: readonly Place[], name: string): Place {
  const place = places.find((one) => one.name === name)
  if (!place) throw new Error(`There is no project "${name}".`)
  return place
}

/** Keys and members: visible to the person, and to the admins of the team. */
async function makeTeamThings(app: TestApp, { users }: People): Promise<Target[]> {
  const made: Target[] = []
  const add = (kind: Kind, name: string, visibleTo: readonly Who[], params: Target['params']) =>
    made.push({ name, kind, projectId: 0, visibleTo: new Set(visibleTo), token: nextToken(), params })
  for (const person of persons) {
    const { client_id } = await makeKey(app.deps, users[person])
    add('key', `personal key of the ${person}`, [person], { client_id })
    const admins: Who[] = person === 'stranger' ? ['stranger'] : ['admin']
    add('member', `the ${person} as a member`, admins, { user_id: String(users[person].id) })
  }
  const ofTeam = await makeKey(app.deps, users.admin, { kind: 'team' })
  add('key', 'key of the team', ['admin'], { client_id: ofTeam.client_id })
  return made
}

async function makeWebhooks({ deps }: TestApp, { users, keyIds }: People): Promise<Target[]> {
  const made: Target[] = []
  for (const [who, keyId] of Object.entries(keyIds) as [keyof People['keyIds'], number][]) {
    const person: Person = who === 'team key' || who === 'other team key' ? 'admin' : who
    const admin: Person = who === 'stranger' ? 'stranger' : 'admin'
    const audiences: [Kind, Who[]][] = [
      ['webhook', [who]],
      ['own webhook', [person]],
      ['team webhook', [person, admin]],
    ]
    for (const [kind, visibleTo] of audiences) {
      const token = nextToken()
      const { key } = await inTransaction(deps.db, (tx) =>
        insertWebhook(tx, {
          teamId: users[person].team_id,
          keyId,
          // Refused when something is sent, without a connection.
          url: 'https://127.0.0.1/',
          types: [],
          projectIds: [],
          description: token,
          secretSealed: deps.secrets.seal('whsec_c2VjcmV0'),
        }),
      )
      const params = { webhook_key: key, delivery_key: randomUUID() }
      made.push({
        name: `${kind} of the ${who}`,
        kind,
        projectId: 0,
        visibleTo: new Set(visibleTo),
        token,
        params,
      })
    }
  }
  return made
}

/** Each key and person has an export of a project that they can open, and two have one of a project that they cannot open any more. */
async function makeExports(
  { deps }: TestApp,
  { users, keyIds }: People,
  places: readonly Place[],
): Promise<Target[]> {
  const made: Target[] = []
  const insert = async (
    kind: 'export' | 'own export',
    who: keyof People['keyIds'],
    placeName: string,
    visibleTo: readonly Who[],
  ) => {
    const projectId = places.find(({ name }) => name === placeName)?.projectId ?? 0
    const person: Person = who === 'team key' || who === 'other team key' ? 'admin' : who
    const [keyId, userId] = kind === 'export' ? [keyIds[who], null] : [null, users[person].id]
    const { rows } = await sql<{ key: string }>`
      insert into project_export (team_id, project_id, api_key_id, user_id, contents, has_people, client_address, status,
        failure_code, failure_message)
      values (${users[person].team_id}, ${projectId}, ${keyId}, ${userId}, '{}', false, '127.0.0.1', 'failed', 'gave_up',
        '')
      returning key`.execute(deps.db)
    made.push({
      name: `${kind} of ${placeName} of the ${who}`,
      kind,
      projectId: 0,
      visibleTo: new Set(visibleTo),
      token: nextToken(),
      params: { export_key: onlyRow(rows).key },
    })
  }
  const add = async (who: keyof People['keyIds'], placeName: string, visibleTo: readonly Who[]) => {
    await insert('export', who, placeName, visibleTo)
    if (who in users) await insert('own export', who, placeName, visibleTo)
  }
  for (const who of Object.keys(keyIds) as (keyof People['keyIds'])[])
    await add(who, who === 'stranger' ? 'of another team' : 'shared with everyone', [who])
  await add('full', 'private', [])
  await add('owner', 'archived', [])
  return made
}

/** Each belongs to one key. */
async function makeBundles({ deps }: TestApp, { users, keyIds }: People): Promise<Target[]> {
  const made: Target[] = []
  for (const who of Object.keys(keyIds) as (keyof People['keyIds'])[]) {
    const person: Person = who === 'team key' || who === 'other team key' ? 'admin' : who
    const { rows } = await sql<{ key: string }>`
      with made as (
        insert into bundle (team_id, api_key_id, volume_count, client_address)
        values (${users[person].team_id}, ${keyIds[who]}, 1, '127.0.0.1') returning id, key),
      volume as (
        insert into bundle_volume (bundle_id, number, upload_key)
        select id, 1, ${`incoming/${randomUUID()}`} from made)
      select key from made`.execute(deps.db)
    made.push({
      name: `bundle of the ${who}`,
      kind: 'bundle',
      projectId: 0,
      visibleTo: new Set([who]),
      token: nextToken(),
      params: { bundle_key: onlyRow(rows).key, volume_number: '1' },
    })
  }
  return made
}
