/** Every call that reads a list, a status or a chart, as several callers make it. */
import { writeCursor } from '@inlet/server/src/platform/http/cursor.ts'
import type pg from 'pg'
import { largestSurvey, typicalSurvey } from './scale-surveys.ts'
import { largeProject, largeTeam, ownIds, smallProject } from './scale-world.ts'

export type CallKind = 'list' | 'far' | 'status' | 'chart' | 'search' | 'operator'

/** A program of the large team, of its collaborator, of a small team; and the same as people in a browser. */
export type Caller = 'team' | 'collaborator' | 'small' | 'admin-web' | 'collaborator-web' | 'small-web'

export interface ScaleCall {
  name: string
  kind: CallKind
  as: Caller
  /** The path of the n-th call. */
  path(n: number): string
}

const imports = '/api/v1/developer/import'
const web = '/api/v1/workspace'

export async function makeCalls(client: pg.Client): Promise<ScaleCall[]> {
  const keys = await sampleKeys(client)
  const far = await findFarPlaces(client)
  const survey = await surveyKeys(client)
  const calls: ScaleCall[] = []
  const add = (kind: CallKind, as: Caller, name: string, path: string | ((n: number) => string)) =>
    calls.push({ name, kind, as, path: typeof path === 'string' ? () => path : path })
  const one = (list: readonly string[], n: number) => list[n % list.length] ?? ''

  for (const as of ['team', 'collaborator', 'small'] as const) {
    for (const list of ['projects', 'files', 'insights', 'surveys'])
      add('list', as, `${list}.list`, `${imports}/${list}`)
  }
  for (const list of ['files', 'insights'])
    add('far', 'team', `${list}.list by offset`, `${imports}/${list}?offset=${far.offset[list]}`)
  add('status', 'team', 'files.status', (n) => `${imports}/files/${one(keys.file, n)}/status`)
  add('status', 'team', 'insights.status', (n) => `${imports}/insights/${one(keys.insight, n)}/status`)
  add('status', 'team', 'surveys.status', `${imports}/surveys/${survey.typical}/status`)
  add('status', 'team', 'surveys.status largest', `${imports}/surveys/${survey.largest}/status`)

  for (const as of ['admin-web', 'collaborator-web', 'small-web'] as const) {
    add('list', as, 'projects.list', `${web}/projects`)
    for (const filter of ['all', 'done', 'needs_attention', 'working'])
      add('list', as, `imports.list ${filter}`, `${web}/imports?filter=${filter}`)
    add('list', as, 'imports.count', `${web}/imports/count`)
    add('search', as, 'search.names', (n) => `${web}/search/names?q=${one(nameWords, n)}`)
    add('search', as, 'search.find', (n) => `${web}/search?q=word${(n * 37) % 997}`)
  }
  add('status', 'admin-web', 'projects.get large', `${web}/projects/${largeProject}`)
  add(
    'list',
    'admin-web',
    'imports.listMaterials large',
    `${web}/imports/materials?project_id=${largeProject}`,
  )
  add(
    'list',
    'admin-web',
    'imports.listMaterials large video',
    `${web}/imports/materials?project_id=${largeProject}&kind=video`,
  )
  add(
    'list',
    'collaborator-web',
    'imports.listMaterials small',
    `${web}/imports/materials?project_id=${smallProject}`,
  )
  add('far', 'admin-web', 'imports.list all', `${web}/imports?cursor=${far.imports}`)
  add(
    'far',
    'admin-web',
    'imports.listMaterials large',
    `${web}/imports/materials?project_id=${largeProject}&cursor=${far.materials}`,
  )
  add('status', 'admin-web', 'imports.get file', (n) => `${web}/imports/file/${one(keys.file, n)}`)
  add('status', 'admin-web', 'imports.get insight', (n) => `${web}/imports/insight/${one(keys.insight, n)}`)
  add('list', 'admin-web', 'participants.list', `${web}/participants`)
  add(
    'search',
    'admin-web',
    'participants.list by name',
    (n) => `${web}/participants?q=person%20${(n * 91) % 200}`,
  )

  add('status', 'admin-web', 'surveys.get', `${web}/surveys/${survey.typical}`)
  add('chart', 'admin-web', 'surveys.overview', `${web}/surveys/${survey.typical}/overview`)
  add(
    'chart',
    'admin-web',
    'surveys.overview filtered',
    (n) => `${web}/surveys/${survey.typical}/overview?f=3:${1 + (n % 4)}`,
  )
  add('list', 'admin-web', 'surveys.responses', `${web}/surveys/${survey.typical}/responses`)
  add('far', 'admin-web', 'surveys.responses', `${web}/surveys/${survey.typical}/responses?offset=18000`)
  add('list', 'admin-web', 'surveys.respondents', `${web}/surveys/${survey.typical}/respondents`)
  add(
    'search',
    'admin-web',
    'surveys.notes',
    `${web}/surveys/${survey.typical}/columns/15/notes?words=support`,
  )
  add('chart', 'admin-web', 'largest: overview', `${web}/surveys/${survey.largest}/overview`)
  add(
    'chart',
    'admin-web',
    'largest: overview filtered',
    (n) => `${web}/surveys/${survey.largest}/overview?f=3:${1 + (n % 4)}`,
  )
  add('list', 'admin-web', 'largest: responses', `${web}/surveys/${survey.largest}/responses`)
  add('status', 'admin-web', 'largest: surveys.get', `${web}/surveys/${survey.largest}`)

  for (const page of ['queues', 'stuck-jobs', 'dead-letters', 'storage', 'failures', 'audit'])
    add('operator', 'admin-web', `system.${page}`, `${web}/system/${page}`)
  return calls
}

/** Two words, as a person types to navigate: each common word is in one of nineteen names. */
const nameWords = ['pricing%20churn', 'diary%20re', 'kickoff%20mo', 'interview', '4242']

async function sampleKeys(client: pg.Client): Promise<Record<'file' | 'insight', string[]>> {
  const sample = async (table: string) =>
    (
      await client.query<{ key: string }>(
        `select key from ${table} where id in (
           select (random() * (select max(id) from ${table} where id < ${ownIds}))::bigint from generate_series(1, 2000))
         and team_id = ${largeTeam} and project_id in (select id from project where team_id = ${largeTeam}) limit 500`,
      )
    ).rows.map(({ key }) => key)
  return { file: await sample('file'), insight: await sample('insight') }
}

/** Positions at four fifths of each list. */
async function findFarPlaces(client: pg.Client) {
  const count = async (table: string) =>
    (
      await client.query<{ n: number }>(
        `select count(*)::int as n from ${table} where team_id = ${largeTeam}`,
      )
    ).rows[0]?.n ?? 0
  const offset = {
    files: Math.floor((await count('file')) * 0.8),
    insights: Math.floor((await count('insight')) * 0.8),
  }
  const cursor = async (where: string) => {
    const { rows } = await client.query<{ at: string; id: string }>(
      `select (created_at at time zone 'utc')::text || '+00' as at, id::text as id from file
       where ${where} and id > (select max(id) / 5 from file where id < ${ownIds}) order by id limit 1`,
    )
    return writeCursor([rows[0]?.at, 'file', Number(rows[0]?.id)])
  }
  return {
    offset: offset as Record<string, number>,
    imports: await cursor(`team_id = ${largeTeam}`),
    materials: await cursor(`project_id = ${largeProject}`),
  }
}

async function surveyKeys(client: pg.Client): Promise<{ typical: string; largest: string }> {
  const { rows } = await client.query<{ id: string; upload_key: string }>(
    `select id, upload_key from survey where id in (${typicalSurvey}, ${largestSurvey}) order by id`,
  )
  return { typical: rows[0]?.upload_key ?? '', largest: rows[1]?.upload_key ?? '' }
}
